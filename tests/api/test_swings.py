"""What decided a fight, as a command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.calling import run
from tests.api.test_command_line import one_sentence

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
FIGHT = TRANSCRIPTS / "etiquette.ndjson"


@pytest.mark.slow
def test_the_largest_swings_are_told_with_their_sentences() -> None:
    told = run("swings", FIGHT, "--fights", 120)
    assert (told.exit_code, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0].startswith("The chance of Vesper if automatic players went on, by a judge that learnt from 120")
    assert sum(line.startswith("  line ") for line in lines) == 5
    assert lines[-1].startswith("Result less the luck of the dice: ")
    found = json.loads(run("swings", FIGHT, "--fights", 120, "--side", "Marrow", "--json").stdout)
    assert (found["side"], found["at_last"]) == ("Marrow", 0)
    assert found["judge"]["skill"] > 0.05


def test_a_side_that_is_none_is_said() -> None:
    wrong = run("swings", FIGHT, "--side", "Nobody")
    assert one_sentence(wrong, 2) == "There is no side 'Nobody': name Vesper, Marrow or Thistle."


@pytest.mark.slow
def test_of_a_fight_that_one_side_always_wins_nothing_is_said() -> None:
    told = one_sentence(run("swings", TRANSCRIPTS / "verdigris.ndjson", "--fights", 40), 1)
    assert told.startswith("No judge of this fight is worth asking. It foresees next to nothing here")
