"""Rulings of the referee (VER-11, VER-19, VER-43, VER-60..62, VER-80), and the other words at the table.

A ruling changes what its parameters name, never what its value may mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from domain.encounter import Encounter, Turn
from domain.events import (
    ConditionApplied,
    ConditionEnded,
    EncounterEnded,
    Facts,
    ItemMoved,
    ResourceChanged,
    RulingMade,
)
from domain.items import Carried
from domain.rulesets.verdigris.attack.damage import hurt, restore
from domain.rulesets.verdigris.attack.free_attacks import may_strike, window
from domain.rulesets.verdigris.commands import EndEncounter, Rule
from domain.rulesets.verdigris.guards import refusal
from domain.rulesets.verdigris.movement.mounts import held, ways_out
from domain.rulesets.verdigris.sheets import ENEMIES, PARTY, settings_of
from domain.rulesets.verdigris.standing import able, melee_of
from domain.rulesets.verdigris.steps import Agenda, AskedToRule, Bolted, Choice, Initiative, Startled, asked_in, on_top
from domain.rulesets.verdigris.traits import arm_of, is_weapon, sheet_of
from domain.rulesets.verdigris.turn_order import ask_for_initiative, players, surprise
from domain.rulesets.verdigris.words import known_in
from domain.story import Story
from domain.table import speech
from domain.table.commands import Say
from domain.table.guards import known, must_be_the_referee
from domain.table.words import SLIP, Vocabulary, nearest, plain

WINDOWS = frozenset({"called_shot", "bolt", "untrained_mount", "initiative_roller"})
"""Subjects that are ruled on only when they are asked about."""
CALM = (Turn, Choice, Initiative, AskedToRule)
"""Questions over which a ruling may change things: nothing is in the middle of happening."""
RULES = {
    "surprise": "VER-11",
    "penalty": "VER-19",
    "bonus": "VER-19",
    "opportunity_attack": "VER-62",
    "called_shot": "VER-43",
    "bolt": "VER-47",
    "untrained_mount": "VER-47",
    "initiative_roller": "VER-8",
    "inventory": "VER-80",
    "friendly_attack": "VER-26",
}
"""The rule that leaves a subject to the referee; any other is VER-80's."""
PLACES = frozenset({"hand", "belt", "pack", "arm"})


def rule(story: Story, command: Rule) -> Agenda:
    """VER-43, VER-62, VER-80: the referee rules, and what the ruling names follows."""
    encounter = story.now
    command = _as_read(encounter, command)
    rests_on = RULES.get(command.subject, "VER-80")
    _must_be_well_put(encounter, command, rests_on)
    must_be_the_referee(encounter, command.by, "rule", rests_on)
    _must_be_asked(encounter, command, rests_on)
    if command.subject in SUBJECTS:
        SUBJECTS[command.subject](encounter, command)
    agenda = _answered(encounter, command)
    story.tell(
        RulingMade(
            by=command.by,
            subject=command.subject,
            value=command.value,
            parameters=_parameters(command),
            rules=(rests_on,),
        )
    )
    return _follows(story, command, agenda)


def _as_read(encounter: Encounter, command: Rule) -> Rule:
    """VER-42, VER-80: return a ruling with its words as the rules have them; refuses those that nobody knows.

    Any other subject is the referee's own, but one that is nearly a subject of the rules is a slip of the pen.
    """
    subject = plain(command.subject)
    like = nearest(subject, RULES, SLIP)
    if subject not in RULES and like is not None:
        message = f"{command.by} cannot rule on {command.subject!r}: is {like} meant? Else name it otherwise."
        raise refusal(encounter, "invalid_value", message, RULES[like])
    return replace(
        command,
        subject=subject if subject in RULES else command.subject,
        condition=_condition(encounter, command, command.condition),
        ends=_condition(encounter, command, command.ends),
    )


def _condition(encounter: Encounter, command: Rule, word: str | None) -> str | None:
    """VER-42, VER-80: return a condition as it is kept, or as somebody is under it already."""
    one = encounter.combatants.get(command.who or "")
    if word is None or (one is not None and one.under(word)):
        return word
    words = Vocabulary(known=known_in(encounter.words, settings_of(encounter)), rule="VER-80")
    return words.word("conditions", word, f"{command.by} cannot rule on")


def _parameters(command: Rule) -> Facts:
    names = ("who", "target", "item", "origin", "to", "condition", "ends", "heal", "damage")
    named = {"from" if name == "origin" else name: getattr(command, name) for name in names}
    return {name: value for name, value in named.items() if value is not None}


