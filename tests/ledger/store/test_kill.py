"""Acknowledged means durable: a process killed at any moment loses no line it had answered with."""

import random
import signal
import time
from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from tests.ledger.fights import LASTING, SWORDS, Player, opened
from tests.ledger.forging import without_notes
from tests.ledger.writer import writer
from tests.sparing import often

KILLS = often(4, whole=10)


@pytest.mark.slow
def test_kill_9_at_any_moment_loses_nothing_and_invents_nothing(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        encounters = [opened(ledger, combatants=LASTING).encounter for _ in range(2)]
        encounters.append(opened(ledger, {**SWORDS, "dice": "ledger"}).encounter)
    promised: dict[tuple[str, int], str] = {}
    exported = dict.fromkeys(encounters, b"")
    for kill in range(KILLS):
        child = writer(tmp_path, f"k{kill}", 0, *encounters[:2])
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(random.uniform(0, 0.4))
        child.send_signal(signal.SIGKILL)
        rest = child.communicate(timeout=30)[0]
        assert child.returncode == -signal.SIGKILL
        # A line half printed was not received.
        said = (first + rest).rpartition("\n")[0].splitlines()
        promised |= {(each.split()[0], int(each.split()[1])): each.split()[2] for each in said}
        with Ledger(tmp_path) as ledger:
            for encounter in encounters:
                now = without_notes(ledger.export(encounter))
                assert now.startswith(exported[encounter])
                assert verify(now).broken is None
                exported[encounter] = now
            for (encounter, version), digest in promised.items():
                assert leaf(ledger.lines(encounter)[version].raw).hex() == digest
    assert len(promised) > KILLS
    with Ledger(tmp_path) as ledger:
        for encounter in encounters:
            Player(ledger, encounter).plays(random.Random(1), 3)
