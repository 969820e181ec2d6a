"""Who and what is there: opening, joining, placing, changing the board (STO-5, STO-48, STO-92, STO-101 to STO-108)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal

from annotated_types import MaxLen

from domain.dice import NoDice
from domain.encounter import Combatant, Encounter, Turn
from domain.events import BoardChanged, CombatantJoined, CombatantMoved, ConditionApplied, Event, PhaseChanged
from domain.places.grid import Grid, body, room
from domain.refusals import Refused
from domain.rulesets.storyteller import boards
from domain.rulesets.storyteller.actors import IN_TRANSIT, on_grid, size, stands_as, takes_space
from domain.rulesets.storyteller.attack.harm import leave_cluster
from domain.rulesets.storyteller.boards import GridBoard
from domain.rulesets.storyteller.commands import AddCombatant, PositionsDone, SetPlace
from domain.rulesets.storyteller.guards import ANY_STEP, must_be_in, must_control, pending
from domain.rulesets.storyteller.movement.walking import counted, squeeze
from domain.rulesets.storyteller.order.initiative import insert
from domain.rulesets.storyteller.questions import Positions
from domain.rulesets.storyteller.reading import as_read
from domain.rulesets.storyteller.settings import Settings
from domain.rulesets.storyteller.sheets import RULE, Sheet, facts, must_be_a_sheet, sheet_of
from domain.rulesets.storyteller.words import WORDS
from domain.secret.reserve import kept_back, must_be_hideable
from domain.story import Story
from domain.table import openings
from domain.table.boards import ZoneBoard, zones_laid
from domain.table.guards import known, must_be_the_referee
from domain.table.names import distinct
from domain.table.openings import opened
from domain.table.pools import pool
from domain.table.seats import ONE_REFEREE, Seats, must_mean_nobody_else, seat_of
from domain.table.words import plain, together

VERSION = "storyteller/2"
WHAT_ONE_MAY_DO = "STO-26"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(openings.Opening):
    """Everything a fight of storyteller begins with: how places are told, the board, who is there, house rules."""

    refereed: ClassVar[bool] = True

    system: Literal["storyteller"]
    seats: Seats = ONE_REFEREE
    positions: Literal["grid", "zones"] = "grid"
    board: GridBoard | ZoneBoard | None = None
    combatants: Annotated[tuple[Sheet, ...], MaxLen(200)] = ()
    settings: Settings = field(default_factory=Settings)


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """STO-72: the board is of the kind that the encounter tells places by; everybody joins who is on the list."""
    story = Story(Encounter(), NoDice())
    story.tell(
        opened(
            encounter,
            opening,
            version=VERSION,
            positions=opening.positions,
            size=_squares(opening.board),
            known=WORDS,
            rule="STO-72",
        )
    )
    for change in _laid(opening):
        story.tell(change)
    for sheet in opening.combatants:
        join(story, sheet)
    return story.events


def _squares(board: GridBoard | ZoneBoard | None) -> int:
    if isinstance(board, GridBoard):
        return board.width * board.height
    return len(board.zones) if board is not None else 0


def _laid(opening: Opening) -> list[BoardChanged]:
    """STO-72, STO-92, STO-107. Return the board as events; refuses one of the other kind."""
    board = opening.board
    if board is None:
        return []
    if isinstance(board, GridBoard) != (opening.positions == "grid"):
        message = f"Positions are told by {opening.positions}, and the board is of the other kind."
        raise Refused("invalid_value", message, rule="STO-72")
    if isinstance(board, GridBoard):
        return list(boards.laid(board))
    for zone in board.zones:
        must_mean_a_zone(zone)
    return list(zones_laid(board, "STO-92"))


def must_mean_a_zone(zone: str) -> None:
    """STO-92, S-G43. Refuse a zone that is called like no zone at all."""
    if zone == IN_TRANSIT:
        raise Refused(
            "invalid_value", f"No zone can be called {zone}: the word means something else here.", rule="STO-92"
        )


def add_combatant(story: Story, command: AddCombatant) -> None:
    """STO-48, S-G14: somebody joins; in the middle of the fight with a place, and with a roll for initiative."""
    _must_be_somebody_new(story.now, as_read(command.sheet, together(WORDS, story.now.words)))
    must_be_the_referee(story.now, command.by, "add anybody", RULE)
    must_be_in(story.now, ANY_STEP, command.by, "add anybody", RULE)
    late = story.now.round is not None
    if late and command.sheet.at is None and not command.sheet.hidden:
        message = f"{command.sheet.id} cannot join in the middle of a fight without a place."
        raise Refused("invalid_value", message, rule="STO-5", pending=pending(story.now))
    join(story, command.sheet)
    if late and command.sheet.kind != "object" and not command.sheet.hidden:
        insert(story, story.who(command.sheet.id))


def join(story: Story, sheet: Sheet) -> None:
    """STO-48: a sheet becomes somebody in the fight, with what it is under already."""
    sheet = _in_its_group(story.now, as_read(sheet, together(WORDS, story.now.words)))
    _must_be_somebody_new(story.now, sheet)
    must_be_hideable(sheet, sheet.at, story.now.referee, story.now.dice, RULE)
    if sheet.at is not None:
        _must_be_on_the_board(story.now, sheet.id, sheet.at)
        _must_have_room(story.now, sheet.id, sheet.size, sheet.at, shares=sheet.kind == "object")
    hp = pool("hp", sheet.hp, sheet.id, RULE)
    at_zero = {"pc": "down", "creature": "dead"}.get(sheet.kind, "inert")
    story.tell(
        CombatantJoined(
            who=sheet.id,
            side=side_of(sheet),
            kind=sheet.kind,
            at=sheet.at or "",
            name=sheet.name,
            controller=seat_of(sheet.controller, story.now.seats, story.now.referee, sheet.id, "STO-15"),
            life="active" if hp.now and sheet.kind != "object" else at_zero,
            pools=(hp,),
            sheet=facts(sheet),
            rules=(RULE,),
        )
    )
    for condition in dict.fromkeys(sheet.conditions):
        story.tell(ConditionApplied(to=sheet.id, condition=condition, source="sheet", rules=(RULE,)))
    if sheet.hidden:
        story.tell(kept_back(sheet.id, story.now.referee, RULE))
    else:
        fit(story, sheet.id)


def _in_its_group(encounter: Encounter, sheet: Sheet) -> Sheet:
    """STO-16. Return the sheet with the group that rolls together as those write it who are in it already."""
    groups = [each for who in encounter.combatants.values() if (each := sheet_of(who).initiative_group) is not None]
    group = sheet.initiative_group
    same = next((each for each in groups if group is not None and plain(each) == plain(group)), group)
    return replace(sheet, initiative_group=same)


def side_of(sheet: Sheet) -> str:
    """Return the side of somebody: as the sheet has it, or else characters are players, creatures adversaries."""
    return sheet.side or {"pc": "players", "creature": "adversaries"}.get(sheet.kind, "things")


def _must_be_somebody_new(encounter: Encounter, sheet: Sheet) -> None:
    """STO-48. Refuse a sheet that is none, an id that is somebody's already, and a side that is a seat."""
    must_be_a_sheet(sheet, on_grid=on_grid(encounter))
    distinct("combatant", (*encounter.combatants, sheet.id), RULE)
    for name in (sheet.id, side_of(sheet)):
        must_mean_nobody_else(name, {"none", *encounter.seats}, RULE)
    _must_be_distinct_from_groups(encounter, sheet)


