"""What a table can agree on before a fight: each option by itself, as all else stands."""

from __future__ import annotations

from domain.table.policies import WORDED, Policies, possible

DUEL = {"ana": "player", "bo": "player"}
WITH_A_REFEREE = {**DUEL, "gm": "referee"}


def test_where_nobody_referees_nobody_is_asked_to_and_dice_of_the_ledger_are_attested_by_none() -> None:
    found = possible(Policies(), "pursuit", DUEL)
    assert found.keys() == WORDED.keys()
    assert found["rewind"] == ["until-roll", "none"]
    assert found["attest"] == ["none"]
    assert found["hands"] == ["open", "private"]


def test_a_referee_takes_back_and_knows_of_no_private_hands() -> None:
    found = possible(Policies(), "storyteller", WITH_A_REFEREE)
    assert found["rewind"] == ["until-roll", "none", "referee"]
    assert found["hands"] == ["open"]


def test_whoever_plays_alone_takes_back_freely_and_typed_dice_are_attested_by_others() -> None:
    assert "free" in possible(Policies(), "pursuit", {"ana": "player"})["rewind"]
    assert possible(Policies(dice="table"), "pursuit", DUEL)["attest"] == ["none", "opponent"]
