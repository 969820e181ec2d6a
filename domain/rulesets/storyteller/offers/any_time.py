"""What may be said, ruled and changed at almost any time: words, modifiers, effects, places, the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from domain.encounter import Combatant, Encounter
from domain.meanings import Meaning
from domain.offers import Offer, Open
from domain.places.grid import SIZES, Grid, Wall, body, opened, room, square
from domain.rulesets.storyteller.actors import able, size, stands_as, takes_space
from domain.rulesets.storyteller.attack.aiming import pair_of, waiting_pair
from domain.rulesets.storyteller.doors import near_somebody
from domain.rulesets.storyteller.order.spending import left
from domain.rulesets.storyteller.questions import AskedToRule
from domain.rulesets.storyteller.referee.board_changes import leaves_room
from domain.rulesets.storyteller.referee.covering import is_covered, shown_to
from domain.rulesets.storyteller.referee.ruling import KEPT
from domain.table import speech

STATES = ("adjacent", "detached", "inaccessible")
NEW_DOOR: dict[str, Meaning] = {"door": "text"}
COSTS = ("action", "bonus", "reaction", "interaction")


def _text(most: int, example: str) -> Open:
    return Open(kind="text", minimum=1, maximum=most, example=example)


def _value(example: Any, most: int = 32) -> Open:
    return Open(kind="value", minimum=1, maximum=most, example=example)


REASON = _text(80, "a beam falls")
TURNS = Open(kind="number", minimum=1, maximum=20, example=2)


def words(encounter: Encounter) -> Iterator[Offer]:
    """STO-36, STO-37. Yield what is said at the table, speech and flourishes of everybody who can speak."""
    yield from speech.of_seats(encounter)
    yield from (speech.of_fighter(who) for who in encounter.living if not who.under("surprised"))


def modifiers(encounter: Encounter) -> Iterator[Offer]:
    """STO-44, STO-109. Yield rulings on an attacker and a target: advantage, cover, whether they are hostile."""
    people = list(encounter.combatants)
    pair = {"attacker": _value(people[0]), "target": _value(people[1])}
    for subject, field, choices in (
        ("situation", "mode", ("advantage", "disadvantage", "none")),
        ("cover", "level", ("half", "three_quarters", "total", "none")),
        ("relation", "value", ("hostile", "friendly")),
    ):
        more = {"source": _text(32, "a wall")} if subject != "relation" else {}
        closed = {"subject": (subject,), field: choices}
        yield Offer(do="rule", by=encounter.referee, aside=True, closed=closed, open={**pair, **more})


def relations(encounter: Encounter) -> Iterator[Offer]:
    """S-G52. Yield the ruling that may come before the first turn: who is hostile to whom."""
    if len(encounter.combatants) > 1:
        yield next(offer for offer in modifiers(encounter) if "relation" in offer.closed["subject"])


def shots(encounter: Encounter, waiting: AskedToRule | None = None) -> Iterator[Offer]:
    """STO-99. Yield rulings on shots between two zones: any, or those of the shot that waits."""
    pair = _two_zones(encounter) if waiting is None else "-".join(waiting_pair(encounter, waiting))
    if not pair_of(encounter.zones, pair):
        return
    closed = {"subject": ("zone_shot",), "value": ("allowed", "disadvantage", "refused")}
    if waiting is None:
        yield Offer(do="rule", by=encounter.referee, aside=True, closed=closed, open={"pair": _value(pair, 65)})
    else:
        yield Offer(do="rule", by=encounter.referee, closed={**closed, "pair": (pair,)})


def _two_zones(encounter: Encounter) -> str:
    """Return two zones with a dash between them; nothing on a grid, and where there is only one."""
    names = () if isinstance(encounter.board, Grid) else tuple(encounter.zones.links)[:2]
    return "-".join(names) if len(names) == 2 else ""


def activities(encounter: Encounter, who: Combatant, wanted: str, *, aside: bool) -> Iterator[Offer]:
    """STO-39, STO-106. Yield rulings on something that no rule names: what it costs, and what it does to a link."""
    costs = (*(cost for cost in COSTS if able(who) and left(who, cost)), "none")
    closed = {"subject": ("activity",), "cost": costs, **({} if aside else {"value": (wanted,)})}
    value = {"value": _text(80, wanted)} if aside else {}
    yield Offer(do="rule", by=encounter.referee, who=who.id, aside=aside, closed=closed, open=value)
    pair = _two_zones(encounter)
    if pair:
        link = {"link": _value(pair, 65), "turns": TURNS, "reason": _text(80, "rammed")}
        linked = {**closed, "state": STATES}
        yield Offer(do="rule", by=encounter.referee, who=who.id, aside=aside, closed=linked, open={**value, **link})


def overruling(encounter: Encounter) -> Iterator[Offer]:
    """STO-1, STO-39, STO-44. Yield effects, their ends, activities and saving throws that the storyteller calls for."""
    by = encounter.referee
    example = next(iter(encounter.combatants))
    for who in encounter.combatants.values():
        held = tuple(condition for condition in who.conditions if condition not in KEPT)
        if held:
            closed = {"subject": ("effect_over",), "value": held}
            yield Offer(do="rule", by=by, who=who.id, aside=True, closed=closed, means={"value": "condition"})
        if not who.alive:
            continue
        effect = {"subject": ("effect",)}
        yield Offer(do="rule", by=by, who=who.id, aside=True, closed=effect, open={"value": _text(80, "dazed")})
        yield from activities(encounter, who, "climb the rigging", aside=True)
        versus = {"versus": Open(kind="number", minimum=1, maximum=60, example=11), "attacker": _value(example)}
        abilities = {"ability": ("strength", "agility", "mind")}
        yield Offer(do="call_save", by=by, who=who.id, aside=True, closed=abilities, open=versus)
    yield from placing(encounter)


def placing(encounter: Encounter) -> Iterator[Offer]:
    """STO-5, S-G27. Yield new places: before the first turn by those who control somebody, later by the storyteller."""
    begun = encounter.round is not None
    free: dict[tuple[str, str], str | None] = {}
    for who in encounter.combatants.values():
        key = (size(who), "" if isinstance(encounter.board, Grid) and takes_space(who) else who.at)
        if key not in free:
            free[key] = free_place(encounter, size(who), besides=who.at)
        at = free[key] or (_shared_place(encounter, who) if begun else None)
        if at is None:
            continue
        seats = [encounter.referee] if begun else list(dict.fromkeys((who.controller, encounter.referee)))
        for seat in seats:
            yield Offer(do="place", by=seat, who=who.id, aside=begun or who.at != "", open={"at": _value(at)})


def _shared_place(encounter: Encounter, who: Combatant) -> str | None:
    """S-G53. Return another's place on a full grid: the storyteller may push somebody there."""
    places = (other.at for other in encounter.combatants.values() if other.at != who.at)
    return next((place for place in places if room(encounter.grid, place, size(who)) is not None), None)


