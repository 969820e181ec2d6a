"""How long links and answers have been waited for, however much else is rolled meanwhile."""

from dataclasses import replace
from pathlib import Path

import pytest

from ledger.application import Ledger
from ledger.calls import waits
from ledger.calls.waits import Moments
from ledger.line import clock
from ledger.table.fight import Fight
from ledger.table.standing import OpenRoll, Request
from tests.ledger.fights import opened


@pytest.fixture
def fight(tmp_path: Path) -> Fight:
    with Ledger(tmp_path) as ledger:
        return ledger.fight(opened(ledger).encounter)


def rolling(fight: Fight, line: int) -> Fight:
    return replace(fight, table=replace(fight.table, open_roll=OpenRoll(line=line, roll=line, seat="ana", action={})))


def asked(fight: Fight, line: int) -> Fight:
    return replace(fight, table=replace(fight.table, request=Request(line=line, to_version=1, by="ana", reason="")))


def other(fight: Fight, number: int) -> Fight:
    return replace(fight, encounter=replace(fight.encounter, id=f"other-{number}"))


def test_a_request_that_stands_open_is_known_after_many_rolls(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    passed, moments = [0], Moments()
    monkeypatch.setattr(clock, "passed", lambda: passed[0])
    monkeypatch.setattr(waits, "_ENCOUNTERS", 3)
    moments.saw(asked(fight, 7))
    for line in range(8, 40):
        passed[0] += 1000
        moments.saw(rolling(asked(fight, 7), line))
        moments.saw(rolling(other(fight, line % 2), line))
        moments.saw(other(fight, line % 2))
    assert moments.at(fight.id, 7, 0) == 32_000


def test_of_many_encounters_that_wait_those_asked_for_last_are_known(
    fight: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed, moments = [0], Moments()
    monkeypatch.setattr(clock, "passed", lambda: passed[0])
    monkeypatch.setattr(waits, "_ENCOUNTERS", 3)
    moments.saw(asked(fight, 7))
    for number in range(20):
        passed[0] += 1000
        moments.saw(asked(other(fight, number), 7))
        assert moments.at(fight.id, 7, 0) == passed[0]
