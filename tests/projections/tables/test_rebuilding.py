"""Rebuilding: from the first line on, beside what is read meanwhile, and in its place from one moment to the next."""

from __future__ import annotations

import random
import signal
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from ledger.application import Ledger
from projections.tables.builds import Builds
from projections.tables.listing import Wanted, listed
from projections.tables.lobby import LOBBY, SEATS, Lobby
from projections.tables.parts import BUILDING, LIVE, OLD, NotBuilt
from projections.tables.rebuilding import rebuild
from projections.tables.runner import Runner
from projections.tables.schema import TEXT, Table
from projections.tables.tallies import Tallies
from projections.tables.totals import totals
from tests.ledger.fights import SWORDS, opened
from tests.projections.tables.runs import run
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told


class NextLobby(Lobby):
    """The lobby as a later version of the program might keep it: with one more table."""

    name = "lobby"
    FORMAT = Lobby.FORMAT + 1
    TABLES = (LOBBY, SEATS, Table(name="lobby_notes", columns={"encounter": TEXT, "note": TEXT}, key=("encounter",)))


def names(tables: Builds) -> set[str]:
    """Return the tables and views of the read models in a store."""
    if tables.POSITIONS == "tracking":
        found = tables.ask("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    else:
        found = tables.ask("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
    return {row[0] for row in found if row[0].startswith(("lobby", "tall"))}


def test_a_rebuild_begins_at_the_first_line_and_leaves_nothing_of_the_old(ledger: Ledger, runner: Runner) -> None:
    opened(ledger).plays(random.Random(1), 10)
    runner.catch_up()
    with runner.tables.changing() as c:
        runner.tables.execute(c, "UPDATE tallies_v3_b1 SET times = 999", ())
    assert tallied(runner.tables) != told(ledger)
    seen: list[int] = []
    done = rebuild(runner, "tallies", seen.append)
    assert tallied(runner.tables) == told(ledger)
    assert (done.build, done.position, done.aside) == ("tallies_v3_b2", runner.newest(), ())
    assert seen == sorted(seen)
    assert seen[-1] == done.position
    tables = {f"{table.name}_v3" for table in Tallies.TABLES}
    lobby = {"lobby_v3", "lobby_seats_v3", "lobby_v3_b1", "lobby_seats_v3_b1"}
    assert names(runner.tables) == tables | {f"{table}_b2" for table in tables} | lobby


@pytest.mark.long("postgres")
def test_an_empty_store_is_rebuilt_too(ledger: Ledger, runner: Runner) -> None:
    assert ledger.encounters() == []
    assert rebuild(runner, "lobby").position == 0
    assert listed(runner.tables, Wanted()).encounters == ()


@pytest.mark.long
@pytest.mark.slow
def test_readers_find_one_whole_lobby_all_the_time_while_others_play(ledger: Ledger, runner: Runner) -> None:
    players = [opened(ledger), opened(ledger, SWORDS)]
    for player in players:
        player.plays(random.Random(1), 5)
    runner.catch_up()
    over, failed = Event(), []

    def reads() -> None:
        before: dict[str, int] = {}
        while not over.is_set():
            try:
                now = {each.encounter: each.version for each in listed(runner.tables, Wanted()).encounters}
                assert now.keys() == {player.encounter for player in players}
                assert all(now[encounter] >= version for encounter, version in before.items())
                before = now
            except BaseException as error:
                failed.append(error)
                return

    def goes_on() -> None:
        with closing(Runner(ledger, page=5)) as serving:
            while not over.is_set():
                serving.catch_up()

    threads = [Thread(target=reads), Thread(target=goes_on)]
    for thread in threads:
        thread.start()
    for number in range(6):
        for player in players:
            player.plays(random.Random(number), 2)
        rebuild(runner, "lobby")
    over.set()
    for thread in threads:
        thread.join()
    assert failed == []
    runner.catch_up()
    assert lobby_rows(runner.tables) == lobby_told(ledger)


def test_a_second_version_grows_beside_the_first_and_takes_its_place_at_once(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger)
    player.plays(random.Random(1), 10)
    runner.catch_up()
    with closing(Runner(ledger, page=10, models=[NextLobby])) as later:
        later.step()
        kept = later.tables.builds("lobby")
        assert [(each.format, each.state) for each in kept] == [(Lobby.FORMAT, LIVE), (NextLobby.FORMAT, BUILDING)]
        player.plays(random.Random(2), 2)
        runner.catch_up()
        assert lobby_rows(runner.tables) == lobby_told(ledger), "the first is kept and read meanwhile"
        later.catch_up()
        kept = later.tables.builds("lobby")
        assert [(each.format, each.state) for each in kept] in (
            [(Lobby.FORMAT, OLD), (NextLobby.FORMAT, LIVE)],
            [(NextLobby.FORMAT, LIVE)],
        )
        with pytest.raises(NotBuilt):
            listed(runner.tables, Wanted())
        assert later.tables.ask("SELECT COUNT(*) FROM lobby_v4") == [(1,)]
        later.step()
        shown = {"lobby_v4", "lobby_seats_v4", "lobby_notes_v4"}
        assert {name for name in names(later.tables) if name.startswith("lobby")} == shown | {
            f"{name}_b2" for name in shown
        }


@pytest.mark.long
@pytest.mark.slow
def test_a_rebuild_that_was_killed_goes_on_where_it_stood(tmp_path: Path, database: str | None) -> None:
    with Ledger(tmp_path, database=database) as ledger:
        players = [opened(ledger), opened(ledger, SWORDS)] + [opened(ledger) for _ in range(30)]
        for player in players[:2]:
            player.plays(random.Random(1), 10)
        with closing(Runner(ledger)) as runner:
            runner.catch_up()
        for writes in (2, 1):
            assert run(tmp_path, database, writes, "tallies") == -signal.SIGKILL
            players[0].plays(random.Random(3), 3)
            players[1].plays(random.Random(3), 3)
        with closing(Runner(ledger)) as runner:
            states = [(each.state, each.position > 0) for each in runner.tables.builds("tallies")]
            assert states == [(LIVE, True), (BUILDING, True)]
            done = rebuild(runner, "tallies")
            assert done.build == "tallies_v3_b2"
            assert tallied(runner.tables) == told(ledger)
            assert totals(runner.tables).encounters == len(players)


def test_a_rebuild_goes_on_with_what_a_server_began_at_the_same_moment(
    ledger: Ledger, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(ledger)
    runner.catch_up()
    begin = runner.tables.begin

    def second(*arguments: Any) -> None:
        monkeypatch.undo()
        begin(*arguments)
        raise IntegrityError("read_builds_pkey")

    monkeypatch.setattr(runner.tables, "begin", second)
    assert rebuild(runner, "lobby").build == "lobby_v3_b2"
    assert lobby_rows(runner.tables) == lobby_told(ledger)


def test_a_build_never_takes_the_place_of_one_that_has_come_further(ledger: Ledger, runner: Runner) -> None:
    opened(ledger)
    runner.catch_up()
    behind = runner.tables.begin("lobby", Lobby.FORMAT, Lobby.TABLES)
    assert not runner.tables.switch(behind)
    assert [each.state for each in runner.tables.builds("lobby")] == [LIVE, BUILDING]
    rebuild(runner, "lobby")
    assert [(each.number, each.state) for each in runner.tables.builds("lobby")] == [(2, LIVE)]


@pytest.mark.long("postgres")
def test_an_encounter_that_was_set_aside_is_tried_again_by_a_rebuild(
    ledger: Ledger, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(ledger).plays(random.Random(1), 3)
    part = Tallies.part

    def stumbles(*_: Any) -> None:
        raise KeyError("a bug of today")

    monkeypatch.setattr(Tallies, "part", stumbles)
    assert [each.reason for each in rebuild(runner, "tallies").aside] == ["KeyError: 'a bug of today'"]
    assert tallied(runner.tables) == {}
    monkeypatch.setattr(Tallies, "part", part)
    runner.catch_up()
    assert tallied(runner.tables) == {}
    assert rebuild(runner, "tallies").aside == ()
    assert tallied(runner.tables) == told(ledger)


def test_of_two_who_let_readers_find_a_build_the_second_finds_it_done(ledger: Ledger, runner: Runner) -> None:
    opened(ledger)
    build = runner.tables.begin("lobby", Lobby.FORMAT, Lobby.TABLES)
    assert runner.tables.switch(build)
    assert runner.tables.switch(build)
    assert [each.state for each in runner.tables.builds("lobby")] == [LIVE]
