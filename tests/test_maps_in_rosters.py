"""A roster names a map in its own folder, and is the same as one with the board of the map written out."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from fastapi.testclient import TestClient
from jsonschema_rs import Draft202012Validator

from api.app import create_app
from domain.rulesets import storyteller
from domain.rulesets.storyteller import boards
from files import rosters
from files.malformed import Malformed
from files.maps import as_yaml, read_map
from files.pictures import formats
from files.schemas import roster_schema
from files.written_rosters import as_written
from ledger.application import Ledger
from tests.api.calling import run
from tests.maps.painting import board as painted
from tests.maps.painting import with_metadata

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "maps.md").read_text(encoding="utf-8")
COTTAGE = ROOT / "tests" / "maps" / "cottage.dd2vtt"
PAINTED = formats.name_of(painted(8, 6))
ROSTER, COVERED, BY_HAND = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the map and the roster of the page, and another map beside it."""
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(COTTAGE, here)
    shutil.copy(COTTAGE, tmp_path / "beside.dd2vtt")
    (here / "mine.yaml").write_text(ROSTER, encoding="utf-8")
    return here


def with_board(folder: Path, board: Any) -> Path:
    content = {**yaml.safe_load(ROSTER), "board": board}
    path = folder / "other.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return path


def opened(path: Path) -> storyteller.Opening:
    opening = rosters.read(path)
    assert isinstance(opening, storyteller.Opening)
    return opening


def test_the_roster_of_the_page_is_fought_on_its_map(folder: Path) -> None:
    fought = run("fight", "storyteller", "--roster", folder / "mine.yaml", "--seed", 1)
    assert fought.exit_code == 0, fought.stderr
    assert "8 by 6 squares, 11 walls, 2 doors and 2 difficult squares" in fought.stdout


def test_a_map_is_its_board_written_out(folder: Path) -> None:
    by_map = opened(folder / "mine.yaml").board
    assert isinstance(by_map, boards.GridBoard)
    assert by_map.picture == PAINTED
    by_map = replace(by_map, picture=None)
    written = yaml.safe_load(as_yaml(read_map(COTTAGE).board))["board"]
    assert opened(with_board(folder, {**written, "difficult": ["2:4", "3:4"]})).board == by_map
    drawn = opened(with_board(folder, {"map": "cottage.dd2vtt", "difficult": ["2:4", "3:4"]})).board
    assert drawn == replace(by_map, picture=PAINTED)


def test_a_picture_is_covered_from_the_beginning_as_the_page_says(folder: Path) -> None:
    board = opened(with_board(folder, yaml.safe_load(COVERED)["board"])).board
    assert isinstance(board, boards.GridBoard)
    assert (board.picture, len(board.covered)) == (PAINTED, 1)


def test_a_map_may_lie_further_down(folder: Path) -> None:
    (folder / "maps").mkdir()
    shutil.move(folder / "cottage.dd2vtt", folder / "maps")
    board = opened(with_board(folder, {"map": "maps/cottage.dd2vtt"})).board
    assert board is not None
    (folder / "again.dd2vtt").symlink_to(folder / "maps" / "cottage.dd2vtt")
    assert opened(with_board(folder, {"map": "again.dd2vtt"})).board == board


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ({"map": "../beside.dd2vtt"}, "A map lies in the folder of its roster, or below it."),
        ({"map": "maps/../../beside.dd2vtt"}, "A map lies in the folder of its roster, or below it."),
        ({"map": str(COTTAGE)}, "A map lies in the folder of its roster, or below it."),
        ({"map": "outside.dd2vtt"}, "A map lies in the folder of its roster, or below it."),
        ({"map": "round.dd2vtt"}, "This is no name of a file."),
        ({"map": "cot\0tage.dd2vtt"}, "U+0000"),
        ({"map": "mine.yaml"}, "whose name ends in .dd2vtt, .uvtt or .df2vtt"),
        ({"map": 5}, "whose name ends in .dd2vtt, .uvtt or .df2vtt"),
        ({"map": "nowhere.uvtt"}, "It cannot be read: No such file or directory."),
        ({"map": "cottage.dd2vtt", "width": 8}, "A board with a map states no width: the map does."),
        ({"map": "cottage.dd2vtt", "weather": "fog"}, "It is not a field here"),
        ({"map": "cottage.dd2vtt", "difficult": ["9:9"]}, "9:9 lies outside of the grid"),
    ],
)
def test_a_map_that_cannot_be_had_is_refused_where_it_is_named(folder: Path, board: Any, message: str) -> None:
    (folder / "outside.dd2vtt").symlink_to(folder.parent / "beside.dd2vtt")
    (folder / "round.dd2vtt").symlink_to(folder / "round.dd2vtt")
    with pytest.raises(Malformed) as refused:
        rosters.read(with_board(folder, board))
    assert message in refused.value.message
    assert "other.yaml, line" in refused.value.place or "nowhere.uvtt" in refused.value.place


