"""The core functions over all rule systems: open, decide, offer, and who may command whom."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from domain import commands
from domain.commands import Command
from domain.dice import Dice
from domain.encounter import Encounter
from domain.events import CombatantJoined, Event
from domain.offers import Offer, bodies, example, matches
from domain.ordering import ordered
from domain.refusals import IDLE, Pending, Refused
from domain.replaying import replay
from domain.ruleset import RULESETS
from domain.secret import commands as secret
from domain.secret.hands import must_not_show_cards, without_showing_cards
from domain.secret.offering import offers as secret_offers
from domain.secret.outcomes import tell as tell_secret
from domain.secret.reserve import must_be_free
from domain.story import Story
from domain.table import commands as common
from domain.table.deeds import tell as tell_common
from domain.table.disclosure import must_be_sides
from domain.table.names import must_be_a_name
from domain.table.naming import must_name_something
from domain.table.offers import offers as common_offers
from domain.table.time_claims import awaited as common_awaited
from domain.table.voices import answers_for, knows, sides

if TYPE_CHECKING:
    from domain.table.openings import Opening

__all__ = [
    "RULESETS",
    "answers_for",
    "awaited",
    "bodies",
    "commands_of",
    "controls",
    "decide",
    "example",
    "kind_of",
    "kinds",
    "knows",
    "matches",
    "offers",
    "offers_to",
    "open_encounter",
    "own_offers",
    "pending",
    "played",
    "sides",
    "speaker",
    "tell",
]


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the events that set an encounter up, under the id ``encounter``. Raises Refused."""
    ruleset = RULESETS[opening.system]
    events = [ordered(event) for event in ruleset.open_encounter(opening, encounter)]
    named = {event.who: event.name for event in events if isinstance(event, CombatantJoined) and event.name is not None}
    for who, name in named.items():
        must_be_a_name(name, who, ruleset.WHAT_ONE_MAY_DO)
    sides = (event.side for event in events if isinstance(event, CombatantJoined))
    must_be_sides(opening.disclosure, sides, ruleset.WHAT_ONE_MAY_DO)
    if opening.names:
        must_name_something(replay(events), opening.names, ruleset.WHAT_ONE_MAY_DO)
    return events


def kind_of(system: str, do: str) -> type[Any] | None:
    """Return the command of that name: the system's own, or else that of whichever system has one."""
    systems = (system, *(other for other in RULESETS if other != system))
    found = (_names_of(each).get(do) for each in systems)
    return next((kind for kind in found if kind is not None), None)


@cache
def _names_of(system: str) -> dict[str, type[Any]]:
    """Return the commands of a system by their name."""
    return commands.names(kinds(system))


@cache
def kinds(system: str) -> tuple[type[Any], ...]:
    """Return the commands of a system: its own, and those of every system that it has no rules for itself."""
    own = RULESETS[system].COMMANDS
    named = commands.names(own)
    return (
        *own,
        *(kind for name, kind in commands.names(common.COMMANDS).items() if name not in named),
        *secret.COMMANDS,
    )


def commands_of(encounter: Encounter) -> frozenset[str]:
    """Return the names of the commands that exist in this encounter."""
    own = RULESETS[encounter.system].commands(encounter)
    return own | common.commands(encounter) | secret.commands(encounter)


def awaited(encounter: Encounter) -> Pending | None:
    """Return whose decision the encounter waits for, and whose time runs where there is a clock; None if nobody's."""
    return common_awaited(encounter, RULESETS[encounter.system])


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
    if encounter.outcome is not None and command.do != "unseal":
        message = "Nobody can do anything more: the encounter is over; take back to reopen it."
        raise Refused("wrong_phase", message, rule=ruleset.WHAT_ONE_MAY_DO, pending=pending(encounter))
    if command.do not in commands_of(encounter):
        message = f"There is no {command.do.replace('_', ' ')} in {encounter.system} as it is played here."
        raise Refused("no_such_action", message, rule=ruleset.WHAT_ONE_MAY_DO, pending=pending(encounter))
    story = Story(encounter, dice)
    try:
        tell(story, command)
    except Refused as refused:
        if refused.pending is IDLE:  # a sheet or a name knows of no fight
            refused.pending = pending(encounter)
        raise
    return story


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen, one of the system's own or of every system's; raises Refused or DiceNeeded."""
    ruleset = RULESETS[story.now.system]
    if command.do in common.NAMES and command.do not in ruleset.commands(story.now):
        must_not_show_cards(command, story.now, ruleset.WHAT_ONE_MAY_DO)
        tell_common(story, command, ruleset)
    elif command.do in secret.NAMES:
        tell_secret(story, command, ruleset)
    else:
        must_be_free(command, story.now, ruleset.WHAT_ONE_MAY_DO)
        ruleset.tell(story, command)


def offers(encounter: Encounter, seat: str | None = None) -> list[Offer]:
    """Return every command that would be accepted now, of one seat or of all."""
    ruleset = RULESETS[encounter.system]
    own = own_offers(encounter)
    usual = without_showing_cards(common_offers(encounter, ruleset), encounter)
    every = [*own, *usual, *secret_offers(encounter, ruleset)]
    return every if seat is None else offers_to(encounter, every, seat)


def own_offers(encounter: Encounter) -> list[Offer]:
    """Return what the rule system itself has on offer, to all seats: without what may be done in every system."""
    return RULESETS[encounter.system].offers(encounter)


def offers_to(encounter: Encounter, every: Iterable[Offer], seat: str) -> list[Offer]:
    """Return those of some offers that are for a seat."""
    return [offer for offer in every if _may(encounter, seat, offer)]


def controls(encounter: Encounter, seat: str, command: Command) -> bool:
    """Return whether a seat may make this command; an unknown name is left to the rules to refuse."""
    return _may(encounter, seat, command)


def _may(encounter: Encounter, seat: str, said: Command | Offer) -> bool:
    """Return whether a command or an offer is for a seat; the referee hands over anybody's."""
    if said.do == "hand_over" and seat == encounter.referee:
        return True
    return answers_for(encounter, seat, speaker(encounter, said))


def speaker(encounter: Encounter, said: Command | Offer) -> str | None:
    """Return whose word a command or an offer is: a combatant, a side, a seat; None if anybody's."""
    if said.do in common.NAMES or said.do in secret.NAMES:
        return commands.speaker(encounter, said)
    return RULESETS[encounter.system].speaker(encounter, said)
