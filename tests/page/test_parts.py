"""What is loaded only when it is asked for: it comes, or the page says why not and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.page.looks import Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import anwens_turn, archers, declines, on_the_lan, until, version

AWAY = "this part of the page is not here yet"
NEWER = "A newer page is there."


@pytest.fixture(scope="module")
def fight(served: Site) -> Fight:
    """A fight in which it is Anwen's turn."""
    return anwens_turn(served, 61)


def looks_back(page: Page) -> None:
    page.get_by_role("button", name="Look back").click()


def opens_the_drawer(page: Page) -> None:
    page.get_by_role("button", name="Referee, words and secrets").click()


def presses_the_lamp(page: Page) -> None:
    page.locator(".lamp").click()


def presses_a_line(page: Page) -> None:
    page.locator(".chron .no").last.click()


def looks_for_anything(page: Page) -> None:
    page.keyboard.press("/")


ASKED = [
    pytest.param("lookback", looks_back, ".time .chart", id="the past"),
    pytest.param("sheets", opens_the_drawer, ".side [data-do=concede]", id="a sheet"),
    pytest.param("sheets", presses_the_lamp, ".rests h2", id="the lamp"),
    pytest.param("sheets", presses_a_line, ".menu li button", id="the menu of a line"),
    pytest.param("sheets", looks_for_anything, ".palette input", id="the palette"),
]


def at_the_table(shown: Screen, fight: Fight) -> Page:
    """Sit at Anwen's place, for whom the server speaks."""
    shown.open(fight.address("anwen"))
    declines(shown.page)
    expect(shown.page.locator(".dock")).to_be_visible()
    return shown.page


@pytest.mark.long
@pytest.mark.parametrize(("part", "ask", "comes"), ASKED)
def test_a_part_that_does_not_come_is_asked_for_again(
    browser: Browser, fight: Fight, part: str, ask: Callable[[Page], None], comes: str
) -> None:
    with screen(browser) as shown:
        page = at_the_table(shown, fight)
        assert not [url for url in shown.asked if f"app-{part}" in url]
        shown.context.route(f"**/app-{part}.js*", lambda route: route.abort())
        ask(page)
        expect(page.get_by_role("alert").filter(has_text=AWAY)).to_be_visible()
        shown.complaints.clear()  # the browser tells of what it did not get
        shown.must_be_well()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("alert").filter(has_text=AWAY)).to_be_visible()
        shown.complaints.clear()
        shown.context.unroute(f"**/app-{part}.js*")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(comes).first).to_be_visible()
        shown.must_be_well()


@pytest.mark.long
def test_another_build_of_the_page_is_loaded_where_a_part_of_this_one_is_gone(browser: Browser, fight: Fight) -> None:
    with screen(browser) as shown:
        page = at_the_table(shown, fight)
        shown.context.route("**/app-sheets.js*", lambda route: route.fulfill(status=404, body="{}"))
        opens_the_drawer(page)
        expect(page.get_by_role("alert").filter(has_text=NEWER)).to_be_visible()
        shown.complaints.clear()
        shown.must_be_well()
        shown.context.unroute("**/app-sheets.js*")
        page.get_by_role("button", name="Load it").click()
        expect(page.locator(".dock")).to_be_visible()
        opens_the_drawer(page)
        expect(page.locator(".side [data-do=concede]")).to_be_visible()


@pytest.mark.long
def test_a_board_that_does_not_come_leaves_the_rest_of_the_table(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit", 62)
    with screen(browser) as shown:
        shown.context.route("**/app-boards.js*", lambda route: route.abort())
        shown.page.goto(fight.address("odila"))
        expect(shown.page.get_by_role("main").get_by_text(AWAY)).to_be_visible()
        expect(shown.page.locator(".order li").first).to_be_visible()
        shown.complaints.clear()
        shown.context.unroute("**/app-boards.js*")
        shown.page.get_by_role("button", name="Try again").click()
        expect(shown.page.locator(".stage .tok").first).to_be_visible()
        shown.must_be_well()


@pytest.mark.long
def test_no_key_goes_astray_while_the_palette_comes(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 63)
    held: list[Route] = []
    with screen(browser) as shown:
        page = at_the_table(shown, fight)
        before = version(fight)

        def hold(route: Route) -> None:
            held.append(route)

        shown.context.route("**/app-sheets.js*", hold)
        looks_for_anything(page)
        expect(page.locator(".palette [role=status]")).to_be_visible()
        for key in "eeg2":  # which would end the turn, open the drawer and choose
            page.keyboard.press(key)
        until(shown, lambda: held)
        held[0].continue_()
        expect(page.locator(".palette input")).to_be_focused()
        expect(page.locator(".side")).to_have_count(0)
        expect(page.locator(".palette input")).to_have_value("")
        assert version(fight) == before
        page.keyboard.press("Escape")
        expect(page.locator(".palette")).to_have_count(0)


@pytest.mark.long
def test_a_past_that_is_not_told_is_said_and_asked_for_again(browser: Browser, fight: Fight) -> None:
    with screen(browser) as shown:
        page = at_the_table(shown, fight)
        shown.context.route("**/replay", lambda route: route.abort())
        looks_back(page)
        expect(page.get_by_role("alert")).to_contain_text("The server was not reached")
        shown.complaints.clear()
        page.get_by_role("button", name="Back to now").click()
        expect(page.locator(".dock")).to_be_visible()
        page.keyboard.press("[")
        expect(page.get_by_role("alert")).to_contain_text("The server was not reached")
        shown.complaints.clear()
        shown.context.unroute("**/replay")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".time .chart")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("missing", ["coming", "noble"])
def test_a_device_that_cannot_load_all_says_so_and_sits_down_at_the_next_try(
    browser: Browser, served: Site, missing: str
) -> None:
    fight = archers(served)
    address = fight.address("ana")
    there = address.replace(served.address, on_the_lan(served)) if missing == "noble" else address
    with screen(browser) as shown:
        shown.context.route(f"**/worker-{missing}.js*", lambda route: route.abort())
        shown.open(there)
        sit = shown.page.get_by_role("button", name="Sit down with a key")
        sit.click()
        expect(shown.page.locator(".sits [role=alert]")).to_contain_text("The server was not reached")
        shown.complaints.clear()
        shown.context.unroute(f"**/worker-{missing}.js*")
        sit.click()
        expect(shown.page.locator(".lamp")).to_contain_text("of 2 devices")
        shown.complaints[:] = [each for each in shown.complaints if "status of 404" not in each]


@pytest.mark.long
def test_a_device_that_goes_on_waits_for_what_it_signs_with(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("ana").replace(served.address, on_the_lan(served)))
        shown.page.get_by_role("button", name="Sit down with a key").click()
        lamp = shown.page.locator(".lamp")
        expect(lamp).to_contain_text("of 2 devices")
        shown.complaints.clear()
        tried: list[str] = []

        def keep_back(route: Route) -> None:
            tried.append(route.request.url)
            route.abort()

        shown.context.route("**/worker-noble.js*", keep_back)
        shown.page.reload()
        with shown.page.expect_request(re.compile(r"worker-noble\.js\?\d")):
            expect(lamp).to_contain_text("One moment")
        shown.complaints.clear()
        shown.context.unroute("**/worker-noble.js*")
        expect(lamp).to_contain_text("of 2 devices")
        assert tried
        shown.complaints.clear()
