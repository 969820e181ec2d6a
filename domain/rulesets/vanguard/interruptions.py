"""Vanguard and what comes from outside of its rules: time runs out, somebody leaves or is put into the other guard."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from domain.commands import Command
from domain.dice import NoDice
from domain.encounter import Decision, Encounter, Turn
from domain.events import EncounterEnded
from domain.facts import facts_of
from domain.offers import example
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.cards import OURS
from domain.rulesets.vanguard.engagement import ask_anew as vote_anew
from domain.rulesets.vanguard.guards import awaited, next_groups, yet_to_act
from domain.rulesets.vanguard.offering import monsters
from domain.rulesets.vanguard.positions import go, groups, own_stance, standing, takes_stance
from domain.rulesets.vanguard.questions import (
    Characters,
    Meeting,
    Mending,
    Monsters,
    Over,
    Setup,
    Stances,
)
from domain.rulesets.vanguard.rules import tell
from domain.rulesets.vanguard.setup import ask_anew, why_not_to_start
from domain.rulesets.vanguard.sheets import KNOWN, MONSTERS, PARTY
from domain.rulesets.vanguard.turns import finish, go_on_after_characters, go_on_after_groups
from domain.rulesets.vanguard.voting import asked_of, outdated, votes_count, votes_so_far
from domain.story import Story
from domain.table.guards import owners
from domain.table.interruptions import Interruptions
from domain.table.words import together


def by_default(story: Story, waiting: Pending) -> None:
    """Tell the least that answers: fight, mend, no stance, pass; monsters act as they always do."""
    waited = awaited(story.now)
    if isinstance(waited, Meeting | Stances) and votes_count(story.now):
        _all_vote(story, waited, owners(waiting.owner))
    elif (command := least(story.now, waiting)) is not None:
        tell(story, command)


def _all_vote(story: Story, asked: Meeting | Stances, seats: tuple[str, ...]) -> None:
    """N-G42: whoever has not voted votes for the least, until it is decided."""
    left = iter(seats)
    tell(story, voted(asked, next(left)))
    while isinstance(awaited(story.now), type(asked)) and votes_so_far(story.now):
        tell(story, voted(asked, next(left)))


def follow(story: Story, who: tuple[str, ...]) -> None:
    """VAN-8, VAN-39, VAN-52: with nobody left the fight is over; else the turn, the part or the round may be."""
    sides = {story.who(each).side for each in who}
    if PARTY in sides and not standing(story.now):
        story.tell(EncounterEnded(outcome="defeat", rules=("VAN-39",)))
    elif MONSTERS in sides and not groups(story.now):
        story.tell(EncounterEnded(outcome="victory", rules=("VAN-19", "VAN-24")))
    else:
        _go_on(story)


def _go_on(story: Story) -> None:
    """VAN-8, VAN-52: go on where the one that was waited for is gone, and ask anew what the party is asked."""
    waited = awaited(story.now)
    match waited:
        case Turn(who=who) if not story.who(who).alive:
            finish(story, who, passing=True)
        case Characters() if not yet_to_act(story.now):
            go_on_after_characters(story)
        case Monsters() if not next_groups(story.now):
            go_on_after_groups(story)
        case Mending() | Stances():
            ask_anew(story, "the party has changed")
        case Meeting() if outdated(story.now, story.now.decisions[-1]):
            vote_anew(story)
        case Turn() | Characters() | Monsters() | Meeting() | Setup() | Over():
            return
        case _:
            assert_never(waited)


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


def least(encounter: Encounter, waiting: Pending) -> Command | None:
    """Return the least that answers what is waited for; None once the encounter has ended."""
    waited = awaited(encounter)
    match waited:
        case Setup():
            return _start(encounter)
        case Meeting() | Stances():
            return voted(waited, PARTY)
        case Mending():
            return _mend(encounter, waiting.options[0])
        case Characters():
            return do.Pass(who=waiting.options[0])
        case Turn(who=who):
            return do.Pass(who=who)
        case Monsters():
            return _act(encounter)
        case Over():
            return None
        case _:
            assert_never(waited)


def voted(asked: Meeting | Stances, by: str) -> Command:
    """Return the least that the party, or a voter of it, can say."""
    match asked:
        case Meeting():
            return do.ChooseEngagement(by=by, choice="attack")
        case Stances():
            return do.ReadyRound(by=by)
        case _:
            assert_never(asked)


def _start(encounter: Encounter) -> Command:
    """Return the start, or the end of what cannot start."""
    by = encounter.referee or ""
    return do.Start(by=by) if why_not_to_start(Story(encounter, NoDice())) is None else do.EndEncounter(by=by)


def _mend(encounter: Encounter, who: str) -> Command:
    return do.MovePosition(who=who, to="front" if encounter.combatants[who].at == "rear" else "rear")


def _act(encounter: Encounter) -> Command:
    """Return the turn of the next group, with the first choices where a house rule leaves some to the referee."""
    body = example(next(monsters(encounter)))
    targets, order = (tuple(body[name]) if name in body else None for name in ("targets", "order"))
    return do.MonstersAct(by=body["by"], group=body["group"], targets=targets, order=order)


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
