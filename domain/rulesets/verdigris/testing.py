"""Tests and saves (V-G1..V-G3), and pushing a test (V-G30, V-G31): the chapter is not in the text, its defaults are.

A test is a pool of attribute, skill, gear, stress and bonus dice, a save one of save, armor and bonus dice. A six is a
success, and every success a level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from domain.encounter import Combatant, Encounter
from domain.events import DeclarationMade, DiceRolled, Facts, OutcomeResolved, ResourceChanged
from domain.rulesets.verdigris.commands import AcceptRoll, Push
from domain.rulesets.verdigris.guards import ask, must_be_able, must_be_open, not_now, refusal
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.standing import dice
from domain.rulesets.verdigris.steps import Agenda, OpenRoll, Tested, Throw, on_top
from domain.rulesets.verdigris.traits import Number, arm_of
from domain.story import Story
from domain.table.guards import known

Terms: TypeAlias = Mapping[str, int]
"""Dice by what gives or takes them."""
NOTHING: Terms = {}
LOSES_FIRST = ("bonus", "skill", "attr", "gear", "stress", "save", "armor", "quality")
"""V-G3: the order in which penalties take dice out of a pool."""
TERMS = ("attr", "skill", "gear", "stress", "bonus")
"""The terms of a test, in the order of its faces."""
TESTS = frozenset(
    {
        "attack",
        "opportunity_attack",
        "mount_attack",
        "grapple",
        "struggle",
        "leave_melee",
        "calm_mount",
        "order_mount",
    }
)
"""Declarations that lead to a test."""


def successes(encounter: Encounter) -> frozenset[int]:
    """V-G1: return the faces that are a success."""
    return frozenset({6}) if settings_of(encounter).success_on == 6 else frozenset({5, 6})


def stress_of(encounter: Encounter, one: Combatant) -> int:
    """V-G2: return the stress dice of a test; saves and tests of a table without stress have none."""
    return dice(one, "stress") if settings_of(encounter).stress_dice == "on" else 0


def hindered(encounter: Encounter, one: Combatant) -> Terms:
    """V-G40: return the dice that being entangled takes from one's own tests and one's Dodge."""
    return {"entangled": settings_of(encounter).entangled_penalty} if one.stacks("entangled") else {}


def lessened(terms: Terms, penalty: int) -> tuple[dict[str, int], int]:
    """V-G3: return the pool after a penalty, and how many dice that took."""
    left = dict(terms)
    taken = 0
    for name in LOSES_FIRST:
        lost = min(left.get(name, 0), penalty - taken)
        if lost > 0:
            left[name] -= lost
            taken += lost
    return left, taken


def pool(
    story: Story, by: str, purpose: str, terms: Terms, *rules: str, bonus: Terms = NOTHING, penalty: Terms = NOTHING
) -> DiceRolled:
    """V-G3: roll a pool with what helps and hinders it, as dice or, by house rule, as success levels."""
    faces, given, lost = successes(story.now), sum(bonus.values()), sum(penalty.values())
    stated = [*bonus.items(), *((name, -number) for name, number in penalty.items())]
    parts = {name: number for name, number in stated if number}
    rules = (*rules, *(["VER-66"] if "entangled" in parts else []))
    if settings_of(story.now).modifier_unit == "sl":
        return story.pool(by, purpose, dict(terms), *rules, successes=faces, mod=given - lost, parts=parts)
    left, taken = lessened({**terms, "bonus": given}, lost)
    return story.pool(by, purpose, left, *rules, successes=faces, penalty=taken, parts=parts)


def save(
    story: Story,
    one: Combatant,
    purpose: str,
    *rules: str,
    armor: int = 0,
    bonus: Terms = NOTHING,
    penalty: Terms = NOTHING,
) -> int:
    """V-G2: roll a save, and return its success levels."""
    named = {"save": dice(one, "dodge" if purpose == "dodge" else "withstand"), "armor": armor}
    return pool(story, one.id, purpose, named, *rules, bonus=bonus, penalty=penalty).sl or 0


def attempt(
    story: Story,
    one: Combatant,
    purpose: str,
    terms: Terms,
    agenda: Agenda,
    *rules: str,
    attribute: Number | None = None,
    weapon: str | None = None,
    bonus: Terms = NOTHING,
    penalty: Terms = NOTHING,
    leaning: tuple[str, ...] = (),
) -> Agenda:
    """Roll a test, and hand its result to the next step of the agenda; a player may push it first (V-G30).

    ``leaning`` are the rules of the bonus and the penalty, which the roll cites and the question does not.
    """
    every = {**terms, "stress": stress_of(story.now, one)}
    hindrance = {**penalty, **hindered(story.now, one)}
    rolled = pool(story, one.id, purpose, every, *rules, *leaning, bonus=bonus, penalty=hindrance)
    throw = Throw(
        who=one.id, faces=_by_term(rolled), mod=rolled.mod or 0, roll=rolled.roll, attribute=attribute, weapon=weapon
    )
    if not _may_be_pushed(story.now, one, throw):
        return _settled(story, throw, agenda)
    opened = OpenRoll(who=one.id, test=throw, then=agenda)
    ask(story, "push", one.controller or "", ("push", "accept_roll"), opened, *rules)
    return ()


def _by_term(rolled: DiceRolled) -> tuple[tuple[str, int], ...]:
    """Return the faces of a pool, each with the term it belongs to."""
    terms = [] if rolled.pool in (None, "0") else str(rolled.pool).split("+")
    names = [each.rstrip("0123456789") for each in terms]
    counts = [int(each[len(name) :]) for each, name in zip(terms, names, strict=True)]
    owners = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
    return tuple(zip(owners, rolled.faces, strict=True))


def _may_be_pushed(encounter: Encounter, one: Combatant, throw: Throw) -> bool:
    """V-G30: return whether this is a player's test, pushing is played, and there is a die to roll again."""
    if one.kind != "pc" or settings_of(encounter).pushing == "off":
        return False
    return settings_of(encounter).stress_dice == "on" or bool(_again(encounter, throw))


