"""The file that stands alone says of every file what the ledger's own verification says, honest or not."""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from domain.events import HistoryRewound
from ledger.application import Ledger
from ledger.line.entries import ENTRIES, LEDGER_LINES
from ledger.line.lines import STORED_NAMES
from ledger.proof.verifying import verify as verify_here
from tests.clocks import steady_time
from tests.verifier import making
from tests.verifier.attacks.changing import changed, rows_in
from verifier.verify_fight import CALL, FIELDS, HAPPENING, verify

FIGHTS = sorted((Path(__file__).parents[1] / "transcripts").glob("*.ndjson"))


def both(raw: bytes) -> tuple[int | None, int | None]:
    """Return the line that each of them finds broken, or newer than it knows."""
    here = verify_here(raw)
    fault = here.broken or here.newer
    return verify(raw).get("line"), None if fault is None else fault[0]


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_both_find_an_honest_fight_whole_and_its_rolls_the_same(path: Path) -> None:
    raw = path.read_bytes()
    report, here = verify(raw), verify_here(raw)
    assert (report["verdict"], report["root"], report["lines"]) == ("OK BUT", here.root, here.lines)
    told = [(roll["roll"], roll["line"], roll["grade"], roll["voided"], roll["faces"]) for roll in report["rolls"]]
    assert told == [
        (roll.roll, roll.line, roll.grade, roll.voided, [list(faces) for faces in roll.faces]) for roll in here.rolls
    ]


@pytest.mark.long(but=("pursuit-1",))
@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_both_name_the_same_line_of_a_fight_changed_at_random(path: Path) -> None:
    rows, chance = rows_in(path.read_bytes()), random.Random(path.stem)
    found = [both(raw) for _ in range(20) if (raw := changed(rows, chance)) is not None]
    assert [pair for pair in found if pair[0] != pair[1]] == []
    assert sum(line is not None for line, _ in found) > 10


def test_it_knows_the_kinds_of_lines_there_are() -> None:
    assert set(FIELDS) == set(ENTRIES)
    ledger = {kind.__name__ for kind in (*LEDGER_LINES, HistoryRewound)}
    assert set(HAPPENING) == set(ENTRIES) - ledger | {"Sealed"}


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_it_knows_the_fields_of_a_line(name: str) -> None:
    stored = STORED_NAMES.get(name, {})
    names = {stored.get(each.name) or each.metadata.get("alias", each.name) for each in fields(ENTRIES[name])}
    if name == "MessageRecorded":
        names = names - {"text"} | {"commit"}
    written = FIELDS[name].replace("CALL?", CALL).replace("CALL", CALL)
    assert {each.split(":")[0].rstrip("?*") for each in written.split()} == names


@pytest.mark.long(but=("salted", "typed", "disputed", "secret", "forked"))
@pytest.mark.parametrize("fight", making.FIGHTS, ids=lambda fight: fight.__name__)
def test_what_is_played_today_is_found_whole(fight: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "FILES", tmp_path)
    with Ledger(chain_length=6) as ledger, steady_time() as clock:
        fight(ledger, clock)
    written = [path.read_bytes() for path in tmp_path.glob("*.ndjson")]
    assert written
    assert [both(raw) for raw in written] == [(None, None)] * len(written)