def test_the_board_by_hand_of_the_page_opens_its_walls_at_doors_and_windows(folder: Path) -> None:
    board = opened(with_board(folder, yaml.safe_load(BY_HAND)["board"])).board
    assert isinstance(board, boards.GridBoard)
    walls = next(event.detail["walls"] for event in boards.laid(board) if event.change == "walls")
    assert walls == [[300, 100, 300, 300], [0, 200, 100, 200], [200, 200, 300, 200]]


def test_what_a_map_holds_that_is_not_on_the_board_is_told_when_a_roster_is_read(folder: Path) -> None:
    content = json.loads(COTTAGE.read_text(encoding="utf-8"))
    x, y = (content["resolution"]["map_origin"][axis] for axis in "xy")
    content["line_of_sight"].append([{"x": x + 20, "y": y}, {"x": x + 21, "y": y}])
    (folder / "cottage.dd2vtt").write_text(json.dumps(content), encoding="utf-8")
    told: list[str] = []
    rosters.read(folder / "mine.yaml", told.append)
    assert told[0] == "cottage.dd2vtt: 1 wall beside the map was left out."
    assert [each.partition(" way ")[0] for each in told[1:]] == ["cottage.dd2vtt: door-1 opens no straight"]
    assert told[0] in run("fight", "storyteller", "--roster", folder / "mine.yaml", "--seed", 1).stderr
    simulated = run("simulate", folder / "mine.yaml", "--fights", 1, "--workers", 1)
    assert simulated.stderr.count(told[0]) == 1
    assert "1 wall beside the map was left out." in run("map", folder / "cottage.dd2vtt").stderr