def free_place(encounter: Encounter, wide: str, besides: str = "") -> str | None:
    """STO-5. Return a place where a body of a size can be put: a free square, or a zone."""
    board = encounter.board
    if not isinstance(board, Grid):
        return next((zone for zone in encounter.zones.links if zone != besides), None)
    taken = {
        place for who in encounter.combatants.values() if takes_space(who) for place in body(who.at, stands_as(who))
    }
    for y in range(board.height):
        for x in range(board.width):
            place = square(x, y)
            fills = room(board, place, wide)
            if fills is not None and place != besides and taken.isdisjoint(body(place, fills)):
                return place
    return None


def preparing(encounter: Encounter) -> Iterator[Offer]:
    """STO-48, STO-92, STO-107. Yield what the storyteller may add and change before and between turns."""
    at = free_place(encounter, "medium")
    begun = encounter.round is not None
    name = next(name for name in map("Guest{}".format, range(1, 999)) if name not in encounter.combatants)
    sheet = {"id": name, "hp": 6, **({"at": at} if at is not None else {})}
    if at is None and begun:
        sheet |= {"kind": "object", "at": next(iter(encounter.combatants.values())).at}
    sheets = Open(kind="sheet", minimum=1, maximum=1, example=sheet)
    yield Offer(do="add_combatant", by=encounter.referee, aside=True, open={"sheet": sheets})
    changes = _on_grid(encounter) if isinstance(encounter.board, Grid) else _in_zones(encounter)
    for closed, opens in changes:
        fields = {**opens, "reason": opens.get("reason", REASON)}
        means = NEW_DOOR if "door" in opens else {}
        yield Offer(do="change_board", by=encounter.referee, aside=True, closed=closed, open=fields, means=means)
    if not begun:
        yield from relations(encounter)


