"""Time that is claimed is judged alike by all verifiers: what answers nothing gave none anew."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.application import Ledger
from ledger.line.entries import Json
from ledger.proof.verifying import verify as verify_here
from tests.chance import seeded
from tests.clocks import Still, steady_time
from tests.ledger.fights import ARCHERS, TO_BLOWS
from tests.ledger.forging import chained, rows_of
from tests.ledger.table.test_lapsing import guarded
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.playing import Playing
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
    _claims_no_sooner(opened, raw, began + 1000 * CLOCK)


def _claims_no_sooner(opened: Page, raw: bytes, due: int) -> None:
    """A file that claims the time when it is due is good, and one that does so a millisecond before is not."""
    assert broken(opened, raw) is None
    rows = rows_of(raw)
    claim = next(n for n, row in enumerate(rows) if row.get("decl", {}).get("action", {}).get("do") == "claim_time")
    for row in rows[claim:]:
        row["at"] = due - 1
    assert broken(opened, chained([row for row in rows if "type" in row])) == claim


@pytest.mark.parametrize("first", [0, 1])
def test_what_is_taken_back_and_given_again_leaves_the_time_as_it_was(first: int, opened: Page) -> None:
    """Ana begins to move, or moves on, takes it back alone, and does so again: her time is that of the first."""
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = Playing(ledger, clock, ARCHERS, clock=CLOCK)
        for body in TO_BLOWS[:first]:
            playing.does(body)
        back = playing.fight.version
        clock.at += 1_000
        playing.does(TO_BLOWS[first])
        began = playing.fight.lines[-1].at
        for turn in range(3):
            clock.at += 8_000
            ledger.ask_rewind(playing.id, "ana", back, "A slip.", f"back-{turn}")
            playing.does(TO_BLOWS[first])
        clock.at = due = began + 1000 * CLOCK
        playing.does({"do": "claim_time", "by": "bo"}, seat="bo")
        raw = ledger.export(playing.id)
    _claims_no_sooner(opened, raw, due)


SAVE = {"do": "call_save", "by": "gm", "who": "Bea", "ability": "agility", "versus": 9}


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("seat", ["ana", "gm"])
def test_a_referee_who_takes_back_alone_gives_time_where_that_undoes_what_another_seat_decided(
    seat: str, times: int, opened: Page, clock: Still
) -> None:
    with seeded(f"{seat} is first 0"), Ledger() as ledger:
        player, whose = guarded(ledger, rewind="referee")
        started, since = ledger.fight(player.encounter).version, clock.at
        for turn in range(times):
            clock.at += 2_000
            player.does(SAVE, seat="gm")
            player.does({"do": "end_turn", "who": whose}, seat=seat)
            ledger.ask_rewind(player.encounter, "gm", started, "A slip.", f"back-{turn}")
        due = 1000 * CLOCK + (clock.at if seat == "ana" else since)
        clock.at = due
        player.does({"do": "claim_time", "by": "ana"}, seat="ana")
        raw = ledger.export(player.encounter)
    _claims_no_sooner(opened, raw, due)
