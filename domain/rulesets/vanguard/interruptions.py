"""Vanguard and what comes from outside of its rules: time runs out, somebody leaves or is put into the other guard."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from domain.commands import Command
from domain.dice import NoDice
from domain.encounter import Decision, Encounter
from domain.events import EncounterEnded
from domain.facts import facts_of
from domain.offers import example
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.cards import OURS
from domain.rulesets.vanguard.engagement import ask_anew as vote_anew
from domain.rulesets.vanguard.guards import next_groups, pending, yet_to_act
from domain.rulesets.vanguard.offering import monsters
from domain.rulesets.vanguard.positions import go, groups, own_stance, standing, takes_stance
from domain.rulesets.vanguard.rules import tell
from domain.rulesets.vanguard.setup import ask_anew, why_not_to_start
from domain.rulesets.vanguard.sheets import KNOWN, MONSTERS, PARTY
from domain.rulesets.vanguard.turns import finish, go_on_after_characters, go_on_after_groups
from domain.rulesets.vanguard.voting import asked_of, outdated, votes_count, votes_so_far
from domain.story import Story
from domain.table.interruptions import Interruptions, Least
from domain.table.words import together


def by_default(story: Story, waiting: Pending) -> None:
    """Tell the least that answers: fight, mend, no stance, pass; monsters act as they always do."""
    if waiting.kind in VOTED and votes_count(story.now):
        _all_vote(story, waiting)
    else:
        tell(story, DEFAULTS[waiting.kind](story.now, waiting))


def _all_vote(story: Story, waiting: Pending) -> None:
    """N-G42: whoever has not voted votes for the least, until it is decided."""
    seats = iter((waiting.owner,) if isinstance(waiting.owner, str) else waiting.owner or ())
    tell(story, VOTED[waiting.kind](next(seats)))
    while pending(story.now).kind == waiting.kind and votes_so_far(story.now):
        tell(story, VOTED[waiting.kind](next(seats)))


def follow(story: Story, who: tuple[str, ...]) -> None:
    """VAN-8, VAN-39, VAN-52: with nobody left the fight is over; else the turn, the part or the round may be."""
    sides = {story.who(each).side for each in who}
    waiting = pending(story.now)
    if PARTY in sides and not standing(story.now):
        story.tell(EncounterEnded(outcome="defeat", rules=("VAN-39",)))
    elif MONSTERS in sides and not groups(story.now):
        story.tell(EncounterEnded(outcome="victory", rules=("VAN-19", "VAN-24")))
    elif waiting.kind == "turn" and not story.who(waiting.whose).alive:
        finish(story, waiting.whose, passing=True)
    elif waiting.kind == "characters" and not yet_to_act(story.now):
        go_on_after_characters(story)
    elif waiting.kind == "monsters" and not next_groups(story.now):
        go_on_after_groups(story)
    elif waiting.kind in ("formation", "stance"):
        ask_anew(story, "the party has changed")
    elif waiting.kind == "engagement" and outdated(story.now, story.now.decisions[-1]):
        vote_anew(story)


def put(story: Story, who: str, to: str) -> None:
    """VAN-40: tell that somebody is in the other guard."""
    one = story.who(who)
    if to not in story.now.board:
        raise Refused("unknown_id", f"{who} cannot be at {to}: there is a front and a rear.", rule="VAN-40")
    go(story, who, to, "VAN-40")
    if one.under("stance"):
        takes_stance(story, who, own_stance(to), "VAN-46")


def put_again(encounter: Encounter, decision: Decision) -> Decision:
    """Return the question as it is, the party's or the referee's; a vote begins anew where others have one now."""
    if not outdated(encounter, decision):
        return decision
    owner, vote = asked_of(encounter)
    return replace(decision, owner=owner, context={**decision.context, **facts_of(vote)})


def _start(encounter: Encounter, _: Pending) -> Command:
    """Return the start, or the end of what cannot start."""
    by = encounter.referee or ""
    return do.Start(by=by) if why_not_to_start(Story(encounter, NoDice())) is None else do.EndEncounter(by=by)


def _mend(encounter: Encounter, waiting: Pending) -> Command:
    who = waiting.options[0]
    return do.MovePosition(who=who, to="front" if encounter.combatants[who].at == "rear" else "rear")


def _act(encounter: Encounter, _: Pending) -> Command:
    """Return the turn of the next group, with the first choices where a house rule leaves some to the referee."""
    body = example(next(monsters(encounter)))
    targets, order = (tuple(body[name]) if name in body else None for name in ("targets", "order"))
    return do.MonstersAct(by=body["by"], group=body["group"], targets=targets, order=order)


VOTED: dict[str, Callable[[str], Command]] = {
    "engagement": lambda by: do.ChooseEngagement(by=by, choice="attack"),
    "stance": lambda by: do.ReadyRound(by=by),
}
"""By what is waited for, the least that the party, or a voter of it, can say."""
DEFAULTS: Least = {
    "setup": _start,
    "engagement": lambda _, __: VOTED["engagement"](PARTY),
    "formation": _mend,
    "stance": lambda _, __: VOTED["stance"](PARTY),
    "characters": lambda _, waiting: do.Pass(who=waiting.options[0]),
    "turn": lambda _, waiting: do.Pass(who=waiting.whose),
    "monsters": _act,
}
"""By what is waited for, the least that answers it."""
INTERRUPTIONS = Interruptions(
    calm=frozenset({"setup", "engagement", "formation", "stance", "characters", "turn", "monsters"}),
    lives=("active", "down", "dead", "left"),
    vital=frozenset({"health", "count"}),
    kept=re.compile(f"(?:{OURS.pattern}).*"),
    words=lambda encounter: together(KNOWN, encounter.words),
    by_default=by_default,
    follow=follow,
    put=put,
    put_again=put_again,
)
