"""A card as SVG: whoever shows it has the fonts."""

from __future__ import annotations

import unicodedata
from html import escape
from typing import assert_never

from projections.cards.card import HIGH, PAPER, WIDE, Card
from projections.cards.shapes import DASHED, DASHES, RADIUS, THICK, Bar, Figure, Shape, Writing, corners


def svg(card: Card) -> str:
    """Return a card as SVG."""
    label = escape(f"{card.title}: {card.sentence}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        f'font-family="Inter, system-ui, sans-serif" role="img" aria-label="{label}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>{"".join(map(_drawn, card.shapes))}</svg>'
    )


def _drawn(shape: Shape) -> str:
    match shape:
        case Bar(x=x, y=y, w=w, h=h, fill=fill, round=rx):
            return f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" rx="{rx}" fill="{fill}"/>'
        case Figure():
            return _figure(shape)
        case Writing():
            return _written(shape)
        case _:
            assert_never(shape)


def _figure(figure: Figure) -> str:
    dashes = " ".join(map(str, DASHES))
    outline = f'fill="none" stroke="{DASHED}" stroke-width="{THICK}" stroke-dasharray="{dashes}"'
    look = outline if figure.fill is None else f'fill="{figure.fill}"'
    if not figure.corners:
        return f'<circle cx="{figure.x:.0f}" cy="{figure.y:.0f}" r="{RADIUS}" {look}/>'
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(figure))
    return f'<polygon points="{points}" {look}/>'


def _written(line: Writing) -> str:
    weight = ' font-weight="700"' if line.bold else ""
    anchor = ' text-anchor="middle"' if line.middle else ""
    return (
        f'<text x="{line.x:.0f}" y="{line.y:.0f}" font-size="{_size(line)}"{weight}{anchor} fill="{line.fill}">'
        f"{escape(line.text)}</text>"
    )


def _size(line: Writing) -> int:
    """Return the size of a line, guessed so that it fits: nobody knows here how wide the letters will be."""
    if line.wide is None:
        return line.size
    across = sum(1 if unicodedata.east_asian_width(sign) in "WF" else 0.6 for sign in line.text)
    return min(line.size, int(line.wide / max(across, 1)))
