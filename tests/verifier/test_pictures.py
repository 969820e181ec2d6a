"""The board names its picture in the line that lays it, and every verifier reads that."""

from __future__ import annotations

from ledger.application import Ledger
from tests.ledger.store.test_pictures import NAME, pictured
from tests.verifier.page import InBrowser, InNode
from tests.verifier.test_late_seats import broken


def test_a_board_with_a_picture_is_whole(opened: InBrowser | InNode) -> None:
    with Ledger() as ledger:
        raw = ledger.export(pictured(ledger))
    assert NAME.encode() in raw
    assert broken(opened, raw) is None
