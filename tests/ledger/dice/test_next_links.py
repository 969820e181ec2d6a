"""Which link a device is asked for next, where its chain ends while others go on rolling."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from ledger.application import Ledger
from tests.clocks import steady_time
from tests.verifier.making import at_blows


@pytest.mark.parametrize("ends", ["renews", "changes_key"])
def test_a_chain_that_ends_takes_its_count_along_before_anybody_can_roll_on_the_next(ends: str) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        bo, known = playing.parties["bo"], []
        ledger.devices.beat(playing.id, "bo", "bo", 9)
        assert ledger.due.present(playing.id)["bo"] == 9
        call = ledger.answering.answer

        def called(*stated: Any) -> Any:
            answer = call(*stated)
            known.append(ledger.due.present(playing.id)["bo"])
            return answer

        with patch.object(ledger.answering, "answer", called):
            getattr(bo, ends)(*((bo,) if ends == "changes_key" else ()))
        assert known == [1]
