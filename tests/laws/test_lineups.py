"""Who has a turn in a round, in every system: those who can have one, each once."""

from __future__ import annotations

import pytest

from domain.deciding import RULESETS
from tests.laws.fights import SYSTEMS, play

ROUNDLESS = frozenset({"pursuit", "etiquette"})


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_is_in_a_lineup_who_is_not_in_the_fight(system: str) -> None:
    met: set[str] = set()
    for number in range(3):
        for step in play(system, number, most=40):
            lineup = RULESETS[system].lineup(step.after)
            assert lineup.keys() <= step.after.combatants.keys()
            assert all(total is None or 0 < total < 40 for total in lineup.values())
            met |= lineup.keys()
    assert bool(met) != (system in ROUNDLESS)