def _must_be_distinct_from_groups(encounter: Encounter, sheet: Sheet) -> None:
    """STO-16. Refuse an id that is a group's name, and a group named like somebody."""
    groups = {sheet_of(who).initiative_group for who in encounter.combatants.values()}
    group = sheet.initiative_group
    if sheet.id in groups or group in encounter.combatants or group == sheet.id:
        message = f"{sheet.id} cannot join: nobody is called like a group that rolls initiative."
        raise Refused("invalid_value", message, rule="STO-16", pending=pending(encounter))


def place(story: Story, command: SetPlace) -> None:
    """STO-5, STO-108, S-G27: players put down their own tokens, the storyteller any, later too.

    Such a change of place provokes nothing, and may end where somebody else is (S-G53).
    """
    who = known(story.now, command.who, "STO-5")
    _must_be_on_the_board(story.now, who.id, command.at)
    begun = story.now.round is not None
    if begun or command.by != story.now.referee:
        _must_have_a_say(story.now, command.by, who, begun=begun)
    must_be_in(story.now, (Positions, Turn), command.by, f"place {who.id}", "STO-5")
    _must_have_room(story.now, who.id, size(who), command.at, shares=begun or who.kind == "object")
    if command.at == who.at:
        message = f"{who.id} is at {command.at} already."
        raise Refused("invalid_value", message, rule="STO-5", pending=pending(story.now))
    _moved(story, who, command.at, "forced" if begun else "placed")


