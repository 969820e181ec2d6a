"""People at a table beside what they play: they take back, contest, settle, throw dice, see those of others, close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import orjson
import pytest

from bots.players import Choices, sensible
from bots.table_life import MOST_TAKEN_BACK, Life
from cli.whole_fights import close, play
from domain.deciding import sides
from domain.events import HistoryRewound
from domain.ruleset import RULESETS
from files import rosters
from ledger.application import Ledger
from ledger.line.entries import (
    DisputeRaised,
    DisputeSettled,
    RewindAnswered,
    TableDiceAttested,
    TableDiceTyped,
)
from ledger.proof.verifying import verify
from ledger.table.fight import Fight
from projections.audit import audit
from tests.chance import repeatable

Dice: TypeAlias = Literal["ledger", "table"]
DICE: tuple[Dice, ...] = ("ledger", "table")


def lived(system: str, dice: Dice, seed: int) -> tuple[Fight, bytes]:
    """Return a fight with life at its table that is over and closed, and its file."""
    opening = replace(rosters.read(rosters.SAMPLES[system]), dice=dice)
    with repeatable(seed), Ledger() as ledger:
        played = play(ledger, opening, sensible, Choices(seed), life=Life(seed))
        close(ledger, played.encounter)
        return ledger.fight(played.encounter), ledger.export(played.encounter)


@pytest.fixture(scope="module")
def lives() -> list[Fight]:
    """Some fights of the shortest system, half of them with dice on the table."""
    return [lived("pursuit", dice, seed)[0] for dice in DICE for seed in range(1, 16)]


def of(fights: list[Fight], kind: type) -> Iterator[Any]:
    """Yield all lines of a kind."""
    return (line.entry for fight in fights for line in fight.lines if isinstance(line.entry, kind))


@pytest.mark.long(but=("vanguard-ledger",))
@pytest.mark.slow
@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("system", RULESETS)
def test_whatever_people_do_beside_it_a_fight_ends_is_closed_and_verifies(system: str, dice: Dice) -> None:
    fight, file = lived(system, dice, 1)
    assert fight.encounter.outcome is not None
    assert fight.table.closed
    assert verify(file).broken is None
    assert audit(file).rules.result == "exact"


@pytest.mark.long
def test_people_take_back_and_others_agree_or_refuse(lives: list[Fight]) -> None:
    taken = [sum(isinstance(line.entry, HistoryRewound) for line in fight.lines) for fight in lives]
    assert sum(often > 0 for often in taken) > len(lives) // 3
    assert max(taken) <= MOST_TAKEN_BACK
    assert {answered.agree for answered in of(lives, RewindAnswered)} == {True, False}


@pytest.mark.long
def test_people_contest_and_settle_and_leave_some_of_it_open(lives: list[Fight]) -> None:
    assert {settled.result for settled in of(lives, DisputeSettled)} == {"stands", "rewound"}
    left = [dispute for fight in lives for dispute in fight.table.open_disputes]
    assert 0 < len(left) < len([*of(lives, DisputeRaised)])


@pytest.mark.long
def test_people_throw_dice_and_others_say_whether_they_saw_them(lives: list[Fight]) -> None:
    assert {said.verdict for said in of(lives, TableDiceAttested)} == {"saw", "unseen", "contest"}
    for fight in lives:
        typed = {line.n: line.entry.seat for line in fight.lines if isinstance(line.entry, TableDiceTyped)}
        for said in of([fight], TableDiceAttested):
            assert not sides(fight.encounter, said.seat) & sides(fight.encounter, typed[said.of])
    thrown = Counter(face for each in of(lives, TableDiceTyped) if each.dice.endswith("d6") for face in each.faces)
    assert {*thrown} == {1, 2, 3, 4, 5, 6}


@pytest.mark.long
def test_programs_play_the_seats_of_the_ledger_s_dice_and_people_throw_their_own(lives: list[Fight]) -> None:
    for fight in lives:
        assert fight.table.automatic() == ([*fight.table.players] if fight.table.dice == "ledger" else [])


def test_the_same_seed_leads_the_same_life() -> None:
    once, again = (lived("pursuit", "table", 3)[1] for _ in range(2))
    assert once == again
    assert orjson.loads(once.splitlines()[0])["dice"] == "table"
