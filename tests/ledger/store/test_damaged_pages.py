"""Pages of a SQLite file that hold something else than was written: told in a sentence, never as a fault of ours."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.refusals import LedgerRefused, NoStore
from ledger.store.kinds import FILE
from tests.ledger.fights import LASTING, SHOT, Player, opened

PAGE = 4096
GARBAGE = bytes(range(256)) * (PAGE // 256)


def test_every_page_that_is_overwritten_is_told_or_does_no_harm(tmp_path: Path) -> None:
    whole, told = tmp_path / "whole", set[type[LedgerRefused] | None]()
    with Ledger(whole) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        player.does(SHOT)
        encounter = player.encounter
        lines = [line.raw for line in ledger.lines(encounter)]
    pages = (whole / FILE).stat().st_size // PAGE
    assert pages > 20
    for page in range(pages):
        folder = tmp_path / f"page-{page}"
        shutil.copytree(whole, folder)
        with (folder / FILE).open("r+b") as file:
            file.seek(page * PAGE)
            file.write(GARBAGE)
        told.add(_told(folder, encounter, lines))
        shutil.rmtree(folder)
    assert NoStore in told


def _told(folder: Path, encounter: str, lines: list[bytes]) -> type[LedgerRefused] | None:
    """Return how it is refused to play on in a store; None where it is not, and all is as it was."""
    try:
        with Ledger(folder) as ledger:
            assert [line.raw for line in ledger.lines(encounter)] == lines
            Player(ledger, encounter, 50).does({"do": "say", "by": "ana", "text": "Well?"}, seat="ana")
            ledger.export(encounter)
    except LedgerRefused as refused:
        return type(refused)
    return None


def test_it_says_what_to_do(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        encounter = opened(ledger, combatants=LASTING).encounter
    size = (tmp_path / FILE).stat().st_size
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(PAGE)
        file.write(GARBAGE * (size // PAGE - 1))
    with pytest.raises(NoStore, match=r"its file is damaged\. Stop the server, and put a backup in its place"):
        _read(tmp_path, encounter)


def _read(folder: Path, encounter: str) -> None:
    with Ledger(folder) as ledger:
        ledger.fight(encounter)
