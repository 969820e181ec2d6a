"""Luck as a command: of files and of the store, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.calling import run
from tests.api.test_command_line import one_sentence

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
ETIQUETTE, PURSUIT = TRANSCRIPTS / "etiquette.ndjson", TRANSCRIPTS / "pursuit.ndjson"


def test_everybody_s_luck_in_a_fight_is_told_by_name() -> None:
    told = run("luck", ETIQUETTE)
    assert (told.exit_code, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0].startswith("Luck in 1 fight: 50 is the middle")
    assert any(line.startswith("Vesper: ") and " in 7 rolls; fair dice are as far " in line for line in lines)
    assert [line.split(":")[0] for line in lines if line.startswith("Seat ")] == [
        "Seat vesper",
        "Seat thistle",
        "Seat marrow",
    ]


def test_programs_get_the_same_in_numbers() -> None:
    found = json.loads(run("luck", ETIQUETTE, PURSUIT, "--json").stdout)
    assert len(found["encounters"]) == 2
    assert found["combatants"] == []
    vesper = next(each for each in found["seats"] if each["id"] == "vesper")
    assert vesper["fortune"]["rolls"] == 16
    assert vesper["fortune"]["low"] < vesper["fortune"]["luck"] < vesper["fortune"]["high"]
    assert found["sentences"][0].startswith("Luck in 2 fights")


def test_a_fight_of_the_store_is_told_as_its_file_is(tmp_path: Path) -> None:
    file = tmp_path / "fight.ndjson"
    fought = run("fight", "etiquette", "--seed", 4, "--data", tmp_path / "data", "--export", file, "--json")
    encounter = json.loads(fought.stdout)["encounter"]
    kept = run("luck", "--encounter", encounter, "--data", tmp_path / "data")
    assert kept.exit_code == 0
    assert kept.stdout == run("luck", file).stdout


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ([], "Name either exported fights, or --encounter"),
        ([str(PURSUIT), "--encounter", "x"], "Name either exported fights, or --encounter"),
        ([str(PURSUIT), str(PURSUIT)], "Two of the files hold the same fight: name each fight once."),
        (["nowhere.ndjson"], "The file nowhere.ndjson cannot be read"),
    ],
)
def test_what_names_no_fight_is_said_in_a_sentence(call: list[str], says: str) -> None:
    assert says in one_sentence(run("luck", *call), 2)


def test_a_fight_that_does_not_verify_or_is_not_there_has_no_luck(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ndjson"
    broken.write_bytes(PURSUIT.read_bytes().replace(b'"faces":[', b'"faces":[9,', 1))
    assert "does not verify: line" in one_sentence(run("luck", broken), 1)
    run("fight", "pursuit", "--seed", 1, "--data", tmp_path / "data")
    missing = run("luck", "--encounter", "0" * 32, "--data", tmp_path / "data")
    assert one_sentence(missing, 2) == "There is no such encounter."
