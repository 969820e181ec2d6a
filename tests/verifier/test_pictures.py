"""The board names its picture in the line that lays it, and every verifier reads that."""

from __future__ import annotations

from files.commands import actions
from ledger.application import Ledger
from ledger.table.answers import Declaration
from tests.ledger.store.test_pictures import NAME, pictured
from tests.verifier.page import InBrowser, InNode
from tests.verifier.test_late_seats import broken

COVERED = {"change": "cover", "corner": "0:0", "opposite": "0:0"}
SHOWN = {"corner": "0:0", "opposite": "3:0"}


def test_a_board_with_a_picture_is_whole(opened: InBrowser | InNode) -> None:
    with Ledger() as ledger:
        raw = ledger.export(pictured(ledger))
    assert NAME.encode() in raw
    assert broken(opened, raw) is None


def test_what_is_covered_and_shown_is_read_by_every_verifier(opened: InBrowser | InNode) -> None:
    with Ledger() as ledger:
        encounter = pictured(ledger, covered=[["0:0", "5:5"]])
        for number, more in enumerate(({"corner": "0:0", "opposite": "1:1", "to": "ana"}, COVERED, SHOWN)):
            action = {"do": "change_board", "by": "gm", "change": "uncover", **more}
            command = actions("storyteller").validate_python(action, strict=False)
            ledger.record(encounter, "gm", Declaration(action=command, cmd=f"cover-{number}"))
        raw = ledger.export(encounter)
    assert b'"change":"covered","detail":{"areas":[[0,0,6,6]]}' in raw
    assert b'"change":"uncovered","detail":{"areas":[[0,0,2,2]],"to":"ana"}' in raw
    assert broken(opened, raw) is None
