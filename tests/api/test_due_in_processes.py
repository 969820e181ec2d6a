"""What is due is done once, by whichever process of one PostgreSQL is there, though nobody calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from time import monotonic, sleep

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger
from ledger.calls import due
from ledger.proof.verifying import verify
from ledger.table import rolling
from tests.api.test_due import asks, waits
from tests.ledger.waiter import waiter

TIMES = max(due.OPEN_FOR, rolling.PATIENCE) // 500
"""So many times as fast time passes in the other processes."""
LONG = 60.0
"""Seconds that a busy machine may take for it."""


@pytest.fixture
def ledger(postgres: str) -> Iterator[Ledger]:
    with Ledger(database=postgres) as opened_here:
        yield opened_here


def counted(ledger: Ledger, encounters: list[str]) -> Counter[str]:
    """Return how many lines of a kind the encounters have together."""
    return Counter(line.type for encounter in encounters for line in ledger.lines(encounter))


def must_be_done(ledger: Ledger, encounters: list[str]) -> None:
    """Wait until the request has lapsed and the roll is decided, and longer, and look whether it was done once."""
    until = monotonic() + LONG
    while not {"RewindLapsed", "EntropyRevealed"} <= counted(ledger, encounters).keys() and monotonic() < until:
        sleep(0.05)
    sleep(0.5)
    found = counted(ledger, encounters)
    assert (found["RewindLapsed"], found["EntropyRevealed"]) == (1, 1)
    assert all(verify(ledger.export(encounter)).broken is None for encounter in encounters)


@pytest.mark.long
@pytest.mark.slow
def test_one_of_two_processes_does_what_is_due_and_the_other_when_that_one_is_gone(
    ledger: Ledger, postgres: str
) -> None:
    with TestClient(create_app(ledger)) as client:
        first = [asks(ledger), waits(client).id]
        both = [waiter(postgres, TIMES) for _ in range(2)]
        try:
            must_be_done(ledger, first)
            both[0].kill()
            must_be_done(ledger, [asks(ledger), waits(client).id])
        finally:
            for process in both:
                process.communicate(timeout=60)
    assert both[1].returncode == 0
