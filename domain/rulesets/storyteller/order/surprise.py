"""Surprise, creature by creature (STO-4, STO-9 to STO-12)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import ConditionApplied, DecisionOpened, OutcomeResolved, PhaseChanged, SurpriseSet
from domain.facts import facts_of
from domain.refusals import Refused
from domain.rulesets.storyteller.actors import foes, sides_left, stealth, unaware
from domain.rulesets.storyteller.commands import DetermineSurprise, Open, RollStealth
from domain.rulesets.storyteller.guards import must_be_in, must_control, must_stand, pending
from domain.rulesets.storyteller.questions import AskedToRule, Hiding, Setup, Surprise
from domain.rulesets.storyteller.settings import settings_of
from domain.story import Story
from domain.table.guards import known, must_be_the_referee
from domain.table.voices import owner_of


def open_fight(story: Story, command: Open) -> None:
    """STO-4: everybody is there; the first step is to determine surprise."""
    must_be_the_referee(story.now, command.by, "open the fight", "STO-4")
    must_be_in(story.now, (Setup,), command.by, "open the fight", "STO-4")
    if len(sides_left(story.now)) < 2:
        message = "The fight cannot be opened: fewer than two sides have anybody active."
        raise Refused("invalid_value", message, rule="STO-2", pending=pending(story.now))
    story.tell(PhaseChanged(origin="setup", to="surprise", rules=("STO-4",)))


def determine_surprise(story: Story, command: DetermineSurprise) -> None:
    """STO-9, STO-10: nobody hides and nobody is surprised, or those who hide roll against passive scores."""
    hiders = [known(story.now, who, "STO-10") for who in command.hiding]
    if len(set(command.hiding)) < len(hiders):
        message = "The same combatant cannot hide twice."
        raise Refused("invalid_value", message, rule="STO-10", pending=pending(story.now))
    must_be_the_referee(story.now, command.by, "determine surprise", "STO-4")
    for hider in hiders:
        must_stand(story.now, hider, "hide", "STO-10")
    must_be_in(story.now, (Surprise,), command.by, "determine surprise", "STO-4")
    if not hiders:
        story.tell(SurpriseSet(surprised=(), basis="nobody_hiding", rules=("STO-4", "STO-9")))
        _go_on(story)
    elif len(hiders) > 1 and settings_of(story.now).stealth_group == "one_roll":
        _ask_for_the_roller(story, command.hiding)
    else:
        ask_for_stealth(story, command.hiding, command.hiding)


def _ask_for_the_roller(story: Story, hiding: tuple[str, ...]) -> None:
    """S-G9: a group hides with one roll, and the storyteller names who rolls it."""
    context = facts_of(AskedToRule(subject="stealth_roller", hiding=hiding))
    owner = str(story.now.referee)
    story.tell(DecisionOpened(kind="ruling", owner=owner, options=hiding, context=context, rules=("STO-10",)))


def ask_for_stealth(story: Story, rollers: tuple[str, ...], hiding: tuple[str, ...]) -> None:
    """STO-10: whoever plays those who hide rolls their Agility (Stealth) checks."""
    context = facts_of(Hiding(rollers=rollers, hiding=hiding))
    owner = owner_of(story.now, rollers)
    story.tell(DecisionOpened(kind="stealth", owner=owner, options=rollers, context=context, rules=("STO-10",)))


def roll_stealth(story: Story, command: RollStealth) -> None:
    """STO-10 to STO-12: a stealth total against the passive score of each creature; the last one settles surprise."""
    who = known(story.now, command.who, "STO-10")
    must_control(story.now, command.by, who, "roll stealth", "STO-10")
    must_be_in(story.now, (Hiding,), command.by, "roll stealth", "STO-10")
    top = story.now.decisions[-1]
    if who.id not in top.options:
        message = f"{who.id} cannot roll stealth: nobody waits for that roll."
        raise Refused("already_acted", message, rule="STO-10", pending=pending(story.now))
    rolled = story.roll(who.id, "stealth", "3d6", "STO-1", "STO-10", mod=stealth(who))
    total = rolled.total or 0
    say_who_notices(story, who, total, "STO-11", "STO-12")
    if len(top.options) > 1:
        return
    asked = top.step(Hiding)
    totals = {**dict(asked.rolled), who.id: total}
    _settle(story, {hider: totals.get(hider, total) for hider in asked.hiding})


def say_who_notices(story: Story, who: Combatant, total: int, *rules: str) -> list[str]:
    """STO-10: a stealth total against the passive score of each enemy. Return those who do not notice."""
    observers = foes(story.now, who)
    missed = unaware(story.now, total, observers)
    names = missed or [observer.id for observer in observers]
    result = "unnoticed" if missed else "noticed"
    resolved = OutcomeResolved(
        kind="stealth", who=who.id, result=result, details={"by": names}, rules=("STO-10", *rules)
    )
    story.tell(resolved)
    return missed


def _settle(story: Story, totals: dict[str, int]) -> None:
    """STO-11, STO-12: whoever notices no threat at all is surprised, each for themselves."""
    surprised = tuple(
        who.id for who in story.now.combatants.values() if who.alive and _taken_unawares(story.now, who, totals)
    )
    story.tell(SurpriseSet(surprised=surprised, basis="stealth", rules=("STO-11", "STO-12")))
    for each in surprised:
        applied = ConditionApplied(to=each, condition="surprised", until="first_turn_end", rules=("STO-11", "STO-13"))
        story.tell(applied)
    _go_on(story)


def _taken_unawares(encounter: Encounter, who: Combatant, totals: dict[str, int]) -> bool:
    """STO-11, S-G9. Return whether somebody has threats, all of them hide, and none is noticed."""
    threats = [foe.id for foe in foes(encounter, who)]
    return bool(threats) and all(threat in totals and unaware(encounter, totals[threat], [who]) for threat in threats)


def _go_on(story: Story) -> None:
    story.tell(PhaseChanged(origin="surprise", to="positions", rules=("STO-4", "STO-5")))
