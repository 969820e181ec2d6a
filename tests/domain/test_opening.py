"""What an encounter cannot begin with, and what it freezes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from domain.deciding import open_encounter
from domain.events import BoardChanged, CombatantJoined, EncounterOpened
from domain.refusals import Refused
from domain.table.names import must_be_seats
from domain.table.openings import Opening
from tests.openings import opening_of

LANE = {"tiles": ["T0", "T1", "T2"], "links": [["T0", "T1"], ["T1", "T2"]]}
BLADE = {"id": "blade", "damage": 2}
BOMB = {"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "usable_on_opponent": True}
ANA = {"id": "Ana", "at": "T0", "health": 5}
BO = {"id": "Bo", "at": "T2", "health": 4}


def pursuit(**changes: Any) -> Opening:
    return opening_of({"system": "pursuit", "board": LANE, "combatants": [ANA, BO], **changes})


def etiquette(**changes: Any) -> Opening:
    units = [{**ANA, "owner": "Ana"}, {**BO, "owner": "Bo"}]
    return opening_of({"system": "etiquette", "board": LANE, "combatants": units, **changes})


def refusal(opening: Opening) -> Refused:
    with pytest.raises(Refused) as refused:
        open_encounter(opening, "0" * 32)
    return refused.value


def test_the_first_line_freezes_the_system_the_rules_version_and_every_setting() -> None:
    first, *rest = open_encounter(pursuit(settings={"loot": "killer_takes_hand"}), "ab" * 16)
    assert isinstance(first, EncounterOpened)
    assert (first.encounter, first.system, first.version) == ("ab" * 16, "pursuit", "pursuit/2")
    assert first.house_rules["loot"] == "killer_takes_hand"
    assert first.house_rules["pass_turn"] == "refuse"
    assert (first.positions, first.size, first.rewind, first.dice) == ("tiles", 3, "until-roll", "ledger")
    assert [type(event) for event in rest] == [BoardChanged, BoardChanged, CombatantJoined, CombatantJoined]


def test_a_large_board_is_laid_in_several_lines() -> None:
    tiles = [f"T{number}" for number in range(450)]
    links = [list(pair) for pair in pairwise(tiles)]
    events = open_encounter(pursuit(board={"tiles": tiles, "links": links}), "0" * 32)
    laid = [event for event in events if isinstance(event, BoardChanged)]
    assert [event.change for event in laid] == ["tiles"] * 3 + ["links"] * 3
    assert sum(len(event.detail["tiles"]) for event in laid[:3]) == 450


def test_a_combatant_joins_with_its_cards_and_its_seat() -> None:
    ana = {**ANA, "hand": ["bomb"], "equipped": "blade", "controller": "bo", "max_allowance": 6}
    opening = pursuit(
        weapons=[{**BLADE, "to_hit": {"dice": "1d6", "at_least": 4}}],
        items=[BOMB],
        seats=[{"id": "ana"}, {"id": "bo"}],
        combatants=[ana, BO],
    )
    joined = open_encounter(opening, "0" * 32)[-2]
    assert isinstance(joined, CombatantJoined)
    assert (joined.side, joined.controller, [card.id for card in joined.items]) == ("Ana", "bo", ["bomb"])
    equipped = {"id": "blade", "damage": 2, "to_hit": {"dice": "1d6", "at_least": 4}}
    assert joined.sheet == {"equipped": equipped, "max_allowance": 6}


def test_somebody_without_health_joins_dead_and_is_in_nobodys_way() -> None:
    dead = {**BO, "at": "T0", "health": {"now": 0, "max": 4}}
    joined = open_encounter(pursuit(combatants=[ANA, dead]), "0" * 32)[-1]
    assert isinstance(joined, CombatantJoined)
    assert joined.life == "dead"


@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        ({"combatants": [ANA, {**BO, "at": "T0"}]}, "tile_occupied", "Bo cannot start at T0: Ana stands there."),
        (
            {"combatants": [ANA, {**BO, "at": "T9"}]},
            "unknown_id",
            "Bo cannot stand at T9: the board has no such tile.",
        ),
        ({"combatants": [ANA, ANA]}, "invalid_value", "The combatant id Ana is there twice."),
        (
            {"combatants": [{**ANA, "id": "<b>"}]},
            "invalid_value",
            "'<b>' is no combatant id: letters, digits, - and _, at most 32, beginning with a letter or digit.",
        ),
        (
            {"combatants": [{**ANA, "health": {"now": 6, "max": 5}}]},
            "invalid_value",
            "Ana cannot have 6 of 5 health.",
        ),
        (
            {"combatants": [{**ANA, "hand": ["bomb"]}]},
            "unknown_id",
            "Ana cannot have bomb: there is no such item.",
        ),
        (
            {"combatants": [{**ANA, "equipped": "axe"}]},
            "unknown_id",
            "Ana cannot have axe: there is no such weapon.",
        ),
        (
            {"combatants": [{**ANA, "hand": ["bomb", "bomb"]}], "items": [BOMB]},
            "invalid_value",
            "The item id bomb is there twice.",
        ),
        (
            {"combatants": [{**ANA, "controller": "cy"}]},
            "unknown_id",
            "Ana cannot be controlled by cy: nobody plays from that seat.",
        ),
        (
            {"seats": [{"id": "eve", "role": "spectator"}, {"id": "ana"}]},
            "invalid_value",
            "The first seat is the host's and must be a player's.",
        ),
        (
            {"seats": [{"id": "ana"}, {"id": "gm", "role": "referee"}]},
            "unsupported_setting",
            "No seat can be the referee's: pursuit has none.",
        ),
        (
            {"board": {"tiles": ["T0", "T2"], "links": [["T0", "T1"]]}},
            "unknown_id",
            "The link T0-T1 leads to a tile that is not there.",
        ),
        (
            {"board": {"tiles": ["T0", "T2"], "links": [["T0", "T2"], ["T2", "T0"]]}},
            "invalid_value",
            "The link T2-T0 is there twice or leads nowhere.",
        ),
        (
            {"rewind": "referee"},
            "unsupported_setting",
            "pursuit has no referee, so nobody could take back alone: rewind cannot be referee.",
        ),
        (
            {"rewind": "free", "seats": [{"id": "ana"}, {"id": "bo"}]},
            "unsupported_setting",
            "rewind can be free only while one seat plays; with more, use until-roll or none.",
        ),
        (
            {"attest": "opponent"},
            "unsupported_setting",
            "attest can be opponent only for dice on the table; here the dice are ledger dice.",
        ),
        (
            {"weapons": [{"id": "axe", "damage": "2x6"}]},
            "invalid_value",
            "axe: '2x6' is not dice: write them like 2d6 or 1d6+2.",
        ),
        (
            {"weapons": [{"id": "axe", "damage": "1d7"}]},
            "invalid_value",
            "axe cannot name 1d7: 1 to 10 dice with 2, 3, 4, 6, 8, 10, 12 or 20 sides, and + a bonus.",
        ),
        (
            {"weapons": [{"id": "axe", "damage": 1, "to_hit": {"dice": "1d6", "at_least": 7}}]},
            "invalid_value",
            "axe cannot ask for 7 with 1d6: outside the dice's range.",
        ),
        (
            {"items": [{"id": "wall", "effect": {"kind": "block", "amount": 1}}]},
            "invalid_value",
            "wall cannot be a card of block: this game has none.",
        ),
        (
            {"items": [{"id": "bomb", "effect": {"kind": "damage"}}]},
            "invalid_value",
            "bomb: a card of damage states amount or dice.",
        ),
        (
            {"items": [{"id": "bomb", "effect": {"kind": "damage", "dice": "1d6-1"}}]},
            "invalid_value",
            "bomb cannot name 1d6-1: 1 to 10 dice with 2, 3, 4, 6, 8, 10, 12 or 20 sides, and + a bonus.",
        ),
    ],
)
def test_pursuit_refuses_what_is_no_opening(changes: dict[str, Any], code: str, sentence: str) -> None:
    refused = refusal(pursuit(**changes))
    assert (refused.code, refused.message, refused.rule) == (code, sentence, "PUR-1")


@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        (
            {"combatants": [{**ANA, "owner": "Ana", "hand": ["plate"]}, {**BO, "owner": "Bo", "hand": ["plate"]}]},
            "invalid_value",
            "The item id plate is there twice.",
        ),
        (
            {"combatants": [{**ANA, "owner": "Ana"}, {**BO, "owner": "Ana", "controller": "bo"}]},
            "invalid_value",
            "Bo cannot be controlled by bo: Ana is played by another seat.",
        ),
        (
            {"combatants": [{**ANA, "owner": "Bo"}, {**BO, "owner": "Ana"}]},
            "invalid_value",
            "Ana cannot be a unit of Bo: an owner has that name.",
        ),
        (
            {"items": [{"id": "plate", "effect": {"kind": "block", "amount": 1}, "when": ["action"]}]},
            "invalid_value",
            "plate cannot be used as an action: a block helps in an attack only.",
        ),
        (
            {"items": [{"id": "arm", "effect": {"kind": "extra_die", "amount": 1}, "when": ["in_attack"]}]},
            "invalid_value",
            "arm: a card of extra_die states nothing more.",
        ),
        ({"rewind": "referee"}, "unsupported_setting", None),
    ],
)
def test_etiquette_refuses_what_is_no_opening(changes: dict[str, Any], code: str, sentence: str | None) -> None:
    plate = {"id": "plate", "effect": {"kind": "block", "amount": 1}, "when": ["in_attack"]}
    refused = refusal(etiquette(**{"items": [plate], "seats": [{"id": "ana"}, {"id": "bo"}], **changes}))
    assert refused.code == code
    assert sentence in (None, refused.message)


def test_units_of_one_owner_may_start_on_one_tile() -> None:
    units = [{**ANA, "owner": "Ana"}, {"id": "AnaBot", "owner": "Ana", "at": "T0", "health": 1, "kind": "minion"}]
    assert len(open_encounter(etiquette(combatants=units), "0" * 32)) == 5


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        (["Ana"], "'Ana' is no seat id: small letters, digits and -, at most 32, beginning with a letter or digit."),
        (["ana", "bo", "ana"], "The seat id ana is there twice."),
    ],
)
def test_the_seats_of_a_new_fight_are_named_so_that_devices_can_take_them(seats: list[str], why: str) -> None:
    must_be_seats(["ana", "bo-2"], "PUR-1")
    with pytest.raises(Refused) as refused:
        must_be_seats(seats, "PUR-1")
    assert refused.value.message == why
