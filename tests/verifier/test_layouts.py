"""Where places are drawn stands in the lines, and every verifier reads them; a newer one would have to say so."""

from __future__ import annotations

from ledger.application import Ledger
from tests.ledger.fights import ARCHERS, opening
from tests.verifier.page import InBrowser, InNode
from tests.verifier.test_late_seats import broken

LAYOUT = {"T0": [0, 1], "T1": [1, 0], "T2": [2, 1]}


def test_a_board_with_a_layout_is_whole(opened: InBrowser | InNode) -> None:
    with Ledger() as ledger:
        begun = ledger.open(opening(ARCHERS, board={**ARCHERS["board"], "layout": LAYOUT}))
        raw = ledger.export(begun.encounter)
    assert b'"layout":[["T0",0,1],["T1",1,0],["T2",2,1]]' in raw
    assert broken(opened, raw) is None
