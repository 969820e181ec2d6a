"""Any version of a fight: from memory, from the store, in one go or step by step, the same state."""

import random
from pathlib import Path
from typing import Any

import pytest

from domain.encounter import Encounter
from domain.events import EVENTS
from domain.evolve import evolve
from domain.replaying import replay
from ledger.application import Ledger
from ledger.line.lines import decode
from ledger.store.memory import Memory
from ledger.table.fight import Fight
from ledger.table.log import KEEP_EVERY
from tests.ledger.fights import ARCHERS, SWORDS, Player, alone, fight_events, opened


def rewinds(player: Player, chance: random.Random, cmd: str) -> None:
    """Go to a moment taken at random, of the live past or of what was skipped."""
    fight = player.ledger.fight(player.encounter)
    now = max(n for span in fight.live for n in span if n in fight.ends)
    target = chance.choice([end for end in fight.ends if end != now])
    player.ledger.ask_rewind(player.encounter, "ana", target, "Again.", cmd)


@pytest.mark.slow
@pytest.mark.parametrize("fight", [ARCHERS, SWORDS], ids=["pursuit", "etiquette"])
def test_every_version_is_the_replay_of_its_lines(fight: dict[str, Any], tmp_path: Path) -> None:
    chance = random.Random(11)
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, alone(fight), rewind="free")
        for turn in range(12):
            player.plays(chance, 9)
            rewinds(player, chance, f"r{turn}")
        stood = ledger.fight(player.encounter)
    assert stood.version > 2 * KEEP_EVERY
    entries = fight_events(stood.lines)
    with Ledger(tmp_path) as ledger:
        loaded = ledger.fight(player.encounter)
        assert loaded == stood
        for version in range(0, stood.version + 1, 7):
            wanted = replay(entries[: version + 1])
            assert stood.at(version) == wanted
            assert loaded.at(version) == wanted
    assert stood.at(stood.version) == replay(entries)


def test_lines_folded_one_by_one_or_in_any_pieces_come_to_the_same_fight(tmp_path: Path) -> None:
    chance = random.Random(3)
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, alone(ARCHERS), rewind="free")
        player.plays(chance, 40)
        rewinds(player, chance, "r")
        player.plays(chance, 10)
        stood = ledger.fight(player.encounter)
    lines = [decode(line.raw) for line in stood.lines]
    single = Fight()
    for line in lines:
        single = single.then([line])
    assert single == stood
    pieces = Fight().then(lines[:17]).then(lines[17:90]).then(lines[90:])
    assert pieces == stood
    assert pieces.ends == stood.ends == single.ends
    assert pieces.log.used == stood.log.used


def test_two_futures_of_one_fight_do_not_mix(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, alone(ARCHERS), rewind="free")
        player.plays(random.Random(3), 20)
        stood = ledger.fight(player.encounter)
    lines = list(stood.lines)
    parent = Fight().then(lines[:30])
    one, other = parent.then(lines[30:50]), parent.then(lines[30:40])
    assert (parent.version, one.version, other.version) == (29, 49, 39)
    assert list(one.lines) == lines[:50]
    assert list(other.lines) == lines[:40]
    assert other.at(35) == one.at(35)
    assert parent.then([]) is parent


@pytest.mark.parametrize("version", [-1, 5, 10_000])
def test_there_is_no_version_outside_the_lines(tmp_path: Path, version: int) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        with pytest.raises(IndexError):
            ledger.at(player.encounter, version)


def test_lines_are_handed_out_by_version(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        every = ledger.lines(player.encounter)
        assert ledger.lines(player.encounter, after=4) == every[5:]
        assert ledger.lines(player.encounter, after=4, upto=8) == every[5:9]
        assert ledger.lines(player.encounter, after=10_000) == []
        assert ledger.lines(player.encounter, upto=10_000) == every


def test_the_state_before_a_line_and_the_line_give_the_state_after(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.plays(random.Random(9), 30)
        state = Encounter()
        fight = ledger.fight(player.encounter)
        for line in fight.lines:
            state = evolve(state, line.entry) if isinstance(line.entry, EVENTS) else state
            assert fight.at(line.n) == state


def test_memory_forgets_the_fight_used_longest_ago(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        fights = [ledger.fight(opened(ledger).encounter) for _ in range(3)]
        memory = Memory(most=ledger.fights.memory.bytes * 5 // 6)
    for fight in fights[:2]:
        memory.keep(fight)
    assert memory.get(fights[0].id) == fights[0]
    memory.keep(fights[2])
    assert memory.get(fights[1].id) is None
    assert memory.get(fights[0].id) == fights[0]
    memory.forget(fights[0].id)
    memory.forget(fights[0].id)
    assert memory.get(fights[0].id) is None
    assert memory.get(fights[2].id) == fights[2]
