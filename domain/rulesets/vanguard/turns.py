"""Rounds and turns: the characters first, then the monsters, one action each (VAN-7..9)."""

from __future__ import annotations

from domain.events import (
    DecisionOpened,
    DeclarationMade,
    EncounterEnded,
    OrderSet,
    PhaseChanged,
    ResourceChanged,
    RoundEnded,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from domain.facts import facts_of
from domain.rulesets.vanguard.guards import next_groups, yet_to_act
from domain.rulesets.vanguard.positions import go, groups, menders, standing
from domain.rulesets.vanguard.questions import Stances
from domain.rulesets.vanguard.sheets import MONSTERS, PARTY, settings_of
from domain.rulesets.vanguard.voting import asked_of
from domain.story import Story

STANCES = ("aggressive", "defensive", "neutral")


def begin_combat(story: Story, *, ambushed: bool = False) -> None:
    """VAN-4: the fight begins with its first round; after a failed sneak the monsters may be first (N-G8)."""
    story.tell(PhaseChanged(origin="engagement", to="combat", rules=("VAN-4",)))
    if ambushed:
        story.tell(OrderSet(basis="failed_sneak", first=MONSTERS, round=1, rules=("VAN-6",)))
    begin_round(story, 1, "VAN-4")


def begin_round(story: Story, number: int, rule: str) -> None:
    """VAN-7: a round begins; rear groups may step forward (N-G20), the party mends its formation, chooses stances."""
    story.tell(RoundStarted(round=number, rules=(rule,)))
    if settings_of(story.now).empty_front == "rear_advances" and not groups(story.now, "front"):
        for group in groups(story.now):
            go(story, group.id, "front", "VAN-40")
    mend_or_choose(story)


def mend_or_choose(story: Story) -> None:
    """VAN-46, VAN-52: ask for the next step that mends the formation; once it is whole, ask for the stances."""
    if able := menders(story.now):
        story.tell(DecisionOpened(kind="formation", owner=PARTY, options=able, rules=("VAN-52",)))
        return
    ask_for_stances(story, {})


def ask_for_stances(story: Story, ready: dict[str, str]) -> None:
    """VAN-46, N-G42: ask for the stances of the front guard, until the party is ready, or most of its players are."""
    choosing = tuple(who.id for who in standing(story.now, "front"))
    owner, vote = asked_of(story.now, ready)
    asked = DecisionOpened(
        kind="stance",
        owner=owner,
        options=STANCES,
        context=facts_of(Stances(choosing=choosing, voters=vote.voters, votes=vote.votes)),
        rules=("VAN-46",),
    )
    story.tell(asked)


def monsters_first(story: Story) -> bool:
    """N-G8: return whether this is the round of an ambush, in which the monsters act before the characters."""
    return story.now.round == 1 and story.now.first == MONSTERS


def begin_parts(story: Story) -> None:
    """VAN-7: after the stances the characters act, all of them, before any monster."""
    first = MONSTERS if monsters_first(story) else "characters"
    story.tell(PhaseChanged(origin="stances", to=first, rules=("VAN-7",)))


def act(story: Story, declared: DeclarationMade) -> None:
    """VAN-9: a turn is one action, or as many as a house rule gives (N-G3); every one is declared before any roll."""
    who, actions = declared.who, settings_of(story.now).actions_per_turn
    if story.now.turn != who:
        story.tell(TurnStarted(who=who, budgets={"action": actions} if actions > 1 else {}, rules=("VAN-9",)))
    story.tell(declared)
    if actions > 1:
        left = story.who(who).resources["action"]
        spent = ResourceChanged(
            who=who, resource="action", before=left, after=left - 1, why=declared.kind, rules=("VAN-9",)
        )
        story.tell(spent)


def finish(story: Story, who: str, *, passing: bool = False) -> None:
    """VAN-9: the turn is over once nothing is left of it; VAN-8: after the last character the monsters act."""
    won = not groups(story.now)
    if settings_of(story.now).actions_per_turn > 1 and story.who(who).resources["action"] and not (won or passing):
        return
    story.tell(TurnEnded(who=who, rules=("VAN-9",)))
    if won:
        story.tell(EncounterEnded(outcome="victory", rules=("VAN-19", "VAN-24")))
    elif not yet_to_act(story.now):
        go_on_after_characters(story)


def go_on_after_characters(story: Story) -> None:
    """VAN-8: the monsters act, or the round is over where they have."""
    if monsters_first(story):
        end_round(story)
    else:
        story.tell(PhaseChanged(origin="characters", to="monsters", rules=("VAN-8",)))


def finish_group(story: Story, group: str, why: tuple[str, str] | None = None) -> None:
    """VAN-8: after the last group the round is over; VAN-39: with the last character fallen the fight is.

    ``why`` is the reason, and its rule, why some of the group did not attack.
    """
    reason, *rules = why or (None,)
    story.tell(TurnEnded(who=group, reason=reason, rules=("VAN-35", *rules)))
    if not standing(story.now):
        story.tell(EncounterEnded(outcome="defeat", rules=("VAN-39",)))
    elif not next_groups(story.now):
        go_on_after_groups(story)


def go_on_after_groups(story: Story) -> None:
    """VAN-8: the round is over, or the characters act where the monsters were first."""
    if monsters_first(story):
        story.tell(PhaseChanged(origin="monsters", to="characters", rules=("VAN-7",)))
    else:
        end_round(story)


def end_round(story: Story) -> None:
    """VAN-8: the round is over, and the next one begins."""
    number = story.now.round or 0
    story.tell(RoundEnded(round=number, rules=("VAN-8",)))
    begin_round(story, number + 1, "VAN-8")
