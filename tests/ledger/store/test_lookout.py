"""Whoever watches an encounter hears of its devices, whichever process they spoke to, and however many watch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.calls import lookout
from ledger.refusals import NoStore
from ledger.table.answers import Heard
from ledger.table.fight import Fight
from tests.api.listening import until
from tests.clocks import Still
from tests.ledger.fights import SHOT, TO_BLOWS, opened
from tests.verifier.making import TRIO
from tests.verifier.playing import Playing


class Watcher:
    """Keeps what it was told."""

    def __init__(self, ledger: Ledger, encounter: str) -> None:
        self.told: list[tuple[int, Heard]] = []
        self.leave = ledger.lookout.watch(encounter, self.hear)

    def hear(self, fight: Fight, heard: Heard) -> None:
        self.told.append((fight.version, heard))

    @property
    def last(self) -> Heard:
        return self.told[-1][1] if self.told else Heard()


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody look but when a test does."""
    monkeypatch.setattr(lookout.Lookout, "_run", lambda _: None)


@pytest.fixture(params=["sqlite", "postgres"])
def two(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Ledger, Ledger]]:
    """Give two ledgers on one store, as two processes have them."""
    url = str(request.getfixturevalue("postgres")) if request.param == "postgres" else None
    with Ledger(tmp_path, database=url) as one, Ledger(tmp_path, database=url) as other:
        yield one, other


def at_blows(ledger: Ledger, clock: Still) -> Playing:
    """Return archers at blows, each of three seats with a device that was not heard of since it joined."""
    playing = Playing(ledger, clock, TRIO, entropy="all")
    playing.seated("ana", "bo", "cy")
    for body in TO_BLOWS:
        playing.does(body)
    clock.passes(6_000)
    return playing


@pytest.mark.long(but=("postgres",))
def test_what_devices_tell_one_process_the_other_hears(two: tuple[Ledger, Ledger], clock: Still) -> None:
    one, other = two
    playing = at_blows(one, clock)
    watcher = Watcher(other, playing.id)
    other.lookout.stirred(playing.id, playing.fight.version)
    until(lambda: len(watcher.told) == 1)
    assert watcher.last == Heard()
    playing.parties["bo"].beats()
    until(lambda: watcher.last.there == {"bo"})
    playing.declares(SHOT, "ana")
    other.lookout.stirred(playing.id, playing.fight.version)
    until(lambda: watcher.told[-1][0] == playing.fight.version)
    opened_roll = playing.fight.table.open_roll
    assert opened_roll is not None
    playing.parties["bo"].salts(opened_roll)
    until(lambda: watcher.last.came == {"bo"})
    clock.passes(10_000)
    until(lambda: watcher.last == Heard(came=frozenset({"bo"}), late=True))
    watcher.leave()


def test_a_link_is_told_at_once_where_it_was_taken(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = at_blows(ledger, clock)
    playing.declares(SHOT, "ana")
    monkeypatch.setattr(lookout, "LOOK", 3600.0)
    watcher = Watcher(ledger, playing.id)
    opened_roll = playing.fight.table.open_roll
    assert opened_roll is not None
    playing.parties["cy"].salts(opened_roll)
    until(lambda: watcher.last.came == {"cy"})
    watcher.leave()


def counted(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the questions that are asked of the store from now on, as they come."""
    asked: list[str] = []
    for name in ("present_in", "present", "links", "last_version", "read_lines"):
        really = getattr(ledger.store, name)

        def asking(*given: Any, really: Any = really, name: str = name) -> Any:
            asked.append(name)
            return really(*given)

        monkeypatch.setattr(ledger.store, name, asking)
    return asked


@pytest.mark.usefixtures("by_hand")
def test_however_many_watch_the_store_is_asked_once_for_all(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [at_blows(ledger, clock) for _ in range(3)]
    without = [opened(ledger).encounter for _ in range(3)]
    tables[0].declares(SHOT, "ana")
    watchers = [Watcher(ledger, each) for each in [*(table.id for table in tables), *without] for _ in range(50)]
    for table in tables:
        ledger.lookout.stirred(table.id, table.fight.version)
    for each in without:
        ledger.lookout.stirred(each, ledger.fight(each).version)
    asked = counted(ledger, monkeypatch)
    ledger.lookout.step()
    assert asked == ["present_in", "links"]
    assert [len(watcher.told) for watcher in watchers] == [1] * 300
    ledger.lookout.step()
    assert asked == ["present_in", "links"] * 2
    assert [len(watcher.told) for watcher in watchers] == [1] * 300
    for watcher in watchers:
        watcher.leave()
    ledger.lookout.step()
    assert asked == ["present_in", "links"] * 2


@pytest.mark.usefixtures("by_hand")
def test_where_no_device_sits_the_store_is_not_asked_at_all(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    player = opened(ledger)
    watcher = Watcher(ledger, player.encounter)
    player.comes_to_blows()
    ledger.lookout.stirred(player.encounter, ledger.fight(player.encounter).version)
    asked = counted(ledger, monkeypatch)
    ledger.lookout.step()
    assert (asked, [heard for _, heard in watcher.told]) == ([], [Heard()])


@pytest.mark.usefixtures("by_hand")
def test_what_stirred_while_the_store_was_gone_is_told_once_it_is_back(
    ledger: Ledger, clock: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = at_blows(ledger, clock)
    watcher = Watcher(ledger, playing.id)
    ledger.lookout.stirred(playing.id, playing.fight.version)

    def gone(*_: object) -> None:
        raise NoStore("The store cannot be read.")

    with monkeypatch.context() as patched:
        patched.setattr(ledger.store, "present_in", gone)
        with pytest.raises(NoStore):
            ledger.lookout.step()
    assert watcher.told == []
    ledger.lookout.step(every=False)
    assert len(watcher.told) == 1


@pytest.mark.usefixtures("by_hand")
def test_whoever_falls_over_is_told_nothing_more_and_the_others_are(ledger: Ledger) -> None:
    encounter = opened(ledger).encounter
    ledger.lookout.watch(encounter, lambda *_: 1 / 0)  # type: ignore[arg-type]
    watcher = Watcher(ledger, encounter)
    for _ in range(2):
        ledger.lookout.stirred(encounter, 0)
        ledger.lookout.step()
    assert len(watcher.told) == 2
    assert ledger.lookout._watched[encounter].hears == [watcher.hear]


@pytest.mark.usefixtures("by_hand")
def test_of_an_encounter_that_is_not_there_nothing_is_told(ledger: Ledger) -> None:
    watcher = Watcher(ledger, "0" * 32)
    ledger.lookout.stirred("0" * 32, 0)
    ledger.lookout.step()
    assert watcher.told == []


def test_it_looks_only_while_somebody_watches(ledger: Ledger) -> None:
    encounter = opened(ledger).encounter
    for _ in range(2):
        watchers = [Watcher(ledger, encounter) for _ in range(2)]
        for watcher in watchers:
            assert ledger.lookout.looks
            watcher.leave()
        until(lambda: not ledger.lookout.looks)


def test_it_says_nothing_of_a_store_that_closes_with_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    encounter = opened(ledger).encounter
    asked = []

    def gone(*_: object) -> dict[str, Heard]:
        asked.append(1)
        ledger.lookout._over.wait(20)
        raise NoStore("The store is closed.")

    monkeypatch.setattr(ledger.due, "heard", gone)
    watcher = Watcher(ledger, encounter)
    ledger.lookout.stirred(encounter, 0)
    until(lambda: bool(asked))
    ledger.lookout.close()
    assert (caplog.text, watcher.told) == ("", [])
