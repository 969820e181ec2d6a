"""`encounter tables`, as it is typed."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from typer.testing import CliRunner, Result

from analytics import extras
from cli.main import app
from ledger.application import Ledger
from projections.analytics.dictionary_page import page
from tests.analytics.stores import begun, closed, ended


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with a fight that is closed, one that is over, and one that goes on."""
    with Ledger(tmp_path / "data") as ledger:
        closed(ledger)
        ended(ledger)
        begun(ledger)
    return tmp_path / "data"


def typed(*words: object) -> Result:
    """Return what came of a call."""
    return CliRunner().invoke(app, ["tables", *map(str, words)])


def test_it_says_what_was_written_and_what_does_not_count(data: Path, tmp_path: Path) -> None:
    to = tmp_path / "out"
    done = typed("--to", to, "--data", data, "--format", "csv")
    assert done.exit_code == 0
    first, *others = done.stdout.splitlines()
    assert first.startswith("Wrote 1 fight of ")
    assert others == ["Left out: 1 fight (not closed).", "Left out: 1 fight (not over)."]
    again = typed("--to", to, "--data", data, "--format", "csv", "--json")
    told = orjson.loads(again.stdout)
    assert (told["fights"], told["held"], told["left_out"]) == (0, 1, {"not closed": 1, "not over": 1})
    assert told["bookmark"] > 0


def test_the_many_files_of_a_month_are_put_together(data: Path, tmp_path: Path) -> None:
    to = tmp_path / "out"
    typed("--to", to, "--data", data)
    with Ledger(data) as ledger:
        closed(ledger)
    typed("--to", to, "--data", data)
    assert typed("--to", to, "--compact").stdout == f"{to}: 1 month put together.\n"


def test_the_dictionary_is_printed_without_any_store() -> None:
    assert typed("--dictionary").stdout == page()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--format", "csv"], "Name the folder for the tables with --to."),
        (["--to", "{}/out", "--all", "--since", "3"], "Name one of --all and --since."),
        (["--to", "{}/out", "--compact"], "{}/out holds no tables to compact."),
        (["--to", "{}/out", "--pseudonyms", "{}/none"], "The file {}/none cannot be read: No such file or directory."),
        (["--to", "{}/out", "--system", "chess"], "There is no system 'chess'"),
    ],
)
def test_what_it_cannot_do_it_says_in_a_sentence(data: Path, tmp_path: Path, words: list[str], why: str) -> None:
    done = typed("--data", data, *(word.replace("{}", str(tmp_path)) for word in words))
    assert done.exit_code == 2
    assert done.stderr.startswith(why.replace("{}", str(tmp_path)))
    assert len(done.stderr.splitlines()) == 1


def test_without_the_extra_parquet_says_how_to_get_it(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    for words in ((), ("--compact",)):
        done = typed("--to", tmp_path / "out", "--data", data, *words)
        assert done.exit_code == 2
        assert "-m pip install pyarrow`." in done.stderr
