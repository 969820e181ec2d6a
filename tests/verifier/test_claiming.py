"""Time that is claimed is judged alike by all verifiers: what answers nothing gave none anew."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.application import Ledger
from ledger.line.entries import Json
from ledger.proof.verifying import verify as verify_here
from tests.ledger.fights import ARCHERS, TO_BLOWS
from tests.ledger.forging import chained, rows_of
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.playing import Playing, steady_time
from verifier.verify_fight import verify

Page = InBrowser | InNode
CLOCK = 30
IDLE: list[list[tuple[str, Json]]] = [
    [("ana", {"do": "end_encounter", "by": "ana"}), ("bo", {"do": "refuse_end", "by": "bo"})],
    [("ana", {"do": "hand_over", "who": "Ana", "to": "bo"}), ("bo", {"do": "hand_over", "who": "Ana", "to": "ana"})],
]


def broken(page: Page, raw: bytes) -> int | None:
    here, file = verify_here(raw), verify(raw)
    (shown,) = page.call("checkAll", [asked(raw)])
    found: int | None = file.get("line")
    assert shown.get("line") == found == (None if here.broken is None else here.broken[0])
    return found


@pytest.mark.parametrize("idle", IDLE, ids=lambda idle: idle[0][1]["do"])
def test_what_answers_nothing_leaves_the_time_as_it_was(idle: list[Any], opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = Playing(ledger, clock, ARCHERS, clock=CLOCK)
        playing.does(TO_BLOWS[0])
        began = playing.fight.lines[-1].at
        for seat, body in idle * 2:
            clock.at += 5_000
            playing.does(body, seat=seat)
        clock.at = began + 1000 * CLOCK
        playing.does({"do": "claim_time", "by": "bo"}, seat="bo")
        raw = ledger.export(playing.id)
    assert broken(opened, raw) is None
    rows = rows_of(raw)
    claim = next(n for n, row in enumerate(rows) if row.get("decl", {}).get("action", {}).get("do") == "claim_time")
    for row in rows[claim:]:
        row["at"] = began + 1000 * CLOCK - 1
    assert broken(opened, chained([row for row in rows if "type" in row])) == claim
