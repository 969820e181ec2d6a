"""Read models whose file is damaged, or that are being built: nobody has to be told, and nobody waits."""

from __future__ import annotations

import logging
import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from analytics.feed.following import lines
from ledger.application import Ledger
from ledger.calls.timer import Timer
from ledger.refusals import Busy, NoStore
from ledger.store.kinds import FILE as STORE
from projections.tables.listing import Wanted, listed
from projections.tables.opened import DAMAGED, FILE
from projections.tables.parts import Spoilt
from projections.tables.runner import Runner
from tests.ledger.fights import opened
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told


def no_database(file: Path) -> None:
    file.write_bytes(b"Nothing of this is a database, and never was." * 200)


def half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2 - 100)


def zeros_within(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as opened_file:
        opened_file.seek(4096)
        opened_file.write(bytes(size - 8192))


def empty(file: Path) -> None:
    file.write_bytes(b"")


SPOILS = [no_database, half, zeros_within, empty]


def filled(ledger: Ledger) -> None:
    for _ in range(3):
        opened(ledger).comes_to_blows()
    with closing(Runner(ledger)) as runner:
        runner.catch_up()
        assert len(listed(runner.tables, Wanted()).encounters) == 3


def unlogged(folder: Path) -> None:
    """Write what lies in the log beside a database into it, as its last user does."""
    with closing(sqlite3.connect(folder / FILE)) as last:
        last.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.slow
@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
def test_a_damaged_file_is_moved_aside_and_built_anew_by_itself(
    tmp_path: Path, spoil: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(tmp_path) as ledger:
        filled(ledger)
        unlogged(tmp_path)
        spoil(tmp_path / FILE)
        with closing(Runner(ledger)) as runner:
            runner.refresh(10)
            runner.catch_up()
            assert lobby_rows(runner.tables) == lobby_told(ledger)
        warned = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
        if spoil is not empty:
            assert (tmp_path / DAMAGED).exists()
            assert any("damaged" in each and DAMAGED in each for each in warned)


def test_a_file_that_is_damaged_while_it_is_used_is_moved_aside_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(tmp_path) as ledger:
        filled(ledger)
        with closing(Runner(ledger)) as runner:
            runner.refresh(10)
            opened(ledger)
            found: list[str] = []

            def malformed(*_: object) -> None:
                found.append("malformed")
                monkeypatch.undo()
                raise Spoilt("The read models are damaged (database disk image is malformed).")

            monkeypatch.setattr(runner.tables, "advance", malformed)
            runner.refresh(10)
            runner.catch_up()
            assert found == ["malformed"]
            assert (tmp_path / DAMAGED).exists()
            assert lobby_rows(runner.tables) == lobby_told(ledger)
            assert len(listed(runner.tables, Wanted()).encounters) == 4


def test_a_damaged_file_that_cannot_be_moved_aside_is_told_until_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(tmp_path) as ledger:
        filled(ledger)
        unlogged(tmp_path)
        no_database(tmp_path / FILE)
        (tmp_path / DAMAGED).mkdir()
        with closing(Runner(ledger)) as runner:
            runner.refresh(10)
            with pytest.raises(NoStore, match=f"It cannot be moved to .*{DAMAGED}: Is a directory"):
                listed(runner.tables, Wanted())
            assert [record.getMessage() for record in caplog.records if DAMAGED in record.getMessage()]
            (tmp_path / DAMAGED).rmdir()
            runner.catch_up()
            assert lobby_rows(runner.tables) == lobby_told(ledger)


OTHER_KINDS = ["x'ff'", "'many'", "1.5", "CAST(x'edb280' AS TEXT)"]


@pytest.mark.long(but=("ff",))
@pytest.mark.parametrize(
    ("column", "value"),
    [("topic", "x'ff'"), *product(["originator_version", "originator_id", "state"], OTHER_KINDS)],
)
@pytest.mark.parametrize("newest", [True, False], ids=["the newest row", "a row before others"])
def test_a_row_of_another_kind_is_set_aside_and_its_encounter_is_damaged_while_the_others_go_on(
    tmp_path: Path, column: str, value: str, newest: bool
) -> None:
    with Ledger(tmp_path) as ledger:
        damaged = opened(ledger)
        damaged.comes_to_blows()
        if not newest:
            opened(ledger).comes_to_blows()
        last = "(SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?1)"
        ledger.store._do(  # type: ignore[attr-defined]  # as somebody with the file in hand would
            f"UPDATE stored_events SET {column} = {value} WHERE originator_id = ?1 AND originator_version = {last}",  # noqa: S608  # no part comes from outside
            damaged.encounter,
        )
    with Ledger(tmp_path) as ledger, closing(Runner(ledger)) as runner:
        runner.step()
        assert runner.catch_up(20), "no row holds it up"
        sound = opened(ledger)
        sound.comes_to_blows()
        runner.catch_up()
        rows = {each.encounter: each.version for each in listed(runner.tables, Wanted()).encounters}
        assert rows[sound.encounter] == ledger.fight(sound.encounter).version
        (build,) = runner.tables.builds("lobby")
        assert len(runner.tables.aside(build)) == 1
        Timer(ledger).step()
        assert {line.encounter for page in lines(ledger, 0, follow=False) for line in page} >= {sound.encounter}
        assert len(ledger.fights.damaged) == 1


def test_whoever_is_set_aside_while_the_store_is_busy_is_looked_at_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(tmp_path) as ledger:
        players = [opened(ledger) for _ in range(3)]
        for player in players:
            player.comes_to_blows()
            ledger.store._do(  # type: ignore[attr-defined]  # as somebody with the file in hand would
                "UPDATE stored_events SET topic = x'ff' WHERE originator_id = ? AND originator_version = 3",
                player.encounter,
            )
    with Ledger(tmp_path) as ledger, closing(Runner(ledger)) as runner:
        must_be_sound = ledger.fights.must_be_sound

        def busy(_: str) -> None:
            raise Busy("Another process keeps the store locked.")

        monkeypatch.setattr(ledger.fights, "must_be_sound", busy)
        runner.catch_up()
        assert ledger.fights.damaged == {}
        monkeypatch.setattr(ledger.fights, "must_be_sound", must_be_sound)
        while runner.step():
            pass
        assert set(ledger.fights.damaged) == {player.encounter for player in players}


@pytest.mark.slow
@pytest.mark.parametrize("played_on", [0, 1, 6], ids=lambda number: f"{number} more since")
def test_an_older_backup_of_the_store_beside_newer_read_models_has_them_built_anew(
    tmp_path: Path, played_on: int, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(tmp_path) as ledger:
        filled(ledger)
        with closing(sqlite3.connect(tmp_path / STORE)) as store:
            store.execute("VACUUM INTO ?", (str(tmp_path / "backup"),))
        for number in range(3):
            opened(ledger).plays(random.Random(number), 5)
        with closing(Runner(ledger)) as runner:
            runner.catch_up()
            assert len(listed(runner.tables, Wanted()).encounters) == 6
    for each in tmp_path.glob(f"{STORE}-*"):
        each.unlink()
    (tmp_path / "backup").replace(tmp_path / STORE)
    with Ledger(tmp_path) as ledger:
        for number in range(played_on):
            opened(ledger).plays(random.Random(number), 5)
        with closing(Runner(ledger)) as runner:
            runner.catch_up()
            assert lobby_rows(runner.tables) == lobby_told(ledger)
            assert tallied(runner.tables) == told(ledger)
    assert "holds other lines than this store and is built anew" in caplog.text


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Ledger(tmp_path) as ledger, closing(Runner(ledger)) as runner:
        opened(ledger)
        (tmp_path / FILE).mkdir()
        with pytest.raises(NoStore, match=f"{tmp_path / FILE}: unable to open database file"):
            listed(runner.tables, Wanted())
        runner.refresh(10)
        assert str(tmp_path / FILE) in caplog.text
        (tmp_path / FILE).rmdir()
        runner.catch_up()
        assert lobby_rows(runner.tables) == lobby_told(ledger)


def test_while_the_lobby_is_built_it_lists_what_it_has_and_says_how_far_it_is(ledger: Ledger) -> None:
    for _ in range(4):
        opened(ledger).comes_to_blows()
    with closing(Runner(ledger, page=12)) as runner:
        runner.step()
        page = listed(runner.tables, Wanted(), runner.newest)
        assert (page.complete, len(page.encounters)) == (False, 1)
        assert 0 < page.built < 0.5
        runner.step()
        further = listed(runner.tables, Wanted(), runner.newest)
        assert page.built < further.built < 1
        assert listed(runner.tables, Wanted(deciding="ana"), runner.newest).complete is False
        runner.catch_up()
        whole = listed(runner.tables, Wanted(), runner.newest)
        assert (whole.complete, whole.built, len(whole.encounters)) == (True, 1.0, 4)
