"""Tables of read models that somebody dropped: they are built anew, at the next start and while the program runs."""

from __future__ import annotations

import logging
from contextlib import closing

import pytest

from ledger.application import Ledger
from projections.tables.builds import Builds
from projections.tables.listing import Wanted, listed
from projections.tables.runner import Runner
from tests.ledger.fights import opened
from tests.projections.tables.telling import lobby_rows, lobby_told

LOST = ["the rows", "what readers find", "the position"]


def loses(tables: Builds, what: str) -> None:
    """Take a part of the lobby away, as somebody at the database would."""
    (build,) = tables.builds("lobby")
    with tables.changing() as c:
        if what == "the position":
            tables._run(c, "DELETE FROM {positions} WHERE application_name = ?", build.name)
            return
        tables._hide(c, build.format, build.tables)
        if what == "the rows":
            tables._run(c, f"DROP TABLE {build.table('lobby')}")


@pytest.mark.parametrize("what", LOST)
def test_tables_that_are_gone_are_built_anew_while_it_runs(
    ledger: Ledger, runner: Runner, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    opened(ledger).comes_to_blows()
    runner.catch_up()
    before = lobby_rows(runner.tables)
    loses(runner.tables, what)
    runner._look_at = 0.0
    runner.refresh(10)
    runner.catch_up()
    assert lobby_rows(runner.tables) == lobby_told(ledger) == before
    assert [record.levelno for record in caplog.records if "built anew" in record.getMessage()] == [logging.WARNING]


@pytest.mark.parametrize("what", LOST)
def test_tables_that_are_gone_are_built_anew_after_a_start(
    ledger: Ledger, runner: Runner, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    player = opened(ledger)
    runner.catch_up()
    loses(runner.tables, what)
    runner.close()
    with closing(Runner(ledger)) as again:
        player.comes_to_blows()
        again.catch_up()
        assert lobby_rows(again.tables) == lobby_told(ledger)
        assert [each.encounter for each in listed(again.tables, Wanted()).encounters] == [player.encounter]
    assert [record.levelno for record in caplog.records if "built anew" in record.getMessage()] == [logging.WARNING]
