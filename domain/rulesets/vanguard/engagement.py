"""Engagement: the party attacks, talks, or sneaks past (VAN-1..6)."""

from __future__ import annotations

from domain.events import DecisionLapsed, DecisionOpened, DeclarationMade, EncounterEnded, OutcomeResolved
from domain.facts import facts_of
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard import commands as do
from domain.rulesets.vanguard.guards import must_wait_for
from domain.rulesets.vanguard.positions import formation_order, groups
from domain.rulesets.vanguard.questions import Meeting
from domain.rulesets.vanguard.sheets import MOODS, PARTY, settings_of, sheet_of, values_of
from domain.rulesets.vanguard.turns import begin_combat
from domain.rulesets.vanguard.voting import (
    asked_of,
    declare,
    elected,
    must_speak,
    must_vote_once,
    votes_count,
    votes_so_far,
)
from domain.story import Story

RULES = {"attack": "VAN-1", "talk": "VAN-2", "sneak": "VAN-3", "leave": "VAN-2"}
"""The rule of each way of meeting monsters."""


def ask(story: Story, *choices: str) -> None:
    """VAN-1, VAN-2, VAN-3: ask the party how it meets the monsters."""
    put_to_the_party(story, choices, {})


def put_to_the_party(story: Story, choices: tuple[str, ...], votes: dict[str, str]) -> None:
    """N-G42: ask the leader, or whoever has not voted yet."""
    rules = ("VAN-1", "VAN-2", "VAN-3")
    owner, kept = asked_of(story.now, votes)
    story.tell(DecisionOpened(kind="engagement", owner=owner, options=choices, context=facts_of(kept), rules=rules))


def ask_anew(story: Story) -> None:
    """N-G42: take the vote from its beginning, for others vote now."""
    asked = story.now.decisions[-1]
    story.tell(DecisionLapsed(kind=asked.kind, owner=asked.owner, reason="the party has changed", rules=("VAN-1",)))
    put_to_the_party(story, tuple(map(str, asked.options)), {})


def choose_engagement(story: Story, command: do.ChooseEngagement) -> None:
    """VAN-1, VAN-2, VAN-3: the party attacks at once, talks to the monsters, or sneaks past them."""
    must_speak(story.now, command.by, "choose how to meet the monsters", "VAN-1")
    waiting = must_wait_for(story.now, command.by, f"choose to {command.choice}", (Meeting,), "VAN-1")
    if command.choice not in waiting.options:
        talked = command.choice == "talk"
        why = "it has talked to them" if talked else "it can leave only monsters that talk has left wary"
        message = f"The party cannot {command.choice}: {why}."
        raise Refused("already_talked" if talked else "wrong_phase", message, rule="VAN-2", pending=waiting)
    if votes_count(story.now):
        vote(story, command, waiting)
    else:
        chosen(story, command.choice)


def vote(story: Story, command: do.ChooseEngagement, waiting: Pending) -> None:
    """N-G42: a player votes; once it is decided the party does what most voted for."""
    must_vote_once(story.now, command.by, "VAN-1", waiting)
    votes = {**votes_so_far(story.now), command.by: command.choice}
    parameters = {"choice": command.choice}
    story.tell(DeclarationMade(who=command.by, kind="vote", parameters=parameters, rules=(RULES[command.choice],)))
    choice = elected(story.now, votes, waiting.options)
    if choice is None:
        put_to_the_party(story, waiting.options, votes)
    else:
        declare(story, votes, choice, RULES[choice])
        chosen(story, choice)


def chosen(story: Story, choice: str) -> None:
    """VAN-1, VAN-2, VAN-3: the party does what it has chosen."""
    story.tell(DeclarationMade(who=PARTY, kind="engagement", parameters={"choice": choice}, rules=(RULES[choice],)))
    match choice:
        case "attack":
            begin_combat(story)
        case "talk":
            talk(story)
        case "sneak":
            sneak(story)
        case _:
            story.tell(EncounterEnded(outcome="left", rules=("VAN-5",)))


def talk(story: Story) -> None:
    """VAN-5: the monsters' reaction is rolled, once for all of them, on the table of the first group (N-G6)."""
    first = groups(story.now)[0]
    table = settings_of(story.now).reaction_table
    moods = values_of(first).reaction or (MOODS if table == "data" else table)
    mood = moods[story.total(story.now.referee or "", "reaction", "1d6", "VAN-5") - 1]
    story.tell(OutcomeResolved(kind="reaction", who=first.id, result=mood, rules=("VAN-5",)))
    match mood:
        case "hostile":
            begin_combat(story)
        case "wary":
            ask(story, "attack", "sneak", "leave")
        case _:
            story.tell(EncounterEnded(outcome="parley", rules=("VAN-5",)))


def sneak(story: Story) -> None:
    """VAN-6: whoever has the worst quick die rolls it, or all do; it must exceed the highest alertness (N-G7)."""
    alertness = max(values_of(group).alertness for group in groups(story.now))
    sneaking = formation_order(story.now)
    if settings_of(story.now).sneak == "worst_quick":
        sneaking = [min(sneaking, key=lambda who: sheet_of(who).quick)]
    rolled = [story.total(who.id, "stealth", f"1d{sheet_of(who).quick}", "VAN-6") for who in sneaking]
    margin = min(rolled) - alertness
    result = "success" if margin > 0 else "failure"
    story.tell(
        OutcomeResolved(kind="stealth", who=PARTY, result=result, margin=margin, versus=alertness, rules=("VAN-6",))
    )
    if margin > 0:
        story.tell(EncounterEnded(outcome="sneaked_past", rules=("VAN-6",)))
    else:
        begin_combat(story, ambushed=settings_of(story.now).failed_sneak_ambush)
