"""Storyteller and what comes from outside of its rules: time runs out, somebody leaves or is put elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.commands import Command
from domain.encounter import Combatant, Decision, Encounter
from domain.events import EncounterEnded
from domain.refusals import Pending
from domain.rulesets.storyteller import commands as do
from domain.rulesets.storyteller.acting import may_rally
from domain.rulesets.storyteller.actors import sides_left, size
from domain.rulesets.storyteller.attack.harm import leave_cluster
from domain.rulesets.storyteller.guards import to_roll
from domain.rulesets.storyteller.offers.any_time import free_place
from domain.rulesets.storyteller.order.initiative import all_have_rolled, insert, whose_tie
from domain.rulesets.storyteller.order.spending import left, uses_left
from domain.rulesets.storyteller.order.turns import settle
from domain.rulesets.storyteller.questions import AskedToRule
from domain.rulesets.storyteller.rules import tell
from domain.rulesets.storyteller.setting_up import put, without_place
from domain.rulesets.storyteller.sheets import abilities_of
from domain.rulesets.storyteller.words import WORDS
from domain.story import Story
from domain.table.guards import owners
from domain.table.interruptions import Interruptions, Least, least
from domain.table.voices import owner_of
from domain.table.words import together


def follow(story: Story, who: tuple[str, ...]) -> None:
    """STO-8, STO-97: whoever is not there is in no fight; a side with nobody left has lost; the last roll may be in."""
    for each in who:
        if not story.who(each).alive:
            leave_cluster(story, each, "left", "STO-97")
    left = sides_left(story.now)
    if len(left) < 2 and any(story.who(each).side not in left for each in who):
        story.tell(EncounterEnded(outcome=left[0] if left else "nobody", reason="one_side_left", rules=("STO-8",)))
        return
    if story.now.phase == "initiative" and story.now.round is None and not to_roll(story.now):
        all_have_rolled(story)
        return
    if story.now.round is not None:
        for each in who:
            if story.who(each).alive and each not in story.now.order:
                insert(story, story.who(each))
        settle(story)


def numbers(_: Encounter, one: Combatant) -> dict[str, int]:
    """Return what somebody has of what is counted, spent already or not."""
    return {
        "reaction": left(one, "reaction"),
        "rally": may_rally(one),
        **{f"uses_{each.id}": uses_left(one, each) for each in abilities_of(one) if each.uses is not None},
        **one.resources,
    }


def put_again(encounter: Encounter, decision: Decision) -> Decision:
    """Return an open question with the seats as they are now."""
    options = tuple(str(option) for option in decision.options if option != "none")
    if decision.kind in ("stealth", "opportunity_attack"):
        return replace(decision, owner=owner_of(encounter, options))
    if decision.kind == "initiative_tie":
        return replace(decision, owner=whose_tie(encounter, options))
    return decision


def _open(encounter: Encounter, _: Pending) -> Command:
    """Return the opening, or the end of what cannot be opened."""
    by = encounter.referee or ""
    return do.Open(by=by) if len(sides_left(encounter)) > 1 else do.EndEncounter(by=by)


def _position(encounter: Encounter, _: Pending) -> Command:
    """Return a free place for the first who has none, the end of placing, or that of the fight where nobody fits."""
    by = encounter.referee or ""
    homeless = next(iter(without_place(encounter)), None)
    if homeless is None:
        return do.PositionsDone(by=by)
    at = free_place(encounter, size(encounter.combatants[homeless]))
    return do.EndEncounter(by=by) if at is None else do.SetPlace(by=by, who=homeless, at=at)


def _roll(encounter: Encounter, waiting: Pending) -> Command:
    """Return the first roll that is awaited: for initiative or for stealth."""
    who = waiting.options[0]
    kind = do.RollInitiative if waiting.kind == "initiative" else do.RollStealth
    return kind(by=str(encounter.combatants[who].controller), who=who)


def _ruling(encounter: Encounter, waiting: Pending) -> Command:
    """Return what is least: no shot, no reaction, an activity takes nothing, the first who hides rolls."""
    asked, by = encounter.decisions[-1].step(AskedToRule), encounter.referee or ""
    subject = asked.subject
    if subject == "activity":
        return do.Rule(by=by, subject="activity", who=asked.who, value=asked.value, cost="none")
    value = waiting.options[0] if subject == "stealth_roller" else "refused"
    return do.Rule(by=by, subject=subject, value=value)


DEFAULTS: Least = {
    "setup": _open,
    "surprise": lambda encounter, _: do.DetermineSurprise(by=encounter.referee or "", hiding=()),
    "stealth": _roll,
    "positions": _position,
    "initiative": _roll,
    "initiative_tie": lambda _, waiting: do.OrderTie(by=owners(waiting.owner)[0], order=waiting.options),
    "ruling": _ruling,
    "opportunity_attack": lambda _, waiting: do.DeclineReaction(who=waiting.whose),
    "turn": lambda _, waiting: do.EndTurn(who=waiting.whose),
}
"""By what is waited for, the least that answers it."""
INTERRUPTIONS = Interruptions(
    calm=frozenset({"setup", "surprise", "positions", "initiative", "turn"}),
    lives=("active", "down", "dead", "left"),
    vital=frozenset({"hp"}),
    kept=re.compile("squeezing|surprised"),
    words=lambda encounter: together(WORDS, encounter.words),
    by_default=least(tell, DEFAULTS),
    follow=follow,
    put=put,
    numbers=numbers,
    put_again=put_again,
)
