"""Whole fights of seats with devices, over a real server: every roll is witnessed, and the file shows it."""

from __future__ import annotations

import pytest

from bots.players import PLAYERS, Choices
from client.bot import Bot
from files import documents, rosters
from ledger.proof.verifying import verify
from tests.client.tables import House
from tests.ledger.fights import ARCHERS, SHOT


def test_a_shot_is_salted_by_all_who_are_there_without_anybody_doing_anything(here: House) -> None:
    table = here.open(ARCHERS)
    table.join("ana", "bo", "eve")
    table.come_to_blows()
    done = table.at["ana"].do(SHOT)
    accepted = next(line for line in table.lines() if line["n"] == done.first)
    assert accepted["contributors"] == {"ana": 1, "bo": 1, "eve": 1}
    verified = verify(here.ledger.export(table.encounter))
    assert verified.broken is None
    assert [roll.grade for roll in verified.rolls] == ["witnessed"]


@pytest.mark.long
@pytest.mark.parametrize("player", PLAYERS)
def test_a_bot_agrees_when_somebody_wants_the_fight_to_end(here: House, player: str) -> None:
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    table.at["ana"].do({"do": "end_encounter", "by": "ana"})
    bot = Bot(table.at["bo"], PLAYERS[player], Choices(1))
    assert (bot.play(), bot.given) == ("ended", 1)
    assert [line["type"] for line in table.lines()][-3:] == ["CommandAccepted", "DeclarationMade", "EncounterEnded"]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("system", [pytest.param("verdigris", marks=pytest.mark.long), "vanguard"])
def test_five_bots_play_a_whole_fight_and_every_roll_is_witnessed(here: House, system: str) -> None:
    roster = documents.read(rosters.SAMPLES[system]).content
    table = here.open(roster)
    table.join(*(seat["id"] for seat in roster["seats"]))
    assert len(table.at) == 5
    table.play()
    exported = here.ledger.export(table.encounter)
    verified = verify(exported)
    assert verified.broken is None
    assert {roll.grade for roll in verified.rolls} == {"witnessed"}
    thrown = [tuple(line["faces"]) for line in table.lines() if line["type"] == "DiceRolled"]
    assert thrown
    assert [faces for roll in verified.rolls for faces in roll.faces] == thrown
    assert here.ledger.fight(table.encounter).encounter.outcome is not None
    assert all(client.alarm is None for client in table.at.values())
