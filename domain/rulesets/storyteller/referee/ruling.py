"""What the storyteller rules: modifiers, cover, shots, effects, activities, who is hostile (STO-39, STO-44, STO-99)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain.encounter import Encounter
from domain.events import ConditionEnded, RulingMade
from domain.places.grid import Grid
from domain.refusals import Refused
from domain.rulesets.storyteller.abilities import use_as_ruled
from domain.rulesets.storyteller.attack.aiming import pair_of, waiting_pair
from domain.rulesets.storyteller.attack.attacking import shoot_as_ruled
from domain.rulesets.storyteller.attack.effects import put_under
from domain.rulesets.storyteller.commands import Rule
from domain.rulesets.storyteller.guards import asked_first, must_be_able, must_stand, pending
from domain.rulesets.storyteller.order.spending import must_have, spend
from domain.rulesets.storyteller.order.surprise import ask_for_stealth
from domain.rulesets.storyteller.questions import AskedToRule, Question, asked_in
from domain.rulesets.storyteller.referee.board_changes import linked
from domain.rulesets.storyteller.words import WORDS
from domain.story import Story
from domain.table.guards import known, must_be_the_referee
from domain.table.words import Vocabulary, plain, together

STANDING = ("situation", "cover", "relation")
"""What may be ruled on while something else waits for an answer."""

ASKED = ("stealth_roller", "reaction")
"""What is ruled on only where somebody waits for it."""

FIELDS: dict[str, tuple[frozenset[str], frozenset[str], str]] = {
    "situation": (frozenset({"attacker", "target", "mode"}), frozenset({"source"}), "STO-44"),
    "cover": (frozenset({"attacker", "target", "level"}), frozenset({"source"}), "STO-109"),
    "zone_shot": (frozenset({"value"}), frozenset({"pair"}), "STO-99"),
    "effect": (frozenset({"who", "value"}), frozenset(), "STO-44"),
    "effect_over": (frozenset({"who", "value"}), frozenset(), "STO-44"),
    "activity": (frozenset({"who", "value", "cost"}), frozenset({"link", "state", "turns", "reason"}), "STO-39"),
    "relation": (frozenset({"attacker", "target", "value"}), frozenset(), "STO-63"),
    "stealth_roller": (frozenset({"value"}), frozenset(), "STO-10"),
    "reaction": (frozenset({"value"}), frozenset(), "STO-32"),
}
"""By subject, the fields that a ruling states, those it may state, and its rule."""

VALUES = {
    "zone_shot": ("allowed", "disadvantage", "refused"),
    "reaction": ("allowed", "refused"),
    "relation": ("hostile", "friendly"),
}
"""Of the subjects whose value is one of a list, the list."""

ALL = (
    "who",
    "value",
    "attacker",
    "target",
    "mode",
    "level",
    "source",
    "pair",
    "cost",
    "link",
    "state",
    "turns",
    "reason",
)


def rule(story: Story, command: Rule) -> None:
    """STO-44: the storyteller rules; whatever waits for this ruling goes on."""
    command = _as_read(story.now, command)
    stated = _stated(story.now, command)
    rests_on = FIELDS[command.subject][2]
    for name in ("who", "attacker", "target"):
        if name in stated:
            known(story.now, stated[name], rests_on)
    must_be_the_referee(story.now, command.by, "rule", rests_on)
    asked = _must_be_time(story.now, command, rests_on)
    _must_make_sense(story.now, command, rests_on)
    if command.subject in CHECKS:
        CHECKS[command.subject](story.now, command, asked)
    parameters = {name: value for name, value in stated.items() if name != "value"}
    story.tell(
        RulingMade(
            by=command.by, subject=command.subject, value=command.value, parameters=parameters, rules=(rests_on,)
        )
    )
    if command.subject in FOLLOWS:
        FOLLOWS[command.subject](story, command, asked)


def _as_read(encounter: Encounter, command: Rule) -> Rule:
    """STO-44. Return a ruling with its word as the rules have it; refuses a condition that nobody knows."""
    value = command.value
    if value is None:
        return command
    if command.subject in VALUES and plain(value) in VALUES[command.subject]:
        return replace(command, value=plain(value))
    if command.subject not in ("effect", "effect_over") or _is_under(encounter, command):
        return command
    words = Vocabulary(known=together(WORDS, encounter.words), rule="STO-44")
    return replace(command, value=words.word("conditions", value, f"{command.by} cannot rule on"))


def _is_under(encounter: Encounter, command: Rule) -> bool:
    """Return whether somebody is under a condition by that very name."""
    who = encounter.combatants.get(command.who or "")
    return who is not None and who.under(str(command.value))


def _stated(encounter: Encounter, command: Rule) -> dict[str, Any]:
    """Return what a ruling states; refuses one that leaves out what its subject needs, or says more."""
    stated = {name: value for name in ALL if (value := getattr(command, name)) is not None}
    needed, may, rests_on = FIELDS[command.subject]
    if not needed <= stated.keys() <= needed | may:
        more = f", and may state {', '.join(sorted(may))}" if may else ""
        message = f"A ruling on {command.subject} states {', '.join(sorted(needed))}{more}."
        raise Refused("invalid_value", message, rule=rests_on, pending=pending(encounter))
    return stated


def _must_be_time(encounter: Encounter, command: Rule, rests_on: str) -> AskedToRule | None:
    """Return the question that this ruling answers, if it does; refuses what is not to be ruled on now."""
    asked = asked_in(encounter)
    if isinstance(asked, AskedToRule) and asked.subject == command.subject:
        return asked
    if encounter.round is None:
        early = command.subject == "relation" and asked is None
    else:
        early = not isinstance(asked, Question) or command.subject in STANDING
    if early and command.subject not in ASKED:
        return None
    cannot = f"{command.by} cannot rule on {command.subject}"
    if isinstance(asked, Question):
        raise asked_first(encounter, asked, cannot, command.by)
    raise Refused("wrong_phase", f"{cannot} now: nothing asks for it.", rule=rests_on, pending=pending(encounter))


def _must_make_sense(encounter: Encounter, command: Rule, rests_on: str) -> None:
    """Refuse a value that the subject has not, a pair that is none, and a ruling on somebody and themselves."""
    allowed = VALUES.get(command.subject)
    if allowed is not None and command.value not in allowed:
        message = f"A ruling on {command.subject} is {', '.join(allowed[:-1])} or {allowed[-1]}, not {command.value}."
        raise Refused("invalid_value", message, rule=rests_on, pending=pending(encounter))
    if command.attacker is not None and command.attacker == command.target:
        message = f"A ruling on {command.subject} names two, not {command.attacker} twice."
        raise Refused("invalid_value", message, rule=rests_on, pending=pending(encounter))


def _check_shot(encounter: Encounter, command: Rule, asked: AskedToRule | None) -> None:
    """STO-99. Refuse a ruling on shots where there are no zones, and one for nobody's shot and no pair of zones."""
    on_pair = command.pair is not None
    if isinstance(encounter.board, Grid) or (on_pair and not pair_of(encounter.zones, str(command.pair))):
        message = "A ruling on shots is for two zones, with a dash between their names."
        raise Refused("invalid_value", message, rule="STO-99", pending=pending(encounter))
    if asked is not None and on_pair:
        here, there = waiting_pair(encounter, asked)
        if {here, there} != set(pair_of(encounter.zones, str(command.pair))):
            message = f"{command.by} cannot rule on {command.pair} now: the shot from {here} to {there} waits."
            raise Refused("illegal_target", message, rule="STO-99", pending=pending(encounter))
    if asked is None and not on_pair:
        message = f"{command.by} cannot rule on a shot: nobody waits for it, and no pair of zones is named."
        raise Refused("wrong_phase", message, rule="STO-99", pending=pending(encounter))


