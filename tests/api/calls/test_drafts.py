"""Openings that are not begun: ready fights, rosters of one's own, and the form of what a system begins with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import orjson
import pytest
from fastapi.testclient import TestClient

from domain.ruleset import RULESETS
from domain.table.policies import Policies
from files.maps import read_map
from files.written_rosters import OURS
from ledger.application import Ledger

Told = dict[str, Any]
COTTAGE = Path(__file__).parents[2] / "maps" / "cottage.dd2vtt"


@pytest.fixture
def told(client: TestClient) -> dict[str, Told]:
    answer = client.get("/api/examples")
    assert answer.status_code == 200
    return {each["name"]: each for each in answer.json()}


def test_every_roster_of_ours_is_told_in_a_sentence(told: dict[str, Told]) -> None:
    assert told.keys() == OURS.keys()
    assert {each["system"] for each in told.values()} == RULESETS.keys()
    for each in told.values():
        kind, _, who = each["title"].partition(": ")
        assert kind.endswith(f" {each['system']}") or " of storyteller " in kind
        assert who.endswith(".")


def test_the_one_in_which_dice_fall_soonest_comes_first(told: dict[str, Told]) -> None:
    assert list(told) == ["verdigris", *sorted(OURS.keys() - {"verdigris"})]


@pytest.mark.parametrize("name", OURS)
def test_each_begins_as_it_stands(client: TestClient, told: dict[str, Told], name: str) -> None:
    opened = client.post("/api/encounters", json=told[name]["opening"])
    assert opened.status_code == 201, opened.text
    assert list(opened.json()["keys"]) == [each["seat"] for each in told[name]["seats"]]


@pytest.mark.parametrize("name", OURS)
def test_whoever_plays_somebody_is_told_whom(
    client: TestClient, ledger: Ledger, told: dict[str, Told], name: str
) -> None:
    opened = client.post("/api/encounters", json=told[name]["opening"]).json()
    people = ledger.fight(opened["encounter"]).encounter.combatants.values()
    for each in told[name]["seats"]:
        own = {one.id for one in people if one.controller == each["seat"]}
        assert own == set(each["plays"]) or each["role"] == "referee"


@pytest.mark.long(but=("fair",))
@pytest.mark.parametrize("name", OURS)
def test_what_an_option_can_be_is_what_the_fight_would_begin_with(
    client: TestClient, told: dict[str, Told], name: str
) -> None:
    for option, words in told[name]["possible"].items():
        for word in get_args(get_type_hints(Policies)[option]):
            held = client.post("/api/drafts", json={**told[name]["opening"], option: word})
            assert (held.status_code == 200) == (word in words), (option, word, held.text)


def test_dice_on_the_table_can_be_attested(client: TestClient, told: dict[str, Told]) -> None:
    assert told["pursuit"]["possible"]["attest"] == ["none"]
    assert told["pursuit"]["possible"]["hands"] == ["open", "private"]
    assert told["storyteller"]["possible"]["hands"] == ["open"]
    thrown = client.post("/api/drafts", json={**told["pursuit"]["opening"], "dice": "table"})
    assert thrown.json()["possible"]["attest"] == ["none", "opponent"]


def test_a_ready_fight_is_shown_as_it_begins(client: TestClient, told: dict[str, Told]) -> None:
    for each in told.values():
        opened = client.post("/api/encounters", json=each["opening"]).json()
        host = next(iter(opened["keys"].values()))
        view = client.get(f"/api/encounters/{opened['encounter']}", headers={"Authorization": f"Bearer {host}"}).json()
        shown = {"encounter", "version"}
        assert {name: value for name, value in view.items() if name not in shown} == {
            name: value for name, value in each["begins"].items() if name not in shown
        }


def test_a_roster_in_yaml_is_held_against_the_rules_and_gives_the_opening(client: TestClient) -> None:
    raw = OURS["pursuit"].read_bytes()
    drawn = client.post("/api/drafts", content=raw, headers={"Content-Type": "application/yaml"})
    assert drawn.status_code == 200, drawn.text
    assert client.post("/api/encounters", json=drawn.json()["opening"]).status_code == 201
    same = client.post("/api/drafts", json=drawn.json()["opening"])
    assert same.json() == drawn.json()


@pytest.mark.parametrize(
    ("raw", "kind", "sentence"),
    [
        (b"system: chess\n", "application/yaml", "roster, line 1, system"),
        (b"- one\n", "application/yaml", "The file must be a mapping"),
        (b"a: &a [*a]\n", "application/yaml", "roster"),
        (b"{", "application/json", "The roster, line 1: This is not JSON"),
        (b"\xff", "application/yaml", "is not UTF-8 text"),
        (b"system: [pursuit]\nseats: 7\n", "application/yaml", "roster, line"),
    ],
)
def test_what_is_wrong_in_a_roster_is_told_with_its_place(
    client: TestClient, raw: bytes, kind: str, sentence: str
) -> None:
    answer = client.post("/api/drafts", content=raw, headers={"Content-Type": kind})
    assert answer.status_code == 422, answer.text
    assert sentence in answer.json()["detail"]


def test_an_opening_that_names_no_seats_has_those_that_it_gets_when_it_begins(client: TestClient) -> None:
    opening = {
        "system": "pursuit",
        "board": {"tiles": ["0"]},
        "combatants": [{"id": "0", "at": "0", "health": 1}],
    }
    drawn = client.post("/api/drafts", json=opening)
    opened = client.post("/api/encounters", json=opening)
    assert (drawn.status_code, opened.status_code) == (200, 201), drawn.text
    assert [seat["seat"] for seat in drawn.json()["seats"]] == list(opened.json()["keys"])


def test_a_map_beside_a_roster_is_not_looked_for_here(client: TestClient, told: dict[str, Told]) -> None:
    opening = {**told["storyteller"]["opening"], "board": {"map": "../../etc/passwd.dd2vtt"}}
    answer = client.post("/api/drafts", content=orjson.dumps(opening), headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert "board" in answer.json()["detail"]


@pytest.mark.parametrize("system", RULESETS)
def test_the_form_of_a_system_says_what_every_house_rule_settles(client: TestClient, system: str) -> None:
    rules = client.get(f"/api/rosters/{system}").json()["$defs"]["Settings"]["properties"]
    assert rules
    assert all(rule["description"].startswith("It settles ") and "default" in rule for rule in rules.values())


def test_there_is_no_form_of_a_system_that_there_is_not(client: TestClient) -> None:
    answer = client.get("/api/rosters/chess")
    assert answer.status_code == 404
    assert answer.json()["detail"].startswith("There is no system 'chess'")


def test_a_map_is_drawn_as_the_command_line_draws_it(client: TestClient) -> None:
    drawn = client.post("/api/maps", content=COTTAGE.read_bytes(), headers={"Content-Type": "application/json"})
    found = read_map(COTTAGE)
    assert drawn.json() == {"board": found.board, "told": list(found.told)}
    bare = {**json.loads(COTTAGE.read_bytes()), "image": ""}
    assert client.post("/api/maps", json=bare).json() == drawn.json()
    begun = {"system": "storyteller", "board": drawn.json()["board"]}
    assert client.post("/api/drafts", json=begun).json()["begins"]["board"]["width"] == 8


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        (b"{}", 422, "map, resolution: It is missing."),
        (b"no map", 422, "This is not JSON"),
        (b"[" * 100_000, 422, "nested too deeply"),
        (b" " * (8 * 1024 * 1024 + 1), 413, "too large"),
    ],
)
def test_what_is_no_map_is_refused_with_its_field(client: TestClient, sent: bytes, status: int, told: str) -> None:
    answer = client.post("/api/maps", content=sent, headers={"Content-Type": "application/json"})
    assert (answer.status_code, told in answer.json()["detail"]) == (status, True)


def stated(opening: Told, pointer: str) -> Any:
    """Return what stands in an opening at a JSON Pointer; None where nothing does."""
    *steps, last = pointer.split("/")[1:]
    here: Any = opening
    for step in steps:
        here = here[int(step) if isinstance(here, list) else step]
    return here.get(last)


def moved(opening: Told, pointer: str, place: str) -> Told:
    """Return an opening with another value at a JSON Pointer."""
    changed: Told = orjson.loads(orjson.dumps(opening))
    *steps, last = pointer.split("/")[1:]
    here: Any = changed
    for step in steps:
        here = here[int(step) if isinstance(here, list) else step]
    here[last] = place
    return changed


@pytest.mark.parametrize("name", OURS)
def test_a_draft_says_which_field_is_the_place_of_everybody_on_the_board(told: dict[str, Told], name: str) -> None:
    draft = told[name]
    there = {each["id"]: each["at"] for each in draft["begins"]["combatants"]}
    # Where there is one place alone, no sheet states it.
    assert draft["places"].keys() == (there.keys() if len(set(there.values())) > 1 else set())
    where = {who: stated(draft["opening"], pointer) for who, pointer in draft["places"].items()}
    assert {who: at for who, at in where.items() if at is not None} == {
        who: at for who, at in there.items() if at and where.get(who) is not None
    }


@pytest.mark.parametrize(
    ("name", "who", "place"),
    [
        ("pursuit", "Odila", "steps"),
        ("etiquette", "Moth", "orchard"),
        ("verdigris", "Old_Wels", "reeds"),
        ("vanguard", "Halla", "rear"),
        ("vanguard", "Spitters", "front"),
        ("storyteller", "Anwen", "3:5"),
        ("storyteller-zones", "Hound", "Masthead"),
    ],
)
def test_what_is_written_there_is_where_somebody_begins(
    client: TestClient, told: dict[str, Told], name: str, who: str, place: str
) -> None:
    draft = told[name]
    answer = client.post("/api/drafts", json=moved(draft["opening"], draft["places"][who], place))
    assert answer.status_code == 200, answer.text
    begins = {each["id"]: each["at"] for each in answer.json()["begins"]["combatants"]}
    before = {each["id"]: each["at"] for each in draft["begins"]["combatants"]}
    assert begins == {**before, who: place}
    assert answer.json()["places"] == draft["places"]


@pytest.mark.parametrize(
    ("name", "who", "place", "sentence"),
    [
        ("pursuit", "Odila", "loft", "Kestrel cannot start at loft: Odila stands there."),
        ("verdigris", "Odile", "reeds", "Odile cannot ride Thunder"),
        ("storyteller", "Anwen", "2:7", "Brother-Halm cannot stand at 2:7: Anwen is there."),
        ("storyteller", "Anwen", "14:5", "there is no room"),
        ("storyteller", "Anwen", "90:5", "90:5"),
        ("vanguard", "Halla", "middle", "front"),
    ],
)
def test_a_place_that_the_rules_refuse_is_refused_in_their_words(
    client: TestClient, told: dict[str, Told], name: str, who: str, place: str, sentence: str
) -> None:
    draft = told[name]
    answer = client.post("/api/drafts", json=moved(draft["opening"], draft["places"][who], place))
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


def unplaced(draft: Told, *kept: str) -> Told:
    """Return the opening of a ready fight in which nobody stands but those."""
    opening: Told = json.loads(json.dumps(draft["opening"]))
    for who, pointer in draft["places"].items():
        name, at, field = pointer.split("/")[1:]
        if who not in kept:
            opening[name][int(at)].pop(field, None)
    return opening


def spots(answer: Any) -> dict[str, dict[str, str]]:
    """Return by side where everybody stands in a draft."""
    assert answer.status_code == 200, answer.text
    people = answer.json()["begins"]["combatants"]
    return {
        side: {each["id"]: each["at"] for each in people if each["side"] == side}
        for side in {each["side"] for each in people}
    }


@pytest.mark.parametrize("name", ["storyteller", "storyteller-barrow", "storyteller-zones"])
def test_whoever_stands_nowhere_is_put_on_the_board_by_the_rules_each_side_apart(
    client: TestClient, told: dict[str, Told], name: str
) -> None:
    opening = unplaced(told[name])
    before = client.post("/api/drafts", json=opening).json()
    assert sorted(before["may_wait"]) == sorted(told[name]["places"])
    assert {each["at"] for each in before["begins"]["combatants"]} == {""}
    answer = client.post("/api/drafts?muster=true", json=opening)
    sides = spots(answer)
    assert all(at for people in sides.values() for at in people.values())
    assert client.post("/api/encounters", json=answer.json()["opening"]).status_code == 201
    players, foes = ({*sides[side].values()} for side in ("players", "adversaries"))
    assert not players & foes
    assert client.post("/api/drafts?muster=true", json=opening).json() == answer.json()


def test_whoever_stands_already_stays_and_others_come_beside_their_own_side(
    client: TestClient, told: dict[str, Told]
) -> None:
    draft = told["storyteller"]
    there = {each["id"]: each["at"] for each in draft["begins"]["combatants"]}
    first = {
        side: next(iter(people)) for side, people in spots(client.post("/api/drafts", json=draft["opening"])).items()
    }
    sides = spots(client.post("/api/drafts?muster=true", json=unplaced(draft, *first.values())))
    for side, who in first.items():
        assert sides[side][who] == there[who]
    near = [
        abs(int(a) - int(b))
        for at in sides["players"].values()
        for a, b in zip(at.split(":"), there[first["players"]].split(":"), strict=True)
    ]
    assert max(near) <= 4


@pytest.mark.parametrize("name", ["pursuit", "etiquette", "verdigris", "vanguard"])
def test_where_everybody_stands_somewhere_nobody_may_wait_and_there_is_nothing_to_put(
    client: TestClient, told: dict[str, Told], name: str
) -> None:
    assert told[name]["may_wait"] == []
    answer = client.post("/api/drafts?muster=true", json=told[name]["opening"])
    assert answer.json()["begins"] == told[name]["begins"]


def test_where_nobody_else_fits_whoever_is_left_stands_nowhere(client: TestClient, told: dict[str, Told]) -> None:
    small = {**told["storyteller"]["opening"], "board": {"width": 2, "height": 2}}
    opening = unplaced({**told["storyteller"], "opening": small})
    people = client.post("/api/drafts?muster=true", json=opening).json()["begins"]["combatants"]
    assert {each["at"] for each in people if each["at"]} == {"0:0", "0:1", "1:0", "1:1"}
    assert any(not each["at"] for each in people)


def test_whoever_waits_in_reserve_has_no_place_to_begin_at(client: TestClient, told: dict[str, Told]) -> None:
    opening = told["storyteller"]["opening"]
    waiting = {"id": "Lurker", "hidden": True}
    answer = client.post("/api/drafts", json={**opening, "combatants": [*opening["combatants"], waiting]})
    assert answer.status_code == 200, answer.text
    assert "Lurker" not in answer.json()["places"]
    homeless = {"id": "Straggler"}
    answer = client.post("/api/drafts", json={**opening, "combatants": [*opening["combatants"], homeless]})
    assert answer.json()["places"]["Straggler"] == f"/combatants/{len(opening['combatants'])}/at"
