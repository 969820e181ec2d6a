"""Every field on offer says what stands in it, in every fight of every system."""

from __future__ import annotations

import pytest

from domain.deciding import RULESETS, decide, offers
from domain.dice import NoDice
from domain.encounter import Encounter
from domain.refusals import Refused
from domain.table.commands import Override
from projections.meanings import overruled
from tests.laws import meaning
from tests.laws.fights import Game


@pytest.mark.long(but=("-0",))
@pytest.mark.slow
def test_every_field_on_offer_says_what_stands_in_it_and_holds_just_that(game: Game) -> None:
    met = {each for step in game.steps for each in meaning.hold(step.before)}
    assert {"combatant", "choice", "text", "seat"} <= met


@pytest.mark.parametrize("system", RULESETS)
def test_every_command_says_whose_id_or_which_place_stands_in_a_field(system: str) -> None:
    assert meaning.unsaid(system) == set()


@pytest.mark.slow
def test_whatever_is_listed_to_be_overruled_is_the_name_of_something(game: Game) -> None:
    start = game.steps[0].before
    for offer in (each for each in offers(start) if each.do == "override"):
        for what in overruled(start, offer.who or ""):
            said = Override(by=offer.by or "", who=offer.who or "", what=what, value="nothing at all", reason="a test")
            assert "has nothing called" not in refusal(said, start)


def refusal(said: Override, encounter: Encounter) -> str:
    """Return why an override is refused; nothing if it is not."""
    try:
        decide(said, encounter, NoDice())
    except Refused as no:
        return no.message
    return ""
