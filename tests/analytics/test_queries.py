"""The shipped questions: golden rows, an order that nothing is left to, and a subset of SQL that others read alike."""

from __future__ import annotations

import random
from copy import deepcopy
from pathlib import Path

import pytest
import sqlglot
from sqlglot import exp

from analytics.engine.answers import NoAnswer
from analytics.engine.asking import Asking
from analytics.exports.exporting import Wish, export
from analytics.exports.judging import Judges
from analytics.queries import ASKERS, NoSuchQuery, Query, queries, query
from bots.lab.trial import Trial
from ledger.application import Ledger
from projections.analytics.dictionary import ON_DEMAND, SHEETS
from tests.analytics.golden_rows import GOLDEN, answered, rows_of_all, written
from tests.analytics.stores import closed

EACH = pytest.mark.parametrize("each", queries().values(), ids=queries())
KNOWN = {*SHEETS, *ON_DEMAND, "judged", "rulebook"}
UNEQUAL = {
    "any_value": "which one differs",
    "approx_quantile": "it is approximate",
    "array_agg": "its order is lost",
    "epoch_ms": "Spark has none for moments",
    "first": "which one differs",
    "first_value": "which one differs among equals",
    "last": "which one differs",
    "len": "of a list it becomes the length of a text",
    "length": "of a list it becomes the length of a text",
    "list": "its order is lost",
    "mode": "ties are broken otherwise",
    "percentile_cont": "it becomes approximate",
    "percentile_disc": "it becomes approximate",
    "quantile": "it becomes approximate",
    "quantile_cont": "it fails",
    "quantile_disc": "it becomes approximate",
}
"""Functions that another engine answers otherwise, or not at all, and why."""


@EACH
def test_the_answer_is_the_one_that_was_written_down(each: Query) -> None:
    assert written(answered(rows_of_all(), each.sql)).decode() == (GOLDEN / f"{each.name}.ndjson").read_text("utf-8")


def test_nothing_is_drawn_into_an_answer_that_takes_long() -> None:
    assert answered({}, "SELECT current_setting('enable_progress_bar') AS drawn").rows == ((False,),)


def test_no_golden_answer_is_left_without_its_question() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(queries())


@pytest.mark.long
@EACH
@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_the_rows_is_told_by_the_question_alone(each: Query, seed: int) -> None:
    rows = rows_of_all()
    before = answered(rows, each.sql)
    chance = random.Random(seed)
    shuffled = {name: chance.sample(some, len(some)) for name, some in rows.items()}
    assert written(answered(shuffled, each.sql)) == written(before)


@EACH
def test_a_question_says_who_asks_it_of_what_and_how_it_is_read(each: Query) -> None:
    assert each.question.endswith("?")
    assert each.asks in ASKERS
    assert each.of.endswith(".")
    assert each.reads.endswith(".")
    assert max(map(len, each.sql.splitlines())) <= 120


@EACH
def test_a_question_is_in_the_subset_that_other_engines_read_alike(each: Query) -> None:
    (tree,) = sqlglot.parse(each.sql, read="duckdb")
    assert isinstance(tree, exp.Select)
    assert tree.args.get("order") is not None
    assert not [star for star in tree.find_all(exp.Star) if not isinstance(star.parent, exp.Count)]
    for function in tree.find_all(exp.Func):
        name = function.name.lower() if isinstance(function, exp.Anonymous) else function.sql_name().lower()
        assert name not in UNEQUAL, (name, UNEQUAL.get(name))
    own = {common.alias for common in tree.find_all(exp.CTE)}
    assert {table.name for table in tree.find_all(exp.Table)} <= KNOWN | own
    (spark,) = sqlglot.transpile(each.sql, read="duckdb", write="spark", unsupported_level=sqlglot.ErrorLevel.RAISE)
    assert sqlglot.parse_one(spark, read="spark") is not None