def _check_effect(encounter: Encounter, command: Rule, _: AskedToRule | None) -> None:
    """STO-44. Refuse an effect on the dead, and the end of one that is not there."""
    who = known(encounter, str(command.who), "STO-44")
    if command.subject == "effect":
        must_stand(encounter, who, "come under an effect", "STO-44")
    elif not who.under(str(command.value)):
        message = f"{who.id} is not {command.value}."
        raise Refused("invalid_value", message, rule="STO-44", pending=pending(encounter))
    if command.value in KEPT:
        message = f"{command.value} comes and goes with the space and the turn, and not by a ruling."
        raise Refused("invalid_value", message, rule="STO-44", pending=pending(encounter))


KEPT = ("squeezing", "surprised")
"""Conditions that follow from where one stands and when."""


def _check_activity(encounter: Encounter, command: Rule, asked: AskedToRule | None) -> None:
    """STO-39. Refuse an activity of somebody who cannot, or has not what it costs, and a change of no link."""
    who = known(encounter, str(command.who), "STO-39")
    if asked is not None and asked.who != who.id:
        message = f"{command.by} cannot rule on {who.id}'s activity: {asked.who} has asked."
        raise Refused("illegal_target", message, rule="STO-39", pending=pending(encounter))
    must_stand(encounter, who, str(command.value), "STO-39")
    if command.cost not in (None, "none"):
        must_be_able(encounter, who, str(command.value), "STO-39")
        must_have(encounter, who, str(command.cost), str(command.value), "STO-39")
    if (command.link is None) != (command.state is None):
        message = "A change of a link states the link and its state."
        raise Refused("invalid_value", message, rule="STO-106", pending=pending(encounter))
    if command.link is not None:
        linked(encounter, command.by, command.link, str(command.state), command.turns, command.reason)


