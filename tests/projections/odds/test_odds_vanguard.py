"""The odds of vanguard: kills by multiples of the defense, and groups that attack member by member."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

import pytest

from domain.deciding import decide
from domain.encounter import Encounter
from domain.evolve import evolve
from ledger.line.actions import command_of
from projections.odds import Budget, Odds, odds
from projections.odds.refusing import TooManyWays
from tests.laws.fights import Chance, begun
from tests.openings import opening_of

CHARACTERS = [
    {"id": "Wren", "vigor": 6, "quick": 8, "wise": 4, "smart": 4, "health": 2},
    {"id": "Tor", "vigor": 8, "quick": 4, "wise": 4, "smart": 4, "health": 3},
]
SWORD = [{"id": "sword", "kind": "melee"}]


def fight(group: dict[str, Any], passing: Iterable[str] = (), **settings: Any) -> Encounter:
    """Return a fight against one group in the characters' part; those ``passing`` have done nothing."""
    characters = [{**each, "controller": "ana", "weapons": SWORD} for each in CHARACTERS]
    seats = [{"id": "gm", "role": "referee"}, {"id": "ana"}]
    opening = {"system": "vanguard", "seats": seats, "characters": characters, "groups": [group], "settings": settings}
    encounter = begun(opening_of(opening))
    commands = [
        {"do": "start", "by": "gm"},
        {"do": "choose_engagement", "by": "party", "choice": "attack"},
        {"do": "ready_round", "by": "party"},
        *({"do": "pass", "who": who} for who in passing),
    ]
    for body in commands:
        events = decide(command_of(body, "vanguard"), encounter, Chance(random.Random(1)))
        encounter = reduce(evolve, events, encounter)
    return encounter


def gobbos(count: int, **more: Any) -> dict[str, Any]:
    return {"id": "Gobbos", "count": count, "defense": 3, "melee": 2, **more}


def asked(encounter: Encounter, body: dict[str, Any]) -> Odds:
    return odds(encounter, command_of(body, "vanguard"))


def spread(found: Odds, who: str) -> dict[int, Fraction]:
    (one,) = [each for each in found.losses if each.who == who]
    return {share.points: Fraction(share.chance.exact) for share in one.spread}


STRIKE = {"do": "attack", "who": "Wren", "group": "Gobbos", "weapon": "sword"}


def test_a_die_of_six_against_a_defense_of_three_kills_one_or_two_of_four() -> None:
    found = asked(fight(gobbos(4)), STRIKE)
    assert spread(found, "Gobbos") == {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    assert found.hit is not None
    assert found.hit.exact == "1/2"
    assert found.fates == ()


def test_the_last_of_a_group_is_the_end_of_it() -> None:
    found = asked(fight(gobbos(1)), STRIKE)
    assert spread(found, "Gobbos") == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert [(fate.who, fate.life, fate.chance.exact) for fate in found.fates] == [("Gobbos", "dead", "1/2")]


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("targeting", ["ranked_cycle", "focus_top"])
def test_a_group_hurts_as_every_list_of_defense_rolls_says(count: int, targeting: str) -> None:
    """Wren d6 with 2 health, Tor d8 with 3, attacked at 2 one after the other, the fallen passed by."""
    dice, health = {"Wren": 6, "Tor": 8}, {"Wren": 2, "Tor": 3}
    expected: dict[str, dict[int, Fraction]] = {"Wren": {}, "Tor": {}}
    for struck in product((True, False), repeat=count):
        left, chance, last = dict(health), Fraction(1), "Tor"
        for hit in struck:
            order = ["Wren", "Tor"] if targeting == "focus_top" or last == "Tor" else ["Tor", "Wren"]
            target = next((who for who in order if left[who]), None)
            if target is None:
                chance *= Fraction(1, 2)  # nobody to attack: either way the same
                continue
            chance *= Fraction(2, dice[target]) if hit else Fraction(dice[target] - 2, dice[target])
            left[target] -= hit
            last = target
        for who, counted in expected.items():
            lost = health[who] - left[who]
            counted[lost] = counted.get(lost, Fraction(0)) + chance
    encounter = fight(gobbos(count), passing=("Wren", "Tor"), targeting=targeting)
    found = asked(encounter, {"do": "monsters_act", "by": "gm", "group": "Gobbos"})
    for who in {loss.who for loss in found.losses}:
        assert spread(found, who) == {lost: chance for lost, chance in expected[who].items() if chance}
    assert {loss.who for loss in found.losses} == {who for who, counted in expected.items() if set(counted) != {0}}


@pytest.mark.slow
def test_a_group_of_eight_is_counted_and_one_of_ninety_nine_is_not_waited_for() -> None:
    acts = {"do": "monsters_act", "by": "gm", "group": "Gobbos"}
    found = asked(fight(gobbos(8), passing=("Wren", "Tor")), acts)
    assert sum(Fraction(fate.chance.exact) for fate in found.fates if fate.who == "Wren") < 1
    assert found.assumes == ("Where the formation is to be mended at once, the first who can steps forward.",)
    with pytest.raises(TooManyWays):
        odds(fight(gobbos(99), passing=("Wren", "Tor")), command_of(acts, "vanguard"), Budget(10_000))