def _must_be_well_put(encounter: Encounter, command: Rule, rests_on: str) -> None:
    """Refuse names nobody has, and changes that are only half named."""
    for who in (command.who, command.target):
        if who is not None:
            known(encounter, who, rests_on)
    moves = [each is not None for each in (command.item, command.origin, command.to)]
    if command.subject != "untrained_mount" and any(moves) and not all(moves):
        raise _unclear(encounter, command, "to move something, name item, from and to", rests_on)
    if all(moves):
        _must_lie_there(encounter, command, rests_on)
    changes = (command.condition, command.ends, command.heal, command.damage)
    if any(each is not None for each in changes) and command.who is None:
        raise _unclear(encounter, command, "say who is under the condition, healed or hurt", rests_on)
    if command.who and command.ends == "afoot" and not _may_mount(encounter, command.who):
        raise _unclear(encounter, command, f"{command.who} has no mount beside them", rests_on)
    if command.who and command.damage and encounter.combatants[command.who].gone:
        raise _unclear(encounter, command, f"{command.who} is dead or has left", rests_on)


def _may_mount(encounter: Encounter, who: str) -> bool:
    """VER-46: return whether somebody's mount is there to be mounted again: able, same zone, same melee."""
    rider = encounter.combatants[who]
    mount = encounter.combatants.get(sheet_of(rider).mount or "")
    if mount is None or not able(encounter, mount) or not able(encounter, rider) or mount.at != rider.at:
        return False
    return melee_of(encounter, who) == melee_of(encounter, mount.id)


def _must_lie_there(encounter: Encounter, command: Rule, rests_on: str) -> None:
    """VER-80: refuse to move what does not lie there, or to where nothing can."""
    origin, to = command.origin or "", command.to or ""
    known_place = origin.partition(":")[0] in PLACES | {"ground"}
    if not known_place or not any(thing.id == command.item for thing in encounter.things(origin)):
        raise _unclear(encounter, command, f"{command.item} is not at {origin}", rests_on)
    place, _, holder = to.partition(":")
    if (place == "ground" and holder in encounter.zones) or (place in PLACES and holder in encounter.combatants):
        return
    raise _unclear(encounter, command, f"nothing can be at {to}", rests_on)


def _unclear(encounter: Encounter, command: Rule, why: str, rests_on: str) -> Exception:
    return refusal(encounter, "invalid_value", f"{command.by} cannot rule like that: {why}.", rests_on)


def _must_be_asked(encounter: Encounter, command: Rule, rests_on: str) -> None:
    """Refuse what nobody asked, and changes while something is in the middle of happening."""
    asked = asked_in(encounter)
    answers = isinstance(asked, AskedToRule) and asked.subject == command.subject
    if command.subject in WINDOWS and not answers:
        message = f"{command.by} cannot rule on {command.subject}: nobody asks about it now."
        raise refusal(encounter, "no_trigger", message, rests_on)
    changes = _parameters(command).keys() - {"who", "target"}
    if asked is not None and not isinstance(asked, CALM) and changes:
        message = f"{command.by} cannot change anything now: an answer is waited for in the middle of something."
        raise refusal(encounter, "decision_pending", message, rests_on)


def _answered(encounter: Encounter, command: Rule) -> Agenda:
    """Return what goes on when this ruling answers the open question."""
    asked = on_top(encounter, AskedToRule)
    return () if asked is None or asked.subject != command.subject else asked.then


def _surprise(encounter: Encounter, command: Rule) -> None:
    """VER-11: surprise is judged before the first round."""
    if encounter.round is not None:
        message = f"{command.by} cannot rule on surprise: the fight has begun."
        raise refusal(encounter, "wrong_phase", message, "VER-11")
    _must_be_one_of(encounter, command, (PARTY, ENEMIES, "none"), "VER-11")


def _must_be_one_of(encounter: Encounter, command: Rule, choices: tuple[str, ...], rests_on: str) -> None:
    if command.value not in choices:
        raise _unclear(encounter, command, f"the value is one of {', '.join(choices)}", rests_on)


def _modifier(encounter: Encounter, command: Rule) -> None:
    """VER-19: dice more or less for the next attack of somebody at somebody."""
    number = isinstance(command.value, int) and 1 <= command.value <= 20
    if not number or command.who is None or command.target is None:
        raise _unclear(encounter, command, "name who, target and a value of 1 to 20 dice", "VER-19")


def _opportunity(encounter: Encounter, command: Rule) -> None:
    """VER-60..62: the referee says when the conditions of a free attack are met; outside all windows, if it reaches."""
    if command.who is None or command.target is None or command.value != "met":
        raise _unclear(encounter, command, "name who, target, and the value met", "VER-62")
    if not isinstance(asked_in(encounter), Turn | Choice):
        message = f"{command.by} cannot rule that now: a free attack belongs into somebody's turn, or right after it."
        raise refusal(encounter, "wrong_phase", message, "VER-62")
    if not may_strike(encounter, command.who, command.target):
        message = f"{command.who} cannot strike at {command.target}: no weapon in hand reaches, or no foe."
        raise refusal(encounter, "illegal_target", message, "VER-62")


