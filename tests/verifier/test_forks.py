"""A file that branched off from another fight: all three say so, and take the same of its dice as repeated."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from ledger.application import Ledger
from ledger.proof.exporting import notes_in
from ledger.proof.proofs import proof as proof_of
from ledger.proof.proofs import prove
from ledger.proof.proved import told as told_here
from ledger.proof.reports import report
from ledger.proof.verifying import verify as verify_here
from tests.chance import repeatable
from tests.ledger.fights import ARCHERS, BACK, SHOT, alone, opened
from tests.ledger.forging import chained
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import proof_sentences, verify, verify_proof

Page = InBrowser | InNode


@pytest.fixture(scope="module")
def forked() -> bytes:
    """The file of a fork in which somebody rolled before it, and somebody after it."""
    with repeatable("a fork"), Ledger() as ledger:
        player = opened(ledger, alone(ARCHERS))
        player.comes_to_blows()
        player.does(SHOT, seat="ana")
        fork = opened(ledger, alone(ARCHERS))
        fork.encounter = ledger.fork(player.encounter, "ana").encounter
        fork.does(BACK, seat="ana")
        return ledger.export(fork.encounter)


def told(page: Page, raw: bytes) -> dict[str, Any]:
    """Return what all three say of a file."""
    here, file = orjson.loads(orjson.dumps(report(verify_here(raw)))), verify(raw)
    (shown,) = page.call("checkAll", [asked(raw)])
    for name in ("verdict", "but", "fork", "rolls", "line"):
        assert here.get(name) == file.get(name) == shown.get(name)
    return file


def changed(raw: bytes, n: int, **fields: Any) -> bytes:
    """Return the file with a line changed, and the chain made right again; checkpoints are left out."""
    rows = [orjson.loads(row) for row in raw.splitlines()]
    return chained([{**row, **(fields if row.get("n") == n else {})} for row in rows if "type" in row])


def test_what_was_repeated_is_told_and_what_came_after_is_proved(opened: Page, forked: bytes) -> None:
    found = told(opened, forked)
    assert (found["verdict"], "forked" in found["but"]) == ("OK BUT", True)
    assert [roll["grade"] for roll in found["rolls"]] == ["fork", *["server only"] * (len(found["rolls"]) - 1)]


@pytest.mark.parametrize("fork", [{}, {"encounter": "f" * 32, "leaf": "0" * 64}, None], ids=str)
def test_line_0_must_name_the_line_that_it_branched_off_at(opened: Page, forked: bytes, fork: object) -> None:
    assert told(opened, changed(forked, 0, fork=fork))["verdict"] == "BROKEN"


@pytest.mark.parametrize("source", ["ledger", "table", "loaded"])
def test_dice_before_the_fork_are_marked_as_such(opened: Page, forked: bytes, source: str) -> None:
    rows = (orjson.loads(row) for row in forked.splitlines())
    n = next(row["n"] for row in rows if row.get("type") == "DiceRolled")
    found = told(opened, changed(forked, n, source=source))
    assert (found["verdict"], found["line"]) == ("BROKEN", n)


def test_dice_after_the_fork_are_drawn_again_whatever_they_say(opened: Page, forked: bytes) -> None:
    *_, n = (row["n"] for row in map(orjson.loads, forked.splitlines()) if row.get("type") == "DiceRolled")
    found = told(opened, changed(forked, n, source="fork"))
    assert (found["verdict"], found["line"]) == ("BROKEN", n)


def test_the_proof_of_one_roll_says_that_it_is_of_a_what_if(opened: Page, forked: bytes) -> None:
    rows = [row for row in forked.splitlines() if b'"type"' in row]
    proof = proof_of(rows, notes_in(forked), 1)
    whence = orjson.loads(forked.splitlines()[0])["fork"]
    here, file = prove(proof), verify_proof(proof)
    (shown,) = opened.call("proveAll", [asked(proof)])
    assert here.report["fork"] == file["fork"] == shown["fork"] == whence
    assert (file["verdict"], file["but"], shown["verdict"]) == ("OK BUT", ["forked"], "OK BUT")
    assert "what-if" in next(told_here(here))
    assert next(told_here(here)) == next(proof_sentences(file))
