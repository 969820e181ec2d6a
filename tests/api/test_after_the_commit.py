"""Log lines, counters, receipts and whoever listens: where they fail, a call is answered as if they had not."""

from __future__ import annotations

import errno
import io
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any, NoReturn

import pytest
from fastapi.testclient import TestClient

from api import watching
from api.app import create_app
from api.log_file import LogFile
from api.watching import LINES, LOST, log_lines
from ledger.application import Ledger
from ledger.refusals import NoStore
from tests.api.conftest import SAMPLE, Table
from tests.api.streaming import Serving, read


class Full(io.StringIO):
    """A file on a full disk."""

    def write(self, _: str) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")


class Closed(io.StringIO):
    """A file that somebody closed."""

    def write(self, _: str) -> NoReturn:
        raise ValueError("I/O operation on closed file")


def lost() -> float:
    """Return how many log lines were lost so far."""
    return float(LOST._value.get())


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("file", [Full, Closed])
def test_a_log_line_that_cannot_be_written_is_counted_and_fails_no_call(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, form: str, file: Callable[[], io.StringIO]
) -> None:
    monkeypatch.setattr(sys, "stderr", file())
    log_lines(form)
    try:
        before = lost()
        table = Table(client, SAMPLE["pursuit"])
        table.done("ana", "begin_move", who="Ana", allowance=3)
        logging.getLogger("ledger.store.tailing").warning("Following is interrupted: %s", "gone")
        assert LINES.drain(10)
    finally:
        log_lines("none")
    assert lost() >= before + 3
    assert f"encounter_log_lines_lost_total {lost()}" in client.get("/metrics").text


@pytest.mark.parametrize("file", [Full, Closed])
def test_a_warning_without_log_lines_fails_nobody_either(
    monkeypatch: pytest.MonkeyPatch, file: Callable[[], io.StringIO]
) -> None:
    monkeypatch.setattr(sys, "stderr", file())
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logging.getLogger("ledger.store.tailing").warning("Following is interrupted")


class Stuck(io.StringIO):
    """A pipe that nobody reads from."""

    def __init__(self) -> None:
        super().__init__()
        self.read = Event()  # type: ignore[assignment]  # nobody reads the text

    def write(self, text: str) -> int:
        assert self.read.wait(20)  # type: ignore[attr-defined]
        return super().write(text)


def test_nobody_waits_for_a_reader_of_log_lines_that_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    stuck, missed = Stuck(), []
    monkeypatch.setattr(sys, "stderr", stuck)
    file = LogFile(lambda: missed.append(1), most=5)
    writing = Thread(target=lambda: [file.write(f"{n}\n") for n in range(20)])
    writing.start()
    writing.join(10)
    assert not writing.is_alive()
    stuck.read.set()  # type: ignore[attr-defined]
    assert file.drain(10)
    # Five wait, and one may be in the hands of whoever writes.
    assert len(missed) in (14, 15)
    assert len(stuck.getvalue().splitlines()) == 20 - len(missed)


def _fails(*_: Any, **__: Any) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def _cannot_start(*_: Any, **__: Any) -> NoReturn:
    raise RuntimeError("can't start new thread")


@pytest.mark.parametrize(
    "breaks",
    [
        lambda patch, _: patch.setattr(watching.CALLS, "labels", _fails),
        lambda patch, _: patch.setattr(watching.SECONDS, "labels", _fails),
        lambda patch, _: patch.setattr(watching, "log", None),
        lambda patch, ledger: patch.setattr(ledger.receipts, "signed", _fails),
        lambda patch, ledger: patch.setattr(ledger.tailer, "committed", _fails),
        lambda patch, ledger: patch.setattr(ledger.fights.photographer, "soon", _fails),
        lambda patch, ledger: patch.setattr(ledger.fights.memory, "keep", _fails),
    ],
    ids=["counters", "times", "log lines", "receipts", "followers", "snapshots", "memory"],
)
def test_what_fails_after_the_commit_fails_no_call(
    monkeypatch: pytest.MonkeyPatch, breaks: Callable[[pytest.MonkeyPatch, Ledger], None]
) -> None:
    monkeypatch.setattr("ledger.store.snapshots.EVERY", 1)
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        table = Table(client, SAMPLE["pursuit"])
        breaks(monkeypatch, ledger)
        moved = table.done("ana", "begin_move", who="Ana", allowance=3)
        monkeypatch.undo()
        assert ledger.fight(table.id).version == moved["version"]
        assert table.lines()[-1] == moved["lines"][-1]


def test_threads_that_cannot_start_now_start_later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ledger.store.snapshots.EVERY", 1)
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger)) as client:
        table = Table(client, SAMPLE["pursuit"])
        with monkeypatch.context() as patch:
            patch.setattr("ledger.store.snapshots.Thread.start", _cannot_start)
            table.done("ana", "begin_move", who="Ana", allowance=3)
        table.done("ana", "move", who="Ana", to="T1")
        assert ledger.fights.photographer.wait(10)
        assert ledger.fight(table.id).log.snapshot > 0


def test_a_store_that_cannot_say_which_links_came_lets_the_answer_out(
    ledger: Ledger, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: Any) -> NoReturn:
        raise NoStore("The store cannot be used (gone).")

    monkeypatch.setattr(ledger.due, "links", gone)
    assert ledger.answering._came(ledger.fight(table.id)) == {}


def test_a_stream_goes_on_without_receipts_that_cannot_be_signed(
    here: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.player.comes_to_blows()
    monkeypatch.setattr(here.ledger.receipts, "signed", _fails)
    monkeypatch.setattr(here.ledger.receipts, "checkpoint", _fails)
    assert [each.kind for each in read(here, 1)] == ["view"]
    last = here.version - 1
    assert [each.id for each in read(here, 1, after=last)] == [here.version]
    assert [each.id for each in read(here, 2, after=0)] == [1, 2]
