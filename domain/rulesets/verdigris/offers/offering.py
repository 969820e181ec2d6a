"""What verdigris would accept now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from domain.encounter import Decision, Encounter, Turn
from domain.offers import Offer, Open
from domain.rulesets.verdigris.attack.free_attacks import may_strike, weapons_that_reach
from domain.rulesets.verdigris.movement.mounts import answers_to_fright, ways_out
from domain.rulesets.verdigris.offers.offering_turns import strikes, turn
from domain.rulesets.verdigris.sheets import ENEMIES, PARTY
from domain.rulesets.verdigris.standing import foes_of, melee_of, stands
from domain.rulesets.verdigris.steps import (
    AskedToRule,
    Choice,
    FreeAttack,
    Fright,
    GrappleTurn,
    Initiative,
    OpenRoll,
    asked_by,
)
from domain.table import speech

OPTIONAL = ("target", "item", "from", "to", "condition", "ends")
RULED_DICE = (1, 2, 3)
NEWCOMER = "Newcomer"
CREATURE: dict[str, Any] = {
    "hp": 3,
    "strength": 3,
    "agility": 2,
    "dodge": 1,
    "natural": [{"id": "claws", "category": "unarmed", "damage": 1, "bonus": 1}],
}


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted, with the choices it leaves open."""
    if encounter.outcome is not None:
        return []
    top = encounter.decision
    return [*(setup(encounter) if top is None else _answers(encounter, top)), *_always(encounter)]


def _answers(encounter: Encounter, top: Decision) -> Iterator[Offer]:  # one line for each kind of question
    """Return what would answer the question on top, and what goes with it."""
    asked = asked_by(top)
    match asked:
        case Turn(who=who):
            return own_turn(encounter, who)
        case Choice():
            return choice(encounter, top)
        case Initiative():
            return initiative(top)
        case OpenRoll():
            return push(asked)
        case FreeAttack():
            return free_attack(encounter, top, asked)
        case Fright(who=who):
            return mount_control(encounter, who)
        case GrappleTurn(who=who):
            return grapple_turn(who)
        case AskedToRule():
            return ruling(encounter, top, asked)
        case _:
            assert_never(asked)


def _always(encounter: Encounter) -> Iterator[Offer]:
    """Yield what may be said and done at any time: words, and what is the referee's."""
    gm = encounter.referee
    yield from speech.of_seats(encounter)
    yield from speech.of_fighters(encounter)
    for who in (None, *encounter.combatants):
        yield Offer(do="rule", by=gm, who=who, aside=True, open={"subject": _value("note", 32), **_free()})
    number = next(n for n in range(1, 1000) if f"{NEWCOMER}{n}" not in encounter.combatants)
    sheet = {"id": f"{NEWCOMER}{number}", "kind": "enemy", "at": next(iter(encounter.zones.links)), **CREATURE}
    yield Offer(
        do="add_combatant",
        by=gm,
        aside=True,
        open={"sheet": Open(kind="sheet", minimum=1, maximum=1, example=sheet)},
    )
    yield Offer(do="end_encounter", by=gm)


def _value(example: Any, longest: int) -> Open:
    return Open(kind="value", minimum=0, maximum=longest, example=example)


def _free() -> dict[str, Open]:
    """Return the fields of a ruling that may be left out."""
    words = {name: _value(None, 65) for name in OPTIONAL}
    return {"value": _value(None, 40), **words, "heal": _value(None, 99), "damage": _value(None, 99)}


def setup(encounter: Encounter) -> Iterator[Offer]:
    """Yield what comes before the first round: places, surprise, minutes, and the start."""
    gm = encounter.referee
    if stands(encounter, PARTY) and stands(encounter, ENEMIES):
        yield Offer(do="start", by=gm)
    surprise = {"subject": ("surprise",), "value": (PARTY, ENEMIES, "none")}
    yield Offer(do="rule", by=gm, aside=True, closed=surprise)
    for one in encounter.combatants.values():
        if melee_of(encounter, one.id) is None:
            yield Offer(do="place", by=gm, who=one.id, aside=True, closed={"to": tuple(encounter.zones.links)})
        if one.life == "dying":
            yield Offer(do="minute_passes", by=gm, who=one.id, aside=True)


