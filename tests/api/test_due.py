"""What is due is done though nobody calls: once, by whichever process, and nothing of the fight by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn, TypeAlias

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger
from ledger.calls import due
from ledger.calls.timer import AGAIN, Timer
from ledger.proof.verifying import verify
from ledger.refusals import NoStore
from ledger.store.postgres import Recorder
from ledger.table import rolling
from tests.api.conftest import Table
from tests.api.devices import Player
from tests.api.listening import until
from tests.clocks import START, Still
from tests.ledger.fights import ARCHERS, SHOT, TO_BLOWS, opened

MOMENT = Recorder.moment
Elsewhere: TypeAlias = Callable[[int], AbstractContextManager[Ledger]]


@pytest.fixture
def ledger(tmp_path: Path, clock: Still) -> Iterator[Ledger]:
    assert clock.at == START
    with Ledger(tmp_path) as opened_here:
        yield opened_here


@pytest.fixture
def waiting(ledger: Ledger, clock: Still) -> Iterator[Table]:
    """Give a table that waits for Bo, and nobody calls any more."""
    assert clock.at == START
    with TestClient(create_app(ledger)) as client:
        yield waits(client)


def waits(client: TestClient) -> Table:
    """Let Ana shoot, and Bo's link not come."""
    table = Table(client, ARCHERS)
    ana, bo = (Player(client, table.id, seat, table.keys[seat]) for seat in ("ana", "bo"))
    for seat in (ana, bo):
        assert seat.join().status_code == 200
    for body in TO_BLOWS:
        assert ana.does(body).status_code == 200
    bo.beat()
    answer = ana.does(SHOT)
    assert answer.status_code == 202, answer.text
    accepted = answer.json()["lines"][0]
    assert ana.links(accepted, ana.raw(accepted["n"])).json()["waiting"]["parties"] == ["bo"]
    return table


def kinds(ledger: Ledger, encounter: str) -> list[str]:
    return [line.type for line in ledger.lines(encounter)]


def test_a_roll_is_decided_when_its_wait_is_over_though_nobody_calls(
    ledger: Ledger, clock: Still, waiting: Table
) -> None:
    timer = Timer(ledger)
    timer.step()
    clock.at += rolling.PATIENCE - 1
    timer.step()
    assert "EntropyRevealed" not in kinds(ledger, waiting.id)
    clock.at += 1
    timer.step()
    assert kinds(ledger, waiting.id).count("EntropyRevealed") == 1
    assert ledger.fight(waiting.id).table.open_roll is None
    assert verify(ledger.export(waiting.id)).broken is None


JUMPS = [365 * 86_400_000, -365 * 86_400_000, 3_600_000, -3_600_000]


