"""A fight on one card: what it is called, who is left of each side, how it stands; for previews of its address."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ledger.table.fight import Fight
from projections.cards.shapes import Bar, Figure, Shape, Writing
from projections.view import CombatantView, View, view
from projections.wording import counted, inert, spaced

WIDE, HIGH = 1200, 630
EDGE, MIDDLE = 64, 624
"""Where the left column begins, and the right one, which is there for more than two sides."""
COLORS = ("#2368a8", "#a83f06", "#0a7358", "#96437f")
"""Of the sides, each of which has a shape of its own besides, as on the page."""
PAPER, BAND, TRACK, INK, SOFT, LIGHT = "#f5f3ed", "#4338b8", "#ddd7ca", "#1b1f27", "#575f6b", "#ffffff"
_CORNERS = (0, 6, 4, 5)
_STEP = 118
_LEFT = {"unhurt": 1.0, "hurt": 0.6, "badly hurt": 0.2}
"""How full the bar is of whom words alone are shown, as on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A title, one sentence, and what is drawn, the first lowest: 1200 pixels by 630."""

    title: str
    sentence: str
    shapes: tuple[Shape, ...]


def card(fight: Fight) -> Card:
    """Return the card of a fight as it stands."""
    seen = view(fight)
    nameless = f"A fight of {seen.system}"
    title = shortened(inert(seen.title or nameless), 44)
    sentence = _sentence(seen, inert(seen.winner) if seen.winner else None)
    drawn = (
        Bar(x=0, y=0, w=WIDE, h=10, fill=BAND),
        Writing(x=EDGE, y=118, size=58, fill=INK, text=title, bold=True, wide=WIDE - 2 * EDGE, otherwise=nameless),
        Writing(
            x=EDGE,
            y=172,
            size=30,
            fill=SOFT,
            text=shortened(sentence, 70),
            wide=WIDE - 2 * EDGE,
            otherwise=_sentence(seen, "somebody" if seen.winner else None),
        ),
        *_sides(seen),
    )
    return Card(title=title, sentence=sentence, shapes=drawn)


def _sentence(seen: View, winner: str | None) -> str:
    """Return the system, the round and how it stands."""
    round_ = seen.initiative.round
    won = f"{winner} won" if winner else None
    stands = "it goes on" if seen.outcome is None else won or spaced(seen.outcome)
    return " · ".join([seen.system, *([] if round_ is None else [f"round {round_}"]), stands])


def shortened(text: str, most: int) -> str:
    """Return the text in so many signs at most; whatever is too long ends in three dots."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    return text if len(text) <= most else f"{text[: most - 2].rstrip()} …"


def _sides(seen: View) -> Iterator[Shape]:
    """Yield up to two sides below each other, or four in two columns, and how many more there are."""
    sides: dict[str, list[CombatantView]] = {}
    for each in seen.combatants:
        if each.life != "inert":
            sides.setdefault(each.side, []).append(each)
    shown = list(sides.items())[: len(COLORS)]
    columns = 2 if len(shown) > 2 else 1
    for place, (side, them) in enumerate(shown):
        row, column = divmod(place, columns)
        yield from _side(place, (EDGE, MIDDLE)[column], 230 + row * 185, side, them, 9 if columns == 1 else 4)
    if more := len(sides) - len(shown):
        yield Writing(x=EDGE, y=598, size=28, fill=SOFT, text=f"and {counted(more, 'more side')}")


def _side(place: int, x: int, y: int, side: str, them: list[CombatantView], most: int) -> Iterator[Shape]:
    """Yield a side: its name, and whoever is of it, so many at most."""
    yield Writing(
        x=x,
        y=y,
        size=28,
        fill=COLORS[place],
        text=shortened(inert(spaced(side)), 40),
        bold=True,
        wide=most * _STEP,
        otherwise=f"side {place + 1}",
    )
    for at, each in enumerate(them[:most]):
        yield from _token(place, x + 36 + at * _STEP, y + 70, each)
    if len(them) > most:
        yield Writing(x=x + most * _STEP, y=y + 80, size=28, fill=SOFT, text=f"+{len(them) - most}")


def _token(side: int, x: int, y: int, one: CombatantView) -> Iterator[Shape]:
    """Yield somebody: the shape of the side, two letters, and what is left of the first pool."""
    up = one.life == "active"
    yield Figure(x=x, y=y, corners=_CORNERS[side], fill=COLORS[side] if up else None)
    letters = inert(_initials(one.name or one.id))
    yield Writing(x=x, y=y + 11, size=31, fill=LIGHT if up else SOFT, text=letters, bold=True, middle=True, wide=52)
    if (left := _left_of(one)) is not None:
        yield Bar(x=x - 36, y=y + 48, w=72, h=8, fill=TRACK, round=4)
        yield Bar(x=x - 36, y=y + 48, w=round(72 * left), h=8, fill=COLORS[side], round=4)


def _left_of(one: CombatantView) -> float | None:
    """Return which share is left of the first pool, as far as it is shown to everybody; None where it is not."""
    if one.vague is not None:
        told = next(iter(one.vague.values()), None)
        return _LEFT[told] if isinstance(told, str) else None if told is None else told / 10
    pool = next(iter(one.pools.values()), None)
    return None if pool is None or not pool.max else max(0.0, min(1.0, pool.now / pool.max))


def _initials(who: str) -> str:
    """Return two letters for a name, as the page does: ``Wrecker2`` is W2, ``Captain-Grue`` CG, ``Anwen`` An."""
    numbered = re.fullmatch(r"(\D)\D*(\d)\d*", who)
    if numbered:
        return numbered[1] + numbered[2]
    words = re.split(r"[\s_-]+", who)
    return "".join(word[:1] for word in words[:2]) if len(words) > 1 else who[:2]
