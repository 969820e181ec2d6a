"""Commands that wait together share a transaction; a conflict is only that command's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread

import pytest
from eventsourcing.persistence import IntegrityError

from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.attachments import Beside
from ledger.proof.verifying import verify
from ledger.refusals import Busy, NoStore
from ledger.store import committing
from ledger.store.committing import MOST, Committer, Queued
from ledger.store.fetching import all_fetched, may_fetch, nothing_fetched
from ledger.table.answers import Declaration
from tests.bench.fights import BEGINS, opening
from tests.ledger.fights import TO_BLOWS, opened


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


def soon(store: Store, names: Sequence[str], waiting: Sequence[str] = ()) -> dict[str, BaseException | None]:
    """Return what was told of each, none of which waits; those that are ``waiting`` come after the first of them."""
    committer, told, all_told = Committer(store.insert), dict[str, BaseException | None](), Event()

    def hear(name: str) -> Callable[[BaseException | None], None]:
        def heard(error: BaseException | None) -> None:
            told[name] = error
            if len(told) == len(names):
                all_told.set()

        return heard

    committer.soon([], Beside(encounter=names[0]), hear(names[0]))
    store.begun.wait()
    threads = [Thread(target=committer.commit, args=([], Beside(encounter=name))) for name in waiting]
    for number, thread in enumerate(threads, 1):
        thread.start()
        while len(committer._queue) < number:
            pass
    for name in names[1:]:
        committer.soon([], Beside(encounter=name), hear(name))
    store.go_on.set()
    assert all_told.wait(5)
    for thread in threads:
        thread.join(5)
        assert not thread.is_alive()
    committer.close()
    assert committer._writer is not None
    assert not committer._writer.is_alive()
    return told


def test_whoever_cannot_wait_is_told() -> None:
    store = Store()
    assert soon(store, ["a", "b", "c"]) == {"a": None, "b": None, "c": None}
    assert store.groups == [["a"], ["b", "c"]]


def test_those_who_wait_and_those_who_are_told_share_a_transaction() -> None:
    store = Store()
    assert soon(store, ["a", "b"], waiting=["x", "y"]) == {"a": None, "b": None}
    assert store.groups == [["a"], ["x", "y", "b"]]


def test_a_thread_leads_for_whoever_cannot_wait_whenever_it_is_their_turn() -> None:
    store = Store()
    names = [str(number) for number in range(MOST + 3)]
    assert set(soon(store, names).values()) == {None}
    assert [len(group) for group in store.groups] == [1, MOST, 2]


def test_whoever_cannot_wait_is_told_of_a_conflict_and_of_a_store_that_fails() -> None:
    told = soon(Store(taken=["c"]), ["a", "b", "c"])
    assert isinstance(told.pop("c"), IntegrityError)
    assert told == {"a": None, "b": None}
    assert [str(error) for error in soon(Store(fault=NoStore("gone")), ["a", "b"]).values()] == ["None", "gone"]


def test_whoever_waited_too_long_is_told_and_not_written_behind_a_store_that_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, store = [0.0], Store()
    monkeypatch.setattr(committing, "monotonic", lambda: clock[0])
    told, all_told = dict[str, BaseException | None](), Event()
    committer = Committer(store.insert)

    def hear(name: str) -> Callable[[BaseException | None], None]:
        def heard(error: BaseException | None) -> None:
            told[name] = error
            if len(told) == 4:
                all_told.set()

        return heard

    def come(*names: str) -> None:
        for name in names:
            committer.soon([], Beside(encounter=name), hear(name))

    come("a")
    assert store.begun.wait(5)
    come("b", "c")
    clock[0] = committing.WAITS + 1
    come("d")
    store.go_on.set()
    assert all_told.wait(5)
    committer.close()
    assert store.groups == [["a"], ["d"]]
    assert [isinstance(told[name], Busy) for name in "abcd"] == [False, True, True, False]
    assert "nothing was written" in str(told["b"])


def test_after_the_end_whoever_comes_leads_in_their_own_thread() -> None:
    store, told = Store(), list[BaseException | None]()
    store.go_on.set()
    committer = Committer(store.insert)
    committer.close()
    committer.soon([], Beside(encounter="a"), told.append)
    assert (told, store.groups) == ([None], [["a"]])
    assert committer._writer is None


def test_a_hearer_that_falls_over_keeps_nobody_else_from_being_told(caplog: pytest.LogCaptureFixture) -> None:
    store, told = Store(), Event()
    committer = Committer(store.insert)

    def falls_over(_: BaseException | None) -> None:
        raise RuntimeError("deaf")

    committer.soon([], Beside(encounter="a"), falls_over)
    store.begun.wait()
    committer.soon([], Beside(encounter="b"), lambda _: told.set())
    store.go_on.set()
    assert told.wait(5)
    assert "nobody could be told" in caplog.text
    committer.close()


def test_where_the_system_gives_no_thread_whoever_comes_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    groups: list[list[str]] = []
    committer = Committer(lambda group: groups.append([each.beside.encounter for each in group]))
    told: list[BaseException | None] = []
    with monkeypatch.context() as without:
        without.setattr(Thread, "start", start)
        committer.soon([], Beside(encounter="one"), told.append)
    committer.commit([], Beside(encounter="two"))
    committer.close()
    assert (told, groups) == ([None], [["one"], ["two"]])


def test_where_the_system_gives_no_thread_a_command_that_must_not_wait_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    told = list[BaseException | None]()
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        system = ledger.system(player.encounter)
        with monkeypatch.context() as without:
            without.setattr(Thread, "start", start)
            first = Declaration(action=command_of(TO_BLOWS[0], system), cmd="first")
            assert ledger.playing.at_once(player.encounter, "ana", first, None, told.append) is not None
        assert told == [None]
    with Ledger(tmp_path) as ledger:
        assert ledger.fight(player.encounter).use("ana", "first") is not None


def test_within_what_waits_for_the_store_nothing_is_forbidden_and_afterwards_it_is_again() -> None:
    with nothing_fetched():
        with all_fetched():
            may_fetch()
        with nothing_fetched(), pytest.raises(Busy):
            may_fetch()
        with pytest.raises(Busy):
            may_fetch()
    may_fetch()
