"""Commands that wait together share a transaction; a conflict is only that command's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event, Thread

import pytest
from eventsourcing.persistence import IntegrityError

from ledger.application import Ledger
from ledger.line.attachments import Beside
from ledger.proof.verifying import verify
from ledger.refusals import NoStore
from ledger.store.committing import MOST, Committer, Queued
from ledger.table.answers import Declaration
from tests.bench.fights import BEGINS, opening


class Store:
    """A store that takes its time over the first group, and refuses what it is told to."""

    def __init__(self, *, taken: Sequence[str] = (), fault: Exception | None = None) -> None:
        self.groups: list[list[str]] = []
        self.begun, self.go_on = Event(), Event()
        self._taken = taken
        self._fault = fault

    def insert(self, group: Sequence[Queued]) -> None:
        names = [each.beside.encounter for each in group]
        if not self.groups:
            self.groups.append(names)
            self.begun.set()
            self.go_on.wait()
            return
        if self._fault is not None:
            raise self._fault
        if set(names) & set(self._taken):
            raise IntegrityError
        self.groups.append(names)


def committed(store: Store, names: Sequence[str]) -> dict[str, BaseException | None]:
    """Return what became of each, where the first is under way when all the others come, one after another."""
    committer = Committer(store.insert)
    found: dict[str, BaseException | None] = {}

    def one(name: str) -> None:
        found[name] = None
        try:
            committer.commit([], Beside(encounter=name))
        except (IntegrityError, NoStore) as error:
            found[name] = error

    threads = [Thread(target=one, args=(name,)) for name in names]
    threads[0].start()
    store.begun.wait()
    for number, thread in enumerate(threads[1:], 1):
        thread.start()
        while len(committer._queue) < number:
            pass
    store.go_on.set()
    for thread in threads:
        thread.join()
    return found


def test_those_who_wait_while_one_is_written_are_written_together() -> None:
    store = Store()
    found = committed(store, ["a", "b", "c", "d"])
    assert store.groups == [["a"], ["b", "c", "d"]]
    assert set(found.values()) == {None}


def test_a_conflict_of_one_fails_that_one_alone() -> None:
    store = Store(taken=["c"])
    found = committed(store, ["a", "b", "c", "d"])
    assert store.groups == [["a"], ["b"], ["d"]]
    assert isinstance(found.pop("c"), IntegrityError)
    assert set(found.values()) == {None}


def test_a_store_that_fails_is_told_to_all_of_the_group() -> None:
    found = committed(Store(fault=NoStore("gone")), ["a", "b", "c"])
    assert [str(found[name]) for name in "bc"] == ["gone", "gone"]


def test_a_group_has_its_limit() -> None:
    store = Store()
    committed(store, [str(number) for number in range(MOST + 2)])
    assert [len(group) for group in store.groups] == [1, MOST, 1]


def test_many_encounters_at_once_keep_every_acknowledged_line(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ids = [ledger.open(opening()).encounter for _ in range(8)]
        acknowledged: dict[str, int] = {}

        def play(encounter: str) -> None:
            for number, command in enumerate(BEGINS):
                answer = ledger.record(encounter, "table", Declaration(action=command, cmd=f"c{number}"))
                acknowledged[encounter] = answer.version

        threads = [Thread(target=play, args=(each,)) for each in ids]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    with Ledger(tmp_path) as again:
        assert {each: again.fight(each).version for each in ids} == acknowledged
        assert all(verify(again.export(each)).ok for each in ids)


@pytest.mark.parametrize("alone", [True, False])
def test_whoever_comes_last_finds_nobody_in_the_lead(alone: bool) -> None:
    store = Store()
    store.go_on.set()
    committer = Committer(store.insert)
    for name in ["a"] if alone else ["a", "b"]:
        committer.commit([], Beside(encounter=name))
    assert store.groups == [["a"]] if alone else [["a"], ["b"]]
