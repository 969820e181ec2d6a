"""Luck of seats in whole fights, where who rolls next hangs on what fell before: one fair seat in twenty is outside."""

from __future__ import annotations

from statistics import pstdev

import pytest

from bots import sparring
from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.players import sensible
from domain.deciding import open_encounter
from domain.events import DiceRolled, EncounterOpened
from files import rosters
from files.written_rosters import OURS
from projections.luck.distributions import Stand
from projections.luck.fortune import Fortune, fortune
from projections.luck.throws import reader_of, roller


def fortunes(name: str, fights: int) -> list[Fortune]:
    """Return the luck of every seat with enough rolls in so many fights of one of our rosters."""
    opening = rosters.read(OURS[name])
    start, seats = sparring.begun(opening), sparring.seats_of(opening)
    found = []
    for number in range(fights):
        first, *rest = open_encounter(opening, "luck")
        assert isinstance(first, EncounterOpened)
        reader = reader_of(first)
        for event in rest:
            reader.read(event)
        stood: dict[str, list[Stand]] = {}
        dice, choices = KeyedDice(11, number), KeyedChoices(11, number)
        for exchange in sparring.spar(start, seats, sensible, choices, dice):
            for event in exchange.story.events:
                place = reader.read(event)
                if place is not None and isinstance(event, DiceRolled):
                    who = roller(exchange.story.now, event.by)
                    stood.setdefault((who and who.controller) or event.by, []).append(place)
        found += [each for rolls in stood.values() if (each := fortune(rolls)) is not None and each.enough]
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "fights"),
    [("etiquette", 120), ("pursuit-fair", 100), ("vanguard", 150), ("verdigris", 150), ("storyteller-zones", 150)],
)
def test_about_one_fair_seat_in_twenty_is_outside_of_the_range(name: str, fights: int) -> None:
    found = fortunes(name, fights)
    assert len(found) > 300
    outside = sum(not each.low <= each.luck <= each.high for each in found) / len(found)
    assert 0.02 < outside < 0.08
    assert 0.9 < pstdev(each.z for each in found) < 1.1


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("name", "fights"), [("etiquette", 30), ("pursuit-fair", 30), ("vanguard", 20)])
def test_seats_of_a_few_fights_are_as_often_outside_as_chance_allows(name: str, fights: int) -> None:
    found = fortunes(name, fights)
    many = len(found)
    assert many > 50
    outside = sum(not each.low <= each.luck <= each.high for each in found) / many
    assert 0 < outside < 0.05 + 3 * (0.05 * 0.95 / many) ** 0.5
    assert abs(pstdev(each.z for each in found) - 1) < 3 / (2 * many) ** 0.5
