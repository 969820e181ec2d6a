"""Before the first round, and beside it: who comes in, where they stand, and minutes that pass outside rounds."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.events import RulingMade
from domain.rulesets.verdigris.attack.damage import deaths_door
from domain.rulesets.verdigris.commands import AddCombatant, MinutePasses, Place
from domain.rulesets.verdigris.guards import refusal
from domain.rulesets.verdigris.joining import checked, entry, place_of, side_of
from domain.rulesets.verdigris.movement.moving import carry
from domain.rulesets.verdigris.sheets import Sheet, settings_of
from domain.rulesets.verdigris.standing import company, melee_of, rider_of
from domain.rulesets.verdigris.steps import Agenda
from domain.rulesets.verdigris.words import known_in
from domain.secret.reserve import entered, must_be_hideable
from domain.story import Story
from domain.table.guards import known, must_be_the_referee
from domain.table.names import distinct


def add_combatant(story: Story, command: AddCombatant) -> Agenda:
    """VER-1, V-G28: somebody comes in, with everything on their sheet; in a running round they act from the next on."""
    encounter, sheet = story.now, command.sheet
    distinct("combatant", (*encounter.combatants, sheet.id), "VER-1")
    must_be_hideable(sheet, sheet.at, encounter.referee, encounter.dice, "VER-14")
    if sheet.at not in encounter.zones and not sheet.hidden:
        raise refusal(encounter, "unknown_id", f"{sheet.id} cannot stand {place_of(sheet)}: no such zone.", "VER-14")
    _must_ride(encounter, sheet)
    begun = checked(sheet, {}, known_in(encounter.words, settings_of(encounter)))
    joined = entry(begun, encounter.seats, encounter.referee or "", came=encounter.round)
    must_be_the_referee(encounter, command.by, "bring somebody in", "VER-1")
    for event in entered(joined, encounter.referee) if sheet.hidden else (joined,):
        story.tell(event)
    return ()


def _must_ride(encounter: Encounter, sheet: Sheet) -> None:
    """VER-46: refuse a mount that is none of that side in that zone, has a rider, or is in a melee."""
    mount = encounter.combatants.get(sheet.mount or "")
    if sheet.mount is None:
        return
    stray = mount is not None and mount.kind == "mount" and rider_of(encounter, mount.id) is None
    if mount is None or not stray or (mount.at, mount.side) != (sheet.at, side_of(sheet)) or mount.life != "active":
        message = f"{sheet.id} cannot ride {sheet.mount}: it is no mount of that side in that zone without a rider."
        raise refusal(encounter, "invalid_value", message, "VER-46")
    if melee_of(encounter, mount.id) is not None:
        raise refusal(encounter, "in_melee", f"{sheet.id} cannot ride {mount.id}: it is in a melee.", "VER-46")


def place(story: Story, command: Place) -> Agenda:
    """VER-14: before the first round the referee puts somebody into a zone, a mount with its rider."""
    encounter = story.now
    one = known(encounter, command.who, "VER-14")
    if command.to not in encounter.zones:
        raise refusal(encounter, "unknown_id", f"{one.id} cannot stand at {command.to}: no such zone.", "VER-14")
    must_be_the_referee(encounter, command.by, "place somebody", "VER-14")
    must_be_before(encounter, command.by, "place somebody", "VER-14")
    if melee_of(encounter, one.id) is not None:
        raise refusal(encounter, "in_melee", f"{one.id} cannot be placed: {one.id} is in a melee.", "VER-17")
    rider = rider_of(encounter, one.id)
    carry(story, company(encounter, one.id if rider is None else rider.id), command.to, "placed")
    return ()


def must_be_before(encounter: Encounter, by: str, deed: str, rule: str) -> None:
    """Refuse what is done only while no round runs."""
    if encounter.round is not None:
        raise refusal(encounter, "wrong_phase", f"{by} cannot {deed}: the rounds have begun.", rule)


def minute_passes(story: Story, command: MinutePasses) -> Agenda:
    """VER-74: outside rounds, once a minute, somebody at Death's Door makes the save."""
    encounter = story.now
    one = known(encounter, command.who, "VER-74")
    must_be_the_referee(encounter, command.by, "let a minute pass", "VER-74")
    must_be_before(encounter, command.by, "let a minute pass", "VER-74")
    if one.life != "dying":
        raise refusal(encounter, "illegal_target", f"{one.id} is not at Death's Door.", "VER-74")
    told = RulingMade(by=command.by, subject="minute_passes", parameters={"who": one.id}, rules=("VER-74",))
    story.tell(told)
    deaths_door(story, one.id)
    return ()
