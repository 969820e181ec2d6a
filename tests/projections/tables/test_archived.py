"""Archived encounters in the read models: the lobby says so, what was counted of them stays, and is counted once."""

from __future__ import annotations

import random
from contextlib import closing

import pytest

from ledger import archives
from ledger.application import Ledger
from projections.tables.listing import LobbyEntry, Wanted, listed
from projections.tables.rebuilding import rebuild
from projections.tables.runner import Runner
from tests.ledger.fights import opened
from tests.ledger.store.test_archives import archived, over
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told


def entries(runner: Runner) -> dict[str, LobbyEntry]:
    """Return the lobby by encounter."""
    return {each.encounter: each for each in listed(runner.tables, Wanted()).encounters}


@pytest.mark.long("postgres")
def test_the_lobby_says_that_an_encounter_is_archived_and_the_tallies_stay(ledger: Ledger, runner: Runner) -> None:
    player, other = over(ledger), opened(ledger)
    runner.catch_up()
    before, counted = entries(runner)[player.encounter], tallied(runner.tables)
    raw = archived(ledger, player.encounter)
    runner.catch_up()
    now = entries(runner)[player.encounter]
    assert (now.waits.kind, now.waits.owners, before.waits.kind) == ("archived", (), "over")
    assert (now.version, now.outcome, now.changed, now.opened) == (
        before.version,
        before.outcome,
        before.changed,
        before.opened,
    )
    assert {seat.seat for seat in now.seats} == {seat.seat for seat in before.seats}
    assert tallied(runner.tables) == counted
    archives.bring_back(ledger, raw)
    other.plays(random.Random(1), 3)
    runner.catch_up()
    assert entries(runner)[player.encounter] == before
    assert tallied(runner.tables) == told(ledger)
    assert lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.long("postgres")
def test_one_that_is_taken_back_after_it_came_back_is_counted_anew(ledger: Ledger, runner: Runner) -> None:
    player = over(ledger)
    runner.catch_up()
    archives.bring_back(ledger, archived(ledger, player.encounter))
    ledger.ask_rewind(player.encounter, "ana", ledger.fight(player.encounter).ends[1], "Again.", "back")
    runner.catch_up()
    assert tallied(runner.tables) == told(ledger)
    assert lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.long
def test_a_rebuild_keeps_what_was_counted_of_an_archived_encounter(ledger: Ledger, runner: Runner) -> None:
    player, other = over(ledger), opened(ledger)
    other.plays(random.Random(3), 5)
    runner.catch_up()
    counted = tallied(runner.tables)
    raw = archived(ledger, player.encounter)
    runner.catch_up()
    listed_before = entries(runner)
    for model in ("lobby", "tallies"):
        rebuild(runner, model)
    assert tallied(runner.tables) == counted
    assert entries(runner) == listed_before
    archives.bring_back(ledger, raw)
    runner.catch_up()
    assert tallied(runner.tables) == told(ledger)
    rebuild(runner, "tallies")
    assert tallied(runner.tables) == told(ledger)


def test_the_tables_stand_where_an_archived_line_stood(ledger: Ledger, runner: Runner) -> None:
    """Killed before it saw the mark, or between the mark and what came back, the runner goes on with its tables."""
    player = over(ledger)
    runner.catch_up()
    counted, builds = tallied(runner.tables), [each.name for each in runner.tables.builds("tallies")]
    raw = archived(ledger, player.encounter)
    with closing(Runner(ledger)) as later:
        later.catch_up()
        assert tallied(later.tables) == counted
    archives.bring_back(ledger, raw)
    with closing(Runner(ledger)) as later:
        later.catch_up()
        assert tallied(later.tables) == counted == told(ledger)
        assert [each.name for each in later.tables.builds("tallies")] == builds


@pytest.mark.long("postgres")
def test_what_was_archived_before_it_was_counted_is_set_aside_until_it_is_back(ledger: Ledger, runner: Runner) -> None:
    player = over(ledger)
    raw = archived(ledger, player.encounter)
    runner.catch_up()
    assert entries(runner)[player.encounter].waits.kind == "archived"
    assert tallied(runner.tables) == {}
    archives.bring_back(ledger, raw)
    runner.catch_up()
    assert tallied(runner.tables) == told(ledger)
