"""The core functions over all rule systems: open, decide, offer, and who may command whom."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from domain.commands import Command, EndEncounter, PassItem, PlayItem, Say
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
    """What a rule system supplies."""

    SYSTEM: str
    VERSION: str
    DEEDS: dict[str, object]

    def tell(self, story: Story, command: Command) -> None:
        """Tell what a command makes happen; raises Refused or DiceNeeded."""
        ...

    def offers(self, encounter: Encounter) -> list[Offer]:
        """Return every command that would be accepted."""
        ...


RULESETS: dict[str, Ruleset] = {
    "pursuit": pursuit,  # type: ignore[dict-item]
    "etiquette": etiquette,  # type: ignore[dict-item]
}


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the events that set an encounter up, under the id ``encounter``. Raises Refused."""
    if isinstance(opening, pursuit.Opening):
        return pursuit.open_encounter(opening, encounter)
    return etiquette.open_encounter(opening, encounter)


def commands_of(encounter: Encounter) -> frozenset[str]:
    """Return the names of the commands that exist in this encounter."""
    names = frozenset(RULESETS[encounter.system].DEEDS)
    if encounter.system == "etiquette" and encounter.house_rules["chase"] == "off":
        return names - {"chase", "let_go"}
    return names


def decide(command: Command, encounter: Encounter, dice: Dice) -> list[Event]:
    """Return what happens, oldest first.

    Raises:
        Refused: The command breaks a rule. No dice were rolled.
        DiceNeeded: The command is legal and there are no faces for its next roll.
    """
    return played(command, encounter, dice).events


def played(command: Command, encounter: Encounter, dice: Dice) -> Story:
    """Return what happens and the encounter after it; raises what ``decide`` raises."""
    if encounter.outcome is not None:
        message = f"Nobody can {command.do.replace('_', ' ')}: the encounter is over; take back to reopen it."
        raise Refused("wrong_phase", message, rule=_rule(encounter), pending=pending(encounter))
    if command.do not in commands_of(encounter):
        message = f"There is no {command.do.replace('_', ' ')} in {encounter.system} as it is played here."
        raise Refused("no_such_action", message, rule=_rule(encounter), pending=pending(encounter))
    story = Story(encounter, dice)
    RULESETS[encounter.system].tell(story, command)
    return story


def _rule(encounter: Encounter) -> str:
    """Return the rule that names what one may do."""
    return {"pursuit": "PUR-11", "etiquette": "ETQ-15"}[encounter.system]


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
    """Return the side that a command is made for; three commands of etiquette name the owner itself."""
    if do in ("say", "play_item", "pass_item"):
        return who
    return encounter.combatants[who].side if who in encounter.combatants else who


def controls(encounter: Encounter, seat: str, command: Command) -> bool:
    """Return whether a seat may make this command; an unknown actor is left to the rules to refuse."""
    match command:
        case EndEncounter():
            return True
        case Say() | PlayItem() | PassItem():
            known = any(combatant.side == command.who for combatant in encounter.combatants.values())
            return not known or command.who in sides(encounter, seat)
        case _:
            actor = encounter.combatants.get(command.who)
            return actor is None or actor.controller == seat
