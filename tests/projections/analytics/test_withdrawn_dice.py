"""Dice on the table that are taken back before their roll was whole: they stay, say so, and weigh nothing in luck."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from analytics.queries import query
from domain.deciding import answers_for, controls, knows
from domain.dice import notation
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.entries import TableDiceTyped
from ledger.table.accepting import wait
from ledger.table.answers import Declaration
from ledger.table.fight import Fight
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import of_file
from projections.analytics.sources import of_store
from projections.analytics.told.dice import WITHDRAWN
from projections.luck.reckoning import luck
from projections.luck.throws import throws
from tests.analytics.golden_rows import answered
from tests.chance import repeatable
from tests.laws.fights import SYSTEMS, opening, pick
from tests.projections.analytics.reading import named

pytestmark = pytest.mark.slow
NUMBERS = (3, 7)
COMMANDS = 60


def thrown(ledger: Ledger, system: str, number: int) -> str:
    """Return a random fight with dice on the table; of each that is awaited one in four is taken back instead."""
    chance = random.Random(f"withdrawn {system} {number}")
    encounter = ledger.open(replace(opening(system, chance), dice="table")).encounter
    host, *others = ledger.fight(encounter).table.players
    for turn in range(COMMANDS):
        fight = ledger.fight(encounter)
        body = pick(fight.encounter, chance, may_end=turn > COMMANDS - 5)
        if body is None:
            break
        command = command_of(body, system)
        seat = next(seat for seat in (host, *others) if controls(fight.encounter, seat, command))
        ledger.record(encounter, seat, Declaration(action=command, cmd=f"c{turn}"))
        _throw(ledger, encounter, seat, chance, f"{turn}")
    return encounter


def _throw(ledger: Ledger, encounter: str, seat: str, chance: random.Random, cmd: str) -> None:
    for number in range(40):
        fight = ledger.fight(encounter)
        waited, roll = wait(fight), fight.table.open_roll
        if waited is None or roll is None:
            return
        if chance.random() < 0.25:
            to = max(end for end in fight.ends if end < roll.line)
            ledger.ask_rewind(encounter, fight.table.players[0], to, "a slip", f"back-{cmd}-{number}")
            return
        dice = notation(waited.dice)
        faces = [chance.randint(1, dice.sides) for _ in range(dice.count)]
        referee = fight.encounter.referee or seat
        asked = (seat, *fight.table.players)
        knowing = knows(fight.encounter, waited.by)
        who = next(each for each in asked if answers_for(fight.encounter, each, waited.by)) if knowing else referee
        ledger.type_dice(encounter, who, waited.by, waited.dice, faces, f"dice-{cmd}-{number}")


class Told:
    """A fight, the dice that were typed in, and its tables."""

    def __init__(self, ledger: Ledger, encounter: str) -> None:
        self.file = ledger.export(encounter)
        self.fight: Fight = ledger.fight(encounter)
        self.rows: Rows = extract(of_store(ledger, encounter))
        opened = self.fight.table.open_roll
        pending = () if opened is None else opened.typed
        self.typed = {
            line.n: line.entry
            for line in self.fight.lines
            if isinstance(line.entry, TableDiceTyped) and line.entry not in pending
        }
        self.back = [row for row in named(self.rows, "roll") if row["purpose"] == WITHDRAWN]


@pytest.fixture(scope="module", params=[(system, number) for system in SYSTEMS for number in NUMBERS], ids=str)
def it(request: pytest.FixtureRequest) -> Iterator[Told]:
    system, number = request.param
    with repeatable(number), TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        yield Told(ledger, thrown(ledger, system, number))


@pytest.mark.long(but=(" 3)",))
def test_every_die_that_was_typed_in_is_a_row_whatever_came_of_it(it: Told) -> None:
    source = {row["n"]: row["source"] for row in named(it.rows, "roll")}
    dice = Counter((row["sides"], row["face"]) for row in named(it.rows, "die") if source[row["n"]] == "table")
    assert dice == Counter((notation(each.dice).sides, face) for each in it.typed.values() for face in each.faces)
    assert Counter(row["typed_n"] for row in named(it.rows, "roll") if row["source"] == "table") == Counter([*it.typed])
    assert extract(of_file(it.file)) == it.rows


def test_dice_of_a_roll_that_never_was_say_so_and_weigh_nothing(it: Told) -> None:
    for row in it.back:
        typed = it.typed[row["n"]]
        assert (row["live"], row["typed_n"], row["valence"]) == (False, row["n"], 0)
        assert (row["actor"], row["dice"], row["dice_count"]) == (typed.by, typed.dice, len(typed.faces))
        assert [row["mid_p"], row["mid_p_var"], row["value"], row["total"], row["outcome_n"]] == [None] * 5
        assert row["command"] in {each["n"] for each in named(it.rows, "command") if not each["live"]}
    weighed = [row["n"] for row in named(it.rows, "roll") if row["mid_p"] is not None]
    assert weighed == [each.n for each in throws(it.fight)]
    (fight,) = named(it.rows, "encounter")
    assert fight["rolls"] == sum(row["live"] for row in named(it.rows, "roll"))


def test_whether_dice_are_fair_is_asked_of_them_too_as_luck_does(it: Told) -> None:
    told = luck([it.fight]).thrown
    found = answered(it.rows, query("dice").sql)
    asked = {(seat, sides): (n, value) for seat, sides, n, value, *_ in found.rows}
    for each in told:
        n, value = asked[each.seat, each.sides]
        assert n == each.dice
        assert value == pytest.approx(each.evidence)
    assert len(asked) == len(told)


def test_there_are_such_dice() -> None:
    """Else the laws above would say nothing."""
    with repeatable(3), TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        found = [Told(ledger, thrown(ledger, system, 3)).back for system in ("verdigris", "etiquette", "storyteller")]
    assert sum(map(len, found)) > 0
