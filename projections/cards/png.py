"""A card as PNG, for sites that show no SVG: drawn with fonts of its own, out of nothing that anybody sent.

The fonts hold Latin, Greek, Cyrillic, Armenian, Georgian and more. Where a line has a sign that they lack, or one that
joins or turns around with its neighbours, what the card says otherwise stands there, and never a box or a false word.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from projections.cards.card import HIGH, PAPER, WIDE, Card
from projections.cards.shapes import DASHED, DASHES, RADIUS, THICK, Bar, Figure, Writing, corners

FONTS = Path(__file__).parent / "fonts"
FINE = 3
"""Shapes are drawn so many times as large, and then made small, so that their edges are smooth."""
LEAST = 12
"""No letter is smaller."""
NO_SIGN = "\uffff"
"""What every font lacks."""

Spot = tuple[float, float]


def png(card: Card) -> bytes:
    """Return a card as PNG."""
    large = Image.new("RGB", (WIDE * FINE, HIGH * FINE), PAPER)
    pen = ImageDraw.Draw(large)
    for shape in card.shapes:
        if isinstance(shape, Bar):
            _draw_bar(pen, shape)
        elif isinstance(shape, Figure):
            _draw_figure(pen, shape)
    picture = large.reduce(FINE)
    pen = ImageDraw.Draw(picture)
    for shape in card.shapes:
        if isinstance(shape, Writing):
            _write(pen, shape)
    made = BytesIO()
    picture.save(made, "PNG")
    return made.getvalue()


def _draw_bar(pen: ImageDraw.ImageDraw, bar: Bar) -> None:
    if bar.w > 0:
        left, top = bar.x * FINE, bar.y * FINE
        # The last pixel belongs to it.
        box = (left, top, left + bar.w * FINE - 1, top + bar.h * FINE - 1)
        pen.rounded_rectangle(box, bar.round * FINE, bar.fill)


def _draw_figure(pen: ImageDraw.ImageDraw, figure: Figure) -> None:
    ring = [(x * FINE, y * FINE) for x, y in (corners(figure) or _around(figure))]
    if figure.fill is not None:
        pen.polygon(ring, figure.fill)
        return
    for dash in _dashes(ring):
        pen.line(dash, DASHED, THICK * FINE)


def _around(figure: Figure) -> list[Spot]:
    turns = (2 * pi * at / 120 for at in range(120))
    return [(figure.x + RADIUS * cos(turn), figure.y + RADIUS * sin(turn)) for turn in turns]


def _dashes(ring: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the dashes along a closed line, in pieces that are straight."""
    on, off = (each * FINE for each in DASHES)
    gone = 0.0
    for (x, y), (to_x, to_y) in pairwise([*ring, ring[0]]):
        length, at = hypot(to_x - x, to_y - y), 0.0
        while at < length:
            along = gone % (on + off)
            step = min((on if along < on else on + off) - along, length - at)
            if along < on:
                ends = (at / length, (at + step) / length)
                begin, end = ((x + (to_x - x) * share, y + (to_y - y) * share) for share in ends)
                yield begin, end
            # A step too small to count would never come to an end.
            at, gone = at + max(step, 0.01), gone + max(step, 0.01)


def _write(pen: ImageDraw.ImageDraw, line: Writing) -> None:
    text = line.text if can_write(line.text, bold=line.bold) else line.otherwise
    size = line.size
    while line.wide is not None and size > LEAST and _font(line.bold, size).getlength(text) > line.wide:
        size -= 1
    if text:
        pen.text((line.x, line.y), text, line.fill, _font(line.bold, size), "ms" if line.middle else "ls")


def can_write(text: str, *, bold: bool) -> bool:
    """Return whether the font has every sign of a text, none of which changes, moves or turns around beside others."""
    return all(_stands_alone(sign) and _has(bold, sign) for sign in text)


def _stands_alone(sign: str) -> bool:
    turns = unicodedata.bidirectional(sign) in ("R", "AL", "AN")
    return not turns and unicodedata.category(sign)[0] not in "MC"


@lru_cache(maxsize=4096)
def _has(bold: bool, sign: str) -> bool:
    return _print_of(bold, sign) != _print_of(bold, NO_SIGN)


def _print_of(bold: bool, sign: str) -> bytes:
    paper = Image.new("L", (64, 64))
    ImageDraw.Draw(paper).text((8, 44), sign, 255, _font(bold, 31), "ls")
    return paper.tobytes()


@lru_cache(maxsize=128)
def _font(bold: bool, size: int) -> ImageFont.FreeTypeFont:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    # The same letters on every machine, whatever else is installed there.
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)
