"""Of how many lines a checkpoint is, and when a device dated it too early: all three verifiers say the same."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from ledger.dice.keys import Signer
from ledger.line.canonical import canon_trusted
from ledger.line.tree import leaf, root
from ledger.proof import notes
from tests.verifier.attacks.fuzzing import bare, by_the_file, by_the_ledger
from tests.verifier.attacks.resigning import resigned
from tests.verifier.cases import rows_in
from tests.verifier.page import InBrowser, InNode, asked

Page = InBrowser | InNode
ROWS = [row for row in rows_in("salted.ndjson") if "type" in row]
BEGAN = 1_000_000
"""The time of line 0, in milliseconds: long before that of the others."""
ROWS[0]["at"] = BEGAN
LINES = resigned(ROWS, "forged") or b""
LEAVES = [leaf(line) for line in LINES.splitlines()]
END = len(LEAVES)
LOG, ANA = (Signer(sha256(f"forged {whose}".encode()).digest()) for whose in ("log", "key of ana from 5"))


def anchored(page: Page, size: int, seconds: int | None = None) -> dict[str, Any]:
    """Return the report of all three on the lines with a checkpoint of so many, which ana cosigned at a time."""
    origin = ROWS[0]["origin"]
    text = notes.checkpoint_text(origin, size, root(LEAVES[:size]))
    note = notes.signed(text, origin, LOG)
    if seconds is not None:
        note += notes.cosigned(text, f"{origin}/ana", ANA, seconds)
    raw = LINES + canon_trusted({"note": note}) + b"\n"
    report = by_the_file(raw)
    assert by_the_ledger(raw) == bare(page.call("checkAll", [asked(raw)])[0]) == report
    return report


@pytest.mark.parametrize("size", [1, 2, END - 1, END])
def test_a_checkpoint_is_of_any_number_of_lines_that_are_there(opened: Page, size: int) -> None:
    report = anchored(opened, size)
    assert report["anchors"] == [{"size": size, "parties": [], "kept": False, "early": []}]
    assert ("unanchored" in report["but"]) == (size < END)


@pytest.mark.parametrize("size", [0, END + 1])
def test_a_checkpoint_is_of_no_other_number(opened: Page, size: int) -> None:
    report = anchored(opened, size)
    assert (report["verdict"], report["line"]) == ("BROKEN", END)


@pytest.mark.parametrize(("seconds", "early"), [(879, ["ana"]), (880, []), (881, [])])
def test_a_clock_may_be_two_minutes_behind_and_no_more(opened: Page, seconds: int, early: list[str]) -> None:
    (anchor,) = anchored(opened, 1, seconds)["anchors"]
    assert (anchor["parties"], anchor["early"]) == (["ana"], early)
