"""An encounter that is damaged in the store: every call of it says so in one sentence, and operators see it."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest
import typer
from fastapi.testclient import TestClient

from api.app import create_app
from cli import soundness
from cli import store as stores
from ledger import archives
from ledger.application import Ledger
from ledger.dice.secrets import KEY_FILE, token_hash
from ledger.refusals import DamagedFile, NoSuchEncounter
from ledger.store.kinds import FILE
from tests.api.calling import run
from tests.api.conftest import OPERATOR, SAMPLE, Table, listed
from tests.ledger.fights import ARCHERS, LASTING, alone, opened


def spoil(folder: Path, encounter: str, n: int = 2) -> None:
    """Change a digit of a stored line."""
    where = "WHERE originator_id = ? AND originator_version = ?"
    with closing(sqlite3.connect(folder / FILE)) as store:
        (line,) = store.execute(f"SELECT state FROM stored_events {where}", (encounter, n)).fetchone()  # noqa: S608  # no part comes from outside
        changed = line.replace(b'"at":1', b'"at":2')
        assert changed != line
        store.execute(f"UPDATE stored_events SET state = ? {where}", (changed, encounter, n))  # noqa: S608  # no part comes from outside
        store.commit()


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """Give two encounters, the first of which is damaged, behind a server that was started after that."""
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger)) as client:
        damaged, sound = Table(client, SAMPLE["pursuit"]), Table(client, SAMPLE["pursuit"])
    spoil(tmp_path, damaged.id)
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger, operator=token_hash(OPERATOR))) as client:
        damaged.client = sound.client = client
        yield damaged, sound


def test_every_call_of_it_says_so_and_none_fails(tables: tuple[Table, Table]) -> None:
    damaged, _ = tables
    document: dict[str, Any] = damaged.client.get("/openapi.json").json()
    here = "/api/encounters/{encounter}"
    read = [path for path, calls in document["paths"].items() if "get" in calls]
    paths = [path.removeprefix(here) for path in read if path.startswith(here)]
    assert len(paths) > 20
    told: dict[str, int] = {}
    for path in paths:
        answer = damaged.get("ana", path.replace("{n}", "1").replace("{line}", "1").replace("{hash}", "0" * 64))
        told[path] = answer.status_code
        assert answer.status_code in (409, 404, 422), f"{path}: {answer.status_code} {answer.text[:200]}"
        if answer.status_code == 409:
            problem = answer.json()
            assert problem["type"] == "/problems/damaged"
            assert "line 3 does not follow from line 2" in problem["detail"]
    assert {"", "/offers", "/lines", "/chronicle", "/export", "/audit", "/stream"} <= {
        path for path, status in told.items() if status == 409
    }


def test_nothing_is_added_to_it_and_others_go_on(tables: tuple[Table, Table], tmp_path: Path) -> None:
    damaged, sound = tables
    say = {"do": "say", "who": "Ana", "text": "Is anybody there?"}
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        count = "SELECT count(*) FROM stored_events WHERE originator_id = ?"
        before = store.execute(count, (damaged.id,)).fetchone()
        for path, body in (
            ("/commands", {"action": say, "cmd": "c1"}),
            ("/rewind", {"to_version": 2, "reason": "A slip.", "cmd": "c2"}),
        ):
            answer = damaged.post("ana", path, body)
            assert (answer.status_code, answer.json()["type"]) == (409, "/problems/damaged")
        assert store.execute(count, (damaged.id,)).fetchone() == before
    assert sound.do("ana", say).status_code == 200


def test_operators_see_it(tables: tuple[Table, Table]) -> None:
    damaged, sound = tables
    assert {each["id"]: each["damaged"] for each in listed(damaged.client)} == {damaged.id: False, sound.id: False}
    damaged.get("ana", "")
    assert {each["id"]: each["damaged"] for each in listed(damaged.client)} == {damaged.id: True, sound.id: False}
    assert "encounter_damaged 1.0" in damaged.client.get("/metrics").text


def test_a_first_line_that_cannot_be_read_spoils_no_list(tables: tuple[Table, Table], tmp_path: Path) -> None:
    damaged, sound = tables
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        first = "UPDATE stored_events SET state = x'7b' WHERE originator_id = ? AND originator_version = 0"
        store.execute(first, (damaged.id,))
        store.commit()
    found = {each["id"]: each for each in listed(damaged.client)}
    assert (found[damaged.id]["damaged"], found[damaged.id]["system"]) == (True, "")
    assert found[sound.id]["system"] == "pursuit"


VALUES = ["-5", "9000000000000000000", "1.5", "'many'", "x'ff'", "CAST(x'edb280' AS TEXT)"]
"""What no column holds that the ledger wrote, as SQL spells it."""
LINE = "UPDATE stored_events SET {column} = {value} WHERE originator_id = ? AND originator_version = {n}"
WORDS = "UPDATE payloads SET {column} = {value} WHERE encounter = ? AND n >= {n}"


@pytest.mark.long(but=("-x'ff'",))
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(
    ("statement", "column", "n"),
    [
        (LINE, "state", 0),
        (LINE, "originator_id", 0),
        (LINE, "originator_version", 9),
        (WORDS, "salt", 0),
        (WORDS, "payload", 0),
    ],
)
def test_a_value_of_another_kind_shuts_that_encounter_alone(
    tmp_path: Path, statement: str, column: str, n: int, value: str
) -> None:
    say = {"do": "say", "who": "Ana", "text": "Is anybody there?"}
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger)) as client:
        damaged, sound = Table(client, SAMPLE["pursuit"]), Table(client, SAMPLE["pursuit"])
        while damaged.version < 9:
            damaged.version = damaged.do("ana", say).json()["version"]
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        store.execute(statement.format(column=column, value=value, n=min(n, damaged.version)), (damaged.id,))
        store.commit()
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger, operator=token_hash(OPERATOR))) as client:
        damaged.client = sound.client = client
        assert sound.id in [each["id"] for each in listed(client)]
        assert client.get("/api/summary", headers={"Authorization": f"Bearer {OPERATOR}"}).status_code == 200
        answer = damaged.do("ana", say)
        assert (answer.status_code, answer.json()["type"]) == (409, "/problems/damaged")
        assert sound.do("ana", say).status_code == 200


@pytest.mark.long(but=("many", "ff", "1.5"))
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("column", ["version", "at", "digest", "summary"])
def test_what_is_kept_of_an_archived_one_and_is_of_another_kind_spoils_no_list(
    tmp_path: Path, column: str, value: str
) -> None:
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger, operator=token_hash(OPERATOR))) as client:
        sound, player = Table(client, SAMPLE["pursuit"]), opened(ledger)
        player.ends()
        kept = archives.checked(archives.to_archive(ledger, player.encounter))
        archives.put_away(ledger, player.encounter, kept, 1)
        with closing(sqlite3.connect(tmp_path / FILE)) as store:
            store.execute(f"UPDATE archives SET {column} = {value}")  # noqa: S608  # no part comes from outside
            store.commit()
        assert {each["id"] for each in listed(client)} == {sound.id, player.encounter}


def test_check_store_names_what_is_damaged(tables: tuple[Table, Table], tmp_path: Path) -> None:
    damaged, sound = tables
    told = run("check-store", "--data", str(tmp_path))
    assert told.exit_code == 1
    assert f"Damaged {damaged.id}: line 3 does not follow from line 2." in told.stdout
    assert "As it was written: 1 encounter of 2." in told.stdout
    found = json.loads(run("check-store", "--data", str(tmp_path), "--json").stdout)
    assert [(each["encounter"], each["line"]) for each in found["damaged"]] == [(damaged.id, 3)]
    assert run("check-store", sound.id, "--data", str(tmp_path)).exit_code == 0


@pytest.mark.parametrize("change", ["SET locked = x'00'", "SET length = 'many'", "SET base = 7"])
def test_check_store_names_the_encounters_whose_dice_come_from_nothing_any_more(tmp_path: Path, change: str) -> None:
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger)) as client:
        lost, sound = Table(client, SAMPLE["pursuit"]), Table(client, SAMPLE["pursuit"])
    assert run("check-store", "--data", str(tmp_path)).exit_code == 0
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        store.execute(f"UPDATE chains {change} WHERE encounter = ?", (lost.id,))  # no part comes from outside
        store.commit()
    told = run("check-store", "--data", str(tmp_path))
    assert told.exit_code == 1
    assert f"No dice in {lost.id}: Nothing can be rolled in {lost.id}" in told.stdout
    assert sound.id not in told.stdout
    assert json.loads(run("check-store", "--data", str(tmp_path), "--json").stdout)["without_dice"] == [lost.id]


def test_check_store_says_what_it_cannot_look_at_without_the_key(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger)) as client:
        Table(client, SAMPLE["pursuit"])
    (tmp_path / KEY_FILE).unlink()
    told = run("check-store", "--data", str(tmp_path))
    assert told.exit_code == 0
    assert "the key of this store is not here" in told.stdout


def test_check_store_looks_at_the_pages_too(tables: tuple[Table, Table], tmp_path: Path) -> None:
    _, sound = tables
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        store.execute("PRAGMA writable_schema=ON")
        store.execute("DROP INDEX seats_by_token")
        store.execute("CREATE INDEX seats_by_token ON seats (seat)")
        other = "'CREATE INDEX seats_by_token ON seats (token_hash)'"
        store.execute(f"UPDATE sqlite_master SET sql={other} WHERE name='seats_by_token'")  # noqa: S608  # no part comes from outside
        store.commit()
    told = run("check-store", "--data", str(tmp_path))
    assert told.exit_code == 1
    assert "The file itself:" in told.stdout
    assert f"Damaged {sound.id}" not in told.stdout


def test_of_a_damaged_file_check_store_says_which_encounters_can_be_read_and_these_can_be_exported(
    tmp_path: Path,
) -> None:
    with Ledger(tmp_path) as ledger:
        players = [opened(ledger, combatants=LASTING) for _ in range(3)]
        for number, player in enumerate(players):
            player.comes_to_blows()
            player.plays(random.Random(number), 30)
        ids = [player.encounter for player in players]
        line, files = ledger.lines(ids[1])[40].raw, {each: ledger.export(each) for each in ids}
    file = tmp_path / FILE
    page = file.read_bytes().index(line[:60]) // 4096
    with file.open("r+b") as there:
        there.seek(page * 4096)
        there.write(bytes(range(256)) * 16)
    told = run("check-store", "--data", str(tmp_path))
    assert told.exit_code == 1
    assert "The file itself:" in told.stdout
    assert f"Damaged {ids[1]}: it cannot be read (database disk image is malformed)." in told.stdout
    found = json.loads(run("check-store", "--data", str(tmp_path), "--json").stdout)
    assert {*found["whole"], *(each["encounter"] for each in found["damaged"])} == set(ids)
    assert found["whole"]
    for each in found["whole"]:
        assert f"Whole {each}: `encounter export` still gives its file." in told.stdout
        assert run("export", each, "--data", str(tmp_path)).stdout_bytes == files[each]
    refused = run("export", ids[1], "--data", str(tmp_path))
    assert refused.exit_code == 2
    assert "its file is damaged" in refused.stderr
    assert run("stats", "--data", str(tmp_path)).exit_code == 2


def test_of_a_damaged_file_nobody_is_called_whole_whose_lines_do_not_lie_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Ledger(tmp_path) as ledger:
        whole, away = opened(ledger, alone(ARCHERS)), opened(ledger, alone(ARCHERS))
        away.ends()
        raw = archives.to_archive(ledger, away.encounter)
        archives.put_away(ledger, away.encounter, archives.checked(raw), 1_790_000_000_000)
        ledger.store.add_seat("nobody", "ana", token_hash("of nobody"))
        monkeypatch.setattr(soundness, "every", lambda ledger: ledger.store.ids_left())
        monkeypatch.setattr(soundness, "broken_pages", lambda _: ["a page"])
        assert not soundness.tell(ledger, (), json=False)
        told = capsys.readouterr().out
        assert [line.split(":")[0] for line in told.splitlines() if line.startswith("Whole")] == [
            f"Whole {whole.encounter}"
        ]
        with pytest.raises(NoSuchEncounter):
            soundness.tell(ledger, ["nobody"], json=False)


def test_why_no_dice_can_be_rolled_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def malformed(_: str) -> None:
        raise DamagedFile("database disk image is malformed")

    with Ledger(tmp_path) as ledger:
        encounter = opened(ledger).encounter
        monkeypatch.setattr(ledger.renewals, "must_go_on", malformed)
        assert not soundness.tell(ledger, (), json=False)
    told = capsys.readouterr().out
    assert f"No dice in {encounter}: The store cannot be used (database disk image is malformed)" in told


def test_the_newest_are_looked_through_before_anybody_is_served_and_the_others_meanwhile(
    tables: tuple[Table, Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, _ = tables
    told: list[str] = []
    with Ledger(tmp_path) as ledger:
        with soundness.looked_through(ledger, everything=False, tell=told.append):
            pass
        assert [damaged.id in each for each in told] == [True]
    monkeypatch.setattr(soundness, "NEWEST", 1)
    for everything in (False, True):
        with Ledger(tmp_path) as ledger, soundness.looked_through(ledger, everything=everything, tell=told.append):
            while everything and not ledger.fights.damaged:
                sleep(0.01)
            assert list(ledger.fights.damaged) == ([damaged.id] if everything else [])
    assert len(told) == 1
    assert damaged.id in caplog.text


def test_of_a_file_that_is_damaged_every_command_says_so(tables: tuple[Table, Table], tmp_path: Path) -> None:
    del tables
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / FILE).write_bytes(b"What was a database once." * 400)
    for command in ("check-store", "stats"):
        told = run(command, "--data", str(tmp_path / "copy"))
        assert told.exit_code == 2
        assert "is damaged (file is not a database): put a backup in its place." in told.stderr


def test_an_empty_file_beside_a_key_is_no_store_to_begin_with(tables: tuple[Table, Table], tmp_path: Path) -> None:
    del tables
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / FILE).touch()
    assert run("stats", "--data", str(tmp_path / "copy")).exit_code == 0
    (tmp_path / "copy" / FILE).write_bytes(b"")
    for each in (tmp_path / "copy").glob(f"{FILE}-*"):
        each.unlink()
    told = run("stats", "--data", str(tmp_path / "copy"))
    assert told.exit_code != 0
    assert "is empty, though there is views.sqlite beside it" in told.stderr


@pytest.mark.parametrize("left", ["views.sqlite", f"{FILE}-wal", f"{FILE}-journal"])
def test_a_store_that_is_missing_beside_what_is_left_of_it_is_not_begun_anew(
    tmp_path: Path, left: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / left).write_bytes(b"what is left")
    with pytest.raises(typer.Exit), stores.opened(tmp_path):
        pass
    assert f"{FILE} is missing, though there is {left} beside it: put the file or a backup" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == [left]
