"""Tables in files: the same in every form, all or nothing, and after every run what is current."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shlex import quote

import orjson
import pytest

from analytics import extras
from analytics.engine.asking import Asking
from analytics.exports import exporting, manifest
from analytics.exports.batches import Batch, Told
from analytics.exports.compaction import compact
from analytics.exports.exporting import Exported, Wish, export
from analytics.exports.folder import Folder, only_one, sheets
from analytics.exports.judging import Judges
from analytics.exports.manifest import Manifest, NoTables
from analytics.extras import MissingExtra
from bots.players import Choices, sensible
from cli.whole_fights import play
from files import rosters
from ledger.application import Ledger
from projections.analytics.extraction import extract
from projections.analytics.lines import Lines
from projections.analytics.sources import Population, of_store, unseen
from tests.analytics.stores import begun, cells, closed, ended, held, of_duckdb, of_folder, of_sqlite
from tests.chance import repeatable


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_it_is_the_same_in_either_store(tmp_path: Path, request: pytest.FixtureRequest, database: str) -> None:
    url = request.getfixturevalue("postgres") if database == "postgres" else None
    to = tmp_path / "tables"
    with Ledger(tmp_path / "store", database=url) as ledger:
        first, second = closed(ledger).encounter, ended(ledger).encounter
        assert export(ledger, to, Wish()).fights == 1
        assert of_folder(to) == held(ledger, first)
        ledger.close_ledger(second, "ana", cmd="close")
        assert export(ledger, to, Wish()).fights == 1
        assert of_folder(to) == held(ledger, first, second)


def test_a_fight_that_came_from_a_file_says_so(ledger: Ledger, to: Path, tmp_path: Path) -> None:
    with Ledger(tmp_path / "elsewhere") as elsewhere:
        raw = elsewhere.export(closed(elsewhere).encounter)
    imported, played = ledger.import_(raw), closed(ledger).encounter
    export(ledger, to, Wish())
    assert {row[0]: row[1] for row in of_folder(to)["encounter"]} == {imported: "imported", played: "played"}


def test_only_closed_ledgers_count_and_what_does_not_is_counted_by_the_reason(ledger: Ledger, to: Path) -> None:
    one = closed(ledger).encounter
    ended(ledger)
    begun(ledger)
    done = export(ledger, to, Wish())
    assert (done.fights, done.lines) == (1, len(ledger.lines(one)))
    assert done.manifest.left_out == {"not closed": 1, "not over": 1}
    assert of_folder(to) == held(ledger, one)


def test_those_that_are_over_count_where_they_are_wanted(ledger: Ledger, to: Path) -> None:
    counting = [closed(ledger).encounter, ended(ledger).encounter]
    begun(ledger)
    done = export(ledger, to, Wish(population=Population(ended=True)))
    assert done.manifest.left_out == {"not over": 1}
    assert of_folder(to) == held(ledger, *counting)


@pytest.mark.parametrize("form", ["parquet", "csv", "ndjson"])
def test_every_form_of_files_holds_the_same(ledger: Ledger, to: Path, form: str) -> None:
    counting = [closed(ledger).encounter, closed(ledger).encounter]
    export(ledger, to, Wish(form=form, most=1))
    assert of_folder(to) == held(ledger, *counting)
    found = manifest.read(to)
    assert found is not None
    assert len(found.batches) == 2
    for each in found.files:
        raw = (to / each.path).read_bytes()
        assert (len(raw), sha256(raw).hexdigest()) == (each.bytes, each.sha256)
    columns = orjson.loads((to / "schema.json").read_bytes())["columns"]
    assert len(columns) == 16
    assert columns["die"]["key"] == ["encounter", "n", "ix"]


def test_a_file_for_spreadsheets_has_a_row_of_names_and_moments_that_people_read(ledger: Ledger, to: Path) -> None:
    closed(ledger)
    export(ledger, to, Wish(form="csv"))
    (file,) = to.glob("tables=1/encounter/system=pursuit/month=*/000001.csv")
    (row,) = cells(file)
    assert row["opened"][10] == "T"
    assert row["opened"].endswith("Z")
    assert orjson.loads(row["standing"]) == ["Ana", "Bo"]
    assert row["winner"] == ""


@pytest.mark.parametrize("form", ["sqlite", "duckdb"])
def test_a_database_holds_the_same_and_goes_on(ledger: Ledger, to: Path, form: str) -> None:
    read = of_sqlite if form == "sqlite" else of_duckdb
    first, second = closed(ledger).encounter, ended(ledger)
    export(ledger, to, Wish(form=form, population=Population(ended=True)))
    assert read(to / f"tables.{form}") == held(ledger, first, second.encounter)
    ledger.close_ledger(second.encounter, "ana", cmd="close")
    third = closed(ledger).encounter
    done = export(ledger, to, Wish(form=form, population=Population(ended=True)))
    assert done.fights == 2
    assert read(to / f"tables.{form}") == held(ledger, first, second.encounter, third)


def test_a_database_without_any_fight_has_its_tables(ledger: Ledger, to: Path) -> None:
    export(ledger, to, Wish(form="sqlite"))
    assert set(of_sqlite(to / "tables.sqlite")["roll"]) == set()


def test_a_fight_that_changed_comes_again_whole_and_counts_once(ledger: Ledger, to: Path) -> None:
    wish = Wish(population=Population(ended=True))
    first, second = ended(ledger), ended(ledger)
    assert export(ledger, to, wish).fights == 2
    assert export(ledger, to, wish).fights == 0
    ledger.close_ledger(second.encounter, "ana", cmd="close")
    done = export(ledger, to, wish)
    assert (done.fights, done.lines) == (1, len(ledger.lines(second.encounter)))
    assert done.manifest.outdated() == {"000001": [second.encounter]}
    assert of_folder(to) == held(ledger, first.encounter, second.encounter)


def test_a_fight_that_was_taken_back_over_its_end_counts_no_more(ledger: Ledger, to: Path) -> None:
    wish = Wish(population=Population(ended=True))
    player = ended(ledger)
    export(ledger, to, wish)
    before = ledger.fight(player.encounter).ends[-3]
    ledger.ask_rewind(player.encounter, "ana", before, "no", "back")
    ledger.answer_rewind(player.encounter, "bo", True, "yes")
    done = export(ledger, to, wish)
    assert done.manifest.fights == {}
    assert of_folder(to)["encounter"] == []


def test_what_came_bit_by_bit_is_after_compaction_what_comes_at_once(ledger: Ledger, tmp_path: Path) -> None:
    wish = Wish(population=Population(ended=True))
    bit, whole = tmp_path / "bit", tmp_path / "whole"
    fights = [ended(ledger)]
    export(ledger, bit, wish)
    for _ in range(3):
        fights.append(closed(ledger))
        export(ledger, bit, wish)
    ledger.close_ledger(fights[0].encounter, "ana", cmd="close")
    export(ledger, bit, wish)
    export(ledger, whole, wish)
    assert of_folder(bit) == of_folder(whole) == held(ledger, *(each.encounter for each in fights))
    assert compact(bit) == 1
    found = manifest.read(bit)
    assert found is not None
    assert len(found.batches) == 1
    assert found.outdated() == {}
    assert of_folder(bit) == of_folder(whole)
    assert compact(bit) == 0
    at_once = manifest.read(whole)
    assert at_once is not None
    assert {each.table: each.rows for each in found.files} == {each.table: each.rows for each in at_once.files}
    export(ledger, bit, wish)
    assert [*manifest.strays(bit, manifest.read(bit))] == []


def test_all_anew_is_all_and_leaves_nothing_of_what_was(ledger: Ledger, to: Path) -> None:
    fights = [closed(ledger).encounter, closed(ledger).encounter]
    export(ledger, to, Wish())
    done = export(ledger, to, Wish(anew=True))
    assert done.fights == 2
    assert of_folder(to) == held(ledger, *fights)
    export(ledger, to, Wish())
    assert {path.name for path in to.glob("tables=1/**/*.parquet")} == {"000002.parquet"}


def test_since_a_bookmark_only_what_has_lines_after_it(ledger: Ledger, tmp_path: Path) -> None:
    closed(ledger)
    bookmark = export(ledger, tmp_path / "one", Wish()).manifest.bookmark
    later = closed(ledger).encounter
    done = export(ledger, tmp_path / "two", Wish(since=bookmark))
    assert of_folder(tmp_path / "two") == held(ledger, later)
    assert done.manifest.left_out == {"unchanged since": 1}
    newest = done.manifest.bookmark
    with pytest.raises(NoTables, match=f"There is no position {newest + 1} in the store: the newest is {newest}"):
        export(ledger, tmp_path / "three", Wish(since=newest + 1))
    assert not (tmp_path / "three").exists()


def test_fights_whose_lines_are_gone_are_counted_until_the_folder_holds_them(
    ledger: Ledger, to: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        closed(ledger)
    first, second, third = ledger.encounters()
    gone = (replace(first, archived=True), replace(second, damaged=True), third)
    monkeypatch.setattr(Ledger, "encounters", lambda _: gone)
    assert export(ledger, to, Wish()).manifest.left_out == {"archived": 1, "damaged": 1}
    assert unseen(ledger, Population(system="pursuit")) == {"archived": 1, "damaged": 1}
    assert unseen(ledger, Population(system="vanguard")) == {}
    assert unseen(ledger, Population(), {first.encounter}) == {"damaged": 1}


@pytest.mark.parametrize("after", range(0, 8, 2))
def test_whatever_a_run_is_cut_off_at_readers_see_what_was_there_and_the_next_run_goes_on(
    ledger: Ledger, to: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    wish = Wish(population=Population(ended=True))
    fight = ended(ledger)
    export(ledger, to, wish)
    before = of_folder(to)
    ledger.close_ledger(fight.encounter, "ana", cmd="close")
    more = closed(ledger).encounter
    settle = Folder.settle
    left = after

    def dying(self: Folder, aside: Path, path: Path, stored: manifest.Stored) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        settle(self, aside, path, stored)

    monkeypatch.setattr(Folder, "settle", dying)
    with pytest.raises(KeyboardInterrupt):
        export(ledger, to, wish)
    monkeypatch.setattr(Folder, "settle", settle)
    assert of_folder(to) == before
    export(ledger, to, wish)
    assert of_folder(to) == held(ledger, fight.encounter, more)
    assert [*to.rglob("*.new")] == []


def test_the_tables_of_a_seat_and_those_of_everybody_have_folders_of_their_own(ledger: Ledger, to: Path) -> None:
    one = closed(ledger).encounter
    export(ledger, to, Wish())
    with pytest.raises(NoTables, match="holds tables that were written otherwise"):
        export(ledger, to, Wish(population=Population(seat="ana")))
    own = export(ledger, to.with_name("own"), Wish(population=Population(seat="ana")))
    assert own.manifest.view == "seat ana"
    assert list(own.manifest.fights) == [one]
    nobody = export(ledger, to.with_name("nobody"), Wish(population=Population(seat="zoe")))
    assert nobody.manifest.left_out == {"without that seat": 1}


@pytest.mark.parametrize("form", ["parquet", "sqlite"])
def test_what_was_on_offer_is_a_table_where_it_is_wanted(ledger: Ledger, to: Path, form: str) -> None:
    closed(ledger)
    wish = Wish(form=form, options=True)
    export(ledger, to, wish)
    asked = "SELECT verb, taken FROM option JOIN command USING (encounter, n) WHERE command.verb = 'move' ORDER BY ix"
    if form == "parquet":
        asking, _ = Asking.of_folder(to)
        with asking:
            found = [*asking.ask(asked.replace("SELECT verb", "SELECT option.verb")).rows]
    else:
        with closing(sqlite3.connect(to / "tables.sqlite")) as connection:
            found = connection.execute(asked.replace("SELECT verb", "SELECT option.verb")).fetchall()
    assert ("move", True) in found
    assert len(found) > 1
    with pytest.raises(NoTables, match="holds tables that were written otherwise"):
        export(ledger, to, Wish(form=form))


@pytest.mark.long
@pytest.mark.parametrize(("least", "sides"), [(-1.0, 3), (1.0, 0)])
def test_the_chances_of_every_side_are_a_table_where_a_judge_is_worth_asking(
    ledger: Ledger, to: Path, monkeypatch: pytest.MonkeyPatch, least: float, sides: int
) -> None:
    monkeypatch.setattr("bots.lab.trial.LEAST_SKILL", least)
    monkeypatch.setattr("bots.lab.trial.SURE", 0.0)
    monkeypatch.setattr("bots.lab.trial.MOST_OFF", 1.0)
    opening = rosters.read(rosters.SAMPLES["etiquette"])
    for number in range(2):
        with repeatable(number):
            played = play(ledger, opening, sensible, Choices(number)).encounter
        ledger.close_ledger(played, opening.seats[0].id, cmd="close")
    heard: list[tuple[int, int]] = []
    judges = Judges(fights=40, watch=lambda *how_far: heard.append(how_far))
    export(ledger, to, Wish(judges=judges))
    assert heard == [(fights, 40) for fights in range(1, 41)]
    asking, _ = Asking.of_folder(to)
    with asking:
        found = asking.ask(
            "SELECT swing.encounter, side, max(winner) AS winner, arg_min(before, swing.n) AS began,"
            " sum(luck + rest) AS moved, count(*) AS n, max(commands) AS commands"
            " FROM swing JOIN encounter USING (encounter)"
            " GROUP BY swing.encounter, side ORDER BY swing.encounter, side"
        )
    assert len(found.rows) == 2 * sides
    for _, side, winner, first, moved, n, commands in found.rows:
        assert n == commands
        assert first + moved == pytest.approx(float(side == winner), abs=1e-6)


def test_two_do_not_write_at_once(ledger: Ledger, to: Path) -> None:
    with only_one(to), pytest.raises(NoTables, match="Somebody else is writing tables into"):
        export(ledger, to, Wish())


@pytest.mark.parametrize("raw", [b"", b"[]", b"{}", b'{"tables": 1}'])
def test_a_manifest_that_is_none_is_told(ledger: Ledger, to: Path, raw: bytes) -> None:
    to.mkdir()
    (to / "manifest.json").write_bytes(raw)
    with pytest.raises(NoTables, match="is no manifest of tables"):
        export(ledger, to, Wish())


@pytest.mark.parametrize("path", ["/etc/hostname", "../secret.parquet", "tables=1/../../secret.parquet"])
def test_a_manifest_that_leads_out_of_its_folder_is_none(ledger: Ledger, to: Path, path: str) -> None:
    closed(ledger)
    export(ledger, to, Wish())
    there = orjson.loads((to / "manifest.json").read_bytes())
    there["files"][0]["path"] = path
    (to / "manifest.json").write_bytes(orjson.dumps(there))
    with pytest.raises(NoTables, match="is no manifest of tables"):
        Asking.of_folder(to)


def test_a_batch_that_was_written_is_let_go_of(ledger: Ledger, to: Path) -> None:
    encounter = closed(ledger).encounter
    batch = Batch([Told(encounter=encounter, version=9, rows=extract(of_store(ledger, encounter)))])
    to.mkdir()
    found = Manifest(format="csv", view="everybody", scope={})
    Folder(to, found, sheets()).take(batch)
    assert batch.fights == []
    assert found.fights == {encounter: ("000001", 9)}


def test_tables_of_another_form_are_told(ledger: Ledger, to: Path) -> None:
    export(ledger, to, Wish())
    there = orjson.loads((to / "manifest.json").read_bytes())
    (to / "manifest.json").write_bytes(orjson.dumps({**there, "tables": 2}))
    with pytest.raises(NoTables, match="holds tables of the form 2; this program writes and reads 1"):
        export(ledger, to, Wish())


def test_a_fight_that_cannot_be_read_is_told_and_the_others_go_on(
    ledger: Ledger, to: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = closed(ledger).encounter, closed(ledger).encounter

    def spoilt(ledger: Ledger, encounter: str, seat: str | None = None) -> Lines:
        lines = of_store(ledger, encounter, seat)
        return lines if encounter == good else replace(lines, raw=[b"{", *lines.raw])

    monkeypatch.setattr(exporting, "of_store", spoilt)
    done: Exported = export(ledger, to, Wish())
    assert [(each.encounter, each.why) for each in done.unread] == [
        (bad, "Line 0 cannot be read for the tables: it is no JSON.")
    ]
    assert list(done.manifest.fights) == [good]


def test_without_the_extra_a_sentence_says_how_to_get_it(
    ledger: Ledger, to: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra) as missing:
        export(ledger, to, Wish())
    assert str(missing.value) == (
        "This needs pyarrow, which the extra `analytics` brings: "
        f"type `{quote(sys.executable)} -m pip install pyarrow`."
    )
    assert export(ledger, to, Wish(form="csv")).fights == 0
