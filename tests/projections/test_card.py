"""The card of a fight: its title, who is left of each side, and nothing in it that is markup."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from files import rosters
from ledger.application import Ledger
from ledger.table.fight import Fight
from projections.history.card import card
from tests.openings import opening_of
from tests.projections.fights import PURSUIT, duel


@pytest.mark.parametrize("system", rosters.SAMPLES)
def test_everybody_is_on_it_by_two_letters_and_what_is_left_of_them(system: str) -> None:
    with Ledger() as ledger:
        fight = ledger.fight(ledger.open(rosters.read(rosters.SAMPLES[system])).encounter)
        drawn = ElementTree.fromstring(card(fight).svg)  # noqa: S314  # it is ours
        tokens = [each for each in drawn if each.tag.endswith(("circle", "polygon"))]
        there = [each for each in fight.encounter.combatants.values() if each.life != "inert"]
        assert len(tokens) == len(there)


def test_the_outcome_stands_on_it() -> None:
    fight = Fight().then(duel().lines)
    assert card(fight).sentence.endswith("it goes on")
    assert card(fight).title == "A fight of pursuit"


def test_names_are_text_and_no_markup() -> None:
    names = {"title": "<b>&amp; co</b>"}
    with Ledger() as ledger:
        fight = ledger.fight(ledger.open(opening_of({**PURSUIT, "dice": "ledger", **names})).encounter)
        drawn = ElementTree.fromstring(card(fight).svg)  # noqa: S314  # it is ours
        assert "<b>&amp; co</b>" in [each.text for each in drawn]


def test_somebody_with_a_name_is_on_it_by_that_and_nobody_by_markup() -> None:
    combatants = [{**PURSUIT["combatants"][0], "name": "<i Ox"}, *PURSUIT["combatants"][1:]]
    with Ledger() as ledger:
        opening = opening_of({**PURSUIT, "dice": "ledger", "combatants": combatants})
        drawn = ElementTree.fromstring(card(ledger.fight(ledger.open(opening).encounter)).svg)  # noqa: S314  # it is ours
        assert "<O" in [each.text for each in drawn]