@pytest.mark.parametrize("sql", ["SELECT mode(who) FROM turn ORDER BY 1", "SELECT len(rules) FROM line ORDER BY 1"])
def test_what_is_outside_of_the_subset_would_be_found(sql: str) -> None:
    names = {
        function.name.lower() if isinstance(function, exp.Anonymous) else function.sql_name().lower()
        for function in sqlglot.parse_one(sql, read="duckdb").find_all(exp.Func)
    }
    assert names & UNEQUAL.keys()


@pytest.mark.long
@EACH
def test_every_interval_holds_the_share_and_lies_between_nothing_and_all(each: Query) -> None:
    found = answered(rows_of_all(), each.sql)
    if not {"low", "share"} <= {*found.columns}:
        return
    share, low, high = (found.columns.index(name) for name in ("share", "low", "high"))
    for row in found.rows:
        assert -1e-9 <= row[low] <= row[share] + 1e-9
        assert row[share] - 1e-9 <= row[high] <= 1 + 1e-9


def test_an_interval_is_wilson_s() -> None:
    """10 of 20 lie between .2993 and .7007, 0 of 10 between 0 and .2775 (Newcombe 1998)."""
    sql = (
        "SELECT (k + 1.9208 - 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS low,"
        " (k + 1.9208 + 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416) AS high"
        " FROM (VALUES (10, 20), (0, 10)) AS t(k, n) ORDER BY k DESC"
    )
    found = answered({}, sql)
    assert [round(value, 4) for row in found.rows for value in row] == [0.2993, 0.7007, 0.0, 0.2775]
    formula = "(k + 1.9208 - 1.96 * sqrt(k * (n - k) / n + 0.9604)) / (n + 3.8416)"
    assert sum(formula in each.sql for each in queries().values()) >= 3


def test_a_question_that_nobody_ships_is_told_with_those_there_are() -> None:
    with pytest.raises(NoSuchQuery, match="There is no question 'skill': there are balance, "):
        query("skill")


def test_ten_dice_of_a_worked_example_are_as_lucky_as_it_says() -> None:
    """Ten d6 that show 6 6 5 6 2 6 4 6 5 6: 78.3, fair 50 ± 17.6, z 3.1478."""
    rows = deepcopy(rows_of_all())
    sheet = SHEETS["roll"]
    (some,) = (row for row in rows["roll"][:1])
    made = []
    for number, face in enumerate((6, 6, 5, 6, 2, 6, 4, 6, 5, 6)):
        row = [*some]
        values = {
            "n": number,
            "seat": "zoe",
            "live": True,
            "valence": 1,
            "mid_p": (face - 0.5) / 6,
            "mid_p_var": 35 / 432,
        }
        for name, value in values.items():
            row[sheet.place(name)] = value
        made.append(row)
    found = answered({**rows, "roll": made}, query("luck").sql)
    ((seat, n, luck, low, high, z, note),) = found.rows
    assert (seat, n, round(luck, 1), round(high - 50, 1), round(z, 4), note) == ("zoe", 10, 78.3, 17.6, 3.1478, None)
    assert round(low + high, 6) == 100


# The engine


@pytest.fixture
def asking() -> Asking:
    """Give the tables of the fights."""
    return Asking.of_rows(rows_of_all())


