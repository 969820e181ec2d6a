"""The tallies hold what a second count of the loaded fights finds, on both stores, page by page and rebuilt."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bots.players import PLAYERS, Choices
from cli import whole_fights
from files import rosters
from ledger.application import Ledger
from projections.tables.rebuilding import rebuild
from projections.tables.runner import Runner
from projections.tables.totals import totals
from tests.ledger.fights import ARCHERS, BACK, SHOT, SWORDS, alone, opened
from tests.projections.tables.telling import tallied, told

GOBBOS: dict[str, Any] = {
    "system": "vanguard",
    "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}],
    "characters": [{"id": "Tor", "controller": "ana", "vigor": 8, "quick": 6, "smart": 4, "wise": 4, "health": 1}],
    "groups": [{"id": "Gobbos", "count": 1, "defense": 3, "melee": 2}],
}


@pytest.mark.slow
@pytest.mark.long(but=("sqlite",))
def test_everything_is_counted_once_however_the_pages_fall(ledger: Ledger, runner: Runner) -> None:
    players = [opened(ledger), opened(ledger, SWORDS), opened(ledger, alone(ARCHERS), rewind="free")]
    for number in range(12):
        for player in players:
            player.plays(random.Random(number), 3)
        if number % 3 == 0:
            runner.catch_up()
    runner.catch_up()
    assert tallied(runner.tables) == told(ledger)


@pytest.mark.long
@pytest.mark.slow
def test_a_fight_of_each_system_is_counted_to_its_end(ledger: Ledger, runner: Runner) -> None:
    for system, sample in rosters.SAMPLES.items():
        whole_fights.play(ledger, rosters.read(sample), PLAYERS["sensible"], Choices(len(system)))
    runner.catch_up()
    assert tallied(runner.tables) == told(ledger)
    measures = {measure for _, _, measure, _, _ in told(ledger)}
    assert {
        "damage_dealt",
        "damage_taken",
        "healed",
        "outcome",
        "felled",
        "moved",
        "rolled",
        "dice",
        "turn",
    } <= measures


@pytest.mark.long("postgres")
def test_what_was_taken_back_does_not_count(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    before = ledger.fight(player.encounter).version
    player.does(SHOT)
    runner.catch_up()
    assert [key for key in tallied(runner.tables) if key[1:3] == ("Ana", "rolled")]
    ledger.ask_rewind(player.encounter, "ana", before, "not at Bo", "r1")
    ledger.answer_rewind(player.encounter, "bo", True, "r2")
    runner.catch_up()
    assert tallied(runner.tables) == told(ledger)
    assert not [key for key in tallied(runner.tables) if key[1:3] == ("Ana", "rolled")]
    assert tallied(runner.tables)[player.encounter, "ana", "asked_back", "", ""] == (1, 0)


@pytest.mark.long("postgres")
def test_what_was_brought_back_counts_again(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger, alone(ARCHERS), rewind="free")
    for body in ({"do": "begin_move", "who": "Ana", "allowance": 3}, {"do": "move", "who": "Ana", "to": "T1"}):
        player.does(body, seat="ana")
    after = ledger.fight(player.encounter).version
    start = ledger.fight(player.encounter).ends[0]
    ledger.ask_rewind(player.encounter, "ana", start, "no", "r1")
    runner.catch_up()
    assert not [key for key in tallied(runner.tables) if key[2] == "moved"]
    ledger.ask_rewind(player.encounter, "ana", after, "yes after all", "r2")
    runner.catch_up()
    assert tallied(runner.tables)[player.encounter, "Ana", "moved", "walk", ""] == (1, 1)
    assert tallied(runner.tables) == told(ledger)


@pytest.mark.parametrize("page", range(1, 6))
def test_a_fall_is_put_down_to_who_did_the_last_harm_wherever_a_page_ends(tmp_path: Path, page: int) -> None:
    with Ledger(tmp_path) as ledger:
        fight = alone(ARCHERS)
        weak = [{**each, "health": 1} for each in fight["combatants"]]
        player = opened(ledger, fight, combatants=weak, dice="loaded")
        player.comes_to_blows()
        player.does(SHOT, faces=[6, 6])
        runner = Runner(ledger, page=page)
        runner.catch_up()
        assert tallied(runner.tables)[player.encounter, "Ana", "felled", "dead", "active"] == (1, 0)
        assert tallied(runner.tables) == told(ledger)
        runner.close()


@pytest.mark.long("postgres")
def test_who_falls_to_a_member_of_a_group_fell_to_the_group(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger, GOBBOS, dice="table")
    for body in (
        {"do": "start", "by": "gm"},
        {"do": "choose_engagement", "by": "party", "choice": "attack"},
        {"do": "ready_round", "by": "party"},
        {"do": "pass", "who": "Tor"},
    ):
        player.does(body, seat="gm" if body.get("by") == "gm" else "ana")
    player.does({"do": "monsters_act", "by": "gm", "group": "Gobbos"}, seat="gm")
    ledger.type_dice(player.encounter, "ana", "Tor", "1d8", [2], "t1")
    runner.catch_up()
    assert tallied(runner.tables)[player.encounter, "Gobbos", "felled", "down", "active"] == (1, 0)
    assert tallied(runner.tables) == told(ledger)


@pytest.mark.long("postgres")
def test_seats_are_told_what_their_combatants_and_they_themselves_did(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    player.does(SHOT)
    player.does(BACK)
    ledger.ask_rewind(player.encounter, "bo", ledger.fight(player.encounter).ends[0], "all of it", "r1")
    runner.catch_up()
    found = totals(runner.tables)
    seats, names = {each.name: each for each in found.seats}, {each.name: each for each in found.combatants}
    assert set(names) == {"Ana", "Bo"}
    for seat, name in (("ana", "Ana"), ("bo", "Bo")):
        assert seats[seat].times("rolled") == names[name].times("rolled") > 0
        assert seats[seat].times("outcome", "attack") == names[name].times("outcome", "attack") == 1
    assert seats["bo"].times("asked_back") == 1
    assert seats["ana"].times("asked_back") == 0


@pytest.mark.long("postgres")
def test_a_fight_is_won_by_whoever_is_on_the_side_that_won_it_and_by_their_seats(
    ledger: Ledger, runner: Runner
) -> None:
    for loser in ("bo", "ana", "bo"):
        opened(ledger).does({"do": "concede", "by": loser}, seat=loser)
    opened(ledger).ends()
    party = [
        {**each, "controller": "ana"} for each in (GOBBOS["characters"][0], {**GOBBOS["characters"][0], "id": "Una"})
    ]
    opened(ledger, GOBBOS, characters=party).does({"do": "concede", "by": "gm"}, seat="gm")
    back = opened(ledger)
    start = ledger.fight(back.encounter).version
    back.does({"do": "concede", "by": "bo"}, seat="bo")
    runner.catch_up()
    ledger.ask_rewind(back.encounter, "bo", start, "not yet", "r1")
    runner.catch_up()
    found = totals(runner.tables)
    assert {each.name: each.times("won") for each in found.combatants if each.times("won")} == {
        "Ana": 2, "Bo": 1, "Tor": 1, "Una": 1
    }  # fmt: skip
    assert {each.name: each.times("won") for each in found.seats if each.times("won")} == {"ana": 3, "bo": 1}
    only = totals(runner.tables, system="vanguard")
    assert {each.name for each in only.combatants if each.times("won")} == {"Tor", "Una"}
    assert tallied(runner.tables) == told(ledger)


def test_totals_are_of_all_encounters_of_a_system_or_of_one(ledger: Ledger, runner: Runner) -> None:
    one, two, swords = opened(ledger), opened(ledger), opened(ledger, SWORDS)
    for player in (one, two):
        player.comes_to_blows()
    swords.meets()
    runner.catch_up()
    assert totals(runner.tables).encounters == 3
    pursuit = totals(runner.tables, system="pursuit")
    assert (pursuit.encounters, {each.name for each in pursuit.combatants}) == (2, {"Ana"})
    assert next(each for each in pursuit.combatants if each.name == "Ana").times("moved") == 4
    assert totals(runner.tables, encounter=one.encounter).encounters == 1
    assert totals(runner.tables, system="pursuit", encounter=swords.encounter).encounters == 0


def test_a_rebuild_counts_the_same(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger, alone(ARCHERS), rewind="free")
    player.plays(random.Random(5), 30)
    ends = ledger.fight(player.encounter).ends
    ledger.ask_rewind(player.encounter, "ana", ends[len(ends) // 2], "half of it", "r1")
    player.plays(random.Random(6), 10)
    runner.catch_up()
    before = tallied(runner.tables)
    rebuild(runner, "tallies")
    assert tallied(runner.tables) == before == told(ledger)


@pytest.mark.long("postgres")
def test_what_a_seat_contests_is_not_put_down_to_whoever_plays_its_namesake(ledger: Ledger, runner: Runner) -> None:
    one, other = SWORDS["combatants"]
    crosswise = [{**one, "id": "bo", "controller": "ana"}, {**other, "id": "ana", "controller": "bo"}]
    player = opened(ledger, SWORDS, combatants=crosswise)
    moved = player.does({"do": "begin_move", "who": "bo", "allowance": 1}).version
    ledger.disputes.contest(player.encounter, "ana", moved, "Out of turn.", cmd="one")
    runner.catch_up()
    found = totals(runner.tables)
    assert {each.name: times for each in found.seats if (times := each.times("contested"))} == {"ana": 1}
    assert not any(each.times("contested") for each in found.combatants)


@pytest.mark.long("postgres")
def test_typed_dice_count_for_who_typed_them_with_what_the_others_said(ledger: Ledger, runner: Runner) -> None:
    player = opened(ledger, dice="table")
    player.comes_to_blows()
    player.does({"do": "disengage", "who": "Ana"})
    first = ledger.type_dice(player.encounter, "ana", "Ana", "1d6", (6,), "one").lines[0].n
    second = ledger.type_dice(player.encounter, "bo", "Bo", "1d6", (1,), "two").lines[0].n
    ledger.disputes.attest(player.encounter, "bo", first, "saw", cmd="three")
    runner.catch_up()
    ledger.disputes.attest(player.encounter, "ana", second, "contest", cmd="four")
    raised = ledger.disputes.contest(player.encounter, "ana", second, "It was a two.", cmd="five").lines[0].n
    for seat in ("ana", "bo"):
        ledger.disputes.settle(player.encounter, seat, raised, "stands", "Never mind.", cmd="six")
    runner.catch_up()
    assert tallied(runner.tables) == told(ledger)
    rows = {(name, measure, kind) for _, name, measure, kind, _ in told(ledger)}
    assert {("ana", "typed", "d6"), ("ana", "attested", "saw"), ("bo", "attested", "contest")} <= rows
    assert {("ana", "contested", ""), ("bo", "settled", "stands")} <= rows
