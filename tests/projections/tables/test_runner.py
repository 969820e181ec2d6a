"""Every line counts once, whoever is killed, is slow, or stumbles."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
from eventsourcing.persistence import Notification

from domain.encounter import Encounter
from ledger.application import Ledger
from ledger.refusals import NoStore
from projections.tables import standing
from projections.tables.builds import MIGRATIONS
from projections.tables.listing import Wanted, listed, live
from projections.tables.lobby import Lobby
from projections.tables.opened import tables
from projections.tables.parts import BUILDING, LIVE, Build, Changes, Moved, NewerTables, NotBuilt, PagePart
from projections.tables.runner import Runner
from projections.tables.tallies import Tallies
from projections.tables.totals import totals
from tests.ledger.fights import ARCHERS, LASTING, SWORDS, Player, alone, opened
from tests.projections.tables.runs import run, started
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told


def holds_all(ledger: Ledger, runner: Runner) -> bool:
    return tallied(runner.tables) == told(ledger) and lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.long
@pytest.mark.slow
def test_kill_9_in_the_middle_of_a_page_neither_loses_a_line_nor_counts_one_twice(
    tmp_path: Path, database: str | None
) -> None:
    chance = random.Random("a page and its lines")
    with Ledger(tmp_path, database=database) as ledger:
        lasting = {**ARCHERS, "combatants": LASTING}
        players = [opened(ledger, lasting), opened(ledger, SWORDS), opened(ledger, alone(lasting), rewind="free")]
        for kill in range(6):
            for player in players:
                player.plays(chance, 4)
            if kill == 3:
                ends = ledger.fight(players[2].encounter).ends
                ledger.ask_rewind(players[2].encounter, "ana", ends[-4], "a few", "r1")
            assert run(tmp_path, database, chance.randint(1, 6)) == -signal.SIGKILL
        assert run(tmp_path, database, 0) == 0
        with closing(Runner(ledger)) as runner:
            assert not runner.step(), "the last process has taken everything in"
            assert holds_all(ledger, runner)


@pytest.mark.long(but=("postgres",))
@pytest.mark.slow
def test_several_runners_together_count_every_line_once(ledger: Ledger) -> None:
    players = [opened(ledger), opened(ledger, SWORDS)]
    runners = [Runner(ledger, page=5) for _ in range(3)]
    over = False

    def work(runner: Runner) -> None:
        while not over:
            runner.catch_up()

    threads = [Thread(target=work, args=(runner,)) for runner in runners]
    for thread in threads:
        thread.start()
    for number in range(8):
        for player in players:
            player.plays(random.Random(number), 2)
    over = True
    for thread in threads:
        thread.join()
    runners[0].catch_up()
    assert holds_all(ledger, runners[0])
    for runner in runners:
        runner.close()


def test_a_page_that_another_runner_has_taken_is_not_written_again(ledger: Ledger, runner: Runner) -> None:
    opened(ledger)
    runner.catch_up()
    (build,) = runner.tables.builds("tallies")
    stale = Build(model="tallies", format=build.format, number=build.number, tables=build.tables, position=0)
    part = PagePart(encounter="x", version=0, rows={"tallies": [("x", "Ana", "turn", "", "", 1, 0)]})
    with pytest.raises(Moved):
        runner.tables.advance(stale, Tallies.TABLES, Changes(parts=[part]), build.position + 1, ("x", 0))
    assert tallied(runner.tables) == told(ledger)
    assert runner.tables.builds("tallies") == [build]


def test_a_thread_keeps_up_with_what_is_written(ledger: Ledger) -> None:
    with Runner(ledger, poll=0.01) as runner:
        player = opened(ledger)
        for number in range(3):
            player.plays(random.Random(number), 2)
            runner.refresh(5)
            assert holds_all(ledger, runner)


def test_a_thread_is_woken_by_what_any_process_writes(ledger: Ledger, tmp_path: Path, database: str | None) -> None:
    with Runner(ledger, poll=600) as runner, Ledger(tmp_path, database=database) as other:
        runner.refresh(5)
        for number, writes in enumerate((ledger, other, ledger, other)):
            opened(writes).plays(random.Random(number), 2)
            _until(lambda: holds_all(ledger, runner))


@pytest.mark.long
def test_what_a_process_killed_within_a_page_leaves_the_one_beside_it_does(
    tmp_path: Path, database: str | None
) -> None:
    with Ledger(tmp_path, database=database) as ledger:
        player = opened(ledger, combatants=LASTING)
        runner = Runner(ledger, page=5, poll=600)
        runner.catch_up()
        player.plays(random.Random(1), 8)
        with started(tmp_path, database, -1) as child, ExitStack() as finally_:
            finally_.callback(child.kill)
            assert child.stdout is not None
            assert child.stdout.readline() == "writing\n"
            finally_.enter_context(runner)
            player.plays(random.Random(2), 4)
            assert not holds_all(ledger, runner)
            child.kill()
            assert child.wait(10) == -signal.SIGKILL
            _until(lambda: holds_all(ledger, runner))


def _until(holds: Callable[[], bool]) -> None:
    end = monotonic() + 20
    while not holds():
        assert monotonic() < end, "it did not come to hold"
        sleep(0.005)


def test_an_encounter_that_cannot_be_followed_is_set_aside_and_the_others_go_on(
    ledger: Ledger, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = opened(ledger), opened(ledger, SWORDS)
    evolve: Callable[[Encounter, Any], Encounter] = vars(standing)["evolve"]

    def stumbles(encounter: Encounter, event: Any) -> Encounter:
        if encounter.id == bad.encounter and type(event).__name__ == "CombatantMoved":
            raise ZeroDivisionError("no such place")
        return evolve(encounter, event)

    monkeypatch.setattr(standing, "evolve", stumbles)
    runner.catch_up()
    bad.comes_to_blows()
    good.plays(random.Random(1), 5)
    runner.catch_up()
    (aside,) = runner.tables.aside(live(runner.tables, "lobby", Lobby.FORMAT)).values()
    assert (aside.encounter, aside.reason) == (bad.encounter, "ZeroDivisionError: no such place")
    assert lobby_rows(runner.tables)[good.encounter] == lobby_told(ledger)[good.encounter]
    stuck = {each.encounter: each.stuck for each in listed(runner.tables, Wanted()).encounters}
    assert stuck == {bad.encounter: True, good.encounter: False}
    assert tallied(runner.tables) == told(ledger), "other read models count it all the same"
    bad.plays(random.Random(2), 2)
    good.plays(random.Random(2), 2)
    runner.catch_up()
    assert lobby_rows(runner.tables)[good.encounter] == lobby_told(ledger)[good.encounter]


def test_rows_that_the_store_does_not_take_set_only_their_encounter_aside(
    ledger: Ledger, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = opened(ledger), opened(ledger, SWORDS)
    part = Tallies.part

    def too_large(self: Tallies, build: Build, encounter: str, page: Sequence[Notification]) -> PagePart | None:
        if encounter == bad.encounter:
            return PagePart(
                encounter=encounter, version=0, rows={"tallies": [(encounter, "Ana", "x", "", "", 2**70, 0)]}
            )
        return part(self, build, encounter, page)

    monkeypatch.setattr(Tallies, "part", too_large)
    good.plays(random.Random(1), 5)
    runner.catch_up()
    assert [each.encounter for each in totals(runner.tables).aside] == [bad.encounter]
    assert {key[0] for key in tallied(runner.tables)} == {good.encounter}
    assert tallied(runner.tables) == {key: value for key, value in told(ledger).items() if key[0] == good.encounter}


def test_a_store_that_cannot_be_used_is_told_tried_again_and_noted(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened(ledger)
    with closing(Runner(ledger, poll=0.01)) as runner:
        runner.catch_up()
        fill = type(runner.tables).fill

        def full(*_: Any) -> None:
            raise NoStore("The disk is full.")

        monkeypatch.setattr(type(runner.tables), "fill", full)
        opened(ledger)
        with pytest.raises(NoStore):
            runner.catch_up()
        assert all("The disk is full." in str(build.trouble) for build in runner.tables.builds("tallies"))
        with runner:
            until = monotonic() + 10
            while "wait and try again" not in caplog.text and monotonic() < until:
                sleep(0.01)
            assert len(listed(runner.tables, Wanted()).encounters) == 1, "reading goes on"
            monkeypatch.setattr(type(runner.tables), "fill", fill)
            while "go on" not in caplog.text and monotonic() < until:
                sleep(0.01)
            assert holds_all(ledger, runner)
            assert [build.trouble for build in runner.tables.builds("tallies")] == [None]
    assert caplog.text.count("wait and try again") == 1


def test_tables_of_other_lines_than_those_of_the_store_are_built_anew(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger, closing(Runner(ledger)) as runner:
        opened(ledger).plays(random.Random(1), 5)
        runner.catch_up()
    for file in tmp_path.glob("encounters.sqlite*"):
        file.unlink()
    with Ledger(tmp_path) as ledger, closing(Runner(ledger)) as runner:
        opened(ledger, SWORDS).plays(random.Random(2), 5)
        runner.catch_up()
        assert holds_all(ledger, runner)


def test_tables_of_a_newer_program_are_left_alone(ledger: Ledger, runner: Runner) -> None:
    opened(ledger)
    newer = runner.tables.begin("lobby", Lobby.FORMAT + 1, runner.models["lobby"].TABLES)
    runner.tables.switch(newer)
    runner.catch_up()
    assert [(build.format, build.state) for build in runner.tables.builds("lobby")] == [(Lobby.FORMAT + 1, LIVE)]
    with pytest.raises(NotBuilt, match="another version"):
        listed(runner.tables, Wanted())
    assert tallied(runner.tables) == told(ledger)


def test_a_newer_schema_around_the_tables_is_refused(tmp_path: Path, database: str | None) -> None:
    with Ledger(tmp_path, database=database) as ledger:
        found = tables(ledger)
        with found.changing() as c:
            found.execute(c, "INSERT INTO read_migrations (step) VALUES (?)", (len(MIGRATIONS) + 1,))
        found.close()
        with pytest.raises(NewerTables):
            tables(ledger)


def test_nothing_is_built_for_a_program_that_only_opens_a_store(ledger: Ledger, tmp_path: Path) -> None:
    Runner(ledger).close()
    assert not list(tmp_path.glob("views*"))


def test_filling_the_tables_takes_no_lock_of_those_who_play(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger, closing(Runner(ledger)) as runner:
        player = opened(ledger)
        runner.catch_up()
        with runner.tables.changing() as c:
            runner.tables.execute(c, "UPDATE lobby_v3_b1 SET phase = ?", ("held",))
            # A command that had to wait would be told so in the end.
            Player(ledger, player.encounter).comes_to_blows()
        assert [build.state for build in runner.tables.builds("lobby")] != [BUILDING]
