"""A database that falls silent, is gone or has no connection left: nobody waits for ever, and all goes on after it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import psycopg
import pytest

from ledger.application import Ledger
from ledger.line.entries import CommandAccepted
from ledger.proof.verifying import verify
from ledger.refusals import Busy, NoStore
from ledger.store.postgres import GONE, Patient
from tests.cluster import NoPostgres, own_cluster
from tests.ledger.fights import TO_BLOWS, Player, opened


@contextmanager
def nobody_may_write(database: str) -> Iterator[None]:
    """Let every statement that writes lines wait, and those that read go on."""
    with psycopg.connect(database) as other:
        other.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
        yield


def does_at_last(player: Player) -> None:
    """Send the first command again and again, until it is answered."""
    for _ in range(50):
        try:
            player.does(TO_BLOWS[0], cmd="again")
        except (NoStore, Busy):
            sleep(0.1)
        else:
            return
    raise AssertionError("the store did not come back")


def test_a_silent_database_is_given_up_and_the_command_happens_once(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(tmp_path, database=postgres) as ledger:
        player = opened(ledger)
        monkeypatch.setattr(Patient, "patience", 0.3)
        with nobody_may_write(postgres), pytest.raises(NoStore, match=r"said nothing for 0\.3 seconds"):
            player.does(TO_BLOWS[0], cmd="again")
        # What was given up may have been written since: the database worked at it all the time.
        does_at_last(player)
        accepted = [line.entry for line in ledger.lines(player.encounter) if isinstance(line.entry, CommandAccepted)]
        assert [entry.decl["cmd"] for entry in accepted].count("again") == 1
        assert verify(ledger.export(player.encounter)).ok


def test_making_the_schema_may_take_as_long_as_it_needs(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patient, "patience", 0.2)
    with psycopg.connect(postgres, autocommit=True) as other, ThreadPoolExecutor(1) as pool:
        other.execute("SELECT pg_advisory_lock(hashtext('encounter-ledger migrations'))")
        opening = pool.submit(Ledger, tmp_path, database=postgres)
        sleep(0.6)
        assert not opening.done()
        other.execute("SELECT pg_advisory_unlock_all()")
        opening.result(20).close()


@pytest.mark.long
@pytest.mark.slow
def test_a_database_that_is_gone_is_told_soon_and_used_again_once_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.store.postgres.CONNECTING", 2)
    monkeypatch.setattr("ledger.store.postgres._RECONNECTING", 1)
    try:
        with own_cluster(durable=True) as cluster, Ledger(tmp_path, database=cluster.url) as ledger:
            player = opened(ledger)
            cluster.stop()
            # First those connections are told of that were there.
            assert any("nothing connects to it" in _refused(player) for _ in range(20))
            assert ledger.store.datastore.pool.timeout == GONE
            cluster.start()
            does_at_last(player)
            assert ledger.store.datastore.pool.timeout == 2
    except NoPostgres as missing:
        pytest.skip(str(missing))


def _refused(player: Player) -> str:
    with pytest.raises((NoStore, Busy)) as refused:
        player.does(TO_BLOWS[0], cmd="again")
    return refused.value.message


def test_without_a_free_connection_one_is_told_to_come_again(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CONNECTING", "POOL", "MOST_CONNECTIONS"):
        monkeypatch.setattr(f"ledger.store.postgres.{name}", 1)
    with Ledger(tmp_path, database=postgres) as ledger:
        player = opened(ledger)
        with ledger.store.datastore.get_connection():
            assert _refused(player).startswith("Every connection to the store is in use")
        does_at_last(player)


def test_nobody_waits_for_ever_behind_a_call_that_is_stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.calls.fights.TURN", 0.1)
    stuck, free = Event(), Event()
    with Ledger(tmp_path) as ledger, ThreadPoolExecutor(1) as pool:
        player = opened(ledger)
        insert = ledger.commits._insert

        def slow(group: Any) -> None:
            stuck.set()
            free.wait(20)
            insert(group)

        monkeypatch.setattr(ledger.commits._committer, "_insert", slow)
        first = pool.submit(player.does, TO_BLOWS[0], cmd="again")
        assert stuck.wait(20)
        assert _refused(player).startswith("Earlier calls of this encounter still wait for the store")
        free.set()
        assert player.does(TO_BLOWS[0], cmd="again") == first.result(20)