def put(story: Story, who: str, to: str) -> None:
    """STO-5, S-G53: tell that somebody is elsewhere, where there is room, may others be there or not."""
    one = story.who(who)
    _must_be_on_the_board(story.now, who, to)
    _must_have_room(story.now, who, size(one), to, shares=True)
    _moved(story, one, to, "forced")


def _moved(story: Story, who: Combatant, to: str, mode: str) -> None:
    rules = ("STO-5", *(("STO-108",) if on_grid(story.now) else ()))
    story.tell(CombatantMoved(who=who.id, origin=who.at, to=to, mode=mode, details=counted(who), rules=rules))
    leave_cluster(story, who.id, "moved", "STO-97")
    fit(story, who.id)


def _must_have_a_say(encounter: Encounter, by: str, who: Combatant, *, begun: bool) -> None:
    """STO-5. Refuse to place what is another's, and anything at all once turns have begun, but to the storyteller."""
    if begun:
        must_be_the_referee(encounter, by, f"place {who.id} now", "STO-5")
    else:
        must_control(encounter, by, who, "choose a place", "STO-5")


def fit(story: Story, who: str) -> None:
    """STO-82: where one only fits by squeezing, one squeezes."""
    one = story.who(who)
    if on_grid(story.now) and one.at and one.kind != "object":
        squeeze(story, who, squeezes=room(story.now.grid, one.at, size(one)) != size(one))


def _must_be_on_the_board(encounter: Encounter, who: str, at: str) -> None:
    """STO-92, STO-107. Refuse a place that the board has not."""
    board = encounter.board
    if isinstance(board, Grid):
        boards.must_be_a_square(at, board.width, board.height)
    elif at not in board:
        message = f"{who} cannot stand at {at}: there is no such zone."
        raise Refused("unknown_id", message, rule="STO-92", pending=pending(encounter))


def _must_have_room(encounter: Encounter, who: str, wide: str, at: str, *, shares: bool) -> None:
    """STO-5, STO-107. Refuse a square that is too narrow, or not to be shared; in a zone there is room for all."""
    board = encounter.board
    if not isinstance(board, Grid):
        return
    cannot = f"{who} cannot stand at {at}"
    fills = room(board, at, wide)
    if fills is None:
        message = f"{cannot}: there is no room for anything {wide}."
        raise Refused("no_space", message, rule="STO-107", pending=pending(encounter))
    if shares:
        return
    squares = set(body(at, fills))
    for other in encounter.combatants.values():
        if other.id != who and takes_space(other) and squares.intersection(body(other.at, stands_as(other))):
            message = f"{cannot}: {other.id} is there."
            raise Refused("occupied", message, rule="STO-80", pending=pending(encounter))


def positions_done(story: Story, command: PositionsDone) -> None:
    """STO-5, STO-6: everybody has a place, and initiative is next."""
    must_be_the_referee(story.now, command.by, "close the positions", "STO-5")
    must_be_in(story.now, (Positions,), command.by, "close the positions", "STO-5")
    homeless = next(iter(without_place(story.now)), None)
    if homeless is not None:
        message = f"The positions are not done: {homeless} has no place yet."
        raise Refused("timing", message, rule="STO-5", pending=pending(story.now))
    story.tell(PhaseChanged(origin="positions", to="initiative", rules=("STO-5", "STO-6")))


def without_place(encounter: Encounter) -> list[str]:
    """STO-5. Return who has no place yet."""
    return [who.id for who in encounter.combatants.values() if not who.at]
