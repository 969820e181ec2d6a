"""What encounters take in memory: what is reckoned, and no more; and no more than an operator allows."""

from __future__ import annotations

import gc
import random
import tracemalloc
from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.line.canonical import canon_trusted
from tests.ledger.fights import SWORDS, opened

HARDY = {**SWORDS, "combatants": [{**each, "health": 900} for each in SWORDS["combatants"]]}


def test_the_bytes_of_a_line_take_no_more_room_than_they_are_long() -> None:
    values = [{"n": n, "text": "x" * 200} for n in range(1000)]
    tracemalloc.start()
    kept = [canon_trusted(value) for value in values]
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(map(len, kept)) < taken < 1.5 * sum(map(len, kept))


@pytest.mark.long
@pytest.mark.slow
def test_encounters_take_about_what_is_reckoned(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        opened(ledger, HARDY).plays(random.Random(0), 20)
        reckoned = ledger.fights.memory.bytes
        gc.collect()
        tracemalloc.start()
        for number in range(4):
            opened(ledger, HARDY).plays(random.Random(number), 60)
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        reckoned = ledger.fights.memory.bytes - reckoned
    assert 0.5 * reckoned < taken < 1.2 * reckoned


def test_no_more_is_kept_than_is_allowed_and_all_of_it_is_still_there(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.fights.memory.most = 100_000
        players = [opened(ledger, HARDY) for _ in range(6)]
        written = []
        for player in players:
            player.plays(random.Random(1), 10)
            written.append(len(ledger.fight(player.encounter).lines))
        assert ledger.fights.memory.bytes <= 100_000
        assert 1 <= len(ledger.fights.memory) < 6
        assert [len(ledger.fight(player.encounter).lines) for player in players] == written
