"""How an encounter of the two board games is set up, and what is refused there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le, MaxLen

from domain.duel.cards import card
from domain.events import CombatantJoined, Event, Facts
from domain.items import Id, Item
from domain.meanings import PlaceId
from domain.refusals import Refused
from domain.table.boards import TileBoard, tiles_laid
from domain.table.names import ShownName
from domain.table.openings import Opening, opened
from domain.table.pools import Points, pool
from domain.table.seats import seat_of
from domain.table.words import USUAL, Known, Vocabulary, Words, plain, together

WORDS: Known = {"conditions": USUAL}
"""No rule of either game reads a condition; a card brings one that is usual, or that the table declares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant of either game begins with; the seat is the host's where none is named."""

    id: Id
    at: PlaceId
    health: Points | Annotated[int, Ge(1), Le(999)]
    name: ShownName | None = None
    controller: Id | None = None
    hand: Annotated[tuple[Id, ...], MaxLen(40)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelOpening(Opening):
    """What an encounter of either game begins with; each game says which sheets and house rules are its own."""

    board: TileBoard
    combatants: tuple[Sheet, ...]
    items: Annotated[tuple[Item, ...], MaxLen(200)] = ()


def set_up(encounter: str, opening: DuelOpening, version: str, rule: str) -> Iterator[Event]:
    """Yield the first event, with every setting and policy frozen, the defaults too, and the board. Raises Refused."""
    size = len(opening.board.tiles)
    yield opened(encounter, opening, version=version, positions="tiles", size=size, known=WORDS, rule=rule)
    yield from tiles_laid(opening.board, rule)


def vocabulary(words: Words, rule: str) -> Vocabulary:
    """Return the words that cards may use: the usual ones and the table's own."""
    return Vocabulary(known=together(WORDS, {"conditions": map(plain, words.conditions)}), rule=rule)


def join(
    sheet: Sheet, opening: DuelOpening, cards: dict[str, Item], rule: str, *, side: str, kind: str, facts: Facts
) -> CombatantJoined:
    """Return a combatant's entry, with the cards themselves and the ``facts`` of its game; somebody at 0 joins dead."""
    health = pool("health", sheet.health, sheet.id, rule)
    return CombatantJoined(
        who=sheet.id,
        side=side,
        kind=kind,
        name=sheet.name,
        at=_tile(opening.board, sheet.at, sheet.id, rule),
        controller=seat_of(sheet.controller, opening.roles, opening.host, sheet.id, rule),
        life="active" if health.now else "dead",
        pools=(health,),
        items=tuple(card("item", cards, item, sheet.id, rule) for item in sheet.hand),
        sheet=facts,
    )


def _tile(board: TileBoard, wanted: str, who: str, rule: str) -> str:
    """Return the tile; refuses one that the board has not."""
    if wanted not in board.tiles:
        raise Refused("unknown_id", f"{who} cannot stand at {wanted}: the board has no such tile.", rule=rule)
    return wanted


def one_side_a_tile(joined: Iterable[CombatantJoined], rule: str) -> None:
    """Refuse two living combatants of different sides on one tile at set-up (P-G29)."""
    held: dict[str, CombatantJoined] = {}
    for one in joined:
        if one.life != "active":
            continue
        other = held.setdefault(one.at, one)
        if other.side != one.side:
            message = f"{one.who} cannot start at {one.at}: {other.who} stands there."
            raise Refused("tile_occupied", message, rule=rule)
