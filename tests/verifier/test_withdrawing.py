"""Whoever asked to take something back withdraws it by not agreeing, and every verifier takes that for honest."""

from __future__ import annotations

from ledger.application import Ledger
from ledger.proof.verifying import verify as verify_here
from tests.clocks import steady_time
from tests.verifier import making
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import verify


def withdrawn() -> bytes:
    """Return a file in which Ana asks to take back, and then does not want it."""
    with Ledger(chain_length=6) as ledger, steady_time() as clock:
        playing = making.at_blows(ledger, clock)
        before = ledger.fight(playing.id).version
        for seat in ("ana", "bo"):
            playing.does({"do": "say", "by": seat, "text": "Wait."}, seat=seat)
        wish = {"do": "rewind", "to_version": before, "reason": "A slip."}
        ledger.ask_rewind(playing.id, "ana", before, "A slip.", **playing.signed("ana", wish))
        ledger.answer_rewind(playing.id, "ana", False, **playing.signed("ana", {"do": "answer_rewind", "agree": False}))
        return ledger.export(playing.id)


def test_a_wish_that_was_withdrawn_is_found_whole_by_all_three(opened: InBrowser | InNode) -> None:
    raw = withdrawn()
    assert b'"reason":"withdrawn"' in raw
    assert verify_here(raw).broken is None
    assert verify(raw).get("line") is None
    (shown,) = opened.call("checkAll", [asked(raw)])
    assert shown["verdict"] == verify(raw)["verdict"]
