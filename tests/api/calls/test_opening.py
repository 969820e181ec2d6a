"""Opening over HTTP: what it answers, and every way an opening can be none."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.shapes.samples import OPENINGS
from tests.api.conftest import SAMPLE, listed


def opened(client: TestClient, **changes: Any) -> Response:
    return client.post("/api/encounters", json={**deepcopy(SAMPLE["pursuit"]), **changes})


@pytest.mark.parametrize("name", OPENINGS)
def test_every_sample_opens_with_a_key_for_each_seat(client: TestClient, name: str) -> None:
    answer = client.post("/api/encounters", json=OPENINGS[name])
    assert answer.status_code == 201
    told = answer.json()
    assert list(told["keys"]) == [seat["id"] for seat in OPENINGS[name]["seats"]]
    assert answer.headers["location"] == f"/api/encounters/{told['encounter']}"
    assert answer.headers["etag"] == f'"{told["version"]}"'
    for key in told["keys"].values():
        view = client.get(answer.headers["location"], headers={"Authorization": f"Bearer {key}"}).json()
        assert view["system"] == OPENINGS[name]["system"]


def test_house_rules_are_frozen_and_shown(client: TestClient) -> None:
    answer = opened(client, settings={"pass_turn": "allow", "unarmed_damage": 1}).json()
    headers = {"Authorization": f"Bearer {answer['keys']['eve']}"}
    view = client.get(f"/api/encounters/{answer['encounter']}", headers=headers).json()
    assert view["settings"] == {"pass_turn": "allow", "unarmed_damage": 1}


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"system": "chess"}, ""),
        ({"settings": {"pass_turn": "maybe"}}, "settings.pass_turn"),
        ({"settings": {"pass_go": "allow"}}, "settings.pass_go"),
        ({"settings": {"allowance_source": 100}}, "settings.allowance_source"),
        ({"settings": {"allowance_source": "2d6"}}, "settings.allowance_source"),
        ({"settings": {"move_on_after_combat": 1}}, "settings.move_on_after_combat"),
        ({"board": {"tiles": []}}, "board.tiles"),
        ({"board": {"tiles": ["T0"], "links": [["T0"]]}}, "board.links.0.1"),
        ({"board": {"tiles": ["T0", 1]}}, "board.tiles.1"),
        ({"board": {"tiles": [f"T{n}" for n in range(2001)]}}, "board.tiles"),
        ({"combatants": []}, "combatants"),
        ({"combatants": [{"id": "Ana", "at": "T0"}]}, "combatants.0.health"),
        ({"combatants": [{"id": "Ana", "at": "T0", "health": 0}]}, "combatants.0.health"),
        ({"combatants": [{"id": "Ana", "at": "T0", "health": "5"}]}, "combatants.0.health"),
        ({"combatants": [{"id": "Ana", "at": "T0", "health": 5, "luck": 1}]}, "combatants.0.luck"),
        ({"combatants": [{"id": "A" * 33, "at": "T0", "health": 5}]}, "combatants.0.id"),
        ({"weapons": [{"id": "blade", "damage": -1}]}, "weapons.0.damage"),
        ({"items": [{"id": "bomb", "effect": {"kind": "wish"}}]}, "items.0.effect.kind"),
        ({"items": [{"id": "bomb", "trap": "yes"}]}, "items.0.trap"),
        ({"seats": []}, "seats"),
        ({"seats": [{"id": "ana", "role": "gm"}]}, "seats.0.role"),
        ({"rewind": "sometimes"}, "rewind"),
        ({"dice": "mine"}, "dice"),
        ({"encounter": "mine"}, "encounter"),
    ],
)
def test_what_is_no_opening_is_told_field_by_field(client: TestClient, changes: dict[str, Any], place: str) -> None:
    answer = opened(client, **changes)
    assert answer.status_code == 422
    assert place in [field["at"] for field in answer.json()["fields"]]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"board": {"tiles": ["T0", "T2", "T0"]}}, "invalid_value"),
        ({"board": {"tiles": ["T0", "T2"], "links": [["T0", "T9"]]}}, "unknown_id"),
        ({"board": {"tiles": ["T0", "T2"], "links": [["T0", "T0"]]}}, "invalid_value"),
        ({"weapons": []}, "unknown_id"),
        ({"rewind": "referee"}, "unsupported_setting"),
        ({"rewind": "free"}, "unsupported_setting"),
        ({"attest": "opponent"}, "unsupported_setting"),
        ({"seats": [{"id": "eve", "role": "spectator"}]}, "invalid_value"),
        ({"seats": [{"id": "Ana"}, {"id": "bo"}]}, "invalid_value"),
    ],
)
def test_what_no_fight_can_begin_with_is_refused_by_code(
    client: TestClient, changes: dict[str, Any], code: str
) -> None:
    answer = opened(client, **changes)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert answer.json()["type"] == f"/problems/{code.replace('_', '-')}"
    assert listed(client) == []


@pytest.mark.parametrize(
    "name",
    ["<b>Ana</b>", "Ana Banana", "-Ana", "Ana\u202e", "Ana\u0000", "Ａna", "Аna", "../Ana", "", "Ana\n", "[[1d6]]"],
)
@pytest.mark.parametrize("place", ["combatant", "tile", "seat", "card"])
def test_a_name_that_could_be_more_than_a_name_is_refused(client: TestClient, name: str, place: str) -> None:
    opening = deepcopy(SAMPLE["pursuit"])
    match place:
        case "combatant":
            opening["combatants"][0]["id"] = name
        case "tile":
            opening["board"]["tiles"].append(name)
        case "seat":
            opening["seats"][1]["id"] = name
        case _:
            opening["items"][0]["id"] = name
    answer = client.post("/api/encounters", json=opening)
    assert answer.status_code in (409, 422)
    assert answer.json()["detail"]
    assert listed(client) == []


def test_the_longest_opening_is_either_taken_or_refused_in_a_sentence(client: TestClient) -> None:
    tiles = [f"T{n}" for n in range(2000)]
    links = [[f"T{n}", f"T{n + 1}"] for n in range(1999)]
    answer = opened(client, board={"tiles": tiles, "links": links})
    assert answer.status_code == 201
    hand = [f"card-{n}-{'x' * 20}" for n in range(40)]
    items = [{"id": card, "effect": {"kind": "condition", "condition": "c" * 32}} for card in hand]
    people = [{"id": f"P{n}", "at": f"T{n}", "health": 5, "hand": hand} for n in range(40)]
    answer = opened(client, board={"tiles": tiles}, items=items, combatants=people, weapons=[])
    assert answer.status_code in (201, 409)
