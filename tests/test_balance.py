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
MANY = 100
"""So many fights of any other system."""
FEW = {"pursuit": 60, "etiquette": 40, "vanguard": 20}
"""So many of those that are soon over say whether something has become quite another fight."""
NEAR = 0.1
"""So far from what the page says these fights may be, of some of which it counts more."""


def won_in(name: str, fights: int) -> dict[str, float]:
    """Return the share of so many fights of a ready fight that each side wins."""
    plan = Plan(one=rosters.read(OURS[name]))
    won = Counter(row.one.winner for row in simulate(plan, chunks(fights)).rows)
    return {side: won[side] / fights for side in sides_of(plan)}


def said_of(name: str) -> dict[str, float]:
    """Return what the page says of a ready fight."""
    return {side: int(share) / 100 for side, share in LISTED[name].items()}


def fair(sides: int) -> tuple[float, float]:
    """Return how seldom and how often one of so many sides may win."""
    return (0.35, 0.65) if sides == 2 else (0.5 / sides, 2 / sides)


@pytest.mark.long
@pytest.mark.parametrize("name", LISTED)
def test_each_side_of_a_ready_fight_wins_about_as_often_as_the_page_says_and_none_is_far_ahead(name: str) -> None:
    shares = won_in(name, FIGHTS.get(rosters.read(OURS[name]).system, MANY))
    least, most = fair(len(shares))
    assert {side: share for side, share in shares.items() if not least <= share <= most} == {}
    assert shares == pytest.approx(said_of(name), abs=NEAR)


@pytest.mark.long(but=("pursuit-fair",))
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LISTED if rosters.read(OURS[name]).system in FEW])
def test_a_few_fights_go_as_the_page_says_within_what_chance_allows(name: str) -> None:
    fights, said = FEW[rosters.read(OURS[name]).system], said_of(name)
    shares = won_in(name, fights)
    assert shares.keys() == said.keys()
    for side, share in shares.items():
        assert abs(share - said[side]) < 3 * (said[side] * (1 - said[side]) / fights) ** 0.5, side


@pytest.mark.parametrize("name", LISTED)
def test_what_the_page_says_of_a_ready_fight_is_fair(name: str) -> None:
    said = said_of(name)
    least, most = fair(len(said))
    assert {side: share for side, share in said.items() if not least <= share <= most} == {}


def test_of_a_system_that_the_page_lists_it_lists_every_ready_fight_three_of_each_and_sides_of_at_least_two() -> None:
    """A system that is being made has one fight, and is listed once the lab has weighed three."""
    openings = {name: rosters.read(path) for name, path in OURS.items()}
    weighed = {openings[name].system for name in LISTED}
    assert len(weighed) >= 5
    assert weighed <= set(RULESETS)
    assert sorted(LISTED) == sorted(name for name, opening in openings.items() if opening.system in weighed)
    listed = [openings[name] for name in LISTED]
    assert Counter(opening.system for opening in listed) == dict.fromkeys(weighed, 3)
    assert all(len(sides_of(Plan(one=opening))) > 1 for opening in listed)
