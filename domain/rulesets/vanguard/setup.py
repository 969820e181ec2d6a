"""What the referee does beside the monsters: set up, change the room, begin and end (VAN-40, 42, 43, 45, 52, 53)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import BoardChanged, CombatantMoved, DecisionLapsed, EncounterEnded, PhaseChanged
from domain.facts import facts_of, read
from domain.refusals import Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.engagement import ask
from domain.rulesets.vanguard.guards import awaited, must_wait_for, pending
from domain.rulesets.vanguard.monsters import resume
from domain.rulesets.vanguard.opening import enter
from domain.rulesets.vanguard.positions import (
    Slot,
    count,
    formation_ok,
    go,
    groups,
    has_space,
    lacking,
    menders,
    room,
    standing,
)
from domain.rulesets.vanguard.questions import Mending, Setup, Stances
from domain.rulesets.vanguard.sheets import PARTY, settings_of, sheet_of, values_of
from domain.rulesets.vanguard.turns import mend_or_choose
from domain.rulesets.vanguard.voting import outdated
from domain.story import Story
from domain.table.guards import known, must_be_the_referee


def add_combatant(story: Story, command: do.AddCombatant) -> None:
    """VAN-40: the referee adds a character or a group before the start."""
    must_be_the_referee(story.now, command.by, "add anybody", "VAN-40")
    must_wait_for(story.now, command.by, f"add {command.sheet.id}", (Setup,), "VAN-40")
    enter(story, command.sheet)


def place(story: Story, command: do.Place) -> None:
    """VAN-40, VAN-42, VAN-45: the referee puts somebody into a guard with space, or a slot, which means nothing."""
    who = known(story.now, command.who, "VAN-40")
    must_be_the_referee(story.now, command.by, f"place {who.id}", "VAN-40")
    waiting = must_wait_for(story.now, command.by, f"place {who.id}", (Setup,), "VAN-40")
    if (command.to is None) == (command.slot is None):
        message = f"{command.by} cannot place {who.id}: name the guard to go to, or the slot, one of them."
        raise Refused("invalid_value", message, rule="VAN-40", pending=waiting)
    if command.to is None:
        slot = f"{slot_of(story, who.id)}->{command.slot}"
        moved = CombatantMoved(
            who=who.id, origin=who.at, to=who.at, mode="slot", details=facts_of(Slot(slot=slot)), rules=("VAN-45",)
        )
        story.tell(moved)
        return
    if command.to == who.at:
        message = f"{command.by} cannot place {who.id} in the {command.to} guard: {who.id} stands there."
        raise Refused("wrong_position", message, rule="VAN-40", pending=waiting)
    if who.side == PARTY and not has_space(story.now, who.id, command.to):
        message = f"{command.by} cannot place {who.id} in the {command.to} guard: there is no space in it."
        raise Refused("no_space", message, rule="VAN-42", pending=waiting)
    go(story, who.id, command.to, "VAN-40")


def slot_of(story: Story, who: str) -> int:
    """VAN-45: return the slot somebody is shown in."""
    moved = read(Slot, story.who(who).stance).slot
    return int(moved.rpartition(">")[2]) if moved else _own_slot(story.who(who))


def _own_slot(who: Combatant) -> int:
    return sheet_of(who).slot if who.side == PARTY else values_of(who).slot


def change_board(story: Story, command: do.ChangeBoard) -> None:
    """VAN-43, VAN-53: the room can change at any moment; a formation it breaks is mended at the next round's start."""
    must_be_the_referee(story.now, command.by, "change the room", "VAN-53")
    changes: dict[str, int | list[int] | None] = {}
    if command.front_capacity is not None:
        changes["front_capacity"] = None if command.front_capacity == "any" else command.front_capacity
    if command.rear_per_front is not None:
        changes["rear_per_front"] = list(command.rear_per_front)
    if not changes:
        message = f"{command.by} cannot change the room: name front_capacity, rear_per_front, or both."
        raise Refused("invalid_value", message, rule="VAN-53", pending=pending(story.now))
    for change, value in changes.items():
        detail = {"value": value}
        rules = ("VAN-43", "VAN-53")
        story.tell(BoardChanged(change=change, detail=detail, by=command.by, reason=command.reason, rules=rules))
    ask_anew(story, "the room has changed")


def _is_stale(encounter: Encounter) -> bool:
    """VAN-52, N-G42: return whether stances cannot be chosen yet any more, or others have to say when they are."""
    return bool(menders(encounter)) or outdated(encounter, encounter.decisions[-1])


def ask_anew(story: Story, reason: str) -> None:
    """VAN-52: a room that changes while the party stands up for a round changes what mends its formation."""
    waited = awaited(story.now)
    if not isinstance(waited, Mending) and not (isinstance(waited, Stances) and _is_stale(story.now)):
        return
    asked = story.now.decisions[-1]
    story.tell(DecisionLapsed(kind=asked.kind, owner=asked.owner, reason=reason, rules=("VAN-53",)))
    if isinstance(waited, Mending) and waited.interrupts is not None:
        resume(story, waited.interrupts)
    else:
        mend_or_choose(story)


def start(story: Story, command: do.Start) -> None:
    """VAN-1: the party, in formation, meets the monsters, and is asked what it does."""
    must_be_the_referee(story.now, command.by, "start the encounter", "VAN-1")
    waiting = must_wait_for(story.now, command.by, "start the encounter", (Setup,), "VAN-1")
    if (why := why_not_to_start(story)) is not None:
        code, rule, message = why
        raise Refused(code, message, rule=rule, pending=waiting)
    story.tell(PhaseChanged(origin="setup", to="engagement", rules=("VAN-1",)))
    ask(story, "attack", "talk", "sneak")


def why_not_to_start(story: Story) -> tuple[str, str, str] | None:
    """VAN-52: return why there can be no fight yet: nobody to fight, or a formation that is none (N-G25)."""
    if not standing(story.now) or not groups(story.now):
        side = "monsters are" if standing(story.now) else "character on their feet is"
        return "invalid_value", "VAN-1", f"The encounter cannot start: no {side} there."
    if lacking(story.now):
        rear, front = room(story.now).rear_per_front
        limit = room(story.now).front_capacity
        fits = f", and at most {limit} fit into the front" if limit is not None else ""
        message = f"The encounter cannot start: the party may have {rear} in the rear for every {front} in front{fits}."
        return "formation", "VAN-52", message
    in_front, behind = (sum(map(count, groups(story.now, guard))) for guard in ("front", "rear"))
    ratio = story.now.ranks.rear_per_front
    if settings_of(story.now).monster_ratio == "on" and not formation_ok(in_front, behind, ratio):
        message = f"The encounter cannot start: {behind} monsters in the rear are too many for {in_front} in front."
        return "formation", "VAN-52", message
    return None


def end_encounter(story: Story, command: do.EndEncounter) -> None:
    """N-G35, N-G41: flight and parley in a fight are in no rule; the referee ends the encounter as what it was."""
    must_be_the_referee(story.now, command.by, "end the encounter", "VAN-1")
    story.tell(EncounterEnded(outcome=command.outcome, reason=command.reason, rules=("VAN-1",)))