def _again(encounter: Encounter, throw: Throw) -> dict[str, int]:
    """V-G30: return the dice to be rolled again, by term: all but ones and successes, which stay."""
    stay = successes(encounter) | {1}
    return dict(Counter(name for name, face in throw.faces if face not in stay))


def _settled(story: Story, throw: Throw, agenda: Agenda) -> Agenda:
    """V-G31: a one on a stress die is recorded as a trigger of panic; then the result goes to the next step."""
    ones = sum(1 for name, face in throw.faces if name == "stress" and face == 1)
    if ones and settings_of(story.now).panic == "record":
        story.tell(
            OutcomeResolved(
                kind="panic_trigger",
                who=throw.who,
                result="recorded",
                roll=throw.roll,
                details={"ones": ones},
                rules=("VER-50",),
            )
        )
    first, *rest = agenda
    sixes, levels = [face for _, face in throw.faces].count(6), _levels(story.now, throw)
    waiting = replace(first, sl=levels, sixes=sixes, roll=throw.roll) if isinstance(first, Tested) else first
    return (waiting, *rest)


def _levels(encounter: Encounter, throw: Throw) -> int:
    """V-G1: return the success levels of a throw."""
    return max(0, sum(face in successes(encounter) for _, face in throw.faces) + throw.mod)


def push(story: Story, command: Push) -> Agenda:
    """V-G30: once per test, for a point of stress, roll again what shows neither a one nor a success."""
    opened = _open_roll(story.now, command, "push")
    story.tell(DeclarationMade(who=command.who, kind="push", rules=("VER-50",)))
    return _settled(story, _rolled_again(story, opened.test), opened.then)


def accept_roll(story: Story, command: AcceptRoll) -> Agenda:
    """V-G30: leave the roll as it fell."""
    opened = _open_roll(story.now, command, "accept the roll")
    story.tell(DeclarationMade(who=command.who, kind="accept_roll", rules=("VER-50",)))
    return _settled(story, opened.test, opened.then)


def _open_roll(encounter: Encounter, command: Push | AcceptRoll, deed: str) -> OpenRoll:
    """VER-50, VER-40: return the roll that may be pushed; refuses a mount's, and naming an area after the roll."""
    one = known(encounter, command.who, "VER-50")
    must_be_able(encounter, one, deed)
    must_be_open(encounter, command.decision, "VER-50")
    opened = on_top(encounter, OpenRoll)
    if opened is None:
        raise _nothing_to_push(encounter, command.who, deed)
    if opened.who != command.who:
        raise not_now(encounter, command.who, deed, {one.controller or ""}, "VER-50")
    if command.called_shot is not None:
        message = f"{command.who} cannot name an area now: a called shot is declared before the roll."
        raise refusal(encounter, "too_late", message, "VER-40")
    return opened


def _nothing_to_push(encounter: Encounter, who: str, deed: str) -> Exception:
    """VER-50: return why there is no roll to push: the last test of the turn was a mount's, or there was none."""
    tests = [each for each in encounter.deeds if each.kind in TESTS]
    if tests and tests[-1].kind == "mount_attack":
        return refusal(encounter, "not_pushable", f"{who} cannot {deed}: a mount's roll cannot be pushed.", "VER-50")
    return refusal(encounter, "no_trigger", f"{who} cannot {deed}: no roll is open.", "VER-50")


def _rolled_again(story: Story, throw: Throw) -> Throw:
    """V-G30: stress rises, the dice are rolled with one more stress die, and ones wear attribute and weapon."""
    one = story.who(throw.who)
    stress = dice(one, "stress")
    story.tell(
        ResourceChanged(who=one.id, resource="stress", before=stress, after=stress + 1, why="push", rules=("VER-50",))
    )
    again = _again(story.now, throw)
    if settings_of(story.now).stress_dice == "on":
        again["stress"] = again.get("stress", 0) + 1
    terms = {name: again[name] for name in TERMS if name in again}
    rolled = story.pool(one.id, "push", terms, "VER-50", successes=successes(story.now))
    stay = successes(story.now) | {1}
    kept = (each for each in throw.faces if each[1] in stay)
    final = replace(throw, faces=(*kept, *_by_term(rolled)), roll=rolled.roll or throw.roll)
    told: Facts = {"sl": _levels(story.now, final)}
    story.tell(OutcomeResolved(kind="push", who=one.id, result="pushed", details=told, rules=("VER-50",)))
    _worn(story, one.id, final)
    return final


def _worn(story: Story, who: str, final: Throw) -> None:
    """V-G30: a one on an attribute die takes a point of that attribute, one on a gear die a point of the bonus."""
    ones = Counter(name for name, face in final.faces if face == 1)
    attribute, weapon = final.attribute, final.weapon
    if ones["attr"] and attribute:
        _lowered(story, who, attribute, dice(story.who(who), attribute), ones["attr"])
    if ones["gear"] and weapon:
        listed = next(arm_of(one).bonus for one in story.now.carried(who, "hand", "natural") if one.id == weapon)
        name = f"{weapon}_bonus"
        _lowered(story, who, name, story.who(who).resources.get(name, listed), ones["gear"])


def _lowered(story: Story, who: str, resource: str, before: int, by: int) -> None:
    story.tell(
        ResourceChanged(
            who=who, resource=resource, before=before, after=max(0, before - by), why="ones", rules=("VER-50",)
        )
    )
