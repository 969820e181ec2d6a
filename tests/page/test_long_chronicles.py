"""The chronicle of a long fight: older entries are no news, and what is not here is not denied."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.page.looks import screen
from tests.page.site import Fight, Site
from tests.page.tables import version

pytestmark = pytest.mark.usefixtures("same_dice")

ENTRIES = 60
"""More than come with the first screen."""


@pytest.fixture(scope="module")
def fought(served: Site) -> Fight:
    """A fight that went on for long, and goes on."""
    fight = served.open("storyteller", 71)
    fight.play(lambda now: version(fight) > 6 * ENTRIES or now.outcome is not None, most=600)
    return fight


@pytest.mark.long
def test_older_entries_are_no_news(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("gallery"))
        entries = shown.page.locator(".chron li[data-n]")
        expect(entries).to_have_count(50)
        shown.page.locator(".chron").evaluate("(it) => { it.scrollTop = 0; }")
        shown.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        shown.page.get_by_role("button", name="Older entries").click()
        expect(entries).not_to_have_count(50)
        expect(shown.page.locator(".newer")).to_have_count(0)


@pytest.mark.long
def test_what_is_looked_for_is_not_denied_while_older_entries_are_missing(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("gallery"))
        expect(shown.page.locator(".chron li[data-n]")).to_have_count(50)
        shown.page.route("**/chronicle?before=*", lambda route: route.abort())
        shown.page.get_by_role("searchbox").fill("nobody says this")
        expect(shown.page.locator(".hits")).to_contain_text("0 entries so far: older ones are not here yet")
        shown.page.unroute("**/chronicle?before=*")
        shown.bears()
        # Anything that is told makes it ask again by itself: then there is nothing left to press.
        shown.page.evaluate("document.querySelector('.chron > .btn')?.click()")
        expect(shown.page.locator(".hits")).to_contain_text("0 entries")
        expect(shown.page.locator(".hits")).not_to_contain_text("so far")


@pytest.mark.long
def test_a_proof_that_is_not_told_says_why(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("storyteller"))
        rolled = shown.page.locator(".chron li[data-n]", has=shown.page.locator(".rolls")).last
        shown.page.route("**/rolls?line=*", lambda route: route.abort())
        rolled.locator("button.no").click()
        shown.page.get_by_role("button", name="Proof of the roll").click()
        expect(shown.page.locator(".side [role=alert]")).to_contain_text("The server was not reached")
        expect(shown.page.get_by_text("No roll belongs to this line.")).to_have_count(0)
        shown.bears()
