"""A combatant goes from one seat to another."""

from __future__ import annotations

from domain.events import DecisionLapsed, DecisionOpened, DeclarationMade
from domain.refusals import Refused
from domain.story import Story
from domain.table.commands import HandOver
from domain.table.interruptions import Rules
from domain.table.seats import must_play
from domain.table.voices import knows


def hand_over(story: Story, command: HandOver, rules: Rules) -> None:
    """Tell who controls somebody from now on; what is asked just now is asked again of whom it concerns.

    A seat that is not known here came late: whether somebody plays from it is for the ledger to say.
    """
    encounter, rule = story.now, rules.WHAT_ONE_MAY_DO
    if knows(encounter, command.to):
        must_play(encounter, command.to, f"have {command.who}", rule)
    if command.who in encounter.combatants:
        held = encounter.combatants[command.who].controller
        handed = rules.INTERRUPTIONS.going_along(encounter, command.who)
    elif command.who in encounter.voices:
        held, handed = encounter.voices[command.who], (command.who,)
    else:
        raise Refused("unknown_id", f"{command.who} is nobody in this fight.", rule=rule)
    if held == command.to:
        raise Refused("invalid_value", f"{command.to} has {command.who} already.", rule=rule)
    for each in handed:
        parameters = {"from": held, "to": command.to}
        story.tell(DeclarationMade(who=each, kind="hand_over", parameters=parameters, rules=(rule,)))
    ask_again(story, rules)


def ask_again(story: Story, rules: Rules) -> None:
    """Tell that the open question is another's now, or offers something else, where that is so."""
    top = story.now.decision
    if top is None or top.kind == "turn":
        return
    anew, rule = rules.INTERRUPTIONS.put_again(story.now, top), rules.WHAT_ONE_MAY_DO
    if anew == top:
        return
    story.tell(DecisionLapsed(kind=top.kind, owner=top.owner, reason="handed_over", rules=(rule,)))
    asked = DecisionOpened(kind=anew.kind, owner=anew.owner, options=anew.options, context=anew.context, rules=(rule,))
    story.tell(asked)
