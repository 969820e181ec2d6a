"""What an operator needs: health, metrics, log lines without secrets, limits on calls."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.limiting import BadRate, Window, rate
from api.watching import NoSuchLog, log_lines
from cli.commands import serve
from cli.operating import SETTINGS, settings
from ledger.application import Ledger
from ledger.refusals import NoStore
from ledger.store.kinds import FILE
from tests.api.calling import run
from tests.api.conftest import SAMPLE, Table
from tests.api.logged import told

SLOW = rate("2/minute")


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Give what is written while lines are logged for programs."""
    log_lines("json")
    yield capsys
    log_lines("none")


def test_the_process_lives_and_can_work(client: TestClient) -> None:
    assert (client.get("/healthz").status_code, client.get("/healthz").text) == (200, "alive\n")
    assert (client.get("/readyz").status_code, client.get("/readyz").text) == (200, "ready\n")


def test_a_store_that_is_gone_makes_it_unready_and_not_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: str) -> int:
        raise NoStore("The store cannot be used (gone): send the same again once it can.")

    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        monkeypatch.setattr(ledger.store, "last_version", gone)
        assert client.get("/readyz").status_code == 503
        assert client.get("/readyz").json()["detail"].startswith("The store cannot be used (gone)")
        assert client.get("/healthz").status_code == 200


def test_the_metrics_count_calls_by_their_address_without_ids(client: TestClient) -> None:
    table = Table(client, SAMPLE["pursuit"])
    table.get("ana", "/offers")
    told = client.get("/metrics").text
    assert re.search(
        r'encounter_calls_total\{method="GET",path="/api/encounters/\{encounter\}/offers",status="200"\} [1-9]', told
    )
    assert "encounter_call_seconds_bucket" in told
    assert table.id not in told


def test_the_metrics_do_not_grow_with_methods_that_somebody_makes_up(client: TestClient) -> None:
    for method in ("BREW", "WHEN"):
        assert client.request(method, "/api/encounters").status_code == 405
    told = client.get("/metrics").text
    assert re.search(r'encounter_calls_total\{method="other",path="[^"]+",status="405"\} [1-9]', told)
    assert "BREW" not in told


def test_a_log_line_names_encounter_seat_and_command_and_no_secret(
    client: TestClient, logged: pytest.CaptureFixture[str]
) -> None:
    table = Table(client, SAMPLE["pursuit"])
    table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 3})
    client.get("/healthz")
    lines = told(logged)
    opened, commanded = map(json.loads, lines.splitlines())
    assert opened["path"] == "/api/encounters"
    assert {key: commanded[key] for key in ("encounter", "seat", "do", "status", "method", "level")} == {
        "encounter": table.id,
        "seat": "ana",
        "do": "begin_move",
        "status": 200,
        "method": "POST",
        "level": "info",
    }
    assert commanded["cmd"].startswith("c-")
    assert all(key not in lines for key in table.keys.values())


def test_there_are_three_forms_of_a_log() -> None:
    with pytest.raises(NoSuchLog, match="json, text or none"):
        log_lines("xml")
    log_lines("text")
    log_lines("none")


def test_who_calls_too_often_is_told_how_long_to_wait_and_others_are_not() -> None:
    with Ledger() as ledger, TestClient(create_app(ledger, a_key=SLOW)) as client:
        table = Table(client, SAMPLE["pursuit"])
        answers = [table.get("ana", "/offers") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].json()["type"] == "/problems/too-often"
        assert 1 <= int(answers[2].headers["Retry-After"]) <= 60
        assert table.get("bo", "/offers").status_code == 200
        assert client.get("/healthz").status_code == 200
        same = {"Authorization": f"BEARER {table.keys['ana']}"}
        assert client.get(f"/api/encounters/{table.id}/offers", headers=same).status_code == 429


def test_an_address_has_a_limit_of_its_own() -> None:
    with Ledger() as ledger, TestClient(create_app(ledger, an_address=SLOW)) as client:
        assert [client.get("/docs").status_code for _ in range(3)] == [200, 200, 429]


def test_a_window_moves_with_a_clock_that_never_jumps_and_forgets_who_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("api.limiting.monotonic", lambda: now)
    monkeypatch.setattr("time.time", lambda: 0.0)
    limit = rate("2/minute")
    assert limit is not None
    window = Window(limit)
    assert [window.wait("ana"), window.wait("ana"), window.wait("ana"), window.wait("bo")] == [0, 0, 60, 0]
    now += 45
    assert [window.wait("ana"), window.wait("bo"), window.wait("bo")] == [15, 0, 15]
    now += 15
    assert [window.wait("bo"), window.wait("bo")] == [0, 45]
    assert list(window._calls) == ["bo"]
    assert window.wait("ana") == 0


@pytest.mark.parametrize("text", ["fast", "0", "0/second", "-1/second", ""])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(BadRate, match="50/second"):
        rate(text)
    assert rate("none") is None


