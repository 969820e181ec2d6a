"""A board that is drawn somewhere in particular is drawn there, on wide screens and on tall ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser

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


def test_zones_of_ours_stand_as_their_roster_draws_them(served: Site, browser: Browser) -> None:
    fight = served.open("storyteller-zones")
    with screen(browser) as shown:
        shown.open(fight.address("storyteller"))
        spots = middles(shown)
        assert spots["Forecastle"][0] < spots["Waist"][0] < spots["Masthead"][0] < spots["Pilot-Boat"][0]
        assert spots["Waist"][1] < spots["Boarding-Nets"][1] < spots["Privateer"][1]
