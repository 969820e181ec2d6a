"""The core functions over all rule systems: open, decide, offer, and who may command whom."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from domain.commands import BY_OWNERS, Command, actor
from domain.dice import Dice
from domain.duel.waiting import pending
from domain.encounter import Encounter
from domain.events import Event
from domain.offers import Offer, bodies, example, matches
from domain.refusals import Refused
from domain.rulesets import etiquette, pursuit
from domain.story import Story

__all__ = [
    "RULESETS",
    "Opening",
    "bodies",
    "commands_of",
    "controls",
    "decide",
    "example",
    "matches",
    "offers",
    "open_encounter",
    "pending",
    "played",
    "sides",
]

Opening: TypeAlias = pursuit.Opening | etiquette.Opening


class Ruleset(Protocol):
    """What a rule system supplies: its version, the names of its commands, the rule that lists them."""

    VERSION: str
    COMMANDS: frozenset[str]
    WHAT_ONE_MAY_DO: str

    def commands(self, encounter: Encounter) -> frozenset[str]:
        """Return the names of the commands that exist under the encounter's house rules."""
        ...

    def tell(self, story: Story, command: Command) -> None:
        """Tell what a command makes happen; raises Refused or DiceNeeded."""
        ...

    def offers(self, encounter: Encounter) -> list[Offer]:
        """Return every command that would be accepted."""
        ...


RULESETS: dict[str, Ruleset] = {
    "pursuit": pursuit,
    "etiquette": etiquette,
}


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the events that set an encounter up, under the id ``encounter``. Raises Refused."""
    if isinstance(opening, pursuit.Opening):
        return pursuit.open_encounter(opening, encounter)
    return etiquette.open_encounter(opening, encounter)


def commands_of(encounter: Encounter) -> frozenset[str]:
    """Return the names of the commands that exist in this encounter."""
    return RULESETS[encounter.system].commands(encounter)


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
        message = f"Nobody can {command.do.replace('_', ' ')}: the encounter is over; take back to reopen it."
        raise Refused("wrong_phase", message, rule=ruleset.WHAT_ONE_MAY_DO, pending=pending(encounter))
    if command.do not in ruleset.commands(encounter):
        message = f"There is no {command.do.replace('_', ' ')} in {encounter.system} as it is played here."
        raise Refused("no_such_action", message, rule=ruleset.WHAT_ONE_MAY_DO, pending=pending(encounter))
    story = Story(encounter, dice)
    ruleset.tell(story, command)
    return story


def offers(encounter: Encounter, seat: str | None = None) -> list[Offer]:
    """Return every command that would be accepted now, of one seat or of all."""
    every = RULESETS[encounter.system].offers(encounter)
    if seat is None:
        return every
    mine = sides(encounter, seat)
    return [offer for offer in every if offer.who is None or _side(encounter, offer.do, offer.who) in mine]


def sides(encounter: Encounter, seat: str) -> set[str]:
    """Return the sides that a seat plays."""
    return {combatant.side for combatant in encounter.combatants.values() if combatant.controller == seat}


def _side(encounter: Encounter, do: str, who: str) -> str:
    """Return the side that a command is made for."""
    return who if do in BY_OWNERS else encounter.combatants[who].side


def controls(encounter: Encounter, seat: str, command: Command) -> bool:
    """Return whether a seat may make this command; an unknown actor is left to the rules to refuse."""
    who = actor(command)
    if who is None:
        return True
    if command.do in BY_OWNERS:
        known = any(combatant.side == who for combatant in encounter.combatants.values())
        return not known or who in sides(encounter, seat)
    combatant = encounter.combatants.get(who)
    return combatant is None or combatant.controller == seat