@pytest.mark.long
def test_from_a_folder_comes_what_comes_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trial, "fault", None)
    judges = Judges(fights=4)
    with Ledger(tmp_path / "store") as ledger:
        for _ in range(3):
            closed(ledger)
        answers = []
        for form in ("parquet", "csv", "ndjson", "duckdb"):
            export(ledger, tmp_path / form, Wish(form=form, judges=judges))
            asking, manifest = Asking.of_folder(tmp_path / form)
            assert len(manifest.fights) == 3
            with asking:
                answers.append({each.name: written(asking.ask(each.sql)) for each in queries().values()})
    assert answers[0]["winners"]
    assert answers[0]["decided"]
    assert all(each == answers[0] for each in answers)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('{}/secret.txt')",
        "SELECT * FROM '{}/secret.txt'",
        "SELECT * FROM glob('{}/*')",
        "SELECT * FROM read_parquet('https://example.org/x.parquet')",
    ],
)
def test_nothing_of_the_machine_is_reached(tmp_path: Path, sql: str) -> None:
    (tmp_path / "secret.txt").write_text("planted", encoding="utf-8")
    with Ledger(tmp_path / "store") as ledger:
        closed(ledger)
        export(ledger, tmp_path / "tables", Wish())
    of_folder, _ = Asking.of_folder(tmp_path / "tables")
    for asking in (of_folder, Asking.of_rows({})):
        with asking, pytest.raises(NoAnswer) as caught:
            asking.ask(sql.format(tmp_path))
        assert "planted" not in str(caught.value)


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DROP TABLE turn", "Only what reads is asked: a statement that begins with SELECT or WITH."),
        ("COPY turn TO '/tmp/x.csv'", "Only what reads is asked: a statement that begins with SELECT or WITH."),
        ("SET enable_external_access = true", "Only what reads is asked: a statement that begins with SELECT or WITH."),
        ("INSTALL httpfs", "Only what reads is asked: a statement that begins with SELECT or WITH."),
        ("EXPLAIN DROP VIEW rulebook", "Only what reads is asked: "),
        ("EXPLAIN ANALYZE DROP VIEW rulebook", "Only what reads is asked: "),
        ("/* a */ explain -- b\n analyze DROP VIEW rulebook", "Only what reads is asked: "),
        ("EXPLAIN (ANALYZE) DROP VIEW rulebook", "Only what reads is asked: "),
        ("EXPLAIN (FORMAT json, ANALYZE) DROP VIEW rulebook", "Only what reads is asked: "),
        ("EXPLAIN ANALYZE PREPARE x AS SELECT 1", "Only what reads is asked: "),
        ("SELECT 1; SELECT 2", "One statement is asked at a time; these are 2."),
        ("", "One statement is asked at a time; these are 0."),
        ("SELECT nothing FROM turn", "The tables cannot answer that: Binder Error: "),
        ("SELEKT 1", "The tables cannot answer that: Parser Error: "),
    ],
)
def test_what_does_not_read_is_not_asked(asking: Asking, sql: str, why: str) -> None:
    with asking, pytest.raises(NoAnswer) as caught:
        asking.ask(sql)
    assert str(caught.value).startswith(why)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("EXPLAIN SELECT who FROM turn", "physical_plan"),
        ("explain analyze WITH é AS (SELECT who FROM turn) SELECT * FROM é", "analyzed_plan"),
        ("EXPLAIN (ANALYZE) /* é */ SELECT who FROM turn", "analyzed_plan"),
        ("EXPLAIN (FORMAT json) FROM turn", "physical_plan"),
    ],
)
def test_a_question_is_explained(asking: Asking, sql: str, told: str) -> None:
    with asking:
        assert asking.ask(sql).rows[0][0] == told


@pytest.mark.parametrize("form", ["parquet", "csv", "ndjson", "duckdb"])
def test_no_question_writes_over_what_it_reads(tmp_path: Path, form: str) -> None:
    with Ledger(tmp_path / "store") as ledger:
        closed(ledger)
        export(ledger, tmp_path / "tables", Wish(form=form))
    asking, manifest = Asking.of_folder(tmp_path / "tables")
    file = tmp_path / "tables" / manifest.files[0].path
    before = file.read_bytes()
    copy = f"COPY (SELECT 1) TO '{file}' (FORMAT csv, USE_TMP_FILE false)"
    with asking:
        for sql in (copy, f"EXPLAIN {copy}", f"EXPLAIN ANALYZE {copy}", f"EXPLAIN (ANALYZE) {copy}"):
            with pytest.raises(NoAnswer, match="Only what reads is asked"):
                asking.ask(sql)
    assert file.read_bytes() == before


def test_what_was_taken_back_is_there_for_a_question_that_wants_it(asking: Asking) -> None:
    with asking:
        found = asking.ask("SELECT live, count(*) AS n FROM command GROUP BY live ORDER BY live")
    assert dict(found.rows).keys() == {False, True}
