"""What a seat signs is a witness of all that came before: no call is taken that was signed on another history."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.application import Ledger
from ledger.refusals import WentOn
from tests.clocks import steady_time
from tests.ledger.fights import ARCHERS, LASTING, TO_BLOWS
from tests.verifier.playing import Playing

REWIND = {"do": "rewind", "to_version": 4, "reason": "Too late."}


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        ((5, "0" * 64), "Line 4 has another hash here: this was signed on another history."),
        ((999, "0" * 64), "What was seen is not there: this fight has 9 lines."),
        ((0, "0" * 64), "What was seen is not there: this fight has 9 lines."),
        (("5", 1, None), "What was seen is not there: this fight has 9 lines."),
    ],
)
def test_a_call_signed_on_another_history_is_refused(seen: Any, sentence: str) -> None:
    with Ledger() as ledger, steady_time() as clock:
        playing = Playing(ledger, clock, ARCHERS, combatants=LASTING)
        (ana,) = playing.seated("ana")
        playing.does(TO_BLOWS[0])
        declared = {**ana.declaration(REWIND, "back"), "seen": list(seen)}
        head = {"cmd": "back", "seen": seen, "seq": declared["seq"], "sig": ana.signs(declared)}
        with pytest.raises(WentOn, match=sentence):
            ledger.ask_rewind(playing.id, "ana", 4, "Too late.", **head)
