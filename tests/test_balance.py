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

PAGE = (Path(__file__).parents[1] / "docs" / "balance.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([a-z-]+)` \| [a-z ]+ \| ([^|\d]+ \d+(?:, [^|\d]+ \d+)*) \| (\d+) \|$", re.MULTILINE)
LISTED = {name: dict(each.rsplit(" ", 1) for each in won.split(", ")) for name, won, _ in ROW.findall(PAGE)}
"""What the page says: who wins how many of 100 of each ready fight."""
FIGHTS = {"pursuit": 200, "etiquette": 200, "vanguard": 200, "verdigris": 100, "storyteller": 60}
"""So many fights of each system say enough, the same ones each time."""
LONG = ("verdigris", "storyteller")
"""Systems whose fights take long."""
NEAR = 0.1
"""So far from what the page says these fights may be, of some of which it counts more."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.long) if each.startswith(LONG) else each for each in LISTED]
)
def test_each_side_of_a_ready_fight_wins_about_as_often_as_the_page_says_and_none_is_far_ahead(name: str) -> None:
    plan = Plan(one=rosters.read(OURS[name]))
    fights = FIGHTS[plan.one.system]
    won = Counter(row.one.winner for row in simulate(plan, chunks(fights)).rows)
    sides = sides_of(plan)
    least, most = (0.35, 0.65) if len(sides) == 2 else (0.5 / len(sides), 2 / len(sides))
    assert {side: won[side] / fights for side in sides if not least <= won[side] / fights <= most} == {}
    said = {side: int(share) / 100 for side, share in LISTED[name].items()}
    assert {side: won[side] / fights for side in sides} == pytest.approx(said, abs=NEAR)


def test_the_page_lists_every_ready_fight() -> None:
    assert sorted(LISTED) == sorted(OURS)


def test_there_are_three_ready_fights_of_every_system_and_sides_of_at_least_two() -> None:
    openings = [rosters.read(path) for path in OURS.values()]
    assert {system: sum(opening.system == system for opening in openings) for system in RULESETS} == dict.fromkeys(
        RULESETS, 3
    )
    assert all(len(sides_of(Plan(one=opening))) > 1 for opening in openings)
