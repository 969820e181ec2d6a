"""Whoever listens to an encounter hears each line once and in order, whichever process wrote it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from threading import Lock
from threading import enumerate as threads
from time import monotonic, sleep

import psycopg
import pytest

from ledger.application import Ledger
from ledger.refusals import NoStore
from ledger.store import following, listening
from ledger.store.following import Tailed
from tests.ledger.fights import LASTING, TO_BLOWS, Player, opened
from tests.ledger.writer import writer

PATIENCE = 10.0


class Ear:
    """Keeps what is heard of one encounter, and looks into the store when told to."""

    def __init__(self, ledger: Ledger, encounter: str) -> None:
        self.ledger = ledger
        self.encounter = encounter
        self.lines: list[bytes] = []
        self.batches: list[Sequence[Tailed]] = []
        self.looked = 0
        self.lock = Lock()
        with self.lock:
            self.end = ledger.tailer.subscribe(encounter, self.hear)
            self.lines += [row.raw for row in ledger.store.read_lines(encounter)]
        self.first = len(self.lines)

    def hear(self, lines: Sequence[Tailed]) -> None:
        with self.lock:
            self.take(lines)

    def take(self, lines: Sequence[Tailed]) -> None:
        if not lines:
            self.looked += 1
            lines = [
                Tailed(self.encounter, n, -1, row.raw)
                for n, row in enumerate(self.ledger.store.read_lines(self.encounter))
            ]
        else:
            self.batches.append(lines)
        for line in lines:
            if line.n == len(self.lines):
                self.lines.append(line.raw)
            assert line.n < len(self.lines), "a line was left out"

    def has(self, ledger: Ledger) -> None:
        """Wait until all lines of the store were heard; they are the stored ones."""
        stored = [row.raw for row in ledger.store.read_lines(self.encounter)]
        until(lambda: len(self.lines) >= len(stored))
        assert self.lines == stored


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, "nothing was heard of it"
        sleep(0.002)


def begun(ear: Ear) -> Ear:
    """Wait until the tailer stands: it tells all to look once it does, and once more when all is settled."""
    until(lambda: ear.looked > 0)
    sleep(0.1)
    return ear


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    """Give the URL of a fresh database, or none, for a file."""
    return str(request.getfixturevalue("postgres")) if request.param == "postgres" else None


@pytest.fixture
def two(tmp_path: Path, url: str | None) -> Iterator[tuple[Ledger, Ledger]]:
    """Give two ledgers on one store, as two processes have them."""
    with Ledger(tmp_path, database=url) as one, Ledger(tmp_path, database=url) as other:
        yield one, other


def test_a_line_is_heard_as_soon_as_it_is_committed(ledger: Ledger) -> None:
    player = opened(ledger)
    ear = begun(Ear(ledger, player.encounter))
    player.comes_to_blows()
    ear.has(ledger)
    heard = [line for batch in ear.batches for line in batch]
    assert [line.n for line in heard] == list(range(ear.first, len(ear.lines)))
    assert all(before.position < after.position for before, after in pairwise(heard))
    assert {line.encounter for line in heard} == {player.encounter}


def test_a_store_in_memory_is_followed_too() -> None:
    with Ledger() as ledger:
        player = opened(ledger)
        ear = begun(Ear(ledger, player.encounter))
        player.comes_to_blows()
        ear.has(ledger)


def test_what_another_process_writes_is_heard(two: tuple[Ledger, Ledger]) -> None:
    one, other = two
    player = opened(one)
    ear = begun(Ear(other, player.encounter))
    for number, body in enumerate(TO_BLOWS):
        Player(two[number % 2], player.encounter, start=100 * number).does(body)
    ear.has(one)


def test_all_lines_of_a_command_are_heard_together(two: tuple[Ledger, Ledger]) -> None:
    writing, reading = two
    players = [opened(writing, combatants=LASTING) for _ in range(4)]
    ears = [Ear(reading, player.encounter) for player in players]
    begun(ears[0])
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda player: player.plays(random.Random(player.encounter), 12), players))
    for ear in ears:
        ear.has(writing)
        lines = writing.lines(ear.encounter)
        ends = {line.n - 1 for line in lines if line.type == "CommandAccepted"} | {lines[-1].n}
        assert {batch[-1].n for batch in ear.batches} <= ends


def test_nobody_hears_of_other_encounters(ledger: Ledger) -> None:
    mine, other = opened(ledger), opened(ledger)
    ear, elsewhere = Ear(ledger, mine.encounter), Ear(ledger, other.encounter)
    begun(ear)
    mine.comes_to_blows()
    ear.has(ledger)
    assert elsewhere.batches == []


def test_the_tailer_runs_from_the_first_subscriber_to_the_last(ledger: Ledger) -> None:
    player = opened(ledger)
    assert not ledger.tailer.follows
    ears = [Ear(ledger, player.encounter) for _ in range(3)]
    for ear in ears:
        assert ledger.tailer.follows
        ear.end()
    assert not ledger.tailer.follows
    until(lambda: not [each for each in threads() if each.name == "tailing"])
    player.does(TO_BLOWS[0])
    again = begun(Ear(ledger, player.encounter))
    player.does(TO_BLOWS[1])
    again.has(ledger)


def test_closing_the_ledger_ends_it(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        begun(Ear(ledger, opened(ledger).encounter))
    until(lambda: not [each for each in threads() if each.name == "tailing"], 1)


def test_somebody_who_falls_over_costs_the_others_nothing(ledger: Ledger, caplog: pytest.LogCaptureFixture) -> None:
    player = opened(ledger)
    told: list[int] = []

    def falls(lines: Sequence[Tailed]) -> None:
        told.append(len(lines))
        raise RuntimeError("fell")

    ledger.tailer.subscribe(player.encounter, falls)
    ear = Ear(ledger, player.encounter)
    player.comes_to_blows()
    ear.has(ledger)
    assert told == [0]
    assert "fell over" in caplog.text


def test_who_could_not_look_is_told_to_look_again(ledger: Ledger) -> None:
    player = opened(ledger)
    told: list[int] = []

    def cannot_look(lines: Sequence[Tailed]) -> None:
        told.append(len(lines))
        if len(told) == 1:
            raise NoStore("gone for a while")

    ledger.tailer.subscribe(player.encounter, cannot_look)
    until(lambda: len(told) > 1)
    assert told[:2] == [0, 0]


def test_whoever_is_far_behind_looks_into_the_encounters(
    two: tuple[Ledger, Ledger], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (following, listening):
        monkeypatch.setattr(module, "MOST", 5)
    writing, reading = two
    player = opened(writing, combatants=LASTING)
    ear = begun(Ear(reading, player.encounter))
    looked = ear.looked
    player.comes_to_blows()
    player.plays(random.Random(1), 10)
    ear.has(writing)
    assert ear.looked > looked
    assert all(len(batch) <= 5 for batch in ear.batches)


# PostgreSQL


def test_a_line_is_heard_while_an_older_transaction_is_still_under_way(tmp_path: Path, postgres: str) -> None:
    with Ledger(tmp_path, database=postgres) as ledger:
        player, late = opened(ledger), opened(ledger)
        ear, waiting = Ear(ledger, player.encounter), Ear(ledger, late.encounter)
        begun(ear)
        row = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (%s, %s, 'X', 'late')"
        with psycopg.connect(postgres) as slow:
            slow.execute(row, (late.encounter, waiting.first))
            player.comes_to_blows()
            ear.has(ledger)
            assert len(waiting.lines) == waiting.first
            slow.commit()
        until(lambda: waiting.lines[-1] == b"late")


def test_what_was_under_way_when_following_began_is_heard(tmp_path: Path, postgres: str) -> None:
    with Ledger(tmp_path, database=postgres) as ledger:
        late = opened(ledger)
        first = ledger.fight(late.encounter).version + 1
        row = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (%s, %s, 'X', 'late')"
        with psycopg.connect(postgres) as slow:
            slow.execute(row, (late.encounter, first))
            opened(ledger)
            ear = Ear(ledger, late.encounter)
            until(lambda: ear.looked > 0)
            sleep(0.1)
            slow.commit()
        until(lambda: ear.lines[-1] == b"late")


def test_positions_that_were_never_used_are_forgotten(tmp_path: Path, postgres: str) -> None:
    with Ledger(tmp_path, database=postgres) as ledger:
        player = opened(ledger)
        source = ledger.tailer._followed.source(lambda: False)
        assert isinstance(source, listening._Listening)
        source.begin()
        with psycopg.connect(postgres) as gone:
            gone.execute("SELECT pg_current_xact_id()")
            gone.execute("SELECT nextval('stored_events_notification_id_seq') FROM generate_series(1, 20)")
            player.does(TO_BLOWS[0])
            assert source.read() is None  # the transactions of the beginning are over
            assert len(source._gaps) == 20
            player.does(TO_BLOWS[1])
            assert source.read()
            assert len(source._gaps) == 20
        assert source.read() == []
        assert source._gaps == set()
        source.close()


def test_following_goes_on_after_the_server_cut_the_connection(
    tmp_path: Path, postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Ledger(tmp_path, database=postgres) as ledger:
        player = opened(ledger)
        ear = begun(Ear(ledger, player.encounter))
        with psycopg.connect(postgres, autocommit=True) as other:
            for body in TO_BLOWS:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND application_name = 'encounter-ledger following'"
                )
                player.does(body)
                ear.has(ledger)
    assert "interrupted" in caplog.text


def test_a_commit_is_announced_outside_of_its_transaction_and_not_too_often(tmp_path: Path, postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as listener, Ledger(tmp_path, database=postgres) as ledger:
        listener.execute(f"LISTEN {listening.CHANNEL}".encode())
        player = opened(ledger, combatants=LASTING)
        before = ledger.store.max_notification_id() or 0
        assert list(listener.notifies(timeout=PATIENCE, stop_after=1))
        began = monotonic()
        player.plays(random.Random(1), 30)
        took = monotonic() - began
        told = list(listener.notifies(timeout=0.5))
        assert 0 < len(told) <= took / listening._BETWEEN + 2
        assert (ledger.store.max_notification_id() or 0) > before


@pytest.mark.long
@pytest.mark.slow
def test_listeners_hear_everything_of_several_processes(
    two: tuple[Ledger, Ledger], tmp_path: Path, url: str | None
) -> None:
    encounters = [opened(two[0], combatants=LASTING).encounter for _ in range(3)]
    ears = [Ear(ledger, encounter) for ledger in two for encounter in encounters]
    begun(ears[0])
    begun(ears[3])
    children = [writer(tmp_path, name, 60, *encounters, database=url) for name in ("one", "two")]
    promised = [child.communicate(timeout=120)[0].splitlines() for child in children]
    assert [len(each) for each in promised] == [60, 60]
    for ear in ears:
        ear.has(two[0])
    assert sum(len(ear.lines) - ear.first for ear in ears[:3]) >= 2 * 120, "each command and what came of it"


def test_what_is_about_to_be_told_is_looked_at_later_and_at_once_by_whoever_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "_HELD", 1.0)
    with Ledger(tmp_path) as ledger, Ledger(tmp_path) as other:
        player = opened(ledger)
        ear = begun(Ear(ledger, player.encounter))
        away = Player(other, player.encounter)
        with ledger.tailer.telling():
            away.does(TO_BLOWS[0])
            sleep(0.1)
            assert len(ear.lines) == ear.first
            ledger.tailer.committed()
            ear.has(ledger)
            away.does(TO_BLOWS[1])
            ear.has(ledger)
        ear.end()
