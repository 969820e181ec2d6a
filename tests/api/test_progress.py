"""How far long work is stands in a terminal, and nowhere else; what comes of it is not mixed with it."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cli import soundness
from ledger.application import Ledger
from tests.ledger.fights import opened


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path) as ledger:
        for _ in range(3):
            opened(ledger)
        yield ledger


def shown(terminal: int) -> str:
    """Return everything that a terminal was sent."""
    text = b""
    # Once nobody holds its other end any more, reading fails.
    with suppress(OSError):
        while select.select([terminal], [], [], 1)[0] and (more := os.read(terminal, 65536)):
            text += more
    return text.decode()


def test_check_store_shows_in_a_terminal_how_far_it_is(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        assert soundness.tell(ledger, [], json=False)
    monkeypatch.undo()
    seen = shown(master)
    os.close(master)
    words = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen)
    assert re.search(r"Checking \S+ 0 of 3, left ", words), words
    assert re.search(r"Checking \S+ 3 of 3, left ", words), words
    assert "\x1b[?25h" in seen, "the cursor is hidden still"
    assert capsys.readouterr().out == "As it was written: 3 encounters of 3.\n"


def test_check_store_shows_nothing_of_it_elsewhere(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    assert soundness.tell(ledger, [], json=False)
    assert capsys.readouterr() == ("As it was written: 3 encounters of 3.\n", "")
