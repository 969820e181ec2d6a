"""The questions that a judge's chances answer: luck taken out, swings, suspense, one player against another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from analytics.engine.answers import Found, NoAnswer
from analytics.engine.asking import MADE_BY, Asking
from analytics.exports.exporting import Wish, export
from analytics.queries import queries, query
from cli.main import app
from ledger.application import Ledger
from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.extraction import Rows
from tests.analytics.golden_rows import answered, rows_of_all
from tests.analytics.made_up import row
from tests.analytics.stores import closed

OF_CHANCES = ("better", "decided", "suspense", "swinginess")


def fights(*courses: tuple[str | None, list[tuple[float, float, float]]]) -> Rows:
    """Return fights of Ana against Bo: who won, and of each command the chance of Ana before, expected and after."""
    found: Rows = {"encounter": [], "combatant": [], "swing": []}
    for number, (winner, course) in enumerate(courses):
        fight = f"fight {number}"
        found["encounter"].append(row("encounter", encounter=fight, system="duel", winner=winner, ended=1))
        for side in ("Ana", "Bo"):
            found["combatant"].append(row("combatant", encounter=fight, who=side, side=side, seat=side.lower()))
            for n, chances in enumerate(course):
                before, expected, after = chances if side == "Ana" else [1 - each for each in chances]
                said = {"before": before, "expected": expected, "after": after}
                parts = {"luck": after - expected, "rest": expected - before}
                found["swing"].append(row("swing", encounter=fight, n=n, side=side, **said, **parts))
    return found


def told(found: Found, **where: Any) -> dict[str, Any]:
    """Return the one row of an answer in which these columns say so."""
    every = [dict(zip(found.columns, each, strict=True)) for each in found.rows]
    (only,) = [each for each in every if where.items() <= each.items()]
    return only


LUCKY = fights(
    ("Ana", [(0.5, 0.5, 0.9), (0.9, 0.8, 1.0)]),
    ("Bo", [(0.5, 0.6, 0.4), (0.4, 0.4, 0.0)]),
)
"""The dice gave Ana .4 + .2 in the one she won, and took .2 + .4 in the other."""


def test_a_result_less_the_luck_of_the_dice() -> None:
    ana = told(answered(LUCKY, query("decided").sql), side="Ana")
    assert (ana["n"], ana["won"], ana["note"]) == (2, 0.5, "too few")
    assert ana["adjusted"] == pytest.approx((0.4 + 0.6) / 2)
    assert ana["high"] - ana["low"] == pytest.approx(2 * 1.96 * 0.1)
    assert ana["part"] == pytest.approx(0.02 / 0.5)


def test_what_a_judge_gave_a_side_as_fights_began_stands_beside_who_won() -> None:
    ana = told(answered(LUCKY, query("balance").sql), side="Ana")
    assert (ana["won"], ana["n"], ana["chance"]) == (1, 2, 0.5)
    nobody_asked = {name: rows for name, rows in LUCKY.items() if name != "swing"}
    assert told(answered(nobody_asked, query("balance").sql), side="Ana")["chance"] is None


def test_how_much_the_dice_swing_it() -> None:
    ana = told(answered(LUCKY, query("swinginess").sql), side="Ana")
    assert ana["luck"] == pytest.approx(0.72**0.5)
    assert ana["ratio"] == pytest.approx((0.72 / 0.5) ** 0.5)
    assert ana["largest"] == pytest.approx(0.4)


def test_one_player_against_another_is_told_beside_what_automatic_players_come_to() -> None:
    both = told(answered(LUCKY, query("better").sql), seat="ana", other="bo")
    assert (both["n"], both["won"], both["lost"], both["even"]) == (2, 1, 1, 0)
    assert both["ahead"] == pytest.approx(0)
    uphill = fights(("Ana", [(0.2, 0.9, 1.0)]))
    both = told(answered(uphill, query("better").sql), seat="ana")
    assert (both["ahead"], both["even"]) == (pytest.approx(0.8), pytest.approx(-0.6))


def test_who_leads_both_sides_is_held_against_nobody() -> None:
    rows = fights(("Ana", [(0.2, 0.9, 1.0)]))
    rows["combatant"].append(row("combatant", encounter="fight 0", who="Rat", side="Bo", seat="ana"))
    assert answered(rows, query("better").sql).rows == ()


def test_it_is_open_while_the_chances_are_equal_and_settled_where_one_is_sure() -> None:
    course = [(0.5, 0.5, 0.5)] * 5 + [(0.9, 0.9, 0.9)] * 4 + [(1.0, 1.0, 1.0)]
    found = answered(fights(("Ana", course), ("Ana", course)), query("suspense").sql)
    opens = [told(found, tenth=tenth)["open"] for tenth in range(1, 11)]
    assert opens == pytest.approx([1.0] * 5 + [0.468996] * 4 + [0], abs=1e-6)
    assert [told(found, tenth=tenth)["leader"] for tenth in (1, 6, 10)] == pytest.approx([0.5, 0.9, 1.0])
    assert told(found, tenth=1)["low"] == told(found, tenth=1)["high"] == 1


def test_chances_that_leave_something_to_nobody_are_those_of_the_sides() -> None:
    rows = fights((None, [(0.5, 0.5, 0.5)]))
    place = ON_DEMAND["swing"].place("before")
    for each in rows["swing"]:
        each[place] = 0.25
    assert told(answered(rows, query("suspense").sql))["open"] == pytest.approx(1)


def test_luck_and_rest_come_to_the_result_in_every_fight_that_is_over() -> None:
    """Sum of luck and rest = result less the chance at the start, to the digits that are kept."""
    rows = rows_of_all()
    ended, winner = (SHEETS["encounter"].place(name) for name in ("ended", "winner"))
    over = {fight[0]: fight[winner] for fight in rows["encounter"] if fight[ended] is not None}
    first: dict[tuple[str, str], float] = {}
    both: dict[tuple[str, str], float] = {}
    before, luck, rest, side = (ON_DEMAND["swing"].place(name) for name in ("before", "luck", "rest", "side"))
    for each in rows["swing"]:
        of = (each[0], each[side])
        first.setdefault(of, each[before])
        both[of] = both.get(of, 0.0) + each[luck] + each[rest]
    judged = [of for of in both if of[0] in over]
    assert len(judged) > 6
    for of in judged:
        assert first[of] + both[of] == pytest.approx(float(over[of[0]] == of[1]), abs=1e-4)


@pytest.mark.parametrize("name", OF_CHANCES)
def test_where_no_judge_was_asked_it_is_said_what_to_run(name: str) -> None:
    with Asking.of_rows({}) as asking, pytest.raises(NoAnswer) as caught:
        asking.ask(query(name).sql)
    assert str(caught.value) == (
        "This asks of the table swing, which is only made where it is wanted: write it with "
        "`encounter tables --to FOLDER --judge`, and ask with `--from FOLDER`."
    )


def test_of_every_table_that_few_ask_for_it_is_said_also_in_questions_of_one_s_own() -> None:
    assert MADE_BY.keys() == ON_DEMAND.keys()
    with Asking.of_rows({}) as asking:
        for table, option in MADE_BY.items():
            for before in ("SELECT n FROM ", "EXPLAIN SELECT n FROM turn CROSS JOIN "):
                with pytest.raises(NoAnswer, match=f"encounter tables --to FOLDER {option}`"):
                    asking.ask(before + table.upper())
        with pytest.raises(NoAnswer, match="The tables cannot answer that: Catalog Error: Table with name swings"):
            asking.ask("SELECT n FROM swings")


def test_the_command_line_says_it_in_one_sentence(tmp_path: Path) -> None:
    with Ledger(tmp_path / "store") as ledger:
        closed(ledger)
        export(ledger, tmp_path / "tables", Wish())
    found = CliRunner().invoke(app, ["query", "decided", "--from", str(tmp_path / "tables")])
    assert found.exit_code == 1
    assert "encounter tables --to FOLDER --judge" in found.output
    assert len(found.output.splitlines()) == 1


def test_no_question_and_no_answer_blames_anybody() -> None:
    every = " ".join(f"{each.question} {each.of} {each.reads} {each.sql}" for each in queries().values()).lower()
    assert not [word for word in ("cheat", "fraud", "dishonest", "guilt", "suspect") if word in every]
