"""Dice are typed in where a roll waits for them and under its command alone, though all else is made good again."""

from __future__ import annotations

import copy

import pytest

from ledger.proof.verifying import verify as verify_here
from tests.verifier.attacks.fuzzing import by_the_file, by_the_ledger
from tests.verifier.attacks.resigning import resigned
from tests.verifier.cases import find, rows_in

PLACES = {
    "once the roll has been told": ("TurnStarted", 1, 21),
    "while its own roll waits, under another command": ("TableDiceTyped", 1, 17),
    "under a command that does not roll": ("ResourceChanged", 0, 7),
    "before anything was declared": ("SeatJoined", 1, 7),
}
"""By where dice are typed in: the kind of the line before, which of its kind, and the line that is named as cause."""


@pytest.mark.parametrize("place", PLACES)
def test_no_dice_are_typed_in_that_nothing_waits_for(place: str) -> None:
    kind, which, cause = PLACES[place]
    rows = copy.deepcopy(rows_in("typed.ndjson"))
    typed = rows[find(rows, "TableDiceTyped")]
    n = [row["n"] for row in rows[:35] if row.get("type") == kind][which] + 1
    own = {"at": rows[n - 1]["at"], "cause": cause, "cmd": "forged", "n": -1, "prev": "", "seen": [n, "0" * 64]}
    rows.insert(n, {**typed, **own})
    raw = resigned(rows, "unasked")
    assert raw is not None
    report = by_the_file(raw)
    assert (report["verdict"], report["line"]) == ("BROKEN", n)
    assert by_the_ledger(raw) == report
    broken = verify_here(raw).broken
    assert broken is not None
    assert broken[1] == "No dice were waited for."