def _check_roller(encounter: Encounter, command: Rule, asked: AskedToRule | None) -> None:
    """S-G9. Refuse a roller who does not hide."""
    if asked is None or command.value not in asked.hiding:
        message = f"{command.value} is none of those who hide."
        raise Refused("illegal_target", message, rule="STO-10", pending=pending(encounter))


CHECKS: dict[str, Callable[[Encounter, Rule, AskedToRule | None], None]] = {
    "zone_shot": _check_shot,
    "effect": _check_effect,
    "effect_over": _check_effect,
    "activity": _check_activity,
    "stealth_roller": _check_roller,
}


def _waiting(story: Story, command: Rule, asked: AskedToRule | None) -> None:
    """STO-32, STO-99, STO-103: the shot, spell or reaction that waits is made as ruled, or lapses."""
    if asked is not None:
        follows = use_as_ruled if asked.attack is None else shoot_as_ruled
        follows(story, asked, str(command.value))


def _effect(story: Story, command: Rule, _: AskedToRule | None) -> None:
    """STO-44: somebody comes under an effect, or gets rid of it."""
    who, condition = str(command.who), str(command.value)
    if command.subject == "effect":
        put_under(story, who, condition, "ruling", "STO-44")
    else:
        story.tell(ConditionEnded(to=who, condition=condition, reason="ruling", rules=("STO-44",)))


def _activity(story: Story, command: Rule, _: AskedToRule | None) -> None:
    """STO-39, STO-106: an activity costs what the storyteller says, and may link zones again."""
    if command.cost not in (None, "none"):
        spend(story, str(command.who), str(command.cost), "activity", "STO-39")
    if command.link is not None:
        story.tell(linked(story.now, command.by, command.link, str(command.state), command.turns, command.reason))


def _roller(story: Story, command: Rule, asked: AskedToRule | None) -> None:
    """S-G9: one of those who hide rolls for all."""
    hiding = asked.hiding if asked is not None else ()
    ask_for_stealth(story, (str(command.value),), hiding)


FOLLOWS: dict[str, Callable[[Story, Rule, AskedToRule | None], None]] = {
    "zone_shot": _waiting,
    "reaction": _waiting,
    "effect": _effect,
    "effect_over": _effect,
    "activity": _activity,
    "stealth_roller": _roller,
}
