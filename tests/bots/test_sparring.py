"""Fights without a store: what the ledger would write down of them is the same, and nobody is asked for more."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bots import sparring
from bots.players import Choices, sensible
from domain.deciding import RULESETS, offers, offers_to, own_offers
from files import rosters
from files.written_rosters import OURS
from tests.bots.alike import commands_alike
from tests.laws.fights import Chance

ROSTERS = sorted(OURS.values())


@pytest.mark.long(but=("storyteller-zones-0",))
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("path", ROSTERS, ids=lambda path: path.stem)
def test_the_same_choices_and_faces_come_to_the_same_end_as_in_the_ledger(path: Path, seed: int) -> None:
    assert commands_alike(rosters.read(path), "sensible", seed) > 5


def test_also_where_any_offer_is_taken() -> None:
    assert commands_alike(rosters.read(rosters.SAMPLES["etiquette"]), "any", 3) > 5


@pytest.mark.parametrize("system", RULESETS)
def test_a_seat_is_dealt_just_what_the_rules_offer_it(system: str) -> None:
    opening = rosters.read(rosters.SAMPLES[system])
    seats = sparring.seats_of(opening)
    fight = sparring.spar(sparring.begun(opening), seats, sensible, Choices(1), Chance(random.Random(f"{system} 1")))
    for exchange, _ in zip(fight, range(12), strict=False):
        now = exchange.story.now
        own = RULESETS[system].commands(now)
        for seat in seats:
            usual = [offer for offer in offers(now, seat) if offer.do in own]
            assert offers_to(now, own_offers(now), seat) == usual


def test_where_nobody_is_asked_nobody_wants_to_go_on() -> None:
    begun = sparring.begun(rosters.read(rosters.SAMPLES["pursuit"]))
    with pytest.raises(sparring.NoEnd, match="Nobody wants to do anything"):
        [*sparring.spar(begun, [], sensible, Choices(1), Chance(random.Random(1)))]
