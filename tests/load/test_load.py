"""Each fault in the middle of play: what was promised is there, nothing else is, and the service comes back by itself.

The whole run is `python -m tests.load`; here everything is small.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cluster import NoPostgres
from tests.load.report import Report
from tests.load.running import Wanted, run

SMALL = Wanted(
    encounters=5,
    workers=4,
    between=0.1,
    again=8,
    megabytes=256,
    before=2000,
    limits={"connections": 2, "patience": 2},
)
DISKS = ("full disk", "full disk under the log", "failed sync of the log", "power cut under PostgreSQL")
PROCESSES = ("kill -9 of server 1", "clocks an hour ahead and a day behind", "stop of server 1")
"""What every store has to bear. (A server takes most of the time here, to start.)"""


SMALLEST = replace(SMALL, encounters=2, workers=2, listeners=1, between=0.0, again=3, before=0)
"""What takes seconds, most of them for servers to start."""


def broken(store: str, *faults: str, wanted: Wanted = SMALL) -> Report:
    """Return the report of a small run in which these things happen; skips where there is no PostgreSQL."""
    try:
        report = run(replace(wanted, store=store, only=faults))
    except NoPostgres as missing:
        pytest.skip(str(missing))
    assert report.failures == {promise: [] for promise in report.failures}, report.text()
    assert [status for status, _ in report.stops] == [0 for each in report.broken if "stop of" in each.what]
    assert report.reconnected > 0 or wanted is SMALLEST
    return report


def told(report: Report, words: str) -> bool:
    """Return whether somebody was told so, and to come again."""
    return any(words in said for said in report.problems)


@pytest.mark.slow
def test_two_servers_on_one_sqlite_file_keep_every_promise_while_clocks_jump_and_the_disk_is_full() -> None:
    faults = ("clocks an hour ahead and a day behind", "full disk")
    report = broken("sqlite", *faults, wanted=SMALLEST)
    assert [each.what for each in report.broken] == list(faults)
    assert report.lines > report.sealed
    assert sum(table.commands for table in report.played) >= SMALLEST.again * (len(faults) + 1)
    assert told(report, "/problems/no-store: The store cannot be used (")


@pytest.mark.long
def test_two_servers_on_one_sqlite_file_keep_every_promise_whatever_breaks() -> None:
    faults = (*PROCESSES, "full disk", "store locked by another program")
    report = broken("sqlite", *faults)
    assert [each.what for each in report.broken] == list(faults)
    assert told(report, "/problems/no-store: The store cannot be used (")
    assert told(report, "/problems/busy: Another process keeps the store locked")


@pytest.mark.long
def test_two_servers_on_one_postgresql_keep_every_promise_whatever_breaks() -> None:
    faults = (
        *PROCESSES,
        "kill -9 of PostgreSQL",
        "connections ended in the middle of commits",
        "store locked until no connection is left",
        "as many connections as PostgreSQL takes",
        *DISKS,
        "network holds for 2 s",
        "network cuts every connection",
        "network silent until it is noticed",
        "stop of server 2 in a silent network",
    )
    report = broken("postgres", *faults)
    # Only root may mount a disk that can be filled up, or lose its power.
    assert [each.what for each in report.broken] == [
        each for each in faults if each not in DISKS or not report.left_out
    ]
    assert told(report, "No space left on device") or report.left_out
    assert report.before >= SMALL.before
    assert told(report, "/problems/no-store: The store cannot be used (the database said nothing for 2 seconds)")
