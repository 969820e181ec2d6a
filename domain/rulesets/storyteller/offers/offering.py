"""What a fight of storyteller would accept now: before the first turn, and while a question is open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import assert_never

from domain.encounter import Encounter, Turn
from domain.offers import Offer, Open
from domain.rulesets.storyteller.actors import on_grid, sides_left
from domain.rulesets.storyteller.attack.opportunity import blows
from domain.rulesets.storyteller.guards import to_roll
from domain.rulesets.storyteller.offers import any_time
from domain.rulesets.storyteller.offers.taking_turns import reactions, turn
from domain.rulesets.storyteller.order.initiative import with_first
from domain.rulesets.storyteller.questions import (
    Asked,
    AskedToRule,
    Departure,
    Hiding,
    Initiative,
    Over,
    Phase,
    Positions,
    Setup,
    Surprise,
    Tie,
    Walk,
    ZoneMove,
    awaited,
)
from domain.rulesets.storyteller.setting_up import without_place
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import sheet_of
from domain.table.guards import owners

LISTED = 4
"""Orders of so many are listed; of more they are left open."""


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted, with the choices it leaves open."""
    waited = awaited(encounter)
    if isinstance(waited, Over):
        return []
    found = list(_answers(encounter, waited))
    found += any_time.words(encounter)
    found.append(Offer(do="end_encounter", by=encounter.referee))
    return found


def _answers(encounter: Encounter, waited: Asked | Phase) -> Iterator[Offer]:
    """Return what would answer what the encounter waits for, and what goes with it."""
    match waited:
        case Setup():
            return setup(encounter)
        case Surprise():
            return surprise(encounter)
        case Hiding():
            return stealth(encounter)
        case Positions():
            return positions(encounter)
        case Initiative():
            return initiative(encounter)
        case Tie():
            return initiative_tie(encounter)
        case AskedToRule():
            return ruling(encounter, waited)
        case Walk() | ZoneMove():
            return opportunity_attack(encounter, waited)
        case Turn():
            return turns(encounter)
        case _:
            assert_never(waited)


def setup(encounter: Encounter) -> Iterator[Offer]:
    """Yield what the storyteller does before anything else: bring people in, change the board, open the fight."""
    if len(sides_left(encounter)) > 1:
        yield Offer(do="open", by=encounter.referee)
    yield from any_time.preparing(encounter)


def surprise(encounter: Encounter) -> Iterator[Offer]:
    """STO-4. Yield who may hide: nobody, one side, or anybody."""
    by = encounter.referee
    sides = sides_left(encounter)
    groups = [[who.id for who in encounter.living if who.side == side] for side in sides]
    yield Offer(do="determine_surprise", by=by, closed={"hiding": ([], *groups)})
    some = Open(kind="value", minimum=0, maximum=100, example=groups[0][:1])
    yield Offer(do="determine_surprise", by=by, open={"hiding": some})
    yield from any_time.preparing(encounter)


def stealth(encounter: Encounter) -> Iterator[Offer]:
    """STO-10. Yield the stealth checks that are awaited."""
    for who in encounter.decisions[-1].options:
        yield Offer(do="roll_stealth", by=encounter.combatants[str(who)].controller, who=str(who))


def positions(encounter: Encounter) -> Iterator[Offer]:
    """STO-5. Yield places for everybody, and the end of placing once all have one."""
    if not without_place(encounter):
        yield Offer(do="positions_done", by=encounter.referee)
    yield from any_time.placing(encounter)
    yield from any_time.preparing(encounter)


def initiative(encounter: Encounter) -> Iterator[Offer]:
    """STO-14 to STO-16. Yield the rolls that are awaited, of one and of whole groups."""
    groups: dict[str, set[str | None]] = {}
    for who in to_roll(encounter):
        one = encounter.combatants[who]
        yield Offer(do="roll_initiative", by=one.controller, who=who)
        group = sheet_of(one).initiative_group
        if group is not None:
            groups.setdefault(group, set()).add(one.controller)
    for group, seats in groups.items():
        if len(seats) == 1:
            yield Offer(do="roll_initiative", by=seats.pop(), closed={"group": (group,)})
    yield from any_time.preparing(encounter)


def initiative_tie(encounter: Encounter) -> Iterator[Offer]:
    """STO-21. Yield the orders of those who are tied."""
    top = encounter.decisions[-1]
    tied = [str(option) for option in top.options]
    for owner in owners(top.owner):
        if len(tied) <= LISTED:
            yield Offer(do="order_tie", by=owner, closed={"order": tuple(list(order) for order in permutations(tied))})
        else:
            order = Open(kind="value", minimum=len(tied), maximum=len(tied), example=tied)
            yield Offer(do="order_tie", by=owner, open={"order": order})


def ruling(encounter: Encounter, asked: AskedToRule) -> Iterator[Offer]:
    """STO-39, STO-99. Yield what the storyteller may rule on what waits, and that it may be taken back."""
    by, subject = encounter.referee, asked.subject
    if subject == "stealth_roller":
        closed = {"subject": (subject,), "value": encounter.decisions[-1].options}
        yield Offer(do="rule", by=by, closed=closed, means={"value": "combatant"})
        return
    declarer = asked.declarer
    if subject == "reaction":
        yield Offer(do="rule", by=by, closed={"subject": (subject,), "value": ("allowed", "refused")})
    elif subject == "zone_shot":
        values = {"subject": (subject,), "value": ("allowed", "disadvantage", "refused")}
        yield Offer(do="rule", by=by, closed=values)
        yield from any_time.shots(encounter, asked)
    else:
        yield from any_time.activities(encounter, encounter.combatants[declarer], asked.value or "", aside=False)
    if settings_of(encounter).withdraw_declaration:
        yield Offer(do="withdraw", who=declarer)
    yield from any_time.modifiers(encounter)


def opportunity_attack(encounter: Encounter, leaving: Departure) -> Iterator[Offer]:
    """STO-62. Yield the attacks that the first who is asked can make, and letting the mover go."""
    top = encounter.decisions[-1]
    who, mover = encounter.combatants[str(top.options[0])], encounter.combatants[leaving.target]
    # A fight stored under older rules may stand at a question that has become empty.
    if own := blows(encounter, who, mover):
        yield Offer(do="react", who=who.id, closed={"attack": own})
    yield Offer(do="decline_reaction", who=who.id)
    yield from any_time.modifiers(encounter)


def turns(encounter: Encounter) -> Iterator[Offer]:
    """Yield what whoever has the turn may do, and what the storyteller may do meanwhile."""
    yield from turn(encounter)
    yield from reactions(encounter)
    yield from picks(encounter)
    yield from any_time.modifiers(encounter)
    yield from any_time.overruling(encounter)
    yield from any_time.preparing(encounter)
    if not on_grid(encounter):
        yield from any_time.shots(encounter)


def picks(encounter: Encounter) -> Iterator[Offer]:
    """STO-16. Yield who of a group may come before the others of it."""
    for name in encounter.order:
        who = encounter.combatants[name]
        if who.alive and sheet_of(who).initiative_group is not None and with_first(encounter, who) is not None:
            yield Offer(do="act_next", by=encounter.referee, who=name, aside=True)
