"""Whose reach a way leads through is seen on the squares while it is measured, and told where the cursor stands."""

from __future__ import annotations

from itertools import count

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.deciding import offers
from domain.encounter import Encounter
from tests.page.dragging import drags, grip, middle
from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Fight, Site
from tests.page.test_playing import anwen_moves, ways_of


def near(now: Encounter, path: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the squares in the reach of each foe whose reach a way of Anwen's leads through."""
    (move,) = (each for each in offers(now, "anwen") if each.do == "move")
    way = {now.combatants[move.who or ""].at, *path}
    return {each.who: set(each.places) for each in move.threats if way & set(each.places)}


@pytest.fixture(scope="module")
def struck(served: Site) -> Fight:
    """A fight in which somebody may strike at Anwen on one of her ways."""
    return next(fight for seed in count(8) if ways_of(fight := anwen_moves(served, seed), struck=True))


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_the_reach_that_a_measured_way_leads_through_is_hatched_and_said(
    browser: Browser, struck: Fight, look: Look
) -> None:
    end = ways_of(struck, struck=True)[0]
    told = near(struck.now, end.path)
    with screen(browser, look) as shown:
        shown.open(struck.address("anwen"))
        token = shown.page.locator(".stage .tok.movable")
        spot = shown.page.locator(f".stage .spot[data-place='{end.tile}']")
        expect(spot).to_be_attached()
        expect(shown.page.locator(".stage .b-threat")).to_have_count(0)
        drags(shown.page, lambda: grip(token), lambda: middle(spot.bounding_box()))
        expect(shown.page.locator(".b-path")).to_have_count(1)
        expect(shown.page.locator(".stage .b-threat")).to_have_count(len(set.union(*told.values())))
        shown.must_be_well(colours=True)
        goes_to(shown.page, struck.now.combatants[str(struck.now.turn)].at, min(set.union(*told.values())))
        expect(shown.page.locator(".board [role=status]")).to_contain_text("in the reach of")


def goes_to(page: Page, origin: str, to: str) -> None:
    """Move the cursor of the board from where it begins to a square, by the arrows."""
    (x, y), (right, down) = (map(int, place.split(":")) for place in (origin, to))
    page.locator(".stage").focus()
    for key in ["ArrowRight" if right > x else "ArrowLeft"] * abs(right - x) + [
        "ArrowDown" if down > y else "ArrowUp"
    ] * abs(down - y):
        page.keyboard.press(key)
