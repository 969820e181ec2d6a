"""How an encounter of the two board games is set up, and what is refused there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len, MaxLen

from domain.dice import notation
from domain.events import BoardChanged, CombatantJoined, EncounterOpened, Event, Facts, Pool
from domain.items import Id, Item, Weapon
from domain.refusals import Refused

TILES_A_LINE = 200
LINKS_A_LINE = 200
MOST_CARD_DICE = 10
CARD_SIDES = frozenset({2, 3, 4, 6, 8, 10, 12, 20})

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
SEAT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


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


def pool(points: Points, who: str, rule: str) -> Pool:
    """Return the health pool; refuses more than the maximum."""
    health = points if isinstance(points, Health) else Health(now=points, max=points)
    if health.now > health.max:
        raise Refused("invalid_value", f"{who} cannot have {health.now} of {health.max} health.", rule=rule)
    return Pool(name="health", now=health.now, max=health.max)


def known(kind: str, given: Iterable[str], rule: str, pattern: re.Pattern[str] = ID) -> set[str]:
    """Return the ids as a set; refuses one that is not well formed and one that stands there twice."""
    seen: set[str] = set()
    for each in given:
        if not pattern.fullmatch(each):
            message = (
                f"{each!r} is no {kind} id: letters, digits, - and _, at most 32, beginning with a letter or digit."
            )
            raise Refused("invalid_value", message, rule=rule)
        if each in seen:
            raise Refused("invalid_value", f"The {kind} id {each} is there twice.", rule=rule)
        seen.add(each)
    return seen


def known_seats(seats: tuple[Seat, ...], rule: str) -> set[str]:
    """Return the ids of the seats that may control somebody; refuses a table without a player."""
    known("seat", (seat.id for seat in seats), rule, SEAT_ID)
    players = {seat.id for seat in seats if seat.role == "player"}
    if not players or seats[0].role != "player":
        raise Refused("invalid_value", "The first seat is the host's and must be a player's.", rule=rule)
    return players


def card(kind: str, cards: dict[str, Any], wanted: str, who: str, rule: str) -> Any:
    """Return the card of that id; refuses an id that no card has."""
    if wanted not in cards:
        raise Refused("unknown_id", f"{who} cannot have {wanted}: there is no such {kind}.", rule=rule)
    return cards[wanted]


def tile(board: Board, wanted: str, who: str, rule: str) -> str:
    """Return the tile; refuses one that the board has not."""
    if wanted not in board.tiles:
        raise Refused("unknown_id", f"{who} cannot stand at {wanted}: the board has no such tile.", rule=rule)
    return wanted


def laid(board: Board, rule: str) -> Iterator[Event]:
    """Yield the tiles and links as events small enough for one line each; refuses what is no board."""
    tiles = known("tile", board.tiles, rule)
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


def opened(
    encounter: str, system: str, version: str, settings: Any, board: Board, seats: tuple[Seat, ...], policies: Facts
) -> EncounterOpened:
    """Return the first event, with every setting and policy frozen, the defaults too."""
    return EncounterOpened(
        encounter=encounter,
        system=system,
        version=version,
        house_rules=asdict(settings),
        positions="tiles",
        size=len(board.tiles),
        seats=tuple(asdict(seat) for seat in seats),
        **policies,
    )


def policies(rewind: str, dice: str, entropy: str, seats: tuple[Seat, ...], system: str, rule: str) -> Facts:
    """Return the policies as they stand in the first event; refuses by name what this table cannot have."""
    if rewind == "referee":
        message = f"{system} has no referee, so nobody could take back alone: rewind cannot be referee."
        raise Refused("unsupported_setting", message, rule=rule)
    if rewind == "free" and sum(seat.role == "player" for seat in seats) > 1:
        message = "rewind can be free only while one seat plays; with more, use until-roll or none."
        raise Refused("unsupported_setting", message, rule=rule)
    if entropy != "server":
        message = f"entropy cannot be {entropy}: seats have no keys to salt rolls with; use server."
        raise Refused("unsupported_setting", message, rule=rule)
    return {"rewind": rewind, "dice": dice, "entropy": entropy}


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


def catalogue(cards: tuple[Any, ...], kind: str, rule: str) -> dict[str, Any]:
    """Return the cards by id; refuses two of one id."""
    known(kind, (each.id for each in cards), rule)
    return {each.id: each for each in cards}


Items = Annotated[tuple[Item, ...], MaxLen(200)]
Weapons = Annotated[tuple[Weapon, ...], MaxLen(200)]
Seats = Annotated[tuple[Seat, ...], Len(1, 32)]
Rewind = Literal["until-roll", "free", "none", "referee"]
DiceSource = Literal["ledger", "table", "loaded"]
Entropy = Literal["server", "all", "roller"]


def seated(controller: str | None, seats: tuple[Seat, ...], players: set[str], who: str, rule: str) -> str:
    """Return the seat that controls ``who``, the host's by default; refuses one that plays nobody."""
    seat = controller or seats[0].id
    if seat not in players:
        raise Refused("unknown_id", f"{who} cannot be controlled by {seat}: no player has that seat.", rule=rule)
    return seat


def checked_dice(text: str, card_id: str, rule: str) -> None:
    """Refuse dice that a card may not name (section 4: 1 to 10 dice of 2 to 20 sides, and a bonus)."""
    try:
        dice = notation(text)
    except ValueError as problem:
        raise Refused("invalid_value", f"{card_id}: {problem}", rule=rule) from None
    if dice.count > MOST_CARD_DICE or dice.sides not in CARD_SIDES or dice.mod < 0:
        message = f"{card_id} cannot name {text}: 1 to 10 dice with 2, 3, 4, 6, 8, 10, 12 or 20 sides, and + a bonus."
        raise Refused("invalid_value", message, rule=rule)


def checked_weapon(weapon: Weapon, rule: str) -> None:
    """Refuse a weapon whose dice are none, or whose roll to hit cannot come out both ways of its range."""
    if isinstance(weapon.damage, str):
        checked_dice(weapon.damage, weapon.id, rule)
    if weapon.to_hit is not None:
        checked_dice(weapon.to_hit.dice, weapon.id, rule)
        dice = notation(weapon.to_hit.dice)
        if not dice.count + dice.mod <= weapon.to_hit.at_least <= dice.count * dice.sides + dice.mod:
            message = f"{weapon.id} cannot ask for {weapon.to_hit.at_least} with {dice}: outside the dice's range."
            raise Refused("invalid_value", message, rule=rule)


NEEDS = {
    "heal": ("amount", "dice"),
    "damage": ("amount", "dice"),
    "condition": ("condition",),
    "relocate": ("spaces",),
    "die_bonus": ("amount",),
    "extra_die": (),
    "block": ("amount",),
}


def checked_item(item: Item, kinds: tuple[str, ...], rule: str) -> None:
    """Refuse an item whose effect this game has not, or whose card does not say what the effect needs."""
    effect = item.effect
    if effect is None:
        return
    if effect.kind not in kinds:
        raise Refused("invalid_value", f"{item.id} cannot be a card of {effect.kind}: this game has none.", rule=rule)
    needs = NEEDS[effect.kind]
    given = [name for name in ("amount", "dice", "condition", "spaces") if getattr(effect, name) is not None]
    if len(given) != min(len(needs), 1) or not set(given) <= set(needs):
        message = f"{item.id}: a card of {effect.kind} states {' or '.join(needs) or 'nothing more'}."
        raise Refused("invalid_value", message, rule=rule)
    if effect.dice is not None:
        checked_dice(effect.dice, item.id, rule)
