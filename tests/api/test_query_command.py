"""`encounter query` and `encounter sql`, as they are typed."""

from __future__ import annotations

import csv
from pathlib import Path

import orjson
import pytest
from typer.testing import CliRunner, Result

from analytics import extras, gathering
from analytics.queries import queries
from cli.main import app
from ledger.application import Ledger
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import Lines, Unreadable
from tests.analytics.golden_rows import FIGHTS
from tests.analytics.stores import begun, closed, ended

ONE = next(file for file in FIGHTS if file.stem == "pursuit-1")


def typed(*words: object) -> Result:
    """Return what came of a call."""
    return CliRunner().invoke(app, [*map(str, words)])


def of_all() -> list[object]:
    """Return the options that name all fights of the tests."""
    return [word for file in FIGHTS for word in ("--from", file)]


def test_without_a_name_the_questions_are_listed_with_who_asks_them() -> None:
    told = typed("query").stdout
    assert told.startswith("For the game master\n  balance      Was it balanced")
    assert all(each.question in told for each in queries().values())
    listed = orjson.loads(typed("query", "--json").stdout)
    assert {each["name"] for each in listed} == set(queries())


def test_an_answer_says_of_which_fights_it_is_and_how_to_read_it() -> None:
    done = typed("query", "winners", *of_all(), "--system", "pursuit")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Who won, how surely, and how fast?"
    assert "Of 4 fights; left out: 6 of other systems." in lines
    assert lines[-3].split() == [
        *["system", "winner", "fights", "n", "share", "low", "high", "commands", "rounds", "note"]
    ]
    assert lines[-2].split() == ["pursuit", "Bram", "3", "4", "0.75", "0.301", "0.954", "22", "too", "few"]
    assert lines[-1].split() == ["pursuit", "Ana", "1", "4", "0.25", "0.046", "0.699", "22", "too", "few"]


def test_a_question_is_printed_in_the_words_of_another_engine() -> None:
    (plain, other) = (typed("query", "turns", "--sql", *more) for more in ([], ["--dialect", "clickhouse"]))
    assert (plain.exit_code, other.exit_code) == (0, 0)
    assert plain.stdout == queries()["turns"].sql
    assert "SELECT" in other.stdout
    assert other.stdout != plain.stdout
    assert typed("query", "turns", "--sql", "--dialect", "basic").exit_code == 2


def test_an_answer_for_programs_and_one_for_spreadsheets_hold_the_same() -> None:
    told = orjson.loads(typed("query", "winners", *of_all(), "--json").stdout)
    assert told["fights"] == "8 fights; left out: 1 not closed, 1 not over."
    rows = [*csv.DictReader(typed("query", "winners", *of_all(), "--csv").stdout.splitlines())]
    assert [row["winner"] for row in rows] == ["Marrow", "Bram", "Ana", "adversaries", "party"]
    assert [row["winner"] for row in told["rows"]] == [row["winner"] for row in rows]


def test_the_sql_of_a_question_is_printed_to_be_asked_elsewhere() -> None:
    assert typed("query", "winners", "--sql").stdout == queries()["winners"].sql


@pytest.mark.parametrize("words", [["sql", "SELECT 1"], ["query", "winners"]])
def test_a_fight_that_is_named_twice_is_refused(words: list[str]) -> None:
    done = typed(*words, "--from", ONE, "--from", ONE)
    assert (done.exit_code, done.stderr) == (2, "Two of the files hold the same fight: name each fight once.\n")