def _bolt(encounter: Encounter, command: Rule) -> None:
    """V-G35: the referee names one of the zones that are equally quiet."""
    asked = on_top(encounter, AskedToRule)
    options = tuple(str(option) for option in encounter.decisions[-1].options) if asked is not None else ()
    _must_be_one_of(encounter, command, options, "VER-47")


def _roller(encounter: Encounter, command: Rule) -> None:
    """V-G26: the referee names a player."""
    _must_be_one_of(encounter, command, players(encounter), "VER-8")


def _mount(encounter: Encounter, command: Rule) -> None:
    """V-G35, V-G40: a frightened mount goes where the referee says, to an adjacent zone, or stays; it stays if held."""
    asked = on_top(encounter, AskedToRule)
    mount = encounter.combatants[asked.mount or ""] if asked is not None else None
    zones = ways_out(encounter, mount) if mount is not None else ()
    if mount is not None and command.to is not None and held(encounter, mount):
        message = f"{command.by} cannot let {mount.id} run: it is entangled, or its rider is."
        raise refusal(encounter, "incapable", message, "VER-66")
    if command.item or command.origin or (command.to is not None and command.to not in zones):
        raise _unclear(encounter, command, f"to is one of {', '.join(zones)}, or left out", "VER-47")


SUBJECTS: dict[str, Callable[[Encounter, Rule], None]] = {
    "surprise": _surprise,
    "penalty": _modifier,
    "bonus": _modifier,
    "opportunity_attack": _opportunity,
    "bolt": _bolt,
    "untrained_mount": _mount,
    "initiative_roller": _roller,
}
"""What a ruling on a subject must be like."""


def _follows(story: Story, command: Rule, agenda: Agenda) -> Agenda:
    """Let happen what the ruling names, and then what it has interrupted."""
    _changes(story, command)
    match command.subject:
        case "surprise":
            surprise(story, str(command.value))
        case "initiative_roller":
            ask_for_initiative(story, str(command.value))
        case "bolt":
            return _sent(agenda, str(command.value))
        case "untrained_mount" if command.to is not None:
            return _sent(agenda, command.to)
        case "opportunity_attack":
            strikers = (command.who or "",)
            return window(story, command.target or "", "ruling", strikers, agenda, "VER-57", "VER-61")
        case _:
            pass
    return agenda


def _sent(agenda: Agenda, zone: str) -> Agenda:
    """V-G35: return the agenda with the zone in it that a frightened mount runs to next."""
    first, *rest = agenda
    return (replace(first, to=zone) if isinstance(first, Bolted | Startled) else first, *rest)


def _changes(story: Story, command: Rule) -> None:
    """VER-42, VER-80: an item moves, a condition begins or ends, hit points come or go."""
    if command.item is not None and command.origin is not None and command.to is not None:
        story.tell(ItemMoved(item=command.item, origin=command.origin, to=command.to, rules=("VER-80",)))
        _as_it_is(story, command.item, command.origin.partition(":")[2], command.to.partition(":")[2], command.to)
    who = command.who
    if who is None:
        return
    if command.condition is not None:
        stacks = 1 if command.condition == "entangled" else None
        story.tell(
            ConditionApplied(to=who, condition=command.condition, source="ruling", stacks=stacks, rules=("VER-42",))
        )
    if command.ends is not None and story.who(who).under(command.ends):
        story.tell(ConditionEnded(to=who, condition=command.ends, reason="ruling", rules=("VER-80",)))
    if command.heal is not None and not story.who(who).gone:
        restore(story, who, command.heal, "ruling", "VER-80")
    if command.damage is not None:
        hurt(story, who, command.by, {"ruling": command.damage}, "VER-80", why="ruling")


def _as_it_is(story: Story, item: str, giver: str, taker: str, to: str) -> None:
    """V-G30, V-G38: a weapon that changes hands is as empty and as worn as it was."""
    gave, takes = story.now.combatants.get(giver), story.now.combatants.get(taker)
    thing = next(each for each in story.now.things(to) if each.id == item)
    if gave is None or takes is None or not isinstance(thing, Carried) or not is_weapon(thing):
        return
    arm = arm_of(thing)
    listed = {"loaded": int(arm.loaded), "bonus": arm.bonus}
    for name, fresh in listed.items():
        resource = f"{item}_{name}"
        had, has = takes.resources.get(resource, fresh), gave.resources.get(resource, fresh)
        if had != has:
            told = ResourceChanged(
                who=takes.id, resource=resource, before=had, after=has, why="passed", rules=("VER-80",)
            )
            story.tell(told)


def say(story: Story, command: Say) -> Agenda:
    """VER-43: words at the table take no time."""
    speech.say(story, command, "VER-43", "VER-43")
    return ()


def end_encounter(story: Story, command: EndEncounter) -> Agenda:
    """V-G54: the referee may end the encounter at any time."""
    must_be_the_referee(story.now, command.by, "end the encounter", "VER-7")
    story.tell(EncounterEnded(outcome="ended", reason="referee", rules=("VER-7",)))
    return ()
