"""Dice that hang on what they are for."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import chisquare

from bots.lab.keyed import KeyedChoices, KeyedDice, face
from domain.dice import Notation, notation


def test_the_same_seed_and_number_give_the_same_faces_and_others_give_others() -> None:
    thrown = [
        KeyedDice(seed, number).roll("Ana", "attack", Notation(count=40, sides=6)).faces
        for seed, number in ((1, 0), (1, 0), (1, 1), (2, 0))
    ]
    assert thrown[0] == thrown[1]
    assert len({*thrown}) == 3


def test_what_others_roll_or_what_for_changes_no_face() -> None:
    alone, crowded = KeyedDice(7, 3), KeyedDice(7, 3)
    crowded.roll("Bo", "attack", notation("5d6"))
    crowded.roll("Ana", "damage", notation("3d6"))
    for _ in range(4):
        assert alone.roll("Ana", "attack", notation("2d20")) == crowded.roll("Ana", "attack", notation("2d20"))


def test_more_dice_add_to_those_that_there_are() -> None:
    few, many = (KeyedDice(7, 3).roll("Ana", "attack", Notation(count=count, sides=6)).faces for count in (2, 5))
    assert many[:2] == few


def test_a_second_roll_for_the_same_is_another() -> None:
    dice = KeyedDice(1, 1)
    first, second = (dice.roll("Ana", "attack", Notation(count=30, sides=6)).faces for _ in range(2))
    assert first != second


@pytest.mark.parametrize("sides", [2, 6, 7, 20, 1000])
def test_every_face_comes_as_often_as_another(sides: int) -> None:
    thrown = Counter(face(b"key", f"a die {number}", sides) for number in range(20 * sides))
    assert {*thrown} <= {*range(1, sides + 1)}
    assert chisquare([thrown[each] for each in range(1, sides + 1)]).pvalue > 0.001


def test_choices_hang_on_the_seat_and_how_many_commands_it_has_given() -> None:
    choices = KeyedChoices(5, 2)
    drawn = {(seat, given): choices.of(seat, given).below(10**9) for seat in ("ana", "bo") for given in range(3)}
    assert len({*drawn.values()}) == len(drawn)
    assert drawn["ana", 1] == KeyedChoices(5, 2).of("ana", 1).below(10**9)
    assert drawn["ana", 1] != KeyedChoices(5, 3).of("ana", 1).below(10**9)
