"""Our balanced fights are fair among automatic players, by the lab itself; docs/balance.md lists them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bots.lab.chunks import chunks
from bots.lab.running import Plan, sides_of, simulate
from domain.ruleset import RULESETS
from files import rosters
from files.written_rosters import OURS

QUICK = {
    "pursuit-roofs": 200,
    "pursuit-fair": 200,
    "etiquette": 200,
    "etiquette-siege": 200,
    "etiquette-many": 200,
    "vanguard-gate": 100,
    "vanguard-worm": 100,
}
LONG = {"verdigris-ambush": 100, "verdigris-ogre": 100, "storyteller-barrow": 60, "storyteller-zones": 60}
"""So many fights say enough, the same ones each time."""

PAGE = (Path(__file__).parents[1] / "docs" / "balance.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fights"), [*QUICK.items(), *(pytest.param(*each, marks=pytest.mark.long) for each in LONG.items())]
)
def test_no_side_of_a_balanced_fight_is_far_ahead(name: str, fights: int) -> None:
    plan = Plan(one=rosters.read(OURS[name]))
    won = Counter(row.one.winner for row in simulate(plan, chunks(fights)).rows)
    sides = sides_of(plan)
    least, most = (0.35, 0.65) if len(sides) == 2 else (0.5 / len(sides), 2 / len(sides))
    assert {side: won[side] / fights for side in sides if not least <= won[side] / fights <= most} == {}


def test_the_page_lists_every_balanced_fight() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| [a-z]", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted([*QUICK, *LONG])


def test_there_are_three_ready_fights_of_every_system_and_sides_of_at_least_two() -> None:
    openings = [rosters.read(path) for path in OURS.values()]
    assert {system: sum(opening.system == system for opening in openings) for system in RULESETS} == dict.fromkeys(
        RULESETS, 3
    )
    assert all(len(sides_of(Plan(one=opening))) > 1 for opening in openings)
