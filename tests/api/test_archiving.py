"""Old fights: out of the store into files, and back, by the command line; nothing is lost whenever it is killed."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from ledger import archives
from ledger.application import Ledger
from ledger.dice.secrets import token_hash
from ledger.proof.verifying import verify
from ledger.refusals import Archived
from tests.api.calling import run
from tests.api.conftest import OPERATOR, listed
from tests.ledger.fights import ARCHERS, Player, alone, opened, opening
from tests.ledger.store.test_archives import ends, over


def left_over(folder: Path, fights: int = 2) -> list[str]:
    """Return the ids of fights that are over, in a store beside one that goes on."""
    with Ledger(folder) as ledger:
        found = [over(ledger, 4).encounter for _ in range(fights)]
        opened(ledger)
    return found


def told(*call: object) -> Any:
    """Return what a call prints for programs."""
    return json.loads(run(*call, "--json").stdout)


def test_fights_go_to_files_that_verify_and_come_back_as_they_were(tmp_path: Path) -> None:
    data, files = tmp_path / "data", tmp_path / "old" / "2026"
    one, other = left_over(data)
    before = run("export", one, "--data", data).stdout_bytes
    archived = run("archive", one, other, "--to", files, "--data", data)
    assert archived.exit_code == 0
    file = files / f"{one}.ndjson"
    digest = hashlib.sha256(before).hexdigest()
    assert f"{one}  {len(before)} bytes  sha256 {digest}  {file}" in archived.stdout
    assert archived.stdout.endswith(f"Archived 2 encounters to {files}.\n")
    assert file.read_bytes() == before
    assert run("verify", file).exit_code == 0
    assert sorted(each.name for each in files.iterdir()) == sorted(f"{each}.ndjson" for each in (one, other))
    gone = run("export", one, "--data", data)
    assert gone.exit_code == 2
    assert f"{one} is archived" in gone.stderr
    restored = run("restore", file, files / f"{other}.ndjson", "--data", data)
    assert (restored.exit_code, restored.stderr) == (0, "")
    assert run("export", one, "--data", data).stdout_bytes == before


def test_all_that_ended_before_a_date_are_archived(tmp_path: Path) -> None:
    fights = left_over(tmp_path)
    none = told("archive", "--ended-before", "2001-01-01", "--to", tmp_path / "files", "--data", tmp_path)
    assert none == {"done": [], "left": []}
    every = told("archive", "--ended-before", "2999-12-31T12:00:00", "--to", tmp_path / "files", "--data", tmp_path)
    assert {each["encounter"] for each in every["done"]} == set(fights)
    again = told("archive", "--ended-before", "2999-12-31", "--to", tmp_path / "files", "--data", tmp_path)
    assert again == {"done": [], "left": []}
    assert len(list((tmp_path / "files").iterdir())) == 2


def test_what_cannot_be_archived_is_left_with_a_reason_and_the_rest_is_done(tmp_path: Path) -> None:
    one, other = left_over(tmp_path)
    with Ledger(tmp_path) as ledger:
        going = ledger.encounters()[-1].encounter
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / f"{other}.ndjson").write_text("something else\n")
    tried = run("archive", one, going, other, "f" * 32, "--to", tmp_path / "files", "--data", tmp_path)
    assert tried.exit_code == 1
    for sentence in (
        f"Left as it is: {going}: {going} goes on: only what is over, closed or imported is archived.",
        f"Left as it is: {other}: There is another file",
        f"Left as it is: {'f' * 32}: There is no such encounter.",
        "Archived 1 encounter to",
    ):
        assert sentence in tried.stdout
    with Ledger(tmp_path) as ledger:
        assert verify(ledger.export(other)).broken is None
    assert (tmp_path / "files" / f"{other}.ndjson").read_text() == "something else\n"


def test_only_the_file_itself_is_restored(tmp_path: Path) -> None:
    one, other = left_over(tmp_path)
    run("archive", one, "--to", tmp_path, "--data", tmp_path)
    whole = (tmp_path / f"{one}.ndjson").read_bytes()
    (tmp_path / "short").write_bytes(b"\n".join(whole.split(b"\n")[:-3]) + b"\n")
    (tmp_path / "torn").write_bytes(whole[:-20])
    (tmp_path / "other").write_bytes(run("export", other, "--data", tmp_path).stdout_bytes)
    tried = told("restore", tmp_path / "short", tmp_path / "torn", tmp_path / "other", "--data", tmp_path)
    assert tried["done"] == []
    reasons = [each["reason"] for each in tried["left"]]
    assert "nothing was put back" in reasons[0] or "not taken" in reasons[0] or "broken" in reasons[0]
    assert "is broken" in reasons[1]
    assert "is here, and not archived" in reasons[2]
    assert run("restore", tmp_path / "torn", "--data", tmp_path).exit_code == 1


@pytest.mark.parametrize(
    "call",
    [
        ["archive", "--to", "files"],
        ["archive", "f" * 32, "--ended-before", "2026-01-01", "--to", "files"],
        ["archive", "--ended-before", "soon", "--to", "files"],
        ["archive", "f" * 32, "--to", "here/encounters.sqlite"],
        ["archive", "f" * 32],
        ["restore", "nowhere"],
        ["restore"],
    ],
)
def test_a_wrong_call_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    with Ledger(Path("here")):
        pass
    wrong = run(*call, "--data", "here")
    assert wrong.exit_code == 2
    assert wrong.stdout == ""
    assert "Traceback" not in wrong.stderr


def test_a_file_that_does_not_hold_what_was_written_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one,) = left_over(tmp_path, 1)
    read = Path.read_bytes
    with monkeypatch.context() as rotten:
        rotten.setattr(Path, "read_bytes", lambda self: read(self)[:-30])
        tried = run("archive", one, "--to", tmp_path / "files", "--data", tmp_path)
    assert tried.exit_code == 1
    assert f"Left as it is: {one}: Line" in tried.stdout
    assert run("archive", one, "--to", tmp_path / "files", "--data", tmp_path).exit_code == 0


def test_a_file_that_was_there_already_is_flushed_before_a_line_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever wrote it may have been killed before it was on the disk."""
    (one,) = left_over(tmp_path, 1)
    files = tmp_path / "files"
    files.mkdir()
    (files / f"{one}.ndjson").write_bytes(run("export", one, "--data", tmp_path).stdout_bytes)
    flushed: list[Path] = []
    monkeypatch.setattr("cli.archiving._flush", flushed.append)
    assert run("archive", one, "--to", files, "--data", tmp_path).exit_code == 0
    assert flushed == [files / f"{one}.ndjson", files]


