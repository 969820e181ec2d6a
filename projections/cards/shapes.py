"""What a card is made of, whoever draws it: shapes and lines of writing, in pixels from the top left."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A filled rectangle with round corners."""

    x: float
    y: float
    w: float
    h: float
    fill: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A circle, or a shape of so many ``corners``, around a spot: filled, or else its outline in dashes."""

    x: float
    y: float
    corners: int
    fill: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """A line of writing above ``y``, from ``x`` on or around it, made smaller where it is longer than ``wide``.

    ``otherwise`` stands there where the text cannot be written.
    """

    x: float
    y: float
    size: int
    fill: str
    text: str
    bold: bool = False
    middle: bool = False
    wide: int | None = None
    otherwise: str = ""


Shape: TypeAlias = Bar | Figure | Writing

RADIUS, OUT = 36, 40
"""How far a circle, and the corners of any other figure, are from the middle."""
DASHED, DASHES, THICK = "#8d939c", (7, 6), 3
"""The outline of a figure that is not filled: its color, its dashes and the gaps between them, its thickness."""


def corners(figure: Figure) -> tuple[tuple[float, float], ...]:
    """Return where the corners of a figure are; a circle has none."""
    turns = (
        (2 * at / figure.corners - 0.5 + (0.25 if figure.corners == 4 else 0)) * pi for at in range(figure.corners)
    )
    return tuple((figure.x + OUT * cos(turn), figure.y + OUT * sin(turn)) for turn in turns)