Fields = tuple[dict[str, tuple[Any, ...]], dict[str, Open]]


def _in_zones(encounter: Encounter) -> Iterator[Fields]:
    """STO-92, STO-101, STO-104. Yield changes of zones: another one, and how two hang together."""
    zones = encounter.zones.links
    name = next(name for name in map("Zone{}".format, range(1, 999)) if name not in zones)
    yield {"change": ("zone",)}, {"zone": _value(name)}
    pair = _two_zones(encounter)
    if pair:
        yield {"change": ("link",), "state": STATES}, {"link": _value(pair, 65), "turns": TURNS}


def _without_a_door(board: Grid) -> Wall | None:
    """STO-107. Return a piece of the edge of the grid, a square long, in which there is no door."""
    edge: Iterator[Wall] = ((0, 100 * row, 0, 100 * row + 100) for row in range(board.height))
    doors = [door.wall for door in board.doors.values()]
    return next((line for line in edge if all(opened(line, door) == (line,) for door in doors)), None)


def _of_picture(encounter: Encounter) -> Iterator[Fields]:
    """STO-107. Yield changes of what is covered of the picture, all of it for example."""
    board = encounter.grid
    last = square(board.width - 1, board.height - 1)
    corners = {"corner": _value("0:0", 7), "opposite": _value(last, 7), "reason": replace(REASON, example=None)}
    if board.picture is not None and not is_covered(board):
        yield {"change": ("cover",)}, corners
    if board.covers.areas:
        yield {"change": ("uncover",), "to": shown_to(encounter)}, corners


def _on_grid(encounter: Encounter) -> Iterator[Fields]:
    """STO-107. Yield changes of the grid: walls, doors, squares."""
    board = encounter.grid
    if not board.width:
        return
    corner = _value([square(board.width - 1, board.height - 1)], 400)
    yield {"change": ("difficult", "cleared")}, {"squares": corner}
    line = _without_a_door(board)
    if line is not None:
        name = next(name for name in map("door-{}".format, range(1, 9999)) if name not in board.doors)
        yield {"change": ("wall", "window")}, {"wall": _value(list(line), 4)}
        yield {"change": ("new_door",)}, {"door": _value(name), "wall": _value(list(line), 4)}
    free = free_place(encounter, "tiny")
    if free is not None:
        yield {"change": ("blocked",)}, {"squares": _value([free], 400)}
        yield {"change": ("tight",), "size": SIZES}, {"squares": _value([free], 400)}
    yield from _of_picture(encounter)
    near = near_somebody(encounter)
    for door in board.doors:
        shuts = door not in near or leaves_room(encounter, "door", {"door": door, "open": False})
        turns = (*((True,) if board.doors[door].lock is None else ()), *((False,) if shuts else ()))
        yield {"change": ("door",), "door": (door,), "open": turns}, {}
        locks = ("none",) if board.doors[door].open else ("none", "locked", "barred")
        yield {"change": ("lock",), "door": (door,), "lock": locks}, {}
