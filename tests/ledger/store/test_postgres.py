"""What only PostgreSQL can get wrong: gaps in the order of ids, a schema made by several, a server that goes away."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.application import Ledger
from ledger.line.attachments import Beside
from ledger.refusals import Busy, NoStore
from ledger.store.postgres import MIGRATIONS, Factory, Recorder
from tests.cluster import database
from tests.ledger.fights import TO_BLOWS, Player, opened

RELEASED = [
    "5d0dc2702922",
    "c7a7d7a116c2",
    "991a2b939555",
    "43404558fcd3",
    "c299ad9d3e12",
    "4b8d502a9755",
    "4c702fcf8b6c",
    "4d646d8ef29e",
]
"""The beginnings of the hashes of the steps: a store that made one knows it as it was."""
LATE = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES ('late', 0, 'X', '')"


@pytest.fixture
def recorder(postgres: str) -> Iterator[Recorder]:
    factory = Factory(postgres)
    made = factory.application_recorder()
    assert isinstance(made, Recorder)
    yield made
    factory.close()


def stored(encounter: str, *versions: int) -> list[StoredEvent]:
    return [StoredEvent(encounter, version, "X", b"{}") for version in versions]


def test_a_reader_does_not_pass_an_id_whose_transaction_is_still_under_way(recorder: Recorder, postgres: str) -> None:
    recorder.insert_events(stored("early", 0))
    seen: list[list[object]] = []

    def read() -> None:
        seen.append([each.originator_id for each in recorder.select_notifications(1, 9)])

    with psycopg.connect(postgres) as slow:
        slow.execute(LATE)
        recorder.insert_events(stored("after", 0))
        reading = Thread(target=read)
        reading.start()
        reading.join(0.2)
        assert seen == []
        slow.commit()
    reading.join()
    assert seen == [["early", "late", "after"]]


def test_nobody_waits_for_ever_for_a_transaction_that_does_not_end(
    recorder: Recorder, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database(server) as elsewhere, psycopg.connect(elsewhere) as slow, monkeypatch.context() as hurried:
        hurried.setattr("ledger.store.postgres.PATIENCE", 0.05)
        slow.execute("SELECT pg_current_xact_id()")
        with pytest.raises(Busy, match="does not end"):
            recorder.select_notifications(None, 9)
    recorder.insert_events(stored("a", 0))
    assert [each.originator_id for each in recorder.select_notifications(None, 9)] == ["a"]


def test_an_id_that_was_never_used_holds_nobody_up(recorder: Recorder, postgres: str) -> None:
    with psycopg.connect(postgres) as gone:
        gone.execute(LATE)
        gone.rollback()
    recorder.insert_events(stored("after", 0, 1))
    assert [each.id for each in recorder.select_notifications(1, 9)] == [2, 3]
    assert recorder.max_notification_id() == 3


def test_one_connection_is_enough_to_find_the_newest_line(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POOL", "MOST_CONNECTIONS", "CONNECTING"):
        monkeypatch.setattr(f"ledger.store.postgres.{name}", 1)
    with closing(Factory(postgres)) as factory:
        recorder = factory.application_recorder()
        recorder.insert_events(stored("a", 0, 1))
        assert recorder.max_notification_id() == 2


def test_a_reader_beside_many_writers_sees_every_line_once_and_in_order(recorder: Recorder, postgres: str) -> None:
    writers, each_writes = 8, 60
    done = Event()
    seen: list[int] = []

    def read() -> None:
        while True:
            last_round = done.is_set()
            found = recorder.select_notifications(seen[-1] if seen else None, 100, inclusive_of_start=False)
            seen.extend(each.id for each in found)
            if last_round and not found:
                return

    def write(number: int) -> None:
        with psycopg.connect(postgres) as connection:
            for version in range(each_writes):
                connection.execute(LATE.replace("'late', 0", f"'w{number}', {version}").encode())
                if version % 7 == number % 7:
                    connection.execute("SELECT pg_sleep(0.003)")
                connection.commit()

    reading = Thread(target=read)
    reading.start()
    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(write, range(writers)))
    done.set()
    reading.join()
    assert len(seen) == writers * each_writes
    assert seen == sorted(set(seen))


def test_several_processes_that_start_together_make_the_schema_once(postgres: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        factories = list(pool.map(lambda _: Factory(postgres), range(4)))
        list(pool.map(lambda factory: factory.application_recorder(), factories))
    for factory in factories:
        factory.close()
    with psycopg.connect(postgres) as connection:
        assert connection.execute("SELECT step FROM migrations").fetchall() == [
            (step,) for step in range(1, len(MIGRATIONS) + 1)
        ]


def test_a_schema_of_a_newer_version_is_left_alone(postgres: str) -> None:
    Factory(postgres).application_recorder().datastore.close()  # type: ignore[attr-defined]
    with psycopg.connect(postgres) as connection:
        connection.execute("INSERT INTO migrations (step) VALUES (%s)", (len(MIGRATIONS) + 1,))
    with pytest.raises(NoStore, match="newer version"):
        Factory(postgres).application_recorder()


def test_a_conflict_writes_nothing_of_its_command(recorder: Recorder) -> None:
    recorder.insert_events(stored("a", 0), beside=[Beside(encounter="a", seats=(("ana", "hash"),))])
    with pytest.raises(IntegrityError):
        recorder.insert_events(stored("a", 0, 1), beside=[Beside(encounter="a", seats=(("bo", "other"),))])
    assert recorder.last_version("a") == 0
    assert recorder.seat_of("a", "hash") == "ana"
    assert recorder.seat_of("a", "other") is None


def test_a_server_that_cuts_every_connection_is_told_and_the_fight_goes_on(tmp_path: Path, postgres: str) -> None:
    with Ledger(tmp_path, database=postgres) as ledger:
        player: Player = opened(ledger)
        with psycopg.connect(postgres, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        for attempt in range(20):
            try:
                player.does(TO_BLOWS[0], cmd="again")
                break
            except NoStore:
                assert attempt < 19
        assert ledger.fight(player.encounter).version > 4


@pytest.mark.long
def test_a_server_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises((NoStore, Busy), match="store"):
        Ledger(tmp_path, database=f"host={tmp_path} dbname=none user=none connect_timeout=1")


def test_no_step_of_the_schema_is_changed_once_it_was_released() -> None:
    steps = [sha256(" ".join(step.split()).encode()).hexdigest()[:12] for step in MIGRATIONS]
    assert steps == RELEASED
