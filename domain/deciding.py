"""The core functions over all rule systems: open, decide, offer, and who may command whom."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, cast

from domain import commands
from domain.commands import Command
from domain.dice import Dice
from domain.encounter import Encounter
from domain.events import Event
from domain.offers import Offer, bodies, example, matches
from domain.ordering import ordered
from domain.refusals import IDLE, Pending, Refused
from domain.rulesets import etiquette, pursuit, storyteller, vanguard, verdigris
from domain.story import Story

__all__ = [
    "RULESETS",
    "Opening",
    "answers_for",
    "bodies",
    "commands_of",
    "controls",
    "decide",
    "example",
    "kind_of",
    "knows",
    "matches",
    "offers",
    "open_encounter",
    "pending",
    "played",
    "sides",
]

Opening: TypeAlias = pursuit.Opening | etiquette.Opening | verdigris.Opening | vanguard.Opening | storyteller.Opening


class Ruleset(Protocol):
    """What a rule system supplies: its version, sheets, house rules and commands, and what it does with them."""

    VERSION: str
    WHAT_ONE_MAY_DO: str
    COMMANDS: tuple[type[Any], ...]
    Opening: type[Any]
    Settings: type[Any]

    def open_encounter(self, opening: Any, encounter: str) -> list[Event]:
        """Return the events that set an encounter up; raises Refused."""
        ...

    def commands(self, encounter: Encounter) -> frozenset[str]:
        """Return the names of the commands that exist under the encounter's house rules."""
        ...

    def tell(self, story: Story, command: Command) -> None:
        """Tell what a command makes happen; raises Refused or DiceNeeded."""
        ...

    def offers(self, encounter: Encounter) -> list[Offer]:
        """Return every command that would be accepted."""
        ...

    def pending(self, encounter: Encounter) -> Pending:
        """Return what the encounter waits for: the phase, whose answer, with what options."""
        ...

    def lineup(self, encounter: Encounter) -> dict[str, int | None]:
        """Return who has a turn in a round, in their order if there is one, each with the initiative rolled for it."""
        ...

    def speaker(self, encounter: Encounter, command: Command) -> str | None:
        """Return whose word a command (or an offer) is: a combatant, a side, a seat; None if anybody's."""
        ...

    def spelt_out(self, encounter: Encounter, event: Event) -> list[Event]:
        """Return an event of a check file with what it leaves unsaid and the encounter tells."""
        ...

    def worth(self, encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
        """Return how good a command looks to an automatic player; nothing at 0 or below is worth doing."""
        ...


RULESETS: dict[str, Ruleset] = {
    name: cast(Ruleset, module)
    for name, module in (
        ("pursuit", pursuit),
        ("etiquette", etiquette),
        ("verdigris", verdigris),
        ("vanguard", vanguard),
        ("storyteller", storyteller),
    )
}


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the events that set an encounter up, under the id ``encounter``. Raises Refused."""
    return [ordered(event) for event in RULESETS[opening.system].open_encounter(opening, encounter)]


def kind_of(system: str, do: str) -> type[Any] | None:
    """Return the command of that name: the system's own, or else that of whichever system has one."""
    systems = (system, *(other for other in RULESETS if other != system))
    found = (commands.names(RULESETS[each].COMMANDS).get(do) for each in systems)
    return next((kind for kind in found if kind is not None), None)


def commands_of(encounter: Encounter) -> frozenset[str]:
    """Return the names of the commands that exist in this encounter."""
    return RULESETS[encounter.system].commands(encounter)


def pending(encounter: Encounter) -> Pending:
    """Return what the encounter waits for."""
    return RULESETS[encounter.system].pending(encounter)


def decide(command: Command, encounter: Encounter, dice: Dice) -> list[Event]:
    """Return what happens, oldest first.

    Raises:
        Refused: The command breaks a rule. No dice were rolled.
        DiceNeeded: The command is legal and there are no faces for its next roll.
    """
    return played(command, encounter, dice).events


def played(command: Command, encounter: Encounter, dice: Dice) -> Story:
    """Return what happens and the encounter after it; raises what ``decide`` raises."""
    ruleset = RULESETS[encounter.system]
    if encounter.outcome is not None:
        message = "Nobody can do anything more: the encounter is over; take back to reopen it."
        raise Refused("wrong_phase", message, rule=ruleset.WHAT_ONE_MAY_DO, pending=pending(encounter))
    if command.do not in ruleset.commands(encounter):
        message = f"There is no {command.do.replace('_', ' ')} in {encounter.system} as it is played here."
        raise Refused("no_such_action", message, rule=ruleset.WHAT_ONE_MAY_DO, pending=pending(encounter))
    story = Story(encounter, dice)
    try:
        ruleset.tell(story, command)
    except Refused as refused:
        if refused.pending is IDLE:  # a sheet or a name knows of no fight
            refused.pending = pending(encounter)
        raise
    return story


def offers(encounter: Encounter, seat: str | None = None) -> list[Offer]:
    """Return every command that would be accepted now, of one seat or of all."""
    ruleset = RULESETS[encounter.system]
    every = ruleset.offers(encounter)
    if seat is None:
        return every
    return [offer for offer in every if answers_for(encounter, seat, ruleset.speaker(encounter, offer))]


def sides(encounter: Encounter, seat: str) -> set[str]:
    """Return the sides that a seat plays for."""
    return {combatant.side for combatant in encounter.combatants.values() if combatant.controller == seat}


def controls(encounter: Encounter, seat: str, command: Command) -> bool:
    """Return whether a seat may make this command; an unknown name is left to the rules to refuse."""
    return answers_for(encounter, seat, RULESETS[encounter.system].speaker(encounter, command))


def answers_for(encounter: Encounter, seat: str, name: str | None) -> bool:
    """Return whether a seat speaks for a name: itself, a combatant it controls, a side it plays for or is the voice of.

    Where a side has one voice, nobody else speaks for it.
    """
    if name is None or name == seat:
        return True
    if name in encounter.combatants:
        return encounter.combatants[name].controller == seat
    if name in encounter.seats:
        return False
    if name in encounter.voices:
        return seat == encounter.voices[name]
    return not knows(encounter, name) or name in sides(encounter, seat)


def knows(encounter: Encounter, name: str) -> bool:
    """Return whether a name is that of a combatant, a seat or a side."""
    named = (encounter.combatants, encounter.seats, encounter.voices)
    return any(name in each for each in named) or any(who.side == name for who in encounter.combatants.values())
