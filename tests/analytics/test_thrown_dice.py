"""The question whether dice of a table are fair: its numbers are those of `encounter luck`, and seldom wrong."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from analytics.queries import query
from ledger.proof import exporting
from ledger.table.fight import Fight
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import of_file
from projections.analytics.shape import Row
from projections.luck import evidence
from projections.luck.reckoning import luck
from tests.analytics.golden_rows import FIGHTS, answered, rounded
from tests.analytics.made_up import row

(TABLE,) = (file for file in FIGHTS if file.stem == "pursuit-4-table")


def thrown(faces: Mapping[Any, Sequence[int]], *, sides: int = 6, source: str = "table", live: bool = True) -> Rows:
    """Return the tables of a fight in which seats threw these faces, one die a roll."""
    rolls: list[Row] = []
    dice: list[Row] = []
    for seat, shown in faces.items():
        for face in shown:
            line = {"encounter": "made up", "n": len(rolls), "live": live}
            rolls.append(row("roll", **line, seat=seat, source=source))
            dice.append(row("die", **line, face=face, sides=sides))
    return {"roll": rolls, "die": dice}


def asked(rows: Rows) -> dict[str, tuple[int, float, bool]]:
    """Return by seat how many dice, the evidence, and whether it stands out."""
    found = answered(rows, query("dice").sql)
    assert found.columns[:5] == ("seat", "sides", "n", "evidence", "stands_out")
    return {seat: (n, value, named) for seat, _, n, value, named, *_ in found.rows}


def falls(chance: random.Random, number: int, six: float = 1 / 6) -> list[int]:
    """Return faces of a die that shows six so often."""
    return [6 if chance.random() < six else chance.randint(1, 5) for _ in range(number)]


def test_it_is_said_of_a_fight_what_luck_says_of_it() -> None:
    raw = TABLE.read_bytes()
    told = luck([Fight().then(exporting.read(raw)[1])]).thrown
    found = answered(extract(of_file(raw)), query("dice").sql)
    assert [(each.seat, each.sides, each.dice, each.stands_out) for each in told] == [
        (seat, sides, n, named) for seat, sides, n, _, named, *_ in found.rows
    ]
    assert [each.evidence for each in told] == pytest.approx([line[3] for line in found.rows])


def test_a_loaded_die_stands_out_among_many_and_fair_ones_do_not() -> None:
    """Of 66 seats with 300 dice six throw a six in 34 of 100: they are named, and of the fair no one."""
    chance = random.Random("table of sixty-six")
    faces = {f"loaded {number}": falls(chance, 300, 0.34) for number in range(6)}
    faces |= {f"fair {number}": falls(chance, 300) for number in range(60)}
    found = asked(thrown(faces))
    assert {seat for seat, (_, _, named) in found.items() if named} == {f"loaded {number}" for number in range(6)}
    assert sum(value >= 20 for seat, (_, value, _) in found.items() if seat.startswith("fair")) <= 3
    values = {seat: evidence.of_faces(shown, 6) for seat, shown in faces.items()}
    assert {seat: value for seat, (_, value, _) in found.items()} == pytest.approx(values)
    assert {seat for seat, (_, _, named) in found.items() if named} == {*evidence.named(values)}


def test_dice_that_were_taken_back_count_and_dice_of_the_ledger_do_not() -> None:
    sixes = {"zoe": [6] * 40}
    assert asked(thrown(sixes)) == asked(thrown(sixes, live=False))
    assert asked(thrown(sixes))["zoe"][2]
    assert asked(thrown(sixes, source="ledger")) == {}
    assert asked(thrown(sixes, source="loaded")) == {}


def test_dice_without_a_seat_are_counted_and_nothing_is_said_of_them() -> None:
    known = {"zoe": [6] * 40, "yan": [1, 2, 3, 4, 5, 6] * 8}
    alone = answered(thrown(known), query("dice").sql).rows
    with_others = answered(thrown(known | {None: [6] * 30}), query("dice").sql).rows
    assert [[*map(rounded, each)] for each in with_others[:-1]] == [[*map(rounded, each)] for each in alone]
    assert with_others[-1] == (None, 6, 30, None, None, None, None, None, "no seat")


def test_evidence_beyond_all_numbers_is_a_number_still() -> None:
    ((n, value, named),) = asked(thrown({"zoe": [6] * 2000})).values()
    assert (n, named) == (2000, True)
    assert value > 1e300


def test_what_stands_out_is_told_with_the_face_it_is_about() -> None:
    faces = {"zoe": [6] * 30 + [1, 2, 3, 4, 5] * 2, "bo": [1, 2, 3, 4, 5, 6] * 2}
    found = answered(thrown(faces), query("dice").sql)
    told = {line[0]: dict(zip(found.columns, line, strict=True)) for line in found.rows}
    assert (told["zoe"]["most"], told["zoe"]["share"], told["zoe"]["note"]) == (6, 0.75, None)
    assert told["bo"]["even"] == pytest.approx(1 / 6)
    assert (told["bo"]["most"], told["bo"]["stands_out"], told["bo"]["note"]) == (1, False, "too few")


@pytest.mark.slow
@pytest.mark.parametrize(("sides", "seats"), [(6, 200), (20, 100)])
def test_of_fair_dice_hardly_a_row_ever_comes_to_twenty(sides: int, seats: int) -> None:
    chance = random.Random(f"fair d{sides}")
    faces = {f"{number}": [chance.randint(1, sides) for _ in range(150)] for number in range(seats)}
    found = asked(thrown(faces, sides=sides))
    assert sum(value >= 20 for _, value, _ in found.values()) <= 0.05 * seats
    assert not any(named for _, _, named in found.values())
