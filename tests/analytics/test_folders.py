"""Folders of tables: nobody else's file is touched, and what is not as it was written is said in a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import orjson
import pyarrow.parquet as pq
import pytest

from analytics.engine.asking import Asking
from analytics.exports import manifest as manifests
from analytics.exports.compaction import compact
from analytics.exports.exporting import Wish, export
from analytics.exports.manifest import NoTables
from analytics.queries import query
from bots.players import Choices, sensible
from cli.whole_fights import play
from files import rosters
from ledger.application import Ledger
from tests.analytics.stores import closed, held, of_duckdb, of_folder, of_sqlite


def first(folder: Path) -> Path:
    """Return a file of a folder."""
    manifest = manifests.read(folder)
    assert manifest is not None
    return folder / manifest.files[0].path


@pytest.mark.parametrize("form", ["sqlite", "duckdb"])
def test_a_journal_that_a_run_left_which_was_cut_off_is_swept(ledger: Ledger, to: Path, form: str) -> None:
    one = closed(ledger).encounter
    export(ledger, to, Wish(form=form))
    for name in ("-journal", "-wal", "-shm", ".wal"):
        (to / f"tables.{form}.new{name}").write_bytes(b"left over")
    two = closed(ledger).encounter
    export(ledger, to, Wish(form=form))
    read = of_sqlite if form == "sqlite" else of_duckdb
    assert read(to / f"tables.{form}") == held(ledger, one, two)
    assert [*to.glob("*.new*")] == []


@pytest.mark.parametrize(
    "name", ["thesis.txt", "views.sql", "notes.new", "tables.sqlite", "tables=1/mine.txt", "tables=1/a/b.parquet"]
)
def test_a_folder_with_files_of_somebody_else_is_refused_and_they_stay(ledger: Ledger, to: Path, name: str) -> None:
    closed(ledger)
    (to / name).parent.mkdir(parents=True)
    (to / name).write_bytes(b"mine")
    for anew in (False, True):
        with pytest.raises(NoTables, match="and no tables: name an empty folder, or a new one"):
            export(ledger, to, Wish(form="sqlite", anew=anew))
    assert (to / name).read_bytes() == b"mine"


def test_what_somebody_put_beside_the_tables_later_stays(ledger: Ledger, to: Path) -> None:
    closed(ledger)
    export(ledger, to, Wish(form="csv"))
    mine = [to / "notes.new", to / "tables=1" / "mine.csv", to / "tables=1" / "encounter" / "README"]
    for file in mine:
        file.write_bytes(b"mine")
    export(ledger, to, Wish(form="csv", anew=True))
    assert [file.read_bytes() for file in mine] == [b"mine"] * 3


def test_a_first_run_that_was_cut_off_is_gone_on_with(ledger: Ledger, to: Path) -> None:
    one = closed(ledger).encounter
    export(ledger, to, Wish(form="csv"))
    (to / "schema.json").unlink()
    (to / "views.sql").unlink()
    (to / "manifest.json").rename(to / "manifest.json.new")
    assert [*export(ledger, to, Wish(form="csv")).manifest.fights] == [one]


@pytest.mark.long(but=("duckdb", "lambda>0-"))
@pytest.mark.parametrize("form", ["parquet", "csv", "ndjson", "duckdb"])
@pytest.mark.parametrize("damage", [lambda raw: raw[:-1], lambda raw: bytes([raw[0] ^ 1]) + raw[1:], lambda _: b""])
def test_a_file_that_is_not_as_it_was_written_is_said(
    ledger: Ledger, to: Path, form: str, damage: Callable[[bytes], bytes]
) -> None:
    closed(ledger)
    export(ledger, to, Wish(form=form))
    file = first(to)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(NoTables, match="is not as it was written: write again with --all") as said:
        Asking.of_folder(to)
    assert str(file) in str(said.value)


def test_months_are_not_put_together_of_what_is_not_as_it_was_written(ledger: Ledger, to: Path) -> None:
    closed(ledger)
    export(ledger, to, Wish(most=1))
    first(to).write_bytes(b"PAR1")
    with pytest.raises(NoTables, match="is not as it was written"):
        compact(to)


@pytest.mark.parametrize("form", ["sqlite", "duckdb"])
def test_a_database_that_is_not_as_it_was_written_is_not_gone_on_with(ledger: Ledger, to: Path, form: str) -> None:
    closed(ledger)
    export(ledger, to, Wish(form=form))
    first(to).write_bytes(b"no database")
    with pytest.raises(NoTables, match="is not as it was written"):
        export(ledger, to, Wish(form=form))
    assert export(ledger, to, Wish(form=form, anew=True)).fights == 1


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../store/secret.key", "tables=1/../../x.parquet", "README.md", "tables=1/die/*.parquet", 7]
)
def test_a_manifest_of_a_stranger_names_nothing_but_tables(ledger: Ledger, to: Path, path: Any) -> None:
    closed(ledger)
    export(ledger, to, Wish())
    value = orjson.loads((to / "manifest.json").read_bytes())
    value["files"][0]["path"] = path
    (to / "manifest.json").write_bytes(orjson.dumps(value))
    with pytest.raises(NoTables, match="is no manifest of tables"):
        Asking.of_folder(to)


def test_a_link_out_of_the_folder_is_not_followed(ledger: Ledger, to: Path, tmp_path: Path) -> None:
    closed(ledger)
    export(ledger, to, Wish())
    file = first(to)
    file.rename(tmp_path / "elsewhere.parquet")
    file.symlink_to(tmp_path / "elsewhere.parquet")
    with pytest.raises(NoTables, match="leads out of the folder"):
        Asking.of_folder(to)


def test_a_database_of_a_stranger_without_the_tables_is_said(ledger: Ledger, to: Path) -> None:
    closed(ledger)
    export(ledger, to, Wish(form="duckdb"))
    file = first(to)
    file.unlink()
    with duckdb.connect(str(file)) as made:
        made.execute("CREATE TABLE turn (who VARCHAR)")
    value = orjson.loads((to / "manifest.json").read_bytes())
    value["files"][0] |= {"bytes": file.stat().st_size, "sha256": manifests.digest(file)}
    (to / "manifest.json").write_bytes(orjson.dumps(value))
    with pytest.raises(NoTables, match="holds what is no table"):
        Asking.of_folder(to)


def fought(ledger: Ledger) -> str:
    """Return a fight with a turn in it that is over and closed."""
    opening = rosters.read(rosters.SAMPLES["pursuit"])
    played = play(ledger, opening, sensible, Choices(1)).encounter
    ledger.close_ledger(played, opening.seats[0].id, cmd="close")
    return played


NEWEST = {"turn": "automatic", "line": "spent_ms"}
"""Columns that were added to tables which others had written by then."""


def aged(folder: Path, form: str) -> None:
    """Let a folder be as a program wrote it that knew nothing yet of the newest columns."""
    manifest = manifests.read(folder)
    assert manifest is not None
    for number, each in enumerate(manifest.files):
        file, newest = folder / each.path, NEWEST.get(each.table)
        if newest is not None and form == "parquet":
            older = pq.read_table(file, partitioning=None).drop_columns([newest])
            pq.write_table(older, file)
        elif newest is not None and form == "csv":
            rows = file.read_text(encoding="utf-8").splitlines()
            file.write_text("".join(f"{row.rpartition(',')[0]}\n" for row in rows), encoding="utf-8")
        elif newest is not None:
            told = [orjson.loads(row) for row in file.read_bytes().splitlines()]
            kept = [{name: value for name, value in row.items() if name != newest} for row in told]
            file.write_bytes(b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in kept))
        elif form in ("sqlite", "duckdb"):
            connect = sqlite3.connect if form == "sqlite" else duckdb.connect
            with closing(connect(str(file))) as connection:
                for table, column in NEWEST.items():
                    connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
                connection.commit()
        manifest.files[number] = replace(each, bytes=file.stat().st_size, sha256=manifests.digest(file))
    manifests.put(folder / manifests.NAME, manifest.dumped())


@pytest.mark.long(but=("duckdb",))
@pytest.mark.parametrize("form", ["parquet", "csv", "ndjson", "sqlite", "duckdb"])
def test_what_an_older_program_wrote_is_read_and_gone_on_with(ledger: Ledger, to: Path, form: str) -> None:
    """Columns are only added: those that are not there yet hold nothing, and what is written now has them."""
    one = fought(ledger)
    export(ledger, to, Wish(form=form))
    aged(to, form)
    if form != "sqlite":
        with Asking.of_folder(to)[0] as asking:
            assert asking.ask("SELECT DISTINCT automatic FROM turn").rows == ((None,),)
            assert asking.ask(query("turns").sql).columns
            assert asking.ask("SELECT DISTINCT spent_ms FROM line").rows == ((None,),)
            assert {row[-1] for row in asking.ask(query("time").sql).rows} == {"not written"}
    two = fought(ledger)
    export(ledger, to, Wish(form=form))
    if form == "parquet":
        assert compact(to) == 1
    found = of_sqlite(to / "tables.sqlite") if form == "sqlite" else read_by(form)(to)
    assert {row[0]: row[-1] for row in found["turn"]} == {one: None, two: True}
    assert {row[-1] for row in found["line"] if row[0] == one} == {None}
    alike = held(ledger, one, two)
    assert [row for row in found["line"] if row[0] == two] == [row for row in alike["line"] if row[0] == two]
    assert {**found, "turn": [], "line": []} == {**alike, "turn": [], "line": []}


def read_by(form: str) -> Callable[[Path], Any]:
    """Return what reads a folder of a form."""
    return (lambda folder: of_duckdb(folder / "tables.duckdb")) if form == "duckdb" else of_folder
