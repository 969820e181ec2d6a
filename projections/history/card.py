"""A fight on one card: what it is called, who is left of each side, how it stands; for previews of its address."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from textwrap import shorten

from ledger.table.fight import Fight
from projections.view import CombatantView, View, view
from projections.wording import inert, spaced

WIDE, HIGH = 1200, 630
MOST_SIDES, MOST_TOKENS = 4, 9
COLORS = ("#2368a8", "#a83f06", "#0a7358", "#96437f")
"""Of the sides, each of which has a shape of its own besides, as on the page."""
_CORNERS = (0, 6, 4, 5)
_RADIUS = 36


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A title, one sentence, and a drawing in SVG of 1200 by 630."""

    title: str
    sentence: str
    svg: str


def card(fight: Fight) -> Card:
    """Return the card of a fight as it stands."""
    seen = view(fight)
    title = shorten(inert(seen.title or f"A fight of {seen.system}"), 44, placeholder=" …")
    sentence = _sentence(seen)
    return Card(title=title, sentence=sentence, svg=_drawn(seen, title, sentence))


def _sentence(seen: View) -> str:
    """Return the system, the round and how it stands."""
    round_ = seen.initiative.round
    if seen.outcome is None:
        stands = "it goes on"
    else:
        stands = f"{inert(seen.winner)} won" if seen.winner else spaced(seen.outcome)
    return " · ".join([seen.system, *([] if round_ is None else [f"round {round_}"]), stands])


def _drawn(seen: View, title: str, sentence: str) -> str:
    sides: dict[str, list[CombatantView]] = {}
    for each in seen.combatants:
        if each.life != "inert":
            sides.setdefault(each.side, []).append(each)
    shown = list(sides.items())[:MOST_SIDES]
    rows = "".join(_row(place, len(shown), side, them) for place, (side, them) in enumerate(shown))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        f'font-family="Inter, system-ui, sans-serif" role="img" aria-label="{escape(f"{title}: {sentence}")}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#f5f3ed"/><rect width="{WIDE}" height="10" fill="#4338b8"/>'
        f'<text x="64" y="118" font-size="58" font-weight="700" fill="#1b1f27">{escape(title)}</text>'
        f'<text x="64" y="172" font-size="30" fill="#575f6b">{escape(shorten(sentence, 70, placeholder=" …"))}</text>'
        f"{rows}</svg>"
    )


def _row(place: int, of: int, side: str, them: list[CombatantView]) -> str:
    """Return a side: its name, and whoever is of it."""
    y = 230 + place * (370 / max(of, 2))
    color = COLORS[place]
    more = len(them) - MOST_TOKENS
    name = escape(shorten(inert(spaced(side)), 40, placeholder=" …"))
    tokens = "".join(_token(place, 64 + _RADIUS + at * 118, y + 70, each) for at, each in enumerate(them[:MOST_TOKENS]))
    rest = f'<text x="{64 + MOST_TOKENS * 118}" y="{y + 80:.0f}" font-size="28" fill="#575f6b">+{more}</text>'
    return (
        f'<text x="64" y="{y:.0f}" font-size="28" font-weight="600" fill="{color}">{name}</text>'
        f"{tokens}{rest if more > 0 else ''}"
    )


def _token(side: int, x: float, y: float, one: CombatantView) -> str:
    """Return somebody: the shape of the side, two letters, and what is left of the first pool."""
    color, up = COLORS[side], one.life == "active"
    look = f'fill="{color}"' if up else 'fill="none" stroke="#8d939c" stroke-width="3" stroke-dasharray="7 6"'
    pool = next(iter(one.pools.values()), None)
    share = 0.0 if pool is None or not pool.max else max(0.0, min(1.0, pool.now / pool.max))
    ink = "#ffffff" if up else "#575f6b"
    bar = (
        f'<rect x="{x - 36:.0f}" y="{y + 48:.0f}" width="72" height="8" rx="4" fill="#ddd7ca"/>'
        f'<rect x="{x - 36:.0f}" y="{y + 48:.0f}" width="{72 * share:.0f}" height="8" rx="4" fill="{color}"/>'
    )
    return (
        f"{_shape(_CORNERS[side], x, y, look)}"
        f'<text x="{x:.0f}" y="{y + 11:.0f}" font-size="31" font-weight="700" text-anchor="middle" fill="{ink}">'
        f"{escape(inert(_initials(one.name or one.id)))}</text>{bar}"
    )


def _initials(who: str) -> str:
    """Return two letters for a name, as the page does: ``Wrecker2`` is W2, ``Captain-Grue`` CG, ``Anwen`` An."""
    numbered = re.fullmatch(r"(\D)\D*(\d)\d*", who)
    if numbered:
        return numbered[1] + numbered[2]
    words = re.split(r"[\s_-]+", who)
    return "".join(word[:1] for word in words[:2]) if len(words) > 1 else who[:2]


def _shape(corners: int, x: float, y: float, look: str) -> str:
    if not corners:
        return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{_RADIUS}" {look}/>'
    turns = ((2 * at / corners - 0.5 + (0.25 if corners == 4 else 0)) * pi for at in range(corners))
    points = " ".join(f"{x + 40 * cos(turn):.1f},{y + 40 * sin(turn):.1f}" for turn in turns)
    return f'<polygon points="{points}" {look}/>'