def test_a_picture_beside_the_roster_lies_under_the_board_instead_of_the_maps(folder: Path) -> None:
    (folder / "cave.png").write_bytes(with_metadata(painted(4, 3)))
    for stated in ({"map": "cottage.dd2vtt"}, {"width": 8, "height": 6}):
        roster = as_written(with_board(folder, {**stated, "picture": "cave.png"}))
        assert roster.picture == painted(4, 3)
        assert roster.content["board"]["picture"] == formats.name_of(painted(4, 3))
    by_hash = as_written(with_board(folder, {"width": 8, "height": 6, "picture": PAINTED}))
    assert (by_hash.picture, by_hash.content["board"]["picture"]) == (None, PAINTED)


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("../cave.png", "A picture lies in the folder of its roster, or below it."),
        ("cave.gif", "whose name ends in .png, .jpg, .jpeg or .webp"),
        ("cave.svg", "whose name ends in .png, .jpg, .jpeg or .webp"),
        (5, "whose name ends in .png, .jpg, .jpeg or .webp"),
        ("none.png", "none.png cannot be read: No such file or directory."),
        ("text.png", "a PNG, JPEG or WebP begins otherwise"),
        ("x" * 64, "is no SHA-256 hash"),
    ],
)
def test_a_picture_that_cannot_be_had_is_refused_where_it_is_named(folder: Path, picture: Any, message: str) -> None:
    (folder / "text.png").write_text("<svg/>", encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        rosters.read(with_board(folder, {"width": 8, "height": 6, "picture": picture}))
    assert message in refused.value.message
    assert "other.yaml, line" in refused.value.place


@pytest.mark.parametrize(
    ("image", "why"), [("AAAA", "begins otherwise"), ("no base64!", "not written in base64"), ("", None)]
)
def test_a_map_whose_picture_is_none_has_none_and_says_so(folder: Path, image: str, why: str | None) -> None:
    content = json.loads(COTTAGE.read_text(encoding="utf-8"))
    (folder / "cottage.dd2vtt").write_text(json.dumps({**content, "image": image}), encoding="utf-8")
    told: list[str] = []
    roster = as_written(folder / "mine.yaml", told.append)
    assert (roster.picture, "picture" in roster.content["board"]) == (None, False)
    said = [each for each in told if " way " not in each]
    assert [why is not None and why in each and each.endswith("The board has none.") for each in said] == [True] * bool(
        why
    )


def test_the_picture_of_a_map_is_written_to_a_file_of_its_own(folder: Path) -> None:
    told = run("map", folder / "cottage.dd2vtt", "--picture", folder / "cottage.png")
    assert (folder / "cottage.png").read_bytes() == painted(8, 6)
    written = yaml.safe_load(told.stdout)["board"]
    assert written["picture"] == "cottage.png"
    assert (
        opened(with_board(folder, {**written, "difficult": ["2:4", "3:4"]})).board == opened(folder / "mine.yaml").board
    )
    by_hash = run("map", folder / "cottage.dd2vtt", "--picture", folder / "cottage.png", "--json")
    assert json.loads(by_hash.stdout)["picture"] == PAINTED
    content = json.loads(COTTAGE.read_text(encoding="utf-8"))
    (folder / "bare.uvtt").write_text(json.dumps({**content, "image": ""}), encoding="utf-8")
    assert "holds no picture" in run("map", folder / "bare.uvtt", "--picture", folder / "no.png").stderr


def test_a_system_without_squares_has_no_use_for_a_map(folder: Path) -> None:
    content = yaml.safe_load(rosters.SAMPLES["verdigris"].read_text(encoding="utf-8"))
    path = folder / "zones.yaml"
    path.write_text(yaml.safe_dump({**content, "board": {"map": "cottage.dd2vtt"}}), encoding="utf-8")
    with pytest.raises(Malformed, match="allowed here: zones, links"):
        rosters.read(path)


def test_the_schema_knows_a_board_with_a_map() -> None:
    schema = Draft202012Validator(roster_schema("storyteller"))
    content = yaml.safe_load(ROSTER)
    assert schema.is_valid(content)
    for board in ({"map": "mine.yaml"}, {"map": "cottage.dd2vtt", "width": 8}):
        assert not schema.is_valid({**content, "board": board})


def test_an_opening_over_http_takes_the_board_and_no_map() -> None:
    content = yaml.safe_load(ROSTER)
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        refused = client.post("/api/encounters", json=content)
        assert refused.status_code == 422
        assert "board.map is not a field here" in refused.json()["detail"]
        board = json.loads(run("map", COTTAGE, "--json").stdout)
        assert client.post("/api/encounters", json={**content, "board": board}).status_code == 201


def test_every_command_of_the_page_does_what_it_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (typed,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    printed, wrote, told = (run(*shlex.split(line, comments=True)[1:]) for line in typed.splitlines())
    assert wrote.stdout == "Wrote board.yaml: 8 by 6 squares, 11 walls, 2 doors, 0 windows.\n"
    assert (folder / "board.yaml").read_text(encoding="utf-8") == printed.stdout
    assert {"windows": [], **yaml.safe_load(printed.stdout)["board"]} == json.loads(told.stdout)


def test_what_is_no_map_is_said_in_a_sentence(tmp_path: Path) -> None:
    refused = run("map", ROOT / "README.md")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "README.md, line 1: This is not JSON" in refused.stderr
    assert run("map", COTTAGE, "--out", tmp_path / "no" / "board.yaml").exit_code == 2