def test_a_folder_in_the_place_of_the_file_is_told_and_nothing_is_removed(tmp_path: Path) -> None:
    (one,) = left_over(tmp_path, 1)
    (tmp_path / "files" / f"{one}.ndjson").mkdir(parents=True)
    tried = run("archive", one, "--to", tmp_path / "files", "--data", tmp_path)
    assert tried.exit_code == 1
    assert f"Left as it is: {one}: The file" in tried.stdout
    assert run("export", one, "--data", tmp_path).exit_code == 0


def test_calls_to_an_archived_encounter_say_so_and_its_keys_work_again_after(tmp_path: Path) -> None:
    with (
        Ledger(tmp_path) as ledger,
        TestClient(application := create_app(ledger, operator=token_hash(OPERATOR))) as client,
    ):
        made = ledger.open(opening(alone(ARCHERS), rewind="free"))
        ends(Player(ledger, made.encounter), random.Random(1))
        seat = {"Authorization": f"Bearer {made.keys['ana']}"}
        address = f"/api/encounters/{made.encounter}"
        before = client.get(address, headers=seat)
        with Ledger(tmp_path) as other:
            raw = archives.to_archive(other, made.encounter)
            archives.put_away(other, made.encounter, archives.checked(raw), 1)
            for call in ("", "/board", "/offers", "/chronicle", "/lines", "/export"):
                answer = client.get(f"{address}{call}", headers=seat)
                assert (answer.status_code, answer.json()["type"]) == (404, "/problems/archived"), call
                assert f"{made.encounter} is archived" in answer.json()["detail"]
            assert client.get(address).status_code == 401
            assert listed(client)[0]["archived"] is True
            application.state.runner.catch_up()
            lobby = client.get("/api/lobby", headers=seat).json()["encounters"]
            assert [each["waits"]["kind"] for each in lobby] == ["archived"]
            archives.bring_back(other, raw)
        assert client.get(address, headers=seat).json() == before.json()


@pytest.mark.slow
def test_kill_9_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    data, files = tmp_path / "data", tmp_path / "files"
    fights = left_over(data, 6)
    with Ledger(data) as ledger:
        before = {each: ledger.export(each) for each in fights}
    call = ["archive", *fights, "--to", str(files), "--data", str(data)]
    for attempt in range(4):
        process = subprocess.Popen([sys.executable, "-m", "cli", *call], cwd=Path(__file__).parents[2])
        while not files.exists() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(random.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        with Ledger(data) as ledger:
            for each, raw in before.items():
                try:
                    assert ledger.export(each) == raw
                except Archived:
                    assert (files / f"{each}.ndjson").read_bytes() == raw
        if attempt == 1:
            run("restore", *files.glob("*.ndjson"), "--data", data)
    run(*call)
    with Ledger(data) as ledger:
        assert {each.encounter for each in ledger.encounters() if each.archived} == set(fights)
    assert run("restore", *files.glob("*.ndjson"), "--data", data).exit_code == 0
    with Ledger(data) as ledger:
        assert {each: ledger.export(each) for each in fights} == before
