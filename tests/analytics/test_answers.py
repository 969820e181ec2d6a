"""What single questions answer: held against a second count, and on rows whose answer is known beforehand."""

from __future__ import annotations

from collections import Counter
from math import log
from typing import Any

import pytest

from analytics.engine.dialects import Dialect, said_in
from analytics.queries import Query, queries, query
from cli.exported import fight_of
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows
from projections.analytics.summing import named
from projections.luck.reckoning import luck
from tests.analytics.golden_rows import FIGHTS, answered, rows_of_all
from tests.analytics.made_up import row


def asked(rows: Rows, name: str) -> list[dict[str, Any]]:
    """Return the rows of an answer by their columns."""
    found = answered(rows, query(name).sql)
    return [dict(zip(found.columns, each, strict=True)) for each in found.rows]


# Rolls that were taken back


@pytest.mark.long
def test_whether_bad_rolls_are_taken_back_is_bet_on_as_luck_does() -> None:
    told = luck([fight_of(file.read_bytes(), file.stem) for file in FIGHTS]).taken_back
    found = {each["seat"]: (each["n"], each["luck"], each["evidence"]) for each in asked(rows_of_all(), "regrets")}
    assert found
    assert found == {each.seat: pytest.approx((each.rolls, each.luck, each.evidence)) for each in told}


def test_ten_worst_rolls_taken_back_speak_clearly() -> None:
    """All six stakes on ten rolls that stood at 0: the mean of (1 - stake) to the tenth."""
    rows: Rows = {
        "command": [row("command", encounter="a", n=n, back_n=99) for n in range(10)],
        "roll": [row("roll", encounter="a", n=n, command=n, live=False, valence=1, mid_p=0.0) for n in range(10)],
        "around": [row("around", encounter="a", n=99, seat="zoe", type="HistoryRewound")],
    }
    (zoe,) = asked(rows, "regrets")
    stakes = (-0.9, -0.5, -0.25, 0.25, 0.5, 0.9)
    assert zoe["evidence"] == pytest.approx(sum((1 - stake) ** 10 for stake in stakes) / 6)
    assert zoe["evidence"] > 100


# Habits


def test_what_a_seat_does_stands_beside_what_all_do() -> None:
    every = asked(rows_of_all(), "habits")
    for each in every:
        alike = [other for other in every if (other["system"], other["third"]) == (each["system"], each["third"])]
        own = [other for other in alike if other["seat"] == each["seat"]]
        assert each["n"] == sum(other["times"] for other in own)
        assert each["share"] == pytest.approx(each["times"] / each["n"])
        of_all = sum(other["times"] for other in alike if other["verb"] == each["verb"])
        assert each["share_of_all"] == pytest.approx(of_all / sum(other["times"] for other in alike))
        assert each["note"] == ("too few" if each["n"] < 20 else None)
    assert len({each["seat"] for each in every}) > 5


# Being ahead


def led(winner: str, *harm: tuple[int, str, int]) -> Rows:
    """Return a fight of Ana against Bo with 10 points each, whose turns begin at lines 10, 20, 30, 40."""
    fight = f"won by {winner} {harm}"
    found: Rows = {
        "encounter": [row("encounter", encounter=fight, system="duel", winner=winner, ended=1)],
        "combatant": [row("combatant", encounter=fight, who=who, side=who) for who in ("Ana", "Bo")],
        "turn": [row("turn", encounter=fight, n=n, who=who) for n, who in zip((10, 20, 30, 40), "AABB", strict=True)],
        "change": [],
    }
    for n, who in ((1, "Ana"), (2, "Bo")):
        joined = {"kind": "joined", "pool": "health", "whom": who, "after": 10}
        found["change"].append(row("change", encounter=fight, n=n, **joined))
    for n, who, lost in harm:
        struck = {"kind": "harm", "pool": "health", "whom": who, "lost": lost, "amount": lost}
        found["change"].append(row("change", encounter=fight, n=n, **struck))
    return found


def together(*fights: Rows) -> Rows:
    """Return the rows of several fights."""
    return {name: [each for rows in fights for each in rows[name]] for name in fights[0]}


def test_whoever_is_ahead_as_a_round_begins_wins_so_often() -> None:
    """As two turns make a round of a duel, the second begins at line 30; whoever lost more by then is behind."""
    rows = together(
        *(led("Ana", (15, "Bo", 5)) for _ in range(1)),
        led("Ana", (16, "Bo", 5), (35, "Ana", 9)),
        led("Bo", (17, "Bo", 5)),
        led("Ana", (15, "Ana", 1), (16, "Bo", 1)),
        led("Bo", (25, "Ana", 3)),
    )
    found = {(each["round"], each["lead"]): each for each in asked(rows, "lead")}
    assert {of: (each["won"], each["n"]) for of, each in found.items()} == {(2, 0.2): (1, 1), (2, 0.4): (2, 3)}
    assert found[2, 0.4]["share"] == pytest.approx(2 / 3)
    assert found[2, 0.4]["log_odds"] == pytest.approx(log(2.5 / 1.5))
    assert {each["note"] for each in found.values()} == {"too few"}


# The best and the worst rolls


def test_the_best_rolls_are_those_that_moved_the_chance_most_where_a_judge_was_asked() -> None:
    rolls = [(1, 0.9, 0.01), (2, 0.2, 0.3), (3, 0.6, -0.4), (3, 0.1, -0.4)]
    rows: Rows = {
        "roll": [
            row("roll", encounter="a", n=10 + n, command=command, seat="zoe", side="Ana", valence=1, mid_p=share)
            for n, (command, share, _) in enumerate(rolls)
        ],
        "swing": [
            row("swing", encounter="a", n=command, side=side, luck=gave if side == "Ana" else -gave)
            for command, gave in {command: gave for command, _, gave in rolls}.items()
            for side in ("Ana", "Bo")
        ],
    }
    told = [(each["line"], each["luck"], each["share"]) for each in asked(rows, "moments")]
    assert told == [(11, 0.3, 0.2), (10, 0.01, 0.9), (13, -0.4, 0.1)]
    del rows["swing"]
    alone = [(each["line"], each["luck"], each["share"]) for each in asked(rows, "moments")]
    assert alone == [(10, None, 0.9), (12, None, 0.6), (11, None, 0.2), (13, None, 0.1)]


# The time


def test_all_time_between_lines_is_told_once_and_most_of_it_by_what_it_went_into() -> None:
    rows, time = rows_of_all(), SHEETS["line"].place("time")
    times: dict[str, list[int]] = {}
    for line in rows["line"]:
        times.setdefault(line[0], []).append(line[time])
    found = asked(rows, "time")
    assert sum(each["together"] for each in found) == pytest.approx(
        sum(max(each) - min(each) for each in times.values()) / 1000
    )
    parts = ("turns", "questions", "rulings", "taken_back", "rewinding", "disputing", "waiting_for_dice")
    for each in found:
        assert sum(each[part] for part in parts) <= each["together"] + 1e-9
    assert all(sum(each[part] for each in found) > 0 for part in ("turns", "questions", "taken_back", "rewinding"))
    commands = Counter(each["live"] for each in named(rows, "command", live=False))
    assert commands[False] > 0


# Other engines


@pytest.mark.parametrize("each", queries().values(), ids=queries())
def test_a_question_is_printed_for_other_engines(each: Query) -> None:
    assert said_in(each, Dialect.DUCKDB) == each.sql
    told = {dialect: said_in(each, dialect) for dialect in (Dialect.SPARK, Dialect.CLICKHOUSE)}
    assert all(text.count("SELECT") >= 1 and text.endswith("\n") for text in told.values())
