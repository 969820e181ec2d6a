"""A store that cannot be written, locked by others or on a full disk: nothing is lost, and everybody is told."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import Busy, NoStore
from ledger.store.kinds import FILE
from tests.ledger.fights import TO_BLOWS, Player, opened, opening


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the database as another program would."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr("ledger.store.sqlite.WRITER_WAITS", 1)
    with Ledger(tmp_path) as ledger:
        yield opened(ledger)


def test_a_command_to_a_locked_store_is_told_so_and_can_be_sent_again(player: Player, tmp_path: Path) -> None:
    before = player.ledger.export(player.encounter)
    with locked(tmp_path), pytest.raises(Busy):
        player.does(TO_BLOWS[0], cmd="again")
    assert player.ledger.export(player.encounter) == before
    player.does(TO_BLOWS[0], cmd="again")
    assert verify(player.ledger.export(player.encounter)).ok


def test_whoever_opens_or_brings_a_fight_to_a_locked_store_is_told_so(player: Player, tmp_path: Path) -> None:
    raw = player.ledger.export(player.encounter)
    with Ledger(tmp_path / "other") as other, locked(tmp_path / "other"):
        with pytest.raises(Busy):
            other.open(opening())
        with pytest.raises(Busy):
            other.import_(raw)
        assert other.encounters() == []


def test_a_locked_store_is_read_without_waiting_for_those_who_write(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger, ThreadPoolExecutor() as others:
        player = opened(ledger)
        with locked(tmp_path):
            writing: list[Future[Any]] = [others.submit(ledger.open, opening()) for _ in range(2)]
            writing.append(others.submit(player.does, TO_BLOWS[0]))
            while not all(each.running() for each in writing):
                sleep(0.01)
            assert ledger.fight(player.encounter).version == 4
            assert len(ledger.encounters()) == 1
            assert not any(each.done() for each in writing)
        assert [each.exception() for each in writing] == [None] * 3
        assert len(ledger.encounters()) == 3


def test_a_full_disk_is_told_and_the_fight_goes_on_once_there_is_room(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = player.ledger.export(player.encounter)
    with monkeypatch.context() as full:
        full.setattr("ledger.store.sqlite._insert_beside", _no_room)
        with pytest.raises(NoStore, match="database or disk is full"):
            player.does(TO_BLOWS[0], cmd="again")
        with pytest.raises(NoStore):
            player.ledger.open(opening())
        assert player.ledger.export(player.encounter) == before
    player.does(TO_BLOWS[0], cmd="again")
    assert verify(player.ledger.export(player.encounter)).ok


def _no_room(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")
