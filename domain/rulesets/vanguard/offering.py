"""What vanguard would accept now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from domain.dice import NoDice
from domain.encounter import Combatant, Encounter, Turn
from domain.offers import End, Offer, Open
from domain.refusals import Refused
from domain.rulesets.vanguard.attacking import UNARMED, Arm, arm_of, must_reach, must_stand_right
from domain.rulesets.vanguard.cards import Card, abilities_of, item_of
from domain.rulesets.vanguard.guards import awaited, next_groups, pending, yet_to_act
from domain.rulesets.vanguard.monsters import idle, kills, legal
from domain.rulesets.vanguard.positions import count, formation_order, groups, has_space, other, standing
from domain.rulesets.vanguard.questions import (
    Awaited,
    Characters,
    Meeting,
    Mending,
    Monsters,
    Over,
    Setup,
    Stances,
)
from domain.rulesets.vanguard.setup import why_not_to_start
from domain.rulesets.vanguard.sheets import INVENTORY, PARTY, settings_of, sheet_of
from domain.rulesets.vanguard.turns import STANCES
from domain.rulesets.vanguard.using import why_no_target
from domain.story import Story

WORDS = Open(kind="text", minimum=1, maximum=200, example="The ceiling comes down.")
NEWCOMERS = "Newcomers"
"""An example of a group that could be added."""


def offers(encounter: Encounter) -> list[Offer]:
    """Return every command that would be accepted, with the choices it leaves open."""
    waited = awaited(encounter)
    always = () if isinstance(waited, Over) else of_the_referee(encounter)
    return [*_answers(encounter, waited), *always]


def _answers(encounter: Encounter, waited: Awaited) -> Iterator[Offer]:
    """Return what would answer what the encounter waits for; nothing once it has ended."""
    match waited:
        case Setup():
            return setup(encounter)
        case Meeting():
            return engagement(encounter)
        case Mending():
            return formation(encounter)
        case Stances():
            return stance(encounter)
        case Characters() | Turn():
            return characters(encounter)
        case Monsters():
            return monsters(encounter)
        case Over():
            return iter(())
        case _:
            assert_never(waited)


def of_the_referee(encounter: Encounter) -> Iterator[Offer]:
    """Yield what the referee may do at any time: change the room (VAN-53), end the encounter (N-G35)."""
    fields = {
        "front_capacity": Open(kind="value", minimum=1, maximum=99, example=2),
        "rear_per_front": Open(kind="value", minimum=1, maximum=9, example=[1, 2]),
        "reason": WORDS,
    }
    yield Offer(do="change_board", by=encounter.referee, aside=True, open=fields)
    outcomes = ("stopped", "parley", "left", "fled")
    yield Offer(do="end_encounter", by=encounter.referee, closed={"outcome": outcomes}, open={"reason": WORDS})


def setup(encounter: Encounter) -> Iterator[Offer]:
    """Yield the set-up by the referee, and the start once the party is in formation (VAN-40, VAN-52)."""
    if why_not_to_start(Story(encounter, NoDice())) is None:
        yield Offer(do="start", by=encounter.referee)
    number = 1 + sum(name.startswith(NEWCOMERS) for name in encounter.combatants)
    example = {"id": f"{NEWCOMERS}{number}", "count": 2, "defense": 3, "melee": 2}
    sheet = Open(kind="sheet", minimum=1, maximum=1, example=example)
    yield Offer(do="add_combatant", by=encounter.referee, aside=True, open={"sheet": sheet})
    for who in encounter.combatants.values():
        slot = Open(kind="number", minimum=1, maximum=99, example=1)
        yield Offer(do="place", who=who.id, by=encounter.referee, open={"slot": slot})
        if who.side != PARTY or has_space(encounter, who.id, other(who.at)):
            to = {"to": (other(who.at),)}
            yield Offer(do="place", who=who.id, by=encounter.referee, closed=to)


def engagement(encounter: Encounter) -> Iterator[Offer]:
    """Yield how the party may meet the monsters (VAN-1, VAN-2, VAN-3)."""
    for by in speakers(encounter):
        yield Offer(do="choose_engagement", by=by, closed={"choice": encounter.decisions[-1].options})


def speakers(encounter: Encounter) -> tuple[str, ...]:
    """N-G42: return who can answer for the party: its leader, or every player who has not voted."""
    owner = encounter.decisions[-1].owner
    return (owner,) if isinstance(owner, str) else owner


def formation(encounter: Encounter) -> Iterator[Offer]:
    """Yield the steps that mend the formation (VAN-52)."""
    for name in pending(encounter).options:
        to = (other(encounter.combatants[name].at),)
        yield Offer(do="move_position", who=name, closed={"to": to})


def stance(encounter: Encounter) -> Iterator[Offer]:
    """Yield the stances of the front guard, and the end of choosing (VAN-46)."""
    for who in standing(encounter, "front"):
        yield Offer(do="set_stance", who=who.id, closed={"stance": STANCES})
    for by in speakers(encounter):
        yield Offer(do="ready_round", by=by)


def characters(encounter: Encounter) -> Iterator[Offer]:
    """Yield what every character who has not acted may do (VAN-10..14)."""
    able = [encounter.turn] if encounter.turn is not None else yet_to_act(encounter)
    for name in able:
        who = encounter.combatants[name]
        yield from attacks(encounter, who)
        yield from uses(encounter, who)
        if has_space(encounter, who.id, other(who.at)):
            yield Offer(do="move_position", who=who.id, closed={"to": (other(who.at),)})
        yield Offer(do="pass", who=who.id)


def attacks(encounter: Encounter, who: Combatant) -> Iterator[Offer]:
    """Yield for each weapon the groups it reaches (VAN-15, VAN-21, VAN-25)."""
    arms: list[tuple[Arm, tuple[str | None, ...]]] = [(arm, (arm.id,)) for arm in map(arm_of, sheet_of(who).weapons)]
    if settings_of(encounter).unarmed == "vigor_minus_1":
        arms.append((UNARMED, (None,)))
    for arm, named in arms:
        reached = tuple(group.id for group in groups(encounter) if _reaches(encounter, who, group, arm))
        if reached:
            yield Offer(do="attack", who=who.id, closed={"group": reached, "weapon": named})


def _reaches(encounter: Encounter, who: Combatant, group: Combatant, arm: Arm) -> bool:
    waiting = pending(encounter)
    try:
        must_stand_right(who, arm, waiting)
        must_reach(encounter, who, group, arm, waiting)
    except Refused:
        return False
    return True


def uses(encounter: Encounter, who: Combatant) -> Iterator[Offer]:
    """Yield items, spells and abilities with whom they can be used on (VAN-26, VAN-29, VAN-30)."""
    abilities = tuple(ability for ability in abilities_of(who) if not ability.always)
    held: dict[tuple[str, str], tuple[Card, ...]] = {
        ("use_item", "item"): tuple(map(item_of, encounter.carried(who.id, INVENTORY))),
        ("cast_spell", "spell"): sheet_of(who).spells,
        ("use_ability", "ability"): abilities,
    }
    for (do, name), cards in held.items():
        for card in cards:
            yield Offer(do=do, who=who.id, closed={name: (card.id,), "target": _aims(encounter, who, card)})


def _aims(encounter: Encounter, who: Combatant, card: Card) -> tuple[str | None, ...]:
    """Return whom a card can be used on; nobody named is oneself."""
    aims: list[str | None] = [one.id for one in encounter.combatants.values() if why_no_target(card, who, one) is None]
    return (*aims, *([None] if who.id in aims else []))


def monsters(encounter: Encounter) -> Iterator[Offer]:
    """Yield the group whose turn it is (VAN-35), with what house rules leave to the referee (N-G13, N-G14)."""
    group = encounter.combatants[next_groups(encounter)[0]]
    closed: dict[str, tuple[Any, ...]] = {"group": (group.id,)}
    chosen: dict[str, Open] = {}
    settings = settings_of(encounter)
    if not idle(encounter, group) and settings.targeting == "gm_choice":
        chosen["targets"] = _targets(encounter, group)
    if not idle(encounter, group) and settings.target_ties == "gm_choice":
        chosen["order"] = _order(encounter, group)
    yield Offer(do="monsters_act", by=encounter.referee, closed=closed, open=chosen)


def _targets(encounter: Encounter, group: Combatant) -> Open:
    """Return the choice of one target for each of a group; as examples, all of them at one."""
    number = count(group)
    able = [who.id for who in formation_order(encounter) if legal(encounter, group, who)]
    ends = tuple(End(tile=name, cost=number, path=(name,) * number) for name in able)
    return Open(kind="path", minimum=number, maximum=number, example=[able[0]] * number, ends=ends)


def _order(encounter: Encounter, group: Combatant) -> Open:
    """Return the choice of an order among those tied; as an example, the formation order."""
    ranking = sorted(formation_order(encounter), key=lambda who: -kills(encounter, group.id, who.id))
    return Open(kind="value", minimum=len(ranking), maximum=len(ranking), example=[who.id for who in ranking])
