"""The books of the read models, wrong in any way: all read models begin anew, and one line in the log says so."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path

import pytest

from ledger.application import Ledger
from projections.tables.books import BOOKS, OURS
from projections.tables.builds import MIGRATIONS, Builds
from projections.tables.lobby import LOBBY
from projections.tables.rebuilding import rebuild
from projections.tables.runner import MODELS, Runner
from projections.tables.schema import Table
from projections.tables.tallies import COUNTED
from tests.ledger.fights import opened
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told

MISSING = [
    "DELETE FROM read_builds",
    "DELETE FROM read_builds WHERE model = 'tallies'",
    "DELETE FROM read_migrations",
    "DROP TABLE read_builds",
    "DROP TABLE read_aside",
    "DROP TABLE read_migrations",
    "DROP TABLE {positions}",
    "DELETE FROM {positions}",
    "ALTER TABLE read_builds DROP COLUMN trouble",
]
OTHER_KINDS = [
    "UPDATE read_builds SET tables = 'many; few'",
    "UPDATE read_builds SET model = 'many' WHERE model = 'lobby'",
    "UPDATE read_builds SET state = 'many' WHERE model = 'lobby'",
    "UPDATE read_builds SET state = 'old' WHERE model = 'lobby'",
    "UPDATE read_builds SET build = 'many' WHERE model = 'lobby'",
    "UPDATE read_builds SET format = -1 WHERE model = 'tallies'",
    "UPDATE read_builds SET at_encounter = NULL WHERE model = 'tallies'",
    "UPDATE {positions} SET notification_id = -5",
    "UPDATE read_migrations SET step = 0",
]
OF_FILES = [
    *("format = 'many'", "format = x'ff'", "began = 'many'", "tables = x'ff'", "state = x'ff'"),
    *("at_version = 'many'", "trouble = x'ff'", "build = CAST(x'edb280' AS TEXT) WHERE model = 'lobby'"),
]


def spoils(tables: Builds, statement: str) -> None:
    """Change the books, as somebody at the database would."""
    with tables.changing() as c:
        tables._run(c, statement)


def holds_all(ledger: Ledger, runner: Runner) -> bool:
    return tallied(runner.tables) == told(ledger) and lobby_rows(runner.tables) == lobby_told(ledger)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


@pytest.mark.long(but=("DELETE FROM read", "DROP TABLE read_builds", "state = 'old'"))
@pytest.mark.parametrize("statement", [*MISSING, *OTHER_KINDS])
def test_wrong_books_begin_anew_while_it_runs(
    ledger: Ledger, runner: Runner, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    opened(ledger).comes_to_blows()
    runner.catch_up()
    spoils(runner.tables, statement)
    runner._look_at = 0.0
    runner.refresh(10)
    runner.catch_up()
    assert holds_all(ledger, runner)
    (warned,) = warnings(caplog)
    assert "The books of the read models are wrong" in warned
    runner.tables.must_be_whole()


@pytest.mark.long(but=("DROP TABLE",))
@pytest.mark.parametrize("statement", MISSING[:4])
def test_what_fails_for_wrong_books_is_not_waited_for(
    ledger: Ledger, runner: Runner, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    opened(ledger).comes_to_blows()
    runner.catch_up()
    spoils(runner.tables, statement)
    opened(ledger)
    runner.refresh(10)
    runner._look_at = 0.0
    runner.refresh(10)
    runner.catch_up()
    assert holds_all(ledger, runner)
    assert len(warnings(caplog)) == 1


@pytest.mark.long(but=("DELETE FROM read", "DROP TABLE read_builds", "state = 'old'"))
@pytest.mark.parametrize("statement", [*MISSING, *OTHER_KINDS])
def test_wrong_books_begin_anew_with_a_rebuild(
    ledger: Ledger, runner: Runner, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    player = opened(ledger)
    runner.catch_up()
    spoils(runner.tables, statement)
    runner.close()
    player.comes_to_blows()
    with closing(Runner(ledger)) as again:
        for model in MODELS:
            rebuild(again, model.name)
        assert holds_all(ledger, again)
        again.catch_up()
        assert holds_all(ledger, again)
    (warned,) = warnings(caplog)
    assert "The books of the read models are wrong" in warned


@pytest.mark.long(but=("format", "notification_id"))
@pytest.mark.parametrize(
    "statement",
    [*(f"UPDATE read_builds SET {each}" for each in OF_FILES), "UPDATE tracking SET notification_id = 'many'"],  # noqa: S608  # no part comes from outside
)
def test_books_of_a_file_that_are_of_another_kind_begin_anew(
    tmp_path: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(tmp_path) as ledger:
        opened(ledger).comes_to_blows()
        with closing(Runner(ledger)) as runner:
            runner.catch_up()
            spoils(runner.tables, statement)
        with closing(Runner(ledger)) as runner:
            runner.catch_up()
            assert holds_all(ledger, runner)
    (warned,) = warnings(caplog)
    assert "The books of the read models are wrong" in warned


def test_what_lies_beside_the_read_models_in_a_database_stays(tmp_path: Path, postgres: str) -> None:
    with Ledger(tmp_path, database=postgres) as ledger, closing(Runner(ledger)) as runner:
        opened(ledger).comes_to_blows()
        runner.catch_up()
        spoils(runner.tables, "CREATE TABLE lobby_of_ours_v3 (one bigint)")
        spoils(runner.tables, "CREATE VIEW ours_v3 AS SELECT 1 AS one")
        with runner.tables.reading() as c:
            before = runner.tables.names(c)
        spoils(runner.tables, "DELETE FROM read_builds")
        runner.refresh(10)
        runner.catch_up()
        with runner.tables.reading() as c:
            assert runner.tables.names(c) == before
        assert holds_all(ledger, runner)


def test_the_books_have_the_columns_that_are_looked_for(runner: Runner) -> None:
    with runner.tables.reading() as c:
        there = runner.tables.columns(c)
    made = {statement.split()[2] for step in MIGRATIONS for statement in step} | {"read_migrations"}
    assert made == BOOKS.keys()
    assert {(table, column) for table, column in there if table in BOOKS} == {
        (table, column) for table, columns in BOOKS.items() for column in columns
    }


@pytest.mark.parametrize("table", [LOBBY, COUNTED], ids=lambda table: table.name)
@pytest.mark.parametrize("started", [False, True], ids=["while it runs", "at a start"])
def test_a_read_model_that_lacks_the_encounter_of_its_last_line_is_built_anew(
    ledger: Ledger, runner: Runner, table: Table, started: bool, caplog: pytest.LogCaptureFixture
) -> None:
    opened(ledger).comes_to_blows()
    runner.catch_up()
    spoils(runner.tables, f"DELETE FROM {table.name}_v3_b1")  # noqa: S608  # a name of our own
    if started:
        runner.close()
        runner = Runner(ledger)
    runner._look_at = 0.0
    runner.refresh(10)
    runner.catch_up()
    assert holds_all(ledger, runner)
    (warned,) = warnings(caplog)
    assert "lacks rows of its last line" in warned
    runner.close()


@pytest.mark.long(but=("DELETE",))
@pytest.mark.parametrize("statement", ["DELETE FROM read_builds", "DROP TABLE read_builds", "DROP TABLE {positions}"])
def test_of_several_processes_one_begins_anew_and_all_go_on(
    ledger: Ledger, runner: Runner, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    player = opened(ledger)
    with closing(Runner(ledger)) as other:
        for each in (runner, other):
            each.catch_up()
        spoils(runner.tables, statement)
        player.comes_to_blows()
        for each in (runner, other, runner):
            each._look_at = 0.0
            each.refresh(10)
            each.catch_up()
            assert holds_all(ledger, each)
        assert [build.name for build in runner.tables.builds("lobby")] == ["lobby_v3_b1"]
    (warned,) = warnings(caplog)
    assert "The books of the read models are wrong" in warned


@pytest.mark.parametrize("table", [table for model in MODELS for table in model.TABLES], ids=lambda table: table.name)
def test_every_table_of_a_model_is_known_as_one_of_a_build(table: Table) -> None:
    assert OURS.fullmatch(f"{table.name}_v3_b12")
    assert not OURS.fullmatch(f"ours_{table.name}_v3_b12")
