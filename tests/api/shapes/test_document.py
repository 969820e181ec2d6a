"""The OpenAPI document says what the calls do, and a page shows it without a network."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter, ValidationError

from api.app import create_app
from api.shapes.documentation import body_shapes
from api.shapes.messages import declared as shape_declared
from api.shapes.samples import ACTIONS, IN_ALL, OPENINGS
from domain.commands import names
from domain.deciding import RULESETS, kinds, open_encounter
from domain.refusals import CODES
from domain.table import commands as common
from files.commands import actions
from files.openings import any_opening
from ledger.application import Ledger
from ledger.line.canonical import NotCanonical, check_words

SHARED = ("table", "secret")
"""The packages of the commands that every system takes."""
WRITES = {"/commands", "/rewind", "/consents", "/dice", "/disputes", "/attestations", "/close", "/answers"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        answer: dict[str, Any] = client.get("/openapi.json").json()
    return answer


def _is_one(shape: TypeAdapter[Any], value: Any) -> bool:
    try:
        shape.validate_python(value, strict=False)
    except ValidationError:
        return False
    return True


def calls(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, call) for path, by in document["paths"].items() for method, call in by.items()]


def declared(schemas: dict[str, Any], system: str, do: str) -> dict[str, Any]:
    """Return the schema of a command of a system."""
    mapping = schemas[f"Declared.{system}"]["properties"]["action"]["discriminator"]["mapping"]
    return schemas[mapping[do].rpartition("/")[2]]  # type: ignore[no-any-return]  # of a document


@pytest.mark.parametrize("system", RULESETS)
def test_every_command_is_there_with_its_fields_and_bounds(document: dict[str, Any], system: str) -> None:
    schemas = document["components"]["schemas"]
    action = schemas[f"Declared.{system}"]["properties"]["action"]
    assert action["discriminator"]["propertyName"] == "do"
    assert set(action["discriminator"]["mapping"]) == set(names(kinds(system)))
    for name, reference in action["discriminator"]["mapping"].items():
        schema = schemas[reference.rpartition("/")[2]]
        assert reference.rpartition("/")[2].partition(".")[0] in (system, "duel", *SHARED), (
            "two systems may have one word"
        )
        assert schema["properties"]["do"]["const"] == name
        assert "do" in schema["required"]
        assert schema["additionalProperties"] is False
        assert schema["description"]
    assert schemas["duel.DefendWith"]["properties"]["dice"] == {
        "maximum": 99,
        "minimum": 0,
        "title": "Dice",
        "type": "integer",
    }
    assert schemas["duel.Flee"]["properties"]["path"]["maxItems"] == 120
    assert "from" in schemas["duel.Disengage"]["properties"]


def test_every_id_says_how_it_is_written(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    written = "^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$"
    assert declared(schemas, "pursuit", "attack")["properties"]["target"]["pattern"] == written
    assert schemas["duel.Flee"]["properties"]["path"]["items"]["pattern"] == written
    assert schemas["duel.Disengage"]["properties"]["from"]["anyOf"][0]["pattern"] == written
    assert [end["pattern"] for end in schemas["table.TileBoard"]["properties"]["links"]["items"]["prefixItems"]] == [
        written
    ] * 2
    seats = [schema["properties"]["id"] for name, schema in schemas.items() if name.rpartition(".")[2] == "Seat"]
    assert seats
    for seat in (*seats, schemas["etiquette.Unit"]["properties"]["controller"]["anyOf"][0]):
        assert seat["pattern"] == "^[a-z0-9][a-z0-9-]{0,31}$"


def test_every_text_says_what_it_may_not_hold(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    texts = schemas["table.Say"]["properties"]["text"], schemas["Effect"]["properties"]["condition"]["anyOf"][0]
    for text in texts:
        assert re.search(text["pattern"], "Let us part — as friends.")
        for deceiving in ("\x00", "\n", "\x85", "\u202e", "\u2069"):
            assert not re.search(text["pattern"], f"a{deceiving}b")
            with pytest.raises(NotCanonical):
                check_words(deceiving)


def test_every_command_says_in_which_systems_it_exists(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert sorted(schemas["table.Say"]["x-systems"]) == sorted(RULESETS)
    assert schemas["duel.DefendWith"]["x-systems"] == ["etiquette"]
    assert declared(schemas, "pursuit", "attack")["x-systems"] == ["pursuit", "etiquette"]
    assert declared(schemas, "vanguard", "attack")["x-systems"] == ["vanguard"]
    for system in RULESETS:
        mapping = schemas[f"Declared.{system}"]["properties"]["action"]["discriminator"]["mapping"]
        assert all(system in schemas[reference.rpartition("/")[2]]["x-systems"] for reference in mapping.values())


def test_every_house_rule_of_each_system_is_there(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    mapping = schemas["Opening"]["discriminator"]["mapping"]
    assert set(mapping) == set(RULESETS)
    for system, reference in mapping.items():
        opening = schemas[reference.rpartition("/")[2]]
        settings = schemas[opening["properties"]["settings"]["$ref"].rpartition("/")[2]]
        assert set(settings["properties"]) == {field.name for field in fields(RULESETS[system].Settings)}
        assert "system" in opening["required"]


def test_there_is_an_example_of_every_command_and_each_of_them_is_one() -> None:
    for system, rules in RULESETS.items():
        assert {action["do"] for action in ACTIONS[system]} | {
            action["do"] for action in ACTIONS["pursuit"] if system == "etiquette"
        } == set(names(rules.COMMANDS))
        for action in (*ACTIONS[system], *IN_ALL["any system"]):
            actions(system).validate_python(action, strict=False)


def test_there_is_an_example_of_every_command_of_all_systems() -> None:
    assert {action["do"] for action in IN_ALL["any system"]} >= common.NAMES


def test_there_is_an_opening_of_each_system_and_of_both_kinds_of_place_and_each_of_them_is_one() -> None:
    for opening in OPENINGS.values():
        assert open_encounter(any_opening().validate_json(json.dumps(opening), strict=True), "sample")
    assert {opening["system"] for opening in OPENINGS.values()} == set(RULESETS)
    told_by = {opening["positions"] for opening in OPENINGS.values() if opening["system"] == "storyteller"}
    assert told_by == {"grid", "zones"}


def test_every_example_in_the_document_is_a_body_of_its_call(document: dict[str, Any]) -> None:
    for _, _, call in calls(document):
        content = call.get("requestBody", {}).get("content", {}).get("application/json")
        if content is not None:
            name = content["schema"]["$ref"].rpartition("/")[2]
            for example in content["examples"].values():
                shapes = [*map(shape_declared, RULESETS)] if name == "Declared" else [body_shapes()[name]]
                assert any(_is_one(shape, example["value"]) for shape in shapes)


def test_every_call_says_which_problems_it_may_answer_with(document: dict[str, Any]) -> None:
    for path, method, call in calls(document):
        problems = {status: answer for status, answer in call["responses"].items() if status[0] == "4"}
        for status, answer in problems.items():
            assert list(answer["content"]) == ["application/problem+json"], (path, status)
            reference = answer["content"]["application/problem+json"]["schema"]
            assert reference == {"$ref": "#/components/schemas/Problem"}, (path, status)
        if "{encounter}" in path:
            assert {"401", "404"} <= set(problems), path
            # A veto of a key needs none: whoever holds the tokens of a seat may not be its owner.
            assert call.get("security", []) == ([] if path.endswith("/vetoes") else [{"seat": []}]), path
        if method == "post":
            assert {"413", "415", "422"} <= set(problems), path
        if method == "post" and path.rpartition("}")[2] in WRITES:
            assert {"403", "409"} <= set(problems), path


def test_the_wait_for_a_lost_key_is_described_in_every_opening(document: dict[str, Any]) -> None:
    openings = [
        fields
        for each in document["components"]["schemas"].values()
        if "rewind" in (fields := each.get("properties", {}))
    ]
    described = [fields["key_wait"] for fields in openings if "key_wait" in fields]
    assert len(described) >= len(RULESETS)
    for field in described:
        assert field["description"].startswith("Seconds that pass, by the ledger's clock, until a lost key is replaced")
        assert (field["default"], field["minimum"]) == (86_400, 60)


def test_no_shape_is_named_that_is_not_there(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    named = set(re.findall(r"#/components/schemas/([^'\"]+)", str(document)))
    assert named <= set(schemas)
    assert not [name for name in schemas if "__" in name or "HTTPValidationError" in name]


def test_the_page_lists_every_call_and_every_command_and_needs_no_network(
    client: TestClient, document: dict[str, Any]
) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    for path, method, _ in calls(document):
        assert f"{method.upper()} {path}" in page.text
    for name in document["components"]["schemas"]:
        assert f"id='shape-{name}'" in page.text
    assert re.findall(r"(?:src|href)=[\"']?https?:", page.text) == []
    assert "<script" not in page.text
    for system, actions_there in ACTIONS.items():
        assert f"<summary>{system}: {len(actions_there)} to copy</summary>" in page.text
    anchors = set(re.findall(r"id='?([\w.-]+)", page.text))
    assert set(re.findall(r"href='?#([\w.-]+)", page.text)) <= anchors


@pytest.mark.parametrize("name", ["not-a-command", "overtaken", *sorted(code.replace("_", "-") for code in CODES)])
def test_every_problem_type_leads_to_what_it_means(client: TestClient, name: str) -> None:
    answer = client.get(f"/problems/{name}")
    assert answer.status_code == 200
    assert "Status 4" in answer.text


def test_there_is_no_page_for_a_problem_that_is_none(client: TestClient) -> None:
    answer = client.get("/problems/%3Cb%3E")
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/not-found")
