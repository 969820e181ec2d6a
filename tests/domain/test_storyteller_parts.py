"""What the damage of storyteller is made of, also where no die was rolled for it (STO-45, STO-52, S-G4)."""

from __future__ import annotations

import pytest

from domain.dice import Scripted
from domain.rulesets.storyteller.attack.harm import damage_roll, unarmed
from domain.story import Story
from tests.domain.systems.storyteller import Foe, Hero, turns_begun


@pytest.mark.parametrize(
    ("strength", "terms"),
    [
        (3, {"base": 1, "strength": 3}),
        (0, {"base": 1, "strength": 0}),
        (-3, {"base": 1, "strength": -3, "at_least": 3}),
    ],
)
def test_an_unarmed_strike_is_made_of_one_and_strength(strength: int, terms: dict[str, int]) -> None:
    assert unarmed(strength) == terms
    assert sum(unarmed(strength).values()) == max(1, 1 + strength)


@pytest.mark.parametrize(
    ("dice", "most", "terms"),
    [
        (4, False, {"damage": 4}),
        ("1d6-2", False, {"rolled": -1, "at_least": 1}),
        ("1d6+2", False, {"rolled": 3}),
        ("2d6+2", True, {"max": 14}),
    ],
)
def test_damage_is_rolled_stated_or_the_most_and_never_below_nothing(
    dice: str | int, most: bool, terms: dict[str, int]
) -> None:
    story = Story(turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="7:2")]), Scripted([1]))
    assert damage_roll(story, "Ana", dice, "STO-45", most=most) == terms
