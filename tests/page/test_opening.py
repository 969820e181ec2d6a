"""Somebody who holds no link begins a ready fight, and gives its seats away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from files.written_rosters import OURS
from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Site


@pytest.mark.parametrize("look", LOOKS)
def test_a_ready_fight_is_begun_in_two_presses_and_each_seat_has_a_link(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".pick")).to_have_count(len(OURS))
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).to_have_count(4)
        shown.must_be_well()
        with shown.context.expect_page() as came:
            shown.page.get_by_role("link", name="Sit down odila").click()
        table = came.value
        expect(table.locator(".table .board .tok")).to_have_count(3)
        assert "#" not in table.url


def test_a_fight_that_was_begun_is_among_ones_own_afterwards(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".pick")).to_have_count(len(OURS))
        shown.page.keyboard.press("Control+Enter")
        expect(shown.page.locator(".seat-link").first).to_be_visible()
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".fight")).to_have_count(1)
        expect(shown.page.locator(".fight")).to_contain_text("you are")


def test_what_the_server_refuses_is_said_in_its_words(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        refused = {"detail": "Only the operator opens encounters here.", "type": "/problems/no-key"}
        shown.page.route("**/api/encounters", lambda route: route.fulfill(status=401, json=refused))
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.get_by_role("alert").first).to_have_text("Only the operator opens encounters here.")
        assert len(shown.complaints) == 1, "the browser itself tells of the 401"
        shown.complaints.clear()
