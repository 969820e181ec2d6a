"""What would be accepted now: commands with the choices they leave open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from domain.commands import Command, actor
from domain.meanings import Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """A last space of a way: what the way costs, one such way, and who may strike at the mover on it (``provokes``)."""

    tile: str
    cost: int
    path: tuple[str, ...]
    provokes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat:
    """A foe of whoever would move, and the ``places`` that lie in its reach: whoever leaves them invites its blow."""

    who: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A field that is open: its bounds (length of a path or text, size of a number) and an example."""

    kind: Literal["path", "text", "number", "sheet", "value"]
    minimum: int
    maximum: int
    example: Any
    ends: tuple[End, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A command that would be accepted: every combination of the ``closed`` choices, the ``open`` fields as bounded.

    ``who`` is the one it is made for, ``by`` whoever makes it. An ``aside`` may be made at almost any time and takes
    nothing further: words, rulings, changes of the board. ``means`` says what stands in a field where that is not
    what the command says of it. ``threats`` are those whose reach a move may lead through, or out of.
    """

    do: str
    who: str | None = None
    by: str | None = None
    aside: bool = False
    closed: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    open: dict[str, Open] = field(default_factory=dict)
    means: dict[str, Meaning] = field(default_factory=dict)
    threats: tuple[Threat, ...] = ()


def bodies(offer: Offer) -> Iterator[dict[str, Any]]:
    """Yield the command bodies of an offer: each combination of closed choices, the open fields by example."""
    named = (("do", offer.do), ("by", offer.by), ("who", offer.who))
    fixed: dict[str, Any] = {name: value for name, value in named if value is not None}
    examples = {name: bounds.example for name, bounds in offer.open.items()}
    for choice in product(*offer.closed.values()):
        yield {**fixed, **dict(zip(offer.closed, choice, strict=True)), **examples}


def example(offer: Offer) -> dict[str, Any]:
    """Return the first command body of an offer."""
    return next(bodies(offer))


def matches(offer: Offer, command: Command, named: dict[str, Any]) -> bool:
    """Return whether a command is one of an offer's; ``named`` holds its fields beside ``do``, ``by`` and ``who``."""
    if offer.do != command.do or offer.by != getattr(command, "by", None):
        return False
    if offer.who != actor(command):
        return False
    return all(name in offer.open or value in offer.closed.get(name, ()) for name, value in named.items())
