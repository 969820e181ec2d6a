"""Every number that the chronicle of a random fight tells is accounted for: by an event, its parts and its rules.

What adds up is added up here once more, from the parts that the answer to why gives, never from the rules of today.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from domain.deciding import open_encounter
from domain.encounter import Encounter
from domain.events import (
    BoardChanged,
    CombatantMoved,
    ConditionApplied,
    DamageApplied,
    DiceRolled,
    Event,
    OutcomeResolved,
    ResourceChanged,
    VitalsRestored,
)
from domain.evolve import evolve
from ledger.line.entries import CommandAccepted
from ledger.line.lines import plain
from projections.chronicle import chronicle
from projections.rules import STATEMENTS
from projections.why import Cause, causes
from tests.laws.fights import SYSTEMS, opening, play
from tests.projections.fights import ID, Written

pytestmark = pytest.mark.slow

FEW = 20
MANY = 500
STATED = (DamageApplied, DiceRolled, OutcomeResolved, CombatantMoved, ResourceChanged, VitalsRestored, ConditionApplied)
"""Events that state a number or a result."""


def written(system: str, number: int) -> Written:
    """Return the lines of a random fight."""
    fight = Written.__new__(Written)
    fight.lines = []
    for event in open_encounter(opening(system, random.Random(f"{system} {number}")), ID):
        fight.write(event)
    for seq, step in enumerate(play(system, number), 1):
        decl = {"action": step.body, "cmd": f"c{seq}", "encounter": ID, "seat": "ana", "seq": seq}
        rolls = any(isinstance(event, DiceRolled) for event in step.events)
        cause = fight.write(CommandAccepted(decl=decl, roll=seq if rolls else None))
        for event in step.events:
            fight.write(event, cause)
    return fight


def unaccounted(system: str, number: int) -> Iterator[str]:
    """Yield every number of a fight that does not add up, rests on no rule, or is told and stated nowhere."""
    lines = written(system, number).lines
    known = causes(lines)
    state = Encounter()
    for event, cause in known:
        if isinstance(event, STATED):
            yield from (f"{cause.n} {said}: {cause.text}" for said in faults(event, cause, state))
        state = evolve(state, event)
    names = sorted({*state.combatants, *state.engagements}, key=len, reverse=True)
    for entry in chronicle(lines):
        mine = [(event, cause) for event, cause in known if entry.n <= cause.n <= entry.last]
        stated = {number for event, cause in mine for number in numbers(event, cause)} | laid(
            [each for each, _ in mine]
        )
        yield from (
            f"{entry.n} tells {told}: {entry.text}" for told in told_in(entry.text, names) if told not in stated
        )


def faults(event: Any, cause: Cause, state: Encounter) -> Iterator[str]:
    """Yield what is wrong with a number: no rule behind it, none that has words, or a sum that does not add up."""
    if not cause.rules or cause.command is None:
        yield "rests on nothing"
    yield from (f"has no words for {rule.id}" for rule in cause.rules if rule.statement is None)
    match event:
        case DamageApplied():
            yield from _damage(event, cause)
        case DiceRolled():
            yield from _roll(event)
        case OutcomeResolved():
            yield from _outcome(event, cause, state)
        case ResourceChanged(before=before, after=after):
            if before == after:
                yield "changes nothing"
        case VitalsRestored(before=before, after=after, amount=amount):
            if after - before != amount:
                yield "restores another amount than it says"
            if event.why != "ruling" and sum(event.parts.values()) != amount:
                yield "restores what its parts do not make up"
        case _:
            pass


def _damage(event: DamageApplied, cause: Cause) -> Iterator[str]:
    if event.after != max(0, event.before - event.amount):
        yield "takes another amount than it says"
    if event.parts and sum(event.parts.values()) != event.amount:
        yield "has parts that do not add up"
    rolled = {roll.total for roll in cause.dice if roll.purpose == "damage"}
    worth = {number for used in cause.items for number in integers(used.worth or "")}
    if not event.parts and event.amount not in rolled | worth | integers(cause.parts) | ONE_BY_RULE.get(
        event.why, set()
    ):
        yield "has no `parts`"


ONE_BY_RULE: dict[str, set[int]] = {"hp_0": {1}, "counter": {1}}
"""What a rule itself says the amount of: a lost Wound, a counter-attack."""


def _roll(event: DiceRolled) -> Iterator[str]:
    faces = event.keep or event.faces
    if event.total is not None and event.total != sum(faces) + (event.mod or 0):
        yield "has a total that does not add up"
    if event.pool is not None:
        counts = [int(count) for count in re.findall(r"[a-z_]+(\d+)", event.pool)]
        if sum(counts) != len(event.faces):
            yield "has a pool that does not add up"
        # What is pushed rolls dice again that were given before.
        yield from _given_and_taken(event) if event.purpose != "push" else ()


def _given_and_taken(event: DiceRolled) -> Iterator[str]:
    """Yield what of the dice or levels given to a pool, and taken from it, its parts do not make up."""
    given = sum(number for number in event.parts.values() if number > 0)
    lost = -sum(number for number in event.parts.values() if number < 0)
    dice = re.search(r"bonus(\d+)", event.pool or "")
    if event.mod is not None and event.mod != given - lost:
        yield f"has a modifier of {event.mod} that its parts do not make up"
    if event.mod is None and (event.penalty or 0) > lost:
        yield f"lost {event.penalty} dice that its parts do not make up"
    if dice is not None and int(dice[1]) != given - (event.penalty or 0):
        yield f"has {dice[1]} bonus dice that its parts do not make up"


def _outcome(event: OutcomeResolved, cause: Cause, state: Encounter) -> Iterator[str]:
    details = event.details
    if "needed" in details and max(0, sum(details["needed"].values())) not in (
        event.versus,
        int(event.versus or 0) - 1,
    ):
        yield "has parts of what is needed that do not add up"
    own = [roll for roll in cause.dice if roll.by == event.who and roll.sl is None and roll.purpose != "damage"]
    if "added" in details and sum(details["added"].values()) != (own[-1].mod if own else 0):
        yield "has parts of the roll that do not add up"
    added = "added" in details or not own or not own[-1].mod
    if not added and own[-1].mod not in on_sheet(state, event.who, MODIFIERS):
        yield f"has a modifier of {own[-1].mod} without parts (`added` in its details names them)"
    reaches = event.kind in ("attack", "defense") and event.whom is not None and isinstance(event.versus, int)
    if reaches and "needed" not in details and event.versus not in on_sheet(state, event.whom or "", REACHED):
        yield f"has to reach {event.versus} without parts (`needed` in its details names them)"
    flees = event.kind == "disengage" and event.result == "success" and details.get("exit") != "none"
    if flees and details["spaces"] != sum(details.get("parts", {"dice": event.margin}).values()):
        yield "has a flight that does not add up"
    if event.kind == "damage" and "parts" in details and sum(details["parts"].values()) > 0:
        yield "absorbs more than there was"


MODIFIERS = frozenset({"to_hit", "agility", "strength", "mind", "stealth"})
"""What a sheet or a card on it adds to a roll all by itself."""
REACHED = frozenset({"armor_rating", "defense", "melee", "ranged"})
"""What a sheet says that a roll against somebody must reach."""


def on_sheet(state: Encounter, who: str, names: frozenset[str]) -> set[int]:
    """Return what somebody's sheet says under these names; of a group of one initiative, what its members' do."""
    one = state.combatants.get(who.partition("#")[0])
    shared = [each for each in state.combatants.values() if each.sheet.get("initiative_group") == who]
    return {number for each in ([one] if one is not None else shared) for number in under(each.sheet, names)}


def under(facts: Any, names: frozenset[str]) -> Iterator[int]:
    """Yield the numbers that facts hold under these names, at any depth."""
    for name, value in facts.items() if isinstance(facts, dict) else enumerate(facts):
        if name in names and isinstance(value, int):
            yield value
        elif isinstance(value, dict | list | tuple):
            yield from under(value, names)


def numbers(event: Event, cause: Cause) -> set[int]:
    """Return the numbers that the answer to why gives for an event, and those the event itself states."""
    dice, items = [asdict(roll) for roll in cause.dice], [asdict(used) for used in cause.items]
    found = integers([dice, items, cause.parts]) | integers(plain(event))
    if isinstance(event, DiceRolled):
        found |= {sum(face == side for face in event.faces) for side in (1, 6)} | {len(event.faces)}
    return found


def laid(events: list[Event]) -> set[int]:
    """Return how many things of each kind were laid on a board."""
    counts: Counter[str] = Counter()
    for event in events:
        if isinstance(event, BoardChanged):
            sizes = {
                name: len(things) for name, things in event.detail.items() if isinstance(things, list | tuple | dict)
            }
            counts.update({f"{event.change} {name}": size for name, size in sizes.items()})
    return set(counts.values())


def integers(value: Any) -> set[int]:
    """Return every number in facts, those in texts too, without their signs."""
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int):
        return {abs(value)}
    if isinstance(value, str):
        return {int(digits) for digits in re.findall(r"\d+", value)}
    if isinstance(value, dict):
        return {number for name, each in value.items() for number in integers(each) | integers(name)}
    return {number for each in value for number in integers(each)} if isinstance(value, list | tuple) else set()


def told_in(text: str, names: list[str]) -> set[int]:
    """Return the numbers of a sentence that stand alone: no part of a name, a place, a rule or a notation of dice."""
    text = re.sub(r" \([A-Z]{3}-\d+(, [A-Z]{3}-\d+)*\)\.", ".", text)
    for name in names:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "", text)
    text = re.sub(r"“[^”]*”|\d+:\d+|\d+d\d+([+-]\d+)?|[A-Za-z_][\w-]*\d\w*", "", text)
    return {int(digits) for digits in re.findall(r"(?<![\w.])\d+(?![\w])", text)}


@pytest.mark.long(but=("vanguard",))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_of_a_fight_is_accounted_for(system: str) -> None:
    assert [said for number in range(FEW) for said in unaccounted(system, number)] == []


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_of_many_fights_is_accounted_for(system: str) -> None:
    assert [said for number in range(FEW, MANY) for said in unaccounted(system, number)] == []


def test_every_rule_behind_a_number_has_words() -> None:
    assert all(words.endswith(".") for words in STATEMENTS.values())
