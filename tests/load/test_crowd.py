"""A few readers that come, give up and come again, and somebody who plays: everybody is answered as they should be.

The whole measurement is `python -m tests.load.crowd`; here no time is held against another.
"""

from __future__ import annotations

from itertools import cycle, islice
from time import sleep

import pytest

from ledger.table.answers import Opened
from tests.api.conftest import here
from tests.api.streaming import Serving
from tests.ledger.fights import BACK, SHOT
from tests.load.crowd import seconds
from tests.load.readers import NO_ANSWER, crowd

__all__ = ["here"]
COMMANDS, MOST, READERS = 20, 2000, 12


@pytest.mark.long
@pytest.mark.slow
def test_whoever_plays_is_answered_beside_readers_that_give_up_and_come_again(here: Serving) -> None:
    here.player.comes_to_blows()
    begun, before = Opened(encounter=here.encounter, version=here.version, keys=here.keys), here.version
    turns, number, listening = cycle((SHOT, BACK)), 0, False
    with crowd(here.address, here.encounter, here.keys["ana"], READERS) as answers:
        while number < COMMANDS or (not listening and number < MOST):
            # Each of them must be answered with 200.
            seconds(here.address, begun, f"beside-{number}", [*islice(turns, 4)])
            listening = listening or any(each.listeners for each in [*here.channels._channels.values()])
            number += 4
        # Until the first have given up.
        sleep(1)
    assert listening
    assert answers.total() > 0
    assert set(answers) <= {"200", "503", NO_ANSWER}
    assert here.version > before + number
