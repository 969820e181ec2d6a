"""How an encounter of the two board games is set up, and what is refused there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.duel.cards import card
from domain.events import BoardChanged, CombatantJoined, EncounterOpened, Event, Facts, Pool
from domain.items import Id, Item
from domain.refusals import Refused
from domain.table.names import SEAT_ID, distinct
from domain.table.policies import Policies, frozen, must_be_possible
from domain.table.words import USUAL, Known, Vocabulary, Words, declared, plain, together

WORDS: Known = {"conditions": USUAL}
"""No rule of either game reads a condition; a card brings one that is usual, or that the table declares."""
TILES_A_LINE = 200
LINKS_A_LINE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody at the table. A spectator only reads."""

    id: Id
    role: Literal["player", "spectator"] = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Tiles and the links between them; a link is walked both ways."""

    tiles: Annotated[tuple[Id, ...], Len(1, 2000)]
    links: Annotated[tuple[tuple[Id, Id], ...], MaxLen(8000)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Points of health: ``now`` of ``max``."""

    now: Annotated[int, Ge(0), Le(999)]
    max: Annotated[int, Ge(1), Le(999)]


Points = Health | Annotated[int, Ge(1), Le(999)]
"""Health in full as one number, or now and max."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant of either game begins with; the seat is the host's where none is named."""

    id: Id
    at: Id
    health: Points
    controller: Id | None = None
    hand: Annotated[tuple[Id, ...], MaxLen(40)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Policies):
    """What an encounter of either game begins with; each game says which sheets and house rules are its own."""

    system: str
    board: Board
    combatants: tuple[Sheet, ...]
    settings: Any
    items: Annotated[tuple[Item, ...], MaxLen(200)] = ()
    seats: Annotated[tuple[Seat, ...], Len(1, 32)] = (Seat(id="table"),)


def set_up(encounter: str, table: Table, version: str, rule: str) -> Iterator[Event]:
    """Yield the first event, with every setting and policy frozen, the defaults too, and the board. Raises Refused."""
    must_be_possible(table, table.system, {seat.id: seat.role for seat in table.seats}, rule)
    _must_have_players(table.seats, rule)
    yield EncounterOpened(
        encounter=encounter,
        system=table.system,
        version=version,
        house_rules=asdict(table.settings),
        positions="tiles",
        size=len(table.board.tiles),
        seats=tuple(asdict(seat) for seat in table.seats),
        words=declared(table.words, WORDS, table.system, rule),
        **frozen(table),
    )
    yield from _laid(table.board, rule)


def vocabulary(words: Words, rule: str) -> Vocabulary:
    """Return the words that cards may use: the usual ones and the table's own."""
    return Vocabulary(known=together(WORDS, {"conditions": map(plain, words.conditions)}), rule=rule)


def _must_have_players(seats: tuple[Seat, ...], rule: str) -> None:
    """Refuse a table whose host plays nobody."""
    distinct("seat", (seat.id for seat in seats), rule, SEAT_ID)
    if seats[0].role != "player":
        raise Refused("invalid_value", "The first seat is the host's and must be a player's.", rule=rule)


def _laid(board: Board, rule: str) -> Iterator[Event]:
    """Yield the tiles and links as events small enough for one line each; refuses what is no board."""
    tiles = distinct("tile", board.tiles, rule)
    pairs: set[frozenset[str]] = set()
    for one, other in board.links:
        if one not in tiles or other not in tiles:
            raise Refused("unknown_id", f"The link {one}-{other} leads to a tile that is not there.", rule=rule)
        if one == other or frozenset((one, other)) in pairs:
            raise Refused("invalid_value", f"The link {one}-{other} is there twice or leads nowhere.", rule=rule)
        pairs.add(frozenset((one, other)))
    for start in range(0, len(board.tiles), TILES_A_LINE):
        some = list(board.tiles[start : start + TILES_A_LINE])
        yield BoardChanged(change="tiles", detail={"tiles": some}, reason="set_up")
    for start in range(0, len(board.links), LINKS_A_LINE):
        pair = [list(link) for link in board.links[start : start + LINKS_A_LINE]]
        yield BoardChanged(change="links", detail={"links": pair}, reason="set_up")


def join(
    sheet: Sheet, table: Table, cards: dict[str, Item], rule: str, *, side: str, kind: str, facts: Facts
) -> CombatantJoined:
    """Return a combatant's entry, with the cards themselves and the ``facts`` of its game; somebody at 0 joins dead."""
    health = _pool(sheet.health, sheet.id, rule)
    return CombatantJoined(
        who=sheet.id,
        side=side,
        kind=kind,
        at=_tile(table.board, sheet.at, sheet.id, rule),
        controller=_seat(sheet, table.seats, rule),
        life="active" if health.now else "dead",
        pools=(health,),
        items=tuple(card("item", cards, item, sheet.id, rule) for item in sheet.hand),
        sheet=facts,
    )


def _pool(points: Points, who: str, rule: str) -> Pool:
    """Return the health pool; refuses more than the maximum."""
    health = points if isinstance(points, Health) else Health(now=points, max=points)
    if health.now > health.max:
        raise Refused("invalid_value", f"{who} cannot have {health.now} of {health.max} health.", rule=rule)
    return Pool(name="health", now=health.now, max=health.max)


def _tile(board: Board, wanted: str, who: str, rule: str) -> str:
    """Return the tile; refuses one that the board has not."""
    if wanted not in board.tiles:
        raise Refused("unknown_id", f"{who} cannot stand at {wanted}: the board has no such tile.", rule=rule)
    return wanted


def _seat(sheet: Sheet, seats: tuple[Seat, ...], rule: str) -> str:
    """Return the seat that controls a combatant, the host's by default; refuses one that plays nobody."""
    wanted = sheet.controller or seats[0].id
    if not any(seat.id == wanted and seat.role == "player" for seat in seats):
        message = f"{sheet.id} cannot be controlled by {wanted}: no player has that seat."
        raise Refused("unknown_id", message, rule=rule)
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
