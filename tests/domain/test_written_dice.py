"""Wherever a person writes dice they are read as printed and echoed in one form; a number rolls none."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import decide, open_encounter
from domain.dice import NoDice, Scripted
from domain.evolve import evolve
from domain.refusals import Refused
from ledger.line.actions import command_of
from tests.domain.test_words import OPENINGS, club, storyteller, sword, verdigris
from tests.laws.fights import begun
from tests.openings import opening_of


def weapon(dice: Any) -> dict[str, Any]:
    return {**OPENINGS["pursuit"], "weapons": [{"id": "blade", "damage": dice}, {"id": "bow", "damage": 1}]}


def bow(dice: str) -> dict[str, Any]:
    to_hit = {"dice": dice, "at_least": 4}
    return {
        **OPENINGS["pursuit"],
        "weapons": [{"id": "blade", "damage": 1}, {"id": "bow", "damage": 1, "to_hit": to_hit}],
    }


def bomb(system: str, dice: Any) -> dict[str, Any]:
    opening = OPENINGS[system]
    id_ = opening["items"][0]["id"]
    stated = {"amount": dice} if isinstance(dice, int) else {"dice": dice}
    return {**opening, "items": [{"id": id_, "effect": {"kind": "damage", **stated}}, *opening["items"][1:]]}


WRITTEN: list[Any] = [
    lambda dice: storyteller(attacks=club(damage=dice)),
    lambda dice: storyteller(attacks=club(effect={"damage": dice, "type": "fire"})),
    lambda dice: storyteller(abilities=[{"id": "a", "effect": {"heal": dice}}]),
    lambda dice: verdigris(hand=sword(damage=dice)),
    lambda dice: verdigris(belt=[{"id": "balm", "heal": dice}]),
    weapon,
    lambda dice: bomb("pursuit", dice),
    lambda dice: bomb("etiquette", dice),
]


@pytest.mark.parametrize("opening", WRITTEN)
@pytest.mark.parametrize(
    ("written", "kept"),
    [("2d6 + 3", "2d6+3"), ("1D4", "1d4"), ("d8", "1d8"), ("4", 4), ("1d1", 1), ("1D1 + 2", 3)],
)
def test_dice_are_kept_in_one_form(opening: Any, written: str, kept: str | int) -> None:
    assert open_encounter(opening_of(opening(written)), "x") == open_encounter(opening_of(opening(kept)), "x")


@pytest.mark.parametrize("opening", [*WRITTEN, bow])
@pytest.mark.parametrize("written", ["2 of six", "1d6+", "d"])
def test_what_is_no_dice_is_refused(opening: Any, written: str) -> None:
    with pytest.raises(Refused, match="is not dice") as caught:
        open_encounter(opening_of(opening(written)), "x")
    assert caught.value.code == "invalid_value"


def test_a_roll_to_hit_has_a_die() -> None:
    assert open_encounter(opening_of(bow("1D6")), "x") == open_encounter(opening_of(bow("1d6")), "x")
    with pytest.raises(Refused, match="bow cannot hit with 4: that is no die to roll"):
        open_encounter(opening_of(bow("4")), "x")


def test_a_card_names_a_few_points() -> None:
    with pytest.raises(Refused, match="blade cannot name 400: at most 99 points"):
        open_encounter(opening_of(weapon("400")), "x")


def test_the_rat_of_a_stat_block_bites_for_one_without_a_die() -> None:
    rat = {"id": "Rat", "at": "4:2", "hp": 1, "strength": 0, "attacks": [{**club()[0], "id": "bite", "damage": "1"}]}
    opening = storyteller(hp=9)
    state = begun(opening_of({**opening, "combatants": [*opening["combatants"], {**rat, "at": "2:1"}]}))
    for body, faces in (
        ({"do": "open", "by": "gm"}, []),
        ({"do": "determine_surprise", "by": "gm", "hiding": []}, []),
        ({"do": "positions_done", "by": "gm"}, []),
        ({"do": "roll_initiative", "by": "gm", "who": "Nell"}, [1, 1, 1]),
        ({"do": "roll_initiative", "by": "gm", "who": "Rat"}, [6, 6, 6]),
        ({"do": "attack", "who": "Rat", "target": "Nell", "attack": "bite"}, [6, 6, 6]),
    ):
        for event in decide(command_of(body, "storyteller"), state, Scripted(faces)):
            state = evolve(state, event)
    assert state.combatants["Nell"].pools["hp"].now == 8


def test_the_referee_rolls_in_secret_as_the_page_prints_it_and_never_a_number() -> None:
    state = begun(opening_of(OPENINGS["storyteller"]))
    body = {"do": "secret_roll", "by": "gm", "purpose": "stealth"}
    rolled = decide(command_of({**body, "dice": "1D20 + 2"}, "storyteller"), state, Scripted([7]))
    assert [getattr(event, "dice", None) for event in rolled] == ["1d20+2"]
    with pytest.raises(Refused, match="gm cannot roll 3"):
        decide(command_of({**body, "dice": "3"}, "storyteller"), state, NoDice())