def test_of_a_store_those_count_that_are_closed(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        closed(ledger)
        ended(ledger)
        begun(ledger)
    counted = "SELECT count(*) AS n FROM encounter"
    assert typed("sql", counted, "--data", tmp_path).stdout.split() == [
        *["Of", "1", "fight;", "left", "out:", "1", "not", "closed,", "1", "not", "over."],
        "n",
        "1",
    ]
    assert typed("sql", counted, "--data", tmp_path, "--ended").stdout.split()[-1] == "2"


@pytest.mark.long
def test_fights_that_go_on_count_where_they_are_wanted() -> None:
    told = orjson.loads(typed("query", "standing", *of_all(), "--running", "--json").stdout)
    assert told["fights"] == "9 fights; left out: 1 not closed."
    assert [row["system"] for row in told["rows"]] == ["verdigris"]
    assert orjson.loads(typed("query", "standing", *of_all(), "--json").stdout)["rows"] == []


def test_where_no_fight_counts_it_says_how_more_do(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ended(ledger)
    done = typed("query", "winners", "--data", tmp_path)
    assert done.stderr == "A fight counts once its ledger is closed; with --ended it counts as soon as it is over.\n"
    assert done.stdout.endswith("Of 0 fights; left out: 1 not closed.\n\nNothing.\n")


def test_a_folder_of_tables_is_asked_as_it_was_written(tmp_path: Path) -> None:
    with Ledger(tmp_path / "data") as ledger:
        closed(ledger)
    typed("tables", "--to", tmp_path / "tables", "--data", tmp_path / "data")
    done = typed("sql", "SELECT who FROM combatant ORDER BY who", "--from", tmp_path / "tables", "--csv")
    assert done.stdout.splitlines() == ["who", "Ana", "Bo"]


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["query", "skill"], 2, "There is no question 'skill': there are balance, "),
        (["query", "winners", "--json", "--csv"], 2, "Name one of --json and --csv."),
        (["query", "winners", "--from", "{}/none"], 2, "There is no folder and no file {}/none."),
        (["query", "winners", "--from", "{}"], 2, "{} holds no tables: write some with `encounter tables --to {}`."),
        (["query", "winners", "--from", "{}", "--ended"], 2, "Which fights a folder of tables holds was said when"),
        (["query", "winners", "--data", "{}/none"], 2, "No encounter can be read from {}/none"),
        (["query", "winners", "--system", "chess"], 2, "There is no system 'chess'"),
        (["sql", "SELECT 1", "--from", "{}", "--from", "{}/a"], 2, "Name one folder of tables, or files of fights;"),
        (["sql", "DELETE FROM turn", "--from", "{}/a"], 1, "Only what reads is asked: "),
        (["sql", "SELECT x FROM turn", "--from", "{}/a"], 1, "The tables cannot answer that: Binder Error"),
    ],
)
def test_what_it_cannot_do_it_says_in_a_sentence(tmp_path: Path, words: list[str], status: int, why: str) -> None:
    (tmp_path / "a").write_bytes(FIGHTS[0].read_bytes())
    done = typed(*(word.replace("{}", str(tmp_path)) for word in words))
    assert done.exit_code == status
    assert done.stderr.splitlines()[-1].startswith(why.replace("{}", str(tmp_path)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"at":1', b'"at":9999999999999999991'),
        (b'"encounter":"', b'"encounter":7,"x":"'),
        (b'"who":"', b'"who":7,"x":"'),
        (b'"outcome":"', b'"outcome":null,"x":"'),
        (b'"faces":[', b'"faces":[1000000000000,'),
        (b'"system":"', b'"system":"x'),
    ],
)
def test_a_file_that_does_not_verify_is_said_in_a_sentence(tmp_path: Path, old: bytes, new: bytes) -> None:
    raw = ONE.read_bytes()
    assert old in raw
    (tmp_path / "odd.ndjson").write_bytes(raw.replace(old, new, 1))
    for words in (["sql", "SELECT 1"], ["query", "winners"]):
        done = typed(*words, "--from", FIGHTS[-1], "--from", tmp_path / "odd.ndjson")
        assert done.exit_code == 1
        assert done.stderr.startswith(f"{tmp_path / 'odd.ndjson'} does not verify: line ")
        assert done.stdout == ""


def test_a_fight_of_the_store_that_cannot_be_read_is_named_the_others_count_and_it_ends_as_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(tmp_path) as ledger:
        closed(ledger)
        closed(ledger)
    count = iter((False, True))

    def failing(lines: Lines) -> Rows:
        if next(count):
            raise Unreadable(3, "it is no JSON.")
        return extract(lines)

    monkeypatch.setattr(gathering, "extract", failing)
    done = typed("sql", "SELECT count(*) AS n FROM encounter", "--data", tmp_path)
    assert done.exit_code == 1
    assert done.stderr.endswith(": Line 3 cannot be read for the tables: it is no JSON.\n")
    assert done.stdout == "Of 1 fight; left out: 1 unreadable.\n\nn\n1\n"


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    done = typed("query", "winners", *of_all())
    assert done.exit_code == 2
    assert "This needs duckdb and pyarrow, which the extra `analytics` brings" in done.stderr


def test_spark_is_an_extra_of_its_own_and_needs_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    done = typed("query", "winners", "--engine", "spark", *of_all())
    assert done.exit_code == 2
    assert "This needs pyspark and sqlglot and pyarrow, which the extra `spark` brings" in done.stderr
    monkeypatch.setattr(extras, "find_spec", lambda _: True)
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    done = typed("query", "winners", "--engine", "spark", *of_all())
    assert done.exit_code == 2
    assert done.stderr.endswith("there is none on this machine: install it, or ask without Spark.\n")


def test_spark_is_asked_of_parquet_alone(tmp_path: Path) -> None:
    with Ledger(tmp_path / "data") as ledger:
        closed(ledger)
    typed("tables", "--to", tmp_path / "tables", "--data", tmp_path / "data", "--format", "csv")
    done = typed("query", "winners", "--from", tmp_path / "tables", "--engine", "spark")
    assert (done.exit_code, done.stderr) == (
        2,
        f"{tmp_path / 'tables'} holds tables as csv: Spark is asked of Parquet.\n",
    )
    done = typed("query", "winners", "--from", tmp_path / "data", "--engine", "spark")
    assert done.stderr.startswith(f"{tmp_path / 'data'} holds no tables: ")
