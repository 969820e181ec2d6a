"""A board that is drawn somewhere in particular is drawn there, on wide screens and on tall ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from files import rosters
from files.written_rosters import named
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Site

pytestmark = pytest.mark.usefixtures("same_dice")

ROW = ["garden", "well", "market", "steps", "quay", "chapel", "bridge", "alley", "cellar", "arcade", "loft"]


def middles(shown: Screen) -> dict[str, tuple[float, float]]:
    """Return where the middle of each place is on the board, wherever the camera looks just now."""
    found: dict[str, tuple[float, float]] = shown.page.locator(".stage [data-place]").evaluate_all(
        """(places) => Object.fromEntries(places.map((each) => {
            const { x, y, width, height } = each.querySelector("circle.stone, rect.place").getBBox();
            return [each.dataset.place, [x + width / 2, y + height / 2]];
        }))"""
    )
    return found


OVER = """() => {
    const texts = [...document.querySelectorAll('.stage svg.ranks text')].filter((each) => each.textContent.trim());
    const boxes = texts.map((each) => [each.textContent, each.getBoundingClientRect()]);
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
    const card = (each) => each.parentElement.querySelector('rect.place').getBoundingClientRect();
    const beyond = [...document.querySelectorAll('.stage .spot:has(> rect.place) > text')]
        .filter((each) => each.getBoundingClientRect().right > card(each).right);
    const met = boxes.flatMap(([name, one], at) => boxes.slice(at + 1)
        .filter(([, other]) => meet(one, other)).map(([other]) => [name, other]));
    return [...met, ...beyond.map((each) => each.textContent)];
}"""
"""What of a board of ranks covers something else of it, or stands out of its card."""


@pytest.mark.long
@pytest.mark.parametrize(("roster", "width"), [("vanguard-gate", 390), ("vanguard", 1440)])
def test_nothing_that_is_written_on_a_board_of_ranks_covers_anything_else(
    served: Site, browser: Browser, roster: str, width: int
) -> None:
    fight = served.open(roster)
    with screen(browser, Look(width, "light")) as shown:
        shown.open(fight.address("gm"))
        expect(shown.page.locator(".stage svg.ranks .tok").first).to_be_visible()
        assert shown.page.evaluate(OVER) == []


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_tiles_stand_where_the_opening_draws_them(served: Site, browser: Browser, look: Look) -> None:
    usual: Any = rosters.read(named("pursuit"))
    board = replace(usual.board, layout={place: (column, column % 2) for column, place in enumerate(ROW)})
    fight = served.begin(replace(usual, board=board))
    with screen(browser, look) as shown:
        shown.open(fight.address("odila"))
        spots = middles(shown)
        assert sorted(ROW, key=lambda place: spots[place][0]) == ROW
        assert {spots[even][1] < spots[odd][1] for even in ROW[::2] for odd in ROW[1::2]} == {True}
        shown.must_be_well()


@pytest.mark.long
def test_zones_of_ours_stand_as_their_roster_draws_them(served: Site, browser: Browser) -> None:
    fight = served.open("storyteller-zones")
    with screen(browser) as shown:
        shown.open(fight.address("storyteller"))
        spots = middles(shown)
        assert spots["Forecastle"][0] < spots["Waist"][0] < spots["Masthead"][0] < spots["Pilot-Boat"][0]
        assert spots["Waist"][1] < spots["Boarding-Nets"][1] < spots["Privateer"][1]
