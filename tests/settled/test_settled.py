"""Under one rules version the same commands and faces come to the same events, each of them, for ever."""

from __future__ import annotations

import pytest

from domain.deciding import RULESETS
from domain.rulesets.verdigris.attack import attacking
from tests.settled.fights import came_of, outcome, place_of, read


@pytest.mark.parametrize("system", RULESETS)
def test_what_is_settled_under_a_rules_version_comes_to_the_same_under_it(system: str) -> None:
    """Where this fails, what the rules of a system decide was changed: that is a new VERSION of it.

    Raise the version and run `python -m tests.settled`; what is kept under the old one stays.
    """
    fights = [*read(place_of(system))]
    assert fights
    assert [number for number, fight in enumerate(fights) if outcome(came_of(fight)) != fight.outcome] == []


def test_a_rule_that_decides_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacking, "CRITICAL", attacking.CRITICAL - 1)
    assert any(outcome(came_of(fight)) != fight.outcome for fight in read(place_of("verdigris")))
