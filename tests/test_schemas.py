"""The published JSON Schemas of rosters: up to date, true of our rosters, and strict."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema_rs import Draft202012Validator, meta

from api.app import create_app
from api.shapes.offers import described
from api.shapes.samples import OPENINGS
from domain.deciding import RULESETS, offers, open_encounter
from domain.replaying import replay
from domain.table.policies import Policies
from files.documents import read
from files.schemas import roster_schema, roster_schema_text
from files.written_rosters import FOLDER as ROSTERS
from ledger.application import Ledger
from tests import secrecy
from tests.api.calling import run
from tests.openings import opening_of

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schemas"


def validator(system: str) -> Draft202012Validator:
    return Draft202012Validator(roster_schema(system))


def test_there_is_one_file_for_every_system() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{system}.roster.json" for system in RULESETS}


@pytest.mark.parametrize("system", RULESETS)
def test_the_file_is_what_the_command_prints(system: str) -> None:
    printed = run("schema", system)
    assert printed.exit_code == 0
    assert printed.stdout == roster_schema_text(system)
    kept = f"docs/schemas/{system}.roster.json"
    print_anew = f"If the new schema is meant, run: .venv/bin/encounter schema {system} > {kept}"
    assert (FOLDER / f"{system}.roster.json").read_text(encoding="utf-8") == printed.stdout, print_anew


def test_a_system_that_is_not_there_has_no_schema() -> None:
    refused = run("schema", "chess")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("There is no system 'chess': name pursuit, etiquette")


@pytest.mark.parametrize("system", RULESETS)
def test_it_is_a_schema_and_holds_no_more_than_it_names(system: str) -> None:
    schema = roster_schema(system)
    assert meta.is_valid(schema)
    named = {part.partition('"')[0] for part in json.dumps(schema).split("#/$defs/")[1:]}
    assert named == set(schema["$defs"])
    assert schema["required"][0] == "system"
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("path", sorted(ROSTERS.glob("*.yaml")), ids=lambda path: path.stem)
def test_our_rosters_are_such_as_the_schema_says(path: Path) -> None:
    content = read(path).content
    validator(content["system"]).validate(content)


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
def test_the_bodies_to_copy_are_too(opening: dict[str, Any]) -> None:
    validator(opening["system"]).validate(opening)


@pytest.mark.long(but=("pursuit", "storyteller"))
@pytest.mark.parametrize("system", RULESETS)
def test_every_option_of_an_opening_is_described_there_in_openapi_and_on_one_page(system: str) -> None:
    page = (FOLDER.parent / "opening.md").read_text(encoding="utf-8")
    options = [each.name for each in fields(Policies)]
    schema = roster_schema(system)["properties"]
    served = next(
        each["properties"]
        for each in create_app(cast("Ledger", None)).openapi()["components"]["schemas"].values()
        if each.get("properties", {}).get("system", {}).get("const") == system and "seats" in each["properties"]
    )
    for option in [*options, *(["groups"] if system == "vanguard" else [])]:
        assert len(schema[option]["description"]) > 30, option
        assert served[option]["description"] == schema[option]["description"], option
        assert f"| `{option}` |" in page


@pytest.mark.parametrize("name", secrecy.OPENINGS)
def test_the_sheet_of_somebody_who_comes_in_says_what_can_stand_on_it(name: str) -> None:
    fight = replay(open_encounter(opening_of(secrecy.OPENINGS[name]), "0" * 32))
    come = [described(fight, offer).open["sheet"] for offer in offers(fight) if offer.do == "add_combatant"]
    assert come
    for sheet in come:
        Draft202012Validator(sheet.schema).validate(sheet.example)
