"""The odds: how dice fall against plain enumeration and published figures, and duels whose odds are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from domain.dice import Notation, notation
from domain.encounter import Encounter
from domain.refusals import Refused
from ledger.line.actions import command_of
from projections.odds import Budget, Odds, odds
from projections.odds.exact import Exact, exact
from projections.odds.falls import (
    Faces,
    Falling,
    by_faces,
    by_successes,
    by_total,
    by_total_counted,
    in_any_order,
    in_order,
    whatever,
)
from projections.odds.refusing import TooManyWays
from tests.projections.fights import ETIQUETTE, PURSUIT, assault, contact, duel

ATTACK = {"do": "attack", "who": "Ana", "target": "Bo"}


def asked(encounter: Encounter, body: dict[str, Any] = ATTACK) -> Odds:
    return odds(encounter, command_of(body, encounter.system))


def chances(shown: Iterable[tuple[Any, Exact]]) -> dict[Any, Fraction]:
    return {what: Fraction(chance.exact) for what, chance in shown}


def lost(found: Odds, who: str) -> dict[int, Fraction]:
    """Return how likely it is that somebody loses so many points."""
    (spread,) = [spread for spread in found.losses if spread.who == who]
    return chances((share.points, share.chance) for share in spread.spread)


def _best(faces: Faces) -> int:
    return sum(sorted(faces)[-3:])


def _worst(faces: Faces) -> int:
    return sum(sorted(faces)[:3])


def _successes(least: int) -> Callable[[Faces], int]:
    return lambda faces: sum(face >= least for face in faces)


_sixes, _fives = _successes(6), _successes(5)


def _fives_and_sixes(faces: Faces) -> tuple[int, int]:
    return faces.count(5), faces.count(6)


WAYS: list[tuple[Falling, Callable[[Faces], Any]]] = [
    (in_order, lambda faces: faces),
    (in_any_order, sorted),
    (by_total, sum),
    (by_total_counted(None, 0), sum),
    (by_total_counted("advantage", 0), sum),
    (by_total_counted("advantage", 3), _best),
    (by_total_counted("disadvantage", 3), _worst),
    (by_faces(6), _sixes),
    (by_faces(5, 6), _fives_and_sixes),
    (by_successes(5), _fives),
    (whatever, len),
]
POOLS = ["1d6", "2d6", "3d6", "4d6"]


@pytest.mark.parametrize(
    ("falls", "told", "text"),
    [
        (by_total_counted("advantage", 3), _best, "5d6"),
        (by_total_counted("disadvantage", 3), _worst, "5d6"),
        *((falls, told, text) for falls, told in WAYS for text in POOLS),
        *(
            (falls, told, text)
            for falls, told in WAYS
            if told not in (_sixes, _fives, _fives_and_sixes)
            for text in ["2d4", "1d20", "3d5"]
        ),
    ],
)
def test_every_fall_stands_for_as_many_as_a_rule_cannot_tell_from_it(
    falls: Falling, told: Callable[[Faces], Any], text: str
) -> None:
    dice = notation(text)
    every = list(product(range(1, dice.sides + 1), repeat=dice.count))
    counted = Counter(str(told(faces)) for faces in every)
    found: Counter[str] = Counter()
    for faces, chance in falls(dice):
        assert len(faces) == dice.count
        assert all(1 <= face <= dice.sides for face in faces)
        found[str(told(faces))] += chance * len(every)  # type: ignore[assignment]  # whole, as it turns out
    assert found == counted


@pytest.mark.parametrize(
    ("dice", "at_least", "chance"),
    [("3d6", 13, Fraction(7, 27)), ("1d6", 4, Fraction(1, 2)), ("2d6", 12, Fraction(1, 36))],
)
def test_totals_have_the_chances_that_tables_give(dice: str, at_least: int, chance: Fraction) -> None:
    assert sum(share for faces, share in by_total(notation(dice)) if sum(faces) >= at_least) == chance


def test_four_dice_of_which_three_are_kept_have_the_chances_that_tables_give() -> None:
    falls = by_total_counted("advantage", 3)(Notation(count=4, sides=6))
    best = {_best(faces): chance * 1296 for faces, chance in falls}
    assert [best[total] for total in range(3, 19)] == [
        *(1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21)
    ]
    assert len(falls) == 16
    assert sum(share for faces, share in falls if _best(faces) >= 13) == Fraction(79, 162)
    worst = by_total_counted("disadvantage", 3)(Notation(count=4, sides=6))
    assert sum(share for faces, share in worst if _worst(faces) >= 13) == Fraction(17, 162)
    assert sum(_best(faces) * share for faces, share in falls) == Fraction(15869, 1296)


@pytest.mark.parametrize(
    ("attack", "defense", "more", "tie"),
    [
        (1, 1, Fraction(5, 36), Fraction(13, 18)),
        (2, 2, Fraction(95, 432), Fraction(121, 216)),
        (3, 2, Fraction(203, 648), Fraction(1945, 3888)),
        (5, 4, Fraction(927949, 2519424), Fraction(618025, 1679616)),
        (8, 6, Fraction(2903776783, 6530347008), Fraction(7459315025, 26121388032)),
    ],
)
def test_pools_of_sixes_against_each_other_have_the_chances_that_tables_give(
    attack: int, defense: int, more: Fraction, tie: Fraction
) -> None:
    sixes = [
        [(_sixes(faces), share) for faces, share in by_faces(6)(Notation(count=count, sides=6))]
        for count in (attack, defense)
    ]
    pairs = [(own - other, one * two) for (own, one), (other, two) in product(*sixes)]
    assert sum(share for margin, share in pairs if margin > 0) == more
    assert sum(share for margin, share in pairs if margin == 0) == tie


@pytest.mark.parametrize(
    ("count", "least", "wanted", "chance"),
    [
        (5, 5, 3, Fraction(17, 81)),
        (6, 4, 3, Fraction(21, 32)),
        (10, 5, 3, Fraction(13795, 19683)),
    ],
)
def test_pools_of_successes_have_the_chances_that_tables_give(
    count: int, least: int, wanted: int, chance: Fraction
) -> None:
    falls = by_successes(least)(Notation(count=count, sides=6))
    assert sum(share for faces, share in falls if _successes(least)(faces) >= wanted) == chance


DUELS = {
    (1, 1): {0: Fraction(7, 12), 1: Fraction(5, 12)},
    (2, 1): {0: Fraction(91, 216), 1: Fraction(125, 216)},
    (1, 2): {0: Fraction(161, 216), 1: Fraction(55, 216)},
    (2, 2): {0: Fraction(581, 1296), 1: Fraction(35, 108), 2: Fraction(295, 1296)},
}


@pytest.mark.parametrize("dice", DUELS)
def test_a_duel_of_etiquette_has_the_odds_that_tables_give(dice: tuple[int, int]) -> None:
    ana, _, bo = ETIQUETTE["combatants"]
    limits = dict(zip(("Ana", "Bo"), dice, strict=True))
    units = [{**unit, "dice_limit": limits[unit["id"]], "hand": []} for unit in (ana, bo)]
    fight = contact(ETIQUETTE, combatants=units)
    fight.do("engage", "Ana")
    fight.do("decline", "Bo")
    found = asked(fight.now)
    assert lost(found, "Bo") == DUELS[dice]
    assert found.hit == exact(1 - DUELS[dice][0])
    if dice == (2, 2):
        assert lost(found, "Ana") == {0: Fraction(715, 1296), 1: Fraction(581, 1296)}
    else:
        assert [spread.who for spread in found.losses] == ["Bo"]


def test_what_everybody_is_taken_to_do_is_said_whether_they_are_asked_or_not() -> None:
    fight = assault()
    sentences = ("Nobody plays an item in the attack.", "A defender who may choose rolls two dice.")
    assert asked(fight.now).assumes == sentences
    assert lost(asked(fight.now), "Bo") == DUELS[2, 2]


def test_a_defender_sees_what_each_number_of_dice_comes_to() -> None:
    fight = assault()
    fight.do("attack", "Ana", target="Bo")
    fight.do("pass_item", "Ana")
    fight.do("pass_item", "Bo")
    for number in (1, 2):
        assert lost(asked(fight.now, {"do": "defend_with", "who": "Bo", "dice": number}), "Bo") == DUELS[2, number]


def test_a_roll_to_hit_and_dice_of_damage_are_weighed_together() -> None:
    fight = contact(PURSUIT, combatants=[*PURSUIT["combatants"][1:2], {**PURSUIT["combatants"][0], "equipped": "bow"}])
    fight.do("engage", "Ana")
    found = asked(fight.now)
    assert found.hit == Exact(exact="1/2", decimal="0.5")
    assert chances(((each.kind, each.result), each.chance) for each in found.results) == {
        ("attack", "hit"): Fraction(1, 2),
        ("attack", "miss"): Fraction(1, 2),
    }
    assert lost(found, "Bo") == {0: Fraction(1, 2), 2: Fraction(1, 12), 3: Fraction(1, 12), 4: Fraction(1, 3)}
    assert [(fate.who, fate.life, fate.chance) for fate in found.fates] == [("Bo", "dead", exact(Fraction(1, 3)))]
    assert found.losses[0].mean == exact(Fraction(2 + 3 + 16, 12))


def test_a_blow_that_needs_no_roll_is_certain() -> None:
    found = asked(duel().now)
    assert found.hit == Exact(exact="1/1", decimal="1")
    assert lost(found, "Bo") == {2: Fraction(1)}
    assert [*found.results, *found.gains, *found.fates] == []


def test_a_command_that_strikes_no_blow_has_no_chance_to_hit() -> None:
    found = asked(duel().now, {"do": "disengage", "who": "Ana"})
    assert found.hit is None
    assert chances(((each.who, each.result), each.chance) for each in found.results) == {
        ("Ana", "failure"): Fraction(7, 12),
        ("Ana", "success"): Fraction(5, 12),
    }


def test_the_odds_are_refused_where_the_command_is() -> None:
    with pytest.raises(Refused) as refused:
        asked(duel().now, {"do": "attack", "who": "Ana", "target": "Ana"})
    assert refused.value.code == "illegal_target"


@pytest.mark.parametrize("dice", ["200d1000", "30d6", "2d1000"])
def test_dice_that_fall_in_too_many_ways_are_said_to_before_they_are_counted(dice: str) -> None:
    with pytest.raises(TooManyWays, match=f"{dice} can fall in too many ways"):
        in_any_order(notation(dice))


def test_a_command_that_takes_too_much_work_is_given_up() -> None:
    fight = assault()
    with pytest.raises(TooManyWays, match="its dice fall in too many ways"):
        odds(fight.now, command_of(ATTACK, "etiquette"), Budget(1000))


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (Fraction(0), ("0/1", "0")),
        (Fraction(2, 3), ("2/3", "0.666667")),
        (Fraction(1, 6**9), ("1/10077696", "0.0000000992290")),
        (Fraction(15869, 1296), ("15869/1296", "12.2446")),
    ],
)
def test_a_number_is_shown_as_a_fraction_and_to_six_digits(number: Fraction, shown: tuple[str, str]) -> None:
    assert exact(number) == Exact(exact=shown[0], decimal=shown[1])
