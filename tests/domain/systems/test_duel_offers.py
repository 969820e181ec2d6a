"""What the two board games offer: all of it is accepted, and what a house rule or the board forbids is not there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.deciding import RULESETS, decide, offers, pending
from domain.encounter import Encounter
from domain.offers import Offer
from ledger.line.actions import command_of
from tests.domain.systems.test_duel_roles import ANSWERED, DICE, FLED, SYSTEMS, cards, lane, play, refusal
from tests.laws.fights import Chance, said

SHORT = {"tiles": ["A", "B", "C"], "links": [["A", "B"], ["B", "C"]]}


def offered(encounter: Encounter, do: str) -> list[Offer]:
    """Return the offers of a command, each of which is accepted."""
    found = [offer for offer in offers(encounter) if offer.do == do]
    for body in (body for offer in found for body in said(offer)):
        assert decide(command_of(body, encounter.system), encounter, Chance(Random(do))), body
    return found


def in_order(**settings: Any) -> Encounter:
    return lane("pursuit", settings={"move_order": "seat_order", **settings})


@pytest.mark.parametrize("system", SYSTEMS)
def test_pur_1_and_etq_1_everybody_alive_may_begin_a_move(system: str) -> None:
    assert [offer.who for offer in offered(lane(system), "begin_move")] == ["Ana", "Bo", "Cy"]


def test_p_g26_where_moves_have_an_order_only_the_next_may_begin_one() -> None:
    first = in_order()
    assert [offer.who for offer in offered(first, "begin_move")] == ["Ana"]
    assert refusal(first, "begin_move Bo allowance=1").code == "out_of_turn"
    second, _ = play(first, "begin_move Ana allowance=1", "end_move Ana")
    assert [offer.who for offer in offered(second, "begin_move")] == ["Bo"]


@pytest.mark.parametrize(("source", "stated"), [("given", ["allowance"]), ("1d6", []), (4, [])])
def test_p_g25_an_allowance_is_to_be_stated_only_where_it_is_given(source: str | int, stated: list[str]) -> None:
    (begin,) = offered(in_order(allowance_source=source), "begin_move")
    assert list(begin.open) == stated


def test_p_g4_a_trap_may_be_set_on_any_space_but_that_of_the_combat_where_the_table_allows_it() -> None:
    fight = cards("pursuit")
    traps = [offer.closed for offer in offered(fight, "use_item") if "as_trap" in offer.closed]
    assert traps == [{"item": ("pit",), "as_trap": (True,), "tile": ("A", "C")}]
    assert refusal(fight, "use_item Ana item=pit as_trap=1 tile=B").code == "trap_on_current_space"


@pytest.mark.parametrize("system", SYSTEMS)
def test_pur_22_and_etq_28_in_a_dead_end_a_flight_can_only_be_stopped(system: str) -> None:
    """The way back leads over the space of the combat that is left; on a longer lane there would be one on."""
    flown = (*ANSWERED[system], *FLED, "decline Bo", "decline Cy")
    ended, _ = play(lane(system, board=SHORT), *flown, dice=DICE)
    assert (pending(ended).kind, pending(ended).whose) == ("flight", "Bo")
    assert (offered(ended, "flee"), [offer.who for offer in offered(ended, "stop")]) == ([], ["Bo"])
    assert refusal(ended, "flee Bo path=B").code == "returns_to_combat_tile"
    longer, _ = play(lane(system), *flown, dice=DICE)
    (flee,) = offered(longer, "flee")
    assert {end.tile for end in flee.open["path"].ends} == {"D", "E"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_is_in_the_lineup_of_a_game_without_rounds(system: str) -> None:
    fight, _ = play(lane(system), *ANSWERED[system])
    assert fight.turn == "Ana"
    assert RULESETS[system].lineup(fight) == {}
