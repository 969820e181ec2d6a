"""The lobby says of each encounter what the loaded fight says, and whose word is waited for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import Tracking

from bots.players import PLAYERS, Choices
from cli import whole_fights
from files import rosters
from ledger.application import Ledger
from ledger.store.mapping import StoredLine
from projections.tables.listing import LobbyEntry, LobbyPage, NoSuchPage, Wanted, listed
from projections.tables.lobby import Lobby
from projections.tables.parts import NotBuilt
from projections.tables.rebuilding import rebuild
from projections.tables.runner import Runner
from tests.ledger.fights import ARCHERS, SHOT, SWORDS, alone, opened
from tests.projections.tables.telling import lobby_rows, lobby_told


def entry(runner: Runner, encounter: str) -> LobbyEntry:
    runner.catch_up()
    return next(each for each in listed(runner.tables, Wanted()).encounters if each.encounter == encounter)


def deciding(seen: LobbyEntry) -> set[str]:
    return {seat.seat for seat in seen.seats if seat.decides}


@pytest.mark.slow
@pytest.mark.long(but=("sqlite",))
def test_the_rows_are_those_of_the_loaded_fights_after_every_few_lines(ledger: Ledger, runner: Runner) -> None:
    players = [opened(ledger), opened(ledger, SWORDS), opened(ledger, alone(ARCHERS), rewind="free")]
    for number in range(10):
        for player in players:
            player.plays(random.Random(number), 2)
        runner.catch_up()
        assert lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.slow
def test_rows_are_the_same_where_nothing_is_kept_in_memory(tmp_path: Path) -> None:
    class Forgetful(Lobby):
        name = "lobby"

        def __init__(self, view: Any, lines: Any) -> None:
            super().__init__(view, lines, most_kept=1)

    with Ledger(tmp_path) as ledger:
        runner = Runner(ledger, page=5, models=[Forgetful])
        players = [opened(ledger), opened(ledger, SWORDS), opened(ledger)]
        for number in range(6):
            for player in players:
                player.plays(random.Random(number), 2)
            runner.catch_up()
            assert lobby_rows(runner.tables) == lobby_told(ledger)
        runner.close()


@pytest.mark.long
@pytest.mark.slow
def test_a_fight_of_each_system_is_followed_to_its_end_and_told_the_same_in_short(
    ledger: Ledger, runner: Runner
) -> None:
    for system, sample in rosters.SAMPLES.items():
        whole_fights.play(ledger, rosters.read(sample), PLAYERS["sensible"], Choices(len(system)))
    runner.catch_up()
    followed = lobby_rows(runner.tables)
    assert followed == lobby_told(ledger)
    rebuild(runner, "lobby")
    assert lobby_rows(runner.tables) == followed


@pytest.mark.long("postgres")
def test_a_rewind_that_reopens_an_encounter_opens_it_in_the_lobby(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger, alone(ARCHERS), rewind="free")
    player.does({"do": "begin_move", "who": "Ana", "allowance": 3}, seat="ana")
    last = ledger.fight(player.encounter).ends[-1]
    player.does({"do": "end_encounter"}, seat="ana")
    seen = entry(runner, player.encounter)
    assert (seen.outcome, seen.waits.kind, deciding(seen)) == ("ended", "over", set())
    ledger.ask_rewind(player.encounter, "ana", last, "one more round", "r1")
    seen = entry(runner, player.encounter)
    assert (seen.outcome, seen.waits.kind, deciding(seen)) == (None, "moving", {"ana"})
    assert lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.long("postgres")
def test_the_lobby_says_who_has_won(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger)
    start = ledger.fight(player.encounter).version
    player.does({"do": "concede", "by": "ana"}, seat="ana")
    assert (entry(runner, player.encounter).outcome, entry(runner, player.encounter).winner) == ("ended", "Bo")
    ledger.ask_rewind(player.encounter, "ana", start, "a slip", "r1")
    assert (entry(runner, player.encounter).outcome, entry(runner, player.encounter).winner) == (None, None)
    other = opened(ledger)
    other.ends()
    assert (entry(runner, other.encounter).outcome, entry(runner, other.encounter).winner) == ("ended", None)


@pytest.mark.long("postgres")
def test_whoever_has_the_turn_decides(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger)
    assert deciding(entry(runner, player.encounter)) == set()
    player.comes_to_blows()
    seen = entry(runner, player.encounter)
    assert (seen.waits.kind, seen.waits.owners, seen.waits.who, deciding(seen)) == ("turn", ("Ana",), "Ana", {"ana"})
    player.does(SHOT)
    seen = entry(runner, player.encounter)
    assert (seen.waits.kind, seen.waits.who, deciding(seen)) == ("turn", "Bo", {"bo"})
    assert {seat.seat: seat.role for seat in seen.seats} == {"ana": "player", "bo": "player", "eve": "spectator"}


@pytest.mark.long("postgres")
def test_dice_on_the_table_are_waited_for_by_whoever_rolls_them(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger, dice="table")
    player.comes_to_blows()
    player.does(SHOT)
    seen = entry(runner, player.encounter)
    assert (seen.waits.kind, seen.waits.owners, deciding(seen)) == ("dice", ("Ana",), {"ana"})
    ledger.type_dice(player.encounter, "ana", "Ana", "1d6", [1], "d1")
    assert entry(runner, player.encounter).waits.kind == "turn"


@pytest.mark.long("postgres")
def test_seats_whose_consent_is_wanted_are_asked(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    player.does(SHOT)
    start = ledger.fight(player.encounter).ends[0]
    ledger.ask_rewind(player.encounter, "ana", start, "from the start", "r1")
    assert {seat.seat for seat in entry(runner, player.encounter).seats if seat.asked} == {"bo"}
    ledger.answer_rewind(player.encounter, "bo", False, "r2")
    assert not any(seat.asked for seat in entry(runner, player.encounter).seats)


@pytest.mark.long("postgres")
def test_an_imported_fight_waits_for_nobody(ledger: Ledger, runner: Runner, tmp_path: Path) -> None:
    with Ledger(tmp_path / "other") as other:
        player = opened(other)
        player.comes_to_blows()
        raw = other.export(player.encounter)
    ledger.import_(raw)
    seen = entry(runner, player.encounter)
    assert (seen.imported, seen.waits.kind, deciding(seen)) == (True, "read_only", set())
    assert lobby_rows(runner.tables) == lobby_told(ledger)


def pages(runner: Runner, limit: int, **wanted: Any) -> list[LobbyPage]:
    found = [listed(runner.tables, Wanted(limit=limit, **wanted))]
    while found[-1].next is not None:
        found.append(listed(runner.tables, Wanted(limit=limit, cursor=found[-1].next, **wanted)))
    return found


def test_pages_show_every_encounter_once_the_last_changed_first(ledger: Ledger, runner: Runner) -> None:
    opened_here = [opened(ledger).encounter for _ in range(11)]
    runner.catch_up()
    whole = [each.encounter for each in listed(runner.tables, Wanted()).encounters]
    assert sorted(whole) == sorted(opened_here)
    for limit in (1, 2, 3, 11, 50):
        found = pages(runner, limit)
        assert [each.encounter for page in found for each in page.encounters] == whole
        assert all(len(page.encounters) == limit for page in found[:-1])
    moments = [each.changed for each in listed(runner.tables, Wanted()).encounters]
    assert moments == sorted(moments, reverse=True)


def test_what_happens_between_two_pages_is_shown_twice_to_nobody(ledger: Ledger, runner: Runner) -> None:
    players = [opened(ledger) for _ in range(6)]
    runner.catch_up()
    first = listed(runner.tables, Wanted(limit=3))
    for player in players:
        if player.encounter in {each.encounter for each in first.encounters}:
            player.comes_to_blows()
    runner.catch_up()
    rest = listed(runner.tables, Wanted(limit=3, cursor=first.next))
    shown = [each.encounter for each in (*first.encounters, *rest.encounters)]
    assert len(shown) == len(set(shown)) == 6


@pytest.mark.long("postgres")
def test_filters_leave_out_the_rest(ledger: Ledger, runner: Runner) -> None:
    archers, swords, over = opened(ledger), opened(ledger, SWORDS), opened(ledger)
    archers.comes_to_blows()
    archers.does(SHOT)
    swords.does({"do": "begin_move", "who": "A", "allowance": 1}, seat="ana")
    over.ends()
    runner.catch_up()

    def found(**wanted: Any) -> set[str]:
        return {each.encounter for each in listed(runner.tables, Wanted(**wanted)).encounters}

    assert found(system="etiquette") == {swords.encounter}
    assert found(system="nothing") == set()
    assert found(over=True) == {over.encounter}
    assert found(over=False) == {archers.encounter, swords.encounter}
    assert found(deciding="bo") == {archers.encounter}
    assert found(deciding="ana") == {swords.encounter}
    keys = {archers.encounter: ["ana"], swords.encounter: ["ana"]}
    assert found(keys=keys) == set(keys)
    assert found(keys=keys, mine=True) == {swords.encounter}
    assert found(keys={over.encounter: ["bo"]}, mine=True) == set()
    assert found(keys={}) == set()


@pytest.mark.long("postgres")
def test_the_seats_of_ones_own_are_named(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger)
    runner.catch_up()
    page = listed(runner.tables, Wanted(keys={player.encounter: ["bo", "ana"]}))
    assert page.encounters[0].yours == ("ana", "bo")


@pytest.mark.long("postgres")
@pytest.mark.parametrize("cursor", ["", "1", "1.2.3", "x.y", "1.'; DROP TABLE lobby_v1_b1"])
def test_a_cursor_that_was_not_given_out_is_refused(ledger: Ledger, runner: Runner, cursor: str) -> None:
    opened(ledger)
    runner.catch_up()
    with pytest.raises(NoSuchPage):
        listed(runner.tables, Wanted(cursor=cursor))


def test_before_there_are_tables_the_lobby_says_so(ledger: Ledger, runner: Runner) -> None:
    opened(ledger)
    with pytest.raises(NotBuilt, match="being built"):
        listed(runner.tables, Wanted())


def test_whoever_drives_one_event_at_a_time_fills_the_same_rows(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger, SWORDS)
    player.plays(random.Random(2), 6)
    models = runner.models.values()
    builds = [runner.tables.begin(model.name, model.FORMAT, model.TABLES) for model in models]
    for note in ledger.store.select_notifications(1, 1000):
        encounter, version = str(note.originator_id), note.originator_version
        line = ledger.lines(encounter)[version]
        for model, build in zip(models, builds, strict=True):
            model.process_event(StoredLine(encounter, version, line), Tracking(build.name, note.id))
    runner.catch_up()
    assert lobby_rows(runner.tables) == lobby_told(ledger)
