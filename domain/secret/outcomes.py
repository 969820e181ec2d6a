"""What each command about secrets comes to."""

from __future__ import annotations

from typing import assert_never, cast

from domain.commands import Command
from domain.dice import canonical, notation
from domain.encounter import IN_RESERVE
from domain.events import ConditionEnded, MessageRecorded
from domain.refusals import Refused
from domain.secret.commands import Reveal, Seal, SecretRoll, Unseal, Wish
from domain.story import Story
from domain.table.guards import must_be_the_referee
from domain.table.interruptions import Rules, must_be_calm
from domain.table.names import must_be_a_name
from domain.table.seats import must_play


def seal(story: Story, command: Seal, rules: Rules) -> None:
    """Tell the words and the facts; the ledger keeps them from whoever may not know."""
    encounter = story.now
    must_play(encounter, command.by, "do that", rules.WHAT_ONE_MAY_DO)
    for seat in command.to:
        if seat not in encounter.seats:
            raise Refused(
                "unknown_id", f"{command.by} cannot tell {seat}: there is no such seat.", rule=rules.WHAT_ONE_MAY_DO
            )
    _must_name(story, command, rules)
    if not (command.text or command.facts or command.name):
        message = f"{command.by} cannot seal nothing: say something, or state facts."
        raise Refused("invalid_value", message, rule=rules.WHAT_ONE_MAY_DO)
    true = [f"{command.whose} is {command.name}"] if command.name else []
    facts = (f"{name} {value}" for name, value in sorted((command.facts or {}).items()))
    words = ": ".join(
        each for each in (command.title, "; ".join((*true, *facts, *filter(None, [command.text])))) if each
    )
    story.tell(MessageRecorded(by=command.by, channel="private" if command.to else "sealed", text=words))


def _must_name(story: Story, command: Seal, rules: Rules) -> None:
    """Refuse a true name from anybody but the referee, of nobody, and one that works unseen."""
    rule, encounter = rules.WHAT_ONE_MAY_DO, story.now
    if command.name is None and command.whose is None:
        return
    must_be_the_referee(encounter, command.by, "seal a true name", rule)
    if command.name is None or command.whose is None:
        message = f"{command.by} cannot seal that: a true name says whose it is, and whose it is what the name is."
        raise Refused("invalid_value", message, rule=rule)
    must_be_a_name(command.name, command.whose, rule)
    if command.whose not in encounter.combatants and command.whose not in encounter.reserve:
        message = f"{command.by} cannot seal the name of {command.whose}: nobody is called that."
        raise Refused("unknown_id", message, rule=rule)


def unseal(story: Story, command: Unseal, rules: Rules) -> None:
    """Tell nothing of the fight: the ledger opens the lines."""
    must_play(story.now, command.by, "do that", rules.WHAT_ONE_MAY_DO)


def secret_roll(story: Story, command: SecretRoll, rules: Rules) -> None:
    """Roll for the referee."""
    must_be_the_referee(story.now, command.by, "roll in secret", rules.WHAT_ONE_MAY_DO)
    if story.now.dice == "table":
        message = f"{command.by} cannot roll in secret: what dice on the table show, everybody sees."
        raise Refused("unsupported_setting", message, rule=rules.WHAT_ONE_MAY_DO)
    try:
        dice = canonical(command.dice)
        notation(str(dice))
    except ValueError as wrong:
        message = f"{command.by} cannot roll {command.dice}: {wrong}"
        raise Refused("invalid_value", message, rule=rules.WHAT_ONE_MAY_DO) from None
    story.roll(command.by, f"secret {command.purpose}", str(dice))


def reveal(story: Story, command: Reveal, rules: Rules) -> None:
    """Tell that somebody comes out of the reserve to a place."""
    must_be_the_referee(story.now, command.by, "reveal anybody", rules.WHAT_ONE_MAY_DO)
    if command.who not in story.now.reserve:
        message = f"{command.by} cannot reveal {command.who}: nobody of that name is in reserve."
        raise Refused("unknown_id", message, rule=rules.WHAT_ONE_MAY_DO)
    must_be_calm(story.now, rules, f"{command.who} cannot be revealed now")
    story.tell(ConditionEnded(to=command.who, condition=IN_RESERVE, reason="revealed"))
    rules.INTERRUPTIONS.put(story, command.who, command.at)
    rules.INTERRUPTIONS.follow(story, (command.who,))


def tell(story: Story, command: Command, rules: Rules) -> None:
    """Tell what a command about secrets makes happen; raises Refused or DiceNeeded."""
    wish = cast(Wish, command)
    match wish:
        case Seal():
            seal(story, wish, rules)
        case Unseal():
            unseal(story, wish, rules)
        case SecretRoll():
            secret_roll(story, wish, rules)
        case Reveal():
            reveal(story, wish, rules)
        case _:
            assert_never(wish)
