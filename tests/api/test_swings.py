"""What decided a fight, as a command."""

from __future__ import annotations

import json
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

from analytics.exports.judging import Judges
from ledger.application import Ledger
from projections.analytics.extraction import extract
from projections.analytics.lines import of_file
from tests.analytics.stores import closed
from tests.api.calling import run
from tests.api.test_command_line import one_sentence
from tests.judged import FIGHT, FIGHTS, judged

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


@pytest.mark.long
@pytest.mark.slow
def test_the_largest_swings_are_told_with_their_sentences(tmp_path: Path) -> None:
    asked = ("swings", FIGHT, "--fights", FIGHTS, "--data", tmp_path)
    told = run(*asked)
    assert (told.exit_code, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0].startswith(
        f"The chance of Vesper if automatic players went on, by a judge that learnt from {FIGHTS}"
    )
    assert sum(line.startswith("  line ") for line in lines) == 5
    assert lines[-1].startswith("Result less the luck of the dice: ")
    found = json.loads(run(*asked, "--side", "Marrow", "--json").stdout)
    assert (found["side"], found["at_last"]) == ("Marrow", 0)
    assert found["judge"]["skill"] > 0.05


@pytest.mark.long
def test_which_choices_cost_most_is_told_where_it_is_asked_for(tmp_path: Path) -> None:
    asked = ("swings", FIGHT, "--fights", FIGHTS, "--data", tmp_path)
    told = run(*asked, "--regrets")
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout.startswith(run(*asked).stdout)
    assert "cost most beside the best on offer" in told.stdout
    found = json.loads(run(*asked, "--regrets", "--json").stdout)
    assert found["choices"] > 50
    assert all(each["fought"]["low"] <= each["fought"]["value"] <= each["fought"]["high"] for each in found["regrets"])
    assert "regrets" not in json.loads(run(*asked, "--json").stdout)


def test_a_side_that_is_none_is_said() -> None:
    wrong = run("swings", FIGHT, "--side", "Nobody")
    assert one_sentence(wrong, 2) == "There is no side 'Nobody': name Vesper, Marrow or Thistle."


@pytest.mark.parametrize(
    ("ended", "status", "said"),
    [
        (KeyboardInterrupt, 130, "Stopped while a judge was learning: nothing of that is kept."),
        (BrokenProcessPool, 1, "A process was ended from outside."),
    ],
)
def test_learning_that_is_ended_is_said(
    monkeypatch: pytest.MonkeyPatch, ended: type[BaseException], status: int, said: str
) -> None:
    def learning(*_: object, **__: object) -> None:
        raise ended

    monkeypatch.setattr("bots.chances.judges.judge", learning)
    assert one_sentence(run("swings", FIGHT, "--fights", 99), status) == said


def test_tables_with_chances_that_are_ended_are_said_to_be_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def exporting(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analytics.exports.exporting.export", exporting)
    Ledger(tmp_path / "data").close()
    told = run("tables", "--to", tmp_path / "tables", "--judge", "--data", tmp_path / "data")
    assert one_sentence(told, 130) == "Stopped: what was not finished counts for nothing, so begin again."


@pytest.mark.long
def test_a_judge_that_foresees_next_to_nothing_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, worth = judged()
    monkeypatch.setattr("bots.chances.judges.judge", lambda *_, **__: (asked, replace(worth, skill=0.01)))
    told = one_sentence(run("swings", FIGHT, "--fights", 99), 1)
    assert told.startswith("No judge of this fight is worth asking. It foresees next to nothing here (skill 0.01, ")


@pytest.mark.long
def test_of_a_fight_that_one_side_always_wins_nothing_is_said() -> None:
    told = one_sentence(run("swings", TRANSCRIPTS / "verdigris.ndjson", "--fights", 40), 1)
    assert told.startswith("No judge of this fight is worth asking. It foresees next to nothing here")


def test_of_a_what_if_no_chances_are_told(tmp_path: Path) -> None:
    """It did not begin where it was opened, so that no judge can learn from there."""
    file = tmp_path / "what-if.ndjson"
    with Ledger(tmp_path / "data") as ledger:
        encounter = closed(ledger).encounter
        forked = ledger.fork(encounter, "ana", ledger.fight(encounter).ends[1])
        file.write_bytes(ledger.export(forked.encounter))
    assert one_sentence(run("swings", file), 1).startswith("This is a what-if, of which no chances are estimated")
    told = run("report", file, "--judge", "--out", tmp_path / "page.html")
    assert told.exit_code == 0
    assert told.stderr.startswith("The report has no chances. This is a what-if")
    lines = of_file(file.read_bytes())
    assert Judges(fights=4).swings(lines, extract(lines)) == []