@pytest.mark.parametrize("jump", JUMPS)
def test_setting_the_clock_of_the_machine_ends_no_wait_for_links_sooner_or_later(
    ledger: Ledger, clock: Still, waiting: Table, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    timer = Timer(ledger)
    timer.step()
    monkeypatch.setattr("ledger.line.clock.now", lambda: clock.at + jump)
    clock.at += rolling.PATIENCE - 1
    timer.step()
    assert "EntropyRevealed" not in kinds(ledger, waiting.id)
    salting = ledger.due.salting(ledger.fight(waiting.id))
    assert salting is not None
    assert salting.until == clock.at + jump + 1
    clock.at += 1
    timer.step()
    assert kinds(ledger, waiting.id).count("EntropyRevealed") == 1
    assert verify(ledger.export(waiting.id)).broken is None


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_that_was_wrong_while_a_roll_began_makes_it_wait_no_longer(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    with monkeypatch.context() as wrong, TestClient(create_app(ledger)) as client:
        wrong.setattr("ledger.line.clock.now", lambda: clock.at + jump)
        waiting = waits(client)
    # What a device said of itself while the clock was wrong says nothing of now.
    assert ledger.due.present(waiting.id) == {}
    assert ledger.due.heard([ledger.fight(waiting.id)])[waiting.id].there == frozenset()
    timer = Timer(ledger)
    timer.step()
    clock.at += rolling.PATIENCE - 1
    timer.step()
    assert "EntropyRevealed" not in kinds(ledger, waiting.id)
    clock.at += 1
    timer.step()
    assert kinds(ledger, waiting.id).count("EntropyRevealed") == 1
    assert verify(ledger.export(waiting.id)).broken is None


@pytest.mark.parametrize("jump", JUMPS)
def test_setting_the_clock_of_the_machine_lets_no_request_lapse_sooner_or_later(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    encounter = asks(ledger)
    timer = Timer(ledger)
    timer.step()
    monkeypatch.setattr("ledger.line.clock.now", lambda: clock.at + jump)
    clock.at += due.OPEN_FOR - 1
    timer.step()
    assert ledger.due.lapse_if_due(encounter).table.request is not None
    clock.at += 1
    timer.step()
    assert kinds(ledger, encounter).count("RewindLapsed") == 1


def test_a_process_that_starts_later_does_what_the_last_one_left(tmp_path: Path, clock: Still, waiting: Table) -> None:
    clock.at += rolling.PATIENCE
    with Ledger(tmp_path) as other:
        timer = Timer(other)
        timer.step()
        # What passed while nobody saw it is what a clock claims.
        assert "EntropyRevealed" not in kinds(other, waiting.id)
        clock.at += rolling.PATIENCE
        timer.step()
        assert kinds(other, waiting.id).count("EntropyRevealed") == 1
        assert other.lines(waiting.id)[-1].at == clock.at
        assert verify(other.export(waiting.id)).broken is None


@pytest.fixture
def elsewhere(
    tmp_path: Path, clock: Still, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Ledger, Elsewhere]]:
    """Give two servers at one database, and how to go by the clock of the second, which is wrong by that much."""
    monkeypatch.setattr(Recorder, "moment", MOMENT)
    with Ledger(tmp_path, database=postgres) as one, Ledger(tmp_path, database=postgres) as other:
        for each in (one, other):
            each.store.moment()

        @contextmanager
        def there(wrong: int) -> Iterator[Ledger]:
            with monkeypatch.context() as patched:
                patched.setattr("ledger.line.clock.now", lambda: clock.at + wrong)
                yield other

        yield one, there


@pytest.mark.long
@pytest.mark.parametrize("wrong", JUMPS)
def test_two_servers_that_go_by_different_clocks_wait_for_links_alike(
    elsewhere: tuple[Ledger, Elsewhere], clock: Still, wrong: int
) -> None:
    here, there = elsewhere
    with TestClient(create_app(here)) as client:
        waiting = waits(client)
    with there(wrong) as other:
        # Who was there just now for the one is there for the other.
        assert set(other.due.present(waiting.id)) == set(here.due.present(waiting.id)) == {"ana", "bo"}
        timer = Timer(other)
        timer.step()
        clock.at += rolling.PATIENCE - 1
        timer.step()
        assert other.due.reveal_if_due(waiting.id).table.open_roll is not None
        clock.at += 1
        timer.step()
        assert other.fight(waiting.id).table.open_roll is None
    assert verify(here.export(waiting.id)).broken is None
    times = [line.at for line in here.lines(waiting.id)]
    assert times == sorted(times)


@pytest.mark.parametrize("wrong", JUMPS)
def test_two_servers_that_go_by_different_clocks_give_a_request_its_time(
    elsewhere: tuple[Ledger, Elsewhere], clock: Still, wrong: int
) -> None:
    here, there = elsewhere
    encounter = asks(here)
    with there(wrong) as other:
        timer = Timer(other)
        timer.step()
        clock.at += due.OPEN_FOR - 1
        timer.step()
        assert other.due.lapse_if_due(encounter).table.request is not None
        clock.at += 1
        timer.step()
        assert other.fight(encounter).table.request is None
    assert verify(here.export(encounter)).broken is None


def test_two_processes_do_not_do_it_twice(tmp_path: Path, ledger: Ledger, clock: Still, waiting: Table) -> None:
    with Ledger(tmp_path) as other:
        timers = [Timer(ledger), Timer(other)]
        for timer in timers:
            timer.step()
        clock.at += rolling.PATIENCE
        both = [Thread(target=timer.step) for timer in timers]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join(20)
        assert kinds(other, waiting.id).count("EntropyRevealed") == 1
        assert kinds(ledger, waiting.id) == kinds(other, waiting.id)


def asks(ledger: Ledger) -> str:
    """Let Ana ask to take something back, and nobody answer."""
    player = opened(ledger)
    player.comes_to_blows()
    player.does(SHOT)
    ledger.ask_rewind(player.encounter, "ana", 4, "A slip.", "back")
    assert ledger.fight(player.encounter).table.request is not None
    return player.encounter


def test_a_request_that_nobody_answers_lapses(ledger: Ledger, clock: Still) -> None:
    encounter = asks(ledger)
    timer = Timer(ledger)
    timer.step()
    clock.at += due.OPEN_FOR - 1
    timer.step()
    assert ledger.fight(encounter).table.request is not None
    clock.at += 1
    timer.step()
    timer.step()
    assert kinds(ledger, encounter).count("RewindLapsed") == 1
    assert ledger.fight(encounter).table.request is None
    assert verify(ledger.export(encounter)).broken is None


def test_whoever_calls_first_finds_it_lapsed_too(ledger: Ledger, clock: Still) -> None:
    encounter = asks(ledger)
    clock.at += due.OPEN_FOR
    ledger.ask_rewind(encounter, "bo", 4, "Mine.", "his")
    assert kinds(ledger, encounter)[-2:] == ["RewindLapsed", "RewindAsked"]


def test_what_fails_is_tried_again_and_stops_nothing_else(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    encounters = [asks(ledger), asks(ledger)]
    timer = Timer(ledger)
    timer.step()
    clock.at += due.OPEN_FOR
    lapse = ledger.due.lapse_if_due

    def fails(encounter: str) -> Any:
        if encounter == min(encounters):
            raise NoStore("The store cannot be used (gone).")
        return lapse(encounter)

    with monkeypatch.context() as patch:
        patch.setattr(ledger.due, "lapse_if_due", fails)
        with pytest.raises(NoStore):
            timer.step()
    assert [ledger.fight(each).table.request is None for each in sorted(encounters)] == [False, True]
    clock.at += AGAIN
    timer.step()
    assert all(ledger.fight(each).table.request is None for each in encounters)


def test_the_thread_goes_on_after_an_error_and_ends_when_it_is_told(ledger: Ledger, clock: Still) -> None:
    encounter = asks(ledger)
    clock.at += due.OPEN_FOR
    fails = [True]

    class Shaky(Timer):
        def step(self) -> None:
            if fails:
                fails.pop()
                raise ZeroDivisionError
            super().step()

    with Shaky(ledger, tick=0.01) as timer:
        for _ in range(1000):
            if ledger.fight(encounter).table.request is None:
                break
            timer._ending.wait(0.01)
        thread = timer._thread
    assert ledger.fight(encounter).table.request is None
    assert thread is not None
    assert not thread.is_alive()


def test_what_fails_again_and_again_is_told_once_until_it_is_done(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    encounter = asks(ledger)
    clock.at += due.OPEN_FOR
    tried: list[int] = []
    idle: list[int] = []

    def gone(_: str) -> NoReturn:
        tried.append(clock.at)
        raise NoStore("The store cannot be used (gone).")

    class Seen(Timer):
        def step(self) -> None:
            super().step()
            idle.append(clock.at)

    with monkeypatch.context() as patch:
        patch.setattr(ledger.due, "lapse_if_due", gone)
        with Seen(ledger, tick=0.001):
            for times in range(1, 4):
                clock.at += AGAIN
                until(lambda: len(tried) >= times)  # noqa: B023  # it is asked within the turn
                rests = len(idle)
                until(lambda: len(idle) > rests)  # noqa: B023  # likewise
    assert [record.getMessage() for record in caplog.records if "tried again" in record.getMessage()] == [
        "What is due waits and is tried again: The store cannot be used (gone)."
    ]
    assert ledger.fight(encounter).table.request is not None


def test_the_time_of_a_decision_is_not_taken(ledger: Ledger, clock: Still) -> None:
    player = opened(ledger, clock=30)
    for body in TO_BLOWS[:3]:
        player.does(body)
    before = kinds(ledger, player.encounter)
    timer = Timer(ledger)
    timer.step()
    clock.at += 86_400_000
    timer.step()
    assert kinds(ledger, player.encounter) == before


def test_a_store_that_is_gone_for_a_while_loses_nothing(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    encounter = asks(ledger)
    timer = Timer(ledger)

    def gone(*_: Any, **__: Any) -> NoReturn:
        raise NoStore("The store cannot be used (gone).")

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "fight", gone)
        with pytest.raises(NoStore):
            timer.step()
    clock.at += due.OPEN_FOR + AGAIN
    timer.step()
    assert ledger.fight(encounter).table.request is None
