"""A clock of the machine that is wrong, or put right: what is left to decide is what has not passed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import InTime
from projections.audit import audit
from tests.clocks import START
from tests.ledger.fights import TO_BLOWS, Player, opened
from verifier.verify_fight import verify as verify_alone

CLAIM: dict[str, Any] = {"do": "claim_time", "by": "bo"}
HOUR, YEAR = 3_600_000, 365 * 24 * 3_600_000


@dataclass
class Machine:
    """A machine whose clock somebody sets; ``passed`` is what really passes."""

    now: int = START
    passed: int = 5_000_000

    def waits(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.passed += milliseconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr("ledger.line.clock.now", lambda: made.now)
    monkeypatch.setattr("ledger.line.clock.passed", lambda: made.passed)
    return made


def asked(ledger: Ledger) -> Player:
    """Return the player of a fight in which Ana has ten seconds to say whether she fights."""
    player = opened(ledger, clock=10)
    for body in TO_BLOWS[:3]:
        player.does(body)
    return player


def left(player: Player) -> int | None:
    return player.ledger.waits.left(player.ledger.fight(player.encounter))


def early(player: Player, seconds: str) -> None:
    with pytest.raises(InTime, match=f"cannot be claimed yet: {seconds} left to decide"):
        player.does(CLAIM, seat="bo")


def claimed(player: Player) -> None:
    """Claim the time, and have it agreed to by all who read the file."""
    answer = player.does(CLAIM, seat="bo")
    assert [line.type for line in answer.lines][:2] == ["CommandAccepted", "DecisionLapsed"]
    raw = player.ledger.export(player.encounter)
    assert verify(raw).broken is None
    assert audit(raw).ok
    assert verify_alone(raw)["verdict"] in ("OK", "OK BUT")
    times = [line.at for line in player.ledger.lines(player.encounter)]
    assert times == sorted(times)


@pytest.mark.parametrize("jump", [YEAR, -YEAR, HOUR, -HOUR, 9_000, -9_000])
def test_setting_the_clock_while_somebody_decides_gives_no_time_and_takes_none(machine: Machine, jump: int) -> None:
    with Ledger() as ledger:
        player = asked(ledger)
        machine.now += jump
        machine.waits(4_000)
        assert left(player) == 6_000
        assert ledger.waits.deadline(ledger.fight(player.encounter)) == machine.now + 6_000
        early(player, "6 seconds are")
        machine.waits(6_000)
        claimed(player)


@pytest.mark.parametrize("jump", [YEAR, -YEAR, HOUR])
def test_a_clock_that_was_wrong_for_the_question_alone_gives_no_other_time(machine: Machine, jump: int) -> None:
    with Ledger() as ledger:
        player = opened(ledger, clock=10)
        player.does(TO_BLOWS[0])
        player.does(TO_BLOWS[1])
        machine.now += jump
        player.does(TO_BLOWS[2])
        machine.now -= jump
        assert left(player) == 10_000
        assert ledger.waits.deadline(ledger.fight(player.encounter)) == machine.now + 10_000
        machine.waits(9_900)
        early(player, "1 second is")
        machine.waits(100)
        claimed(player)


def test_after_a_start_the_time_runs_from_then_on(machine: Machine, tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = asked(ledger)
        machine.waits(8_000)
        assert left(player) == 2_000
    machine.waits(HOUR)
    with Ledger(tmp_path) as again:
        player.ledger = again
        assert left(player) == 10_000
        machine.waits(7_000)
        early(player, "3 seconds are")
        machine.waits(3_000)
        claimed(player)


def test_another_process_counts_from_when_it_saw_the_question(machine: Machine, tmp_path: Path) -> None:
    with Ledger(tmp_path) as one, Ledger(tmp_path) as other:
        player = asked(one)
        machine.waits(4_000)
        assert other.waits.left(other.fight(player.encounter)) == 10_000
        machine.waits(6_000)
        player.ledger = other
        early(player, "4 seconds are")
        player.ledger = one
        claimed(player)


def test_what_is_told_of_the_end_of_a_time_does_not_waver(machine: Machine) -> None:
    with Ledger() as ledger:
        player = asked(ledger)
        first = ledger.waits.deadline(ledger.fight(player.encounter))
        for _ in range(20):
            machine.waits(333)
            machine.now += 7
            assert ledger.waits.deadline(ledger.fight(player.encounter)) == first
