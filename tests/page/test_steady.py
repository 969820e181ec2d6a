"""What somebody is about to press stays under their finger while the page learns more of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.page.dragging import middle, settled
from tests.page.looks import Look, screen
from tests.page.site import Site
from tests.page.tables import archers, rolls, until

HARDLY = 6
"""Pixels that nobody misses a button by."""


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1440])
def test_what_is_about_to_be_sent_stays_where_it_is_while_its_odds_are_counted(
    browser: Browser, served: Site, width: int
) -> None:
    fight = archers(served)
    held: list[Route] = []
    with screen(browser, Look(width, "light"), "en-GB") as shown:
        shown.page.route("**/offers?asides=false&odds=true", lambda route: held.append(route))  # noqa: PLW0108  # Playwright asks what it calls for its parameters
        shown.open(fight.address("ana"))
        button, chip = shown.page.locator(".say .go"), shown.page.locator(".chip[data-do=attack]")

        def height(of: Locator) -> float:
            return settled(shown.page, lambda: middle(of.bounding_box()))[1]

        expect(button).to_be_disabled()
        counting = height(button), height(chip)
        shown.page.keyboard.press("Enter")
        until(shown, lambda: held)
        for each in held:
            each.continue_()
        expect(button).to_be_enabled()
        moved = [abs(now - was) for now, was in zip((height(button), height(chip)), counting, strict=True)]
        assert max(moved) < HARDLY, moved
        assert not rolls(fight)
