"""A chronicle that is kept grows with its fight, and is the one that is told at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ledger.application import Ledger
from ledger.line.lines import Line
from projections.chronicle import Disputes, Entry, chronicle, entry_of
from projections.history.annals import Annals, Chronicles
from projections.lost_keys import LostKeys
from projections.sentences.seats import Seats
from tests.ledger.fights import SHOT, TO_BLOWS, opened
from tests.projections.fights import duel


def test_line_by_line_it_is_the_chronicle_that_is_told_at_once() -> None:
    fight = duel()
    before = fight.last
    fight.do("attack", "Ana", target="Bo")
    fight.rewind(before)
    fight.do("disengage", "Ana", faces=[6, 3])
    fight.rewind(fight.last - 1)
    kept = Annals()
    for place, line in enumerate(fight.lines, start=1):
        kept.take([line])
        assert kept.entries == chronicle(fight.lines[:place])


def test_each_entry_is_told_once_however_often_the_chronicle_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    def telling(
        group: Sequence[Line], disputes: Disputes, keys: LostKeys, seats: Seats, number: Callable[[int], int]
    ) -> Entry | None:
        told.append(group[0].n)
        return entry_of(group, disputes, keys, seats, number)

    monkeypatch.setattr("projections.history.annals.entry_of", telling)
    with Ledger() as ledger:
        player, kept = opened(ledger), Chronicles()
        for body in (*TO_BLOWS, SHOT):
            player.does(body)
            fight = ledger.fight(player.encounter)
            assert kept.of(fight) == kept.of(fight) == chronicle(fight.lines)
    assert len(told) == len(set(told))


def test_whoever_asks_for_an_older_state_of_it_gets_that() -> None:
    with Ledger() as ledger:
        player, kept = opened(ledger), Chronicles()
        before = ledger.fight(player.encounter)
        player.does(TO_BLOWS[0])
        kept.of(ledger.fight(player.encounter))
        assert kept.of(before) == chronicle(before.lines)


def test_those_that_nobody_asked_for_lately_are_forgotten() -> None:
    with Ledger() as ledger:
        fights = [ledger.fight(opened(ledger).encounter) for _ in range(3)]
        kept = Chronicles(most=len(chronicle(fights[0].lines)) * 2)
        for fight in fights:
            assert kept.of(fight) == chronicle(fight.lines)
        assert len(kept._kept) == 2