@pytest.mark.parametrize("option", [("--rate", "fast"), ("--log", "xml")])
def test_a_wrong_setting_ends_the_start_with_a_sentence(tmp_path: Path, option: tuple[str, str]) -> None:
    ended = run("serve", "--data", tmp_path, *option)
    assert ended.exit_code == 2
    assert ended.stderr.strip().count("\n") == 0


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ENCOUNTER_RATE", "fast", "'fast' is no rate"),
        ("ENCOUNTER_ADDRESS_RATE", "0/second", "'0/second' is no rate"),
        ("ENCOUNTER_LOG", "xml", "There is no log 'xml'"),
        ("ENCOUNTER_KEY", "5ecret", "does not hold 64 hexadecimal digits"),
        ("ENCOUNTER_KEY_FILE", "/nowhere/key", "The key file /nowhere/key cannot be used"),
        ("ENCOUNTER_OPERATOR_KEY", "5ecret", "does not hold a key"),
        ("ENCOUNTER_OPERATOR_KEY_FILE", "/nowhere/key", "cannot be read: No such file"),
        ("ENCOUNTER_DATABASE", "", "ENCOUNTER_DATABASE is empty"),
        ("ENCOUNTER_DATABASE", "mysql://ana:5ecret@localhost/x", "This is no URL of a PostgreSQL database"),
        ("ENCOUNTER_DATABASE", "host=/nowhere password=5ecret", "The database cannot be used (connection"),
    ],
)
def test_a_setting_that_cannot_be_ends_the_start_with_a_sentence_and_tells_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    ended = run("serve", "--data", tmp_path, "--port", 0)
    assert ended.exit_code == 2
    assert said in ended.stderr
    assert ended.stderr.strip().count("\n") == 0
    assert "5ecret" not in ended.output


def test_a_password_that_is_longer_than_any_is_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    file.write_text("x" * 5000, encoding="utf-8")
    monkeypatch.setenv("ENCOUNTER_DATABASE_PASSWORD_FILE", str(file))
    ended = run("serve", "--data", str(tmp_path), "--database", "postgresql://ana@localhost/x")
    assert (ended.exit_code, ended.stderr) == (2, f"The file {file} cannot be read: it is longer than 4096 bytes.\n")


def test_a_password_file_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENCOUNTER_DATABASE_PASSWORD_FILE", "/nowhere/password")
    ended = run("serve", "--data", tmp_path, "--port", 0, "--database", "postgresql://ana@localhost/x")
    assert (ended.exit_code, ended.stderr) == (
        2,
        "The file /nowhere/password cannot be read: No such file or directory.\n",
    )


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has named pipes")
@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("ENCOUNTER_KEY_FILE", ()),
        ("ENCOUNTER_OPERATOR_KEY_FILE", ()),
        ("ENCOUNTER_DATABASE_PASSWORD_FILE", ("--database", "postgresql://ana@localhost/x")),
    ],
)
def test_a_pipe_in_the_place_of_a_file_is_named_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, more: tuple[str, ...]
) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    monkeypatch.setenv(name, str(tmp_path / "pipe"))
    ended = run("serve", "--data", tmp_path / "data", "--port", 0, *more)
    assert ended.exit_code == 2
    assert str(tmp_path / "pipe") in ended.stderr
    assert ended.stderr.endswith(": it is no file.\n")


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has named pipes")
@pytest.mark.parametrize("made", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_what_is_no_database_file_is_named_and_not_waited_for(tmp_path: Path, made: Callable[[Path], None]) -> None:
    made(tmp_path / FILE)
    ended = run("serve", "--data", tmp_path, "--port", 0)
    assert ended.exit_code == 2
    assert f"The database {tmp_path / FILE} cannot be read (it is no file)" in ended.stderr


@pytest.mark.parametrize("command", ["serve", "check-store", "stats", "rebuild"])
def test_a_data_folder_that_may_only_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    with Ledger(tmp_path):
        pass
    # As on a file system that may only be read, where root may write no more than others.
    monkeypatch.setattr("os.access", lambda _, mode: not mode & os.W_OK)
    ended = run(command, "--data", tmp_path)
    assert (ended.exit_code, ended.stderr) == (
        2,
        f"The data folder {tmp_path} cannot be written to: name another with --data.\n",
    )


def test_every_variable_that_an_option_goes_by_is_a_setting() -> None:
    commands = Path(serve.__file__).parent.glob("*.py")
    named = {name for file in commands for name in re.findall(r'envvar="(\w+)"', file.read_text(encoding="utf-8"))}
    assert "ENCOUNTER_CHANCES" in named
    assert named <= SETTINGS


def test_a_variable_that_only_looks_like_a_setting_is_named() -> None:
    assert settings({"ENCOUNTER_LOG": "json", "PATH": "/bin"}) == []
    assert settings({"ENCOUNTER_DATABSE": "x"}) == ["ENCOUNTER_DATABSE is no setting and is passed by."]


def test_the_document_for_operators_names_every_setting() -> None:
    told = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")
    assert [name for name in SETTINGS if f"`{name}`" not in told] == []