def initiative(top: Decision) -> Iterator[Offer]:
    """Yield the roll of the round (VER-2)."""
    yield Offer(do="roll_initiative", by=str(top.owner))


def choice(encounter: Encounter, top: Decision) -> Iterator[Offer]:
    """Yield everybody whose turn may come next (VER-6), and what the referee may rule on the last one's."""
    for option in top.options:
        yield Offer(do="choose_actor", who=str(option))
    if encounter.acted:
        yield from rulings_on(encounter, encounter.acted[-1])


def own_turn(encounter: Encounter, who: str) -> Iterator[Offer]:
    """Yield what can be done in the turn, and what the referee may rule on it."""
    yield from turn(encounter, encounter.combatants[who])
    yield from rulings_on(encounter, who)


def rulings_on(encounter: Encounter, who: str) -> Iterator[Offer]:
    """Yield the usual rulings on somebody's turn: a free attack at them (VER-62), dice for their attacks (VER-19)."""
    gm = encounter.referee
    if not encounter.combatants[who].gone:
        for foe in foes_of(encounter, who):
            if may_strike(encounter, foe.id, who):
                met = {"subject": ("opportunity_attack",), "value": ("met",), "target": (who,)}
                yield Offer(do="rule", by=gm, who=foe.id, aside=True, closed=met)
    targets = tuple(foe.id for foe in foes_of(encounter, who))
    if not targets:
        return
    dice = {"subject": ("penalty", "bonus"), "value": RULED_DICE, "target": targets}
    yield Offer(do="rule", by=gm, who=who, aside=True, closed=dice)


def push(opened: OpenRoll) -> Iterator[Offer]:
    """Yield the two answers to an open roll (V-G30)."""
    for do in ("push", "accept_roll"):
        yield Offer(do=do, who=opened.who, closed={"decision": (None, opened.id)})


def free_attack(encounter: Encounter, top: Decision, chance: FreeAttack) -> Iterator[Offer]:
    """Yield the free attacks that the window offers, and letting it go (VER-32)."""
    target, decision = chance.target, {"decision": (None, chance.id)}
    for option in top.options[:-1]:
        for weapon in weapons_that_reach(encounter, str(option), target):
            one = encounter.combatants[str(option)]
            for strike in strikes(encounter, target):
                struck = {"strike": (strike,)} if strike else {}
                yield Offer(do="react", who=one.id, closed={"weapon": (weapon.id,), **struck, **decision})
    yield Offer(do="decline_reaction", by=str(top.owner), closed=decision)


def mount_control(encounter: Encounter, who: str) -> Iterator[Offer]:
    """Yield holding a frightened mount and, if nothing holds either of the two, letting it run (VER-47, V-G40)."""
    for do in answers_to_fright(encounter, who):
        yield Offer(do=do, who=who)


def grapple_turn(who: str) -> Iterator[Offer]:
    """Yield breaking the grapple and turning it round (VER-68, VER-69)."""
    yield Offer(do="break_grapple", who=who)
    yield Offer(do="reverse_grapple", who=who)


def ruling(encounter: Encounter, top: Decision, asked: AskedToRule) -> Iterator[Offer]:
    """Yield the ruling that is asked for."""
    subject = {"subject": (asked.subject,)}
    options = tuple(str(option) for option in top.options)
    if options:
        yield Offer(do="rule", by=encounter.referee, closed={**subject, "value": options})
    elif asked.mount is not None:
        zones = ways_out(encounter, encounter.combatants[asked.mount])
        yield Offer(do="rule", by=encounter.referee, closed={**subject, "to": (None, *zones)}, means={"to": "place"})
    else:
        yield Offer(do="rule", by=encounter.referee, closed=subject, open=_free())
