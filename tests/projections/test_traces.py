"""What lines are known again by misses no change of any value, in any system, beside rewinds too."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.encounter import Encounter
from domain.places.tiles import Tiles
from domain.ruleset import RULESETS
from ledger.line.lines import Line
from projections.chronicle import chronicle, entry_with
from projections.sentences import steps, traces
from projections.sentences.steps import Steps, past_of
from projections.values import WHOLE, members, reading, touching
from tests.projections.test_folding import SYSTEMS, System, play
from tests.projections.test_numbers import written
from tests.sparing import often

pytestmark = pytest.mark.slow

FEW = 3
A_PART = 2
"""Lines in a part: so few that nearly every change has a part of its own."""


def subjects(now: Encounter) -> list[str]:
    """Return every value that can be asked about."""
    own = [f"{one.id}.{member}" for one in now.combatants.values() for member in members(now, one)]
    traps = [f"{tile}.traps" for tile in now.board.links] if isinstance(now.board, Tiles) else []
    sides = [holder if ":" in holder else f"{holder}.hand" for holder in now.hands]
    return [*WHOLE, *own, *traps, *sides]


def missed(lines: Sequence[Line]) -> list[tuple[str, int]]:
    """Return every change of a value, with its line, that lies in a part of which nobody would think so."""
    past = past_of(lines)
    every, now = Steps(past), past.now
    found = []
    for subject in subjects(now):
        read, likely = reading(now, subject), set(every.places(touching(now, subject)))
        changed = (place for place in every.places() if read(every[place].before) != read(every[place].after))
        found += [(subject, every[place].line.n) for place in changed if place not in likely]
    return found


@pytest.mark.long(but=("-0",))
@pytest.mark.parametrize("number", range(FEW))
@pytest.mark.parametrize("system", sorted(RULESETS))
def test_no_change_of_a_value_is_missed(system: str, number: int) -> None:
    lines = written(system, number).lines
    with patch.object(traces, "AT_ONCE", A_PART), patch.object(steps, "AT_ONCE", A_PART):
        assert missed(lines) == []


@settings(max_examples=often(5, whole=15), deadline=None)
@given(SYSTEMS, st.data())
def test_none_is_missed_where_the_fight_was_taken_back(opening: System, choices: st.DataObject) -> None:
    lines = play(opening, choices, 25).lines
    with patch.object(traces, "AT_ONCE", A_PART), patch.object(steps, "AT_ONCE", A_PART):
        assert missed(lines) == []


@settings(max_examples=often(4, whole=10), deadline=None)
@given(SYSTEMS, st.data())
def test_a_line_is_told_from_those_near_it_as_from_all(opening: System, choices: st.DataObject) -> None:
    lines = play(opening, choices, 20).lines
    for entry in chronicle(lines):
        assert entry_with(lines, entry.n, past_of(lines).apart) == entry
