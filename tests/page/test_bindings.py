"""Whoever wants other keys chooses them, in this browser; what they press then is told wherever keys are told."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Fight, Site
from tests.page.tables import anwens_turn, declines

pytestmark = pytest.mark.usefixtures("same_dice")

END = "End the turn, or pass"


def rebinds(page: Page, what: str, *pressed: str) -> None:
    """Open the list of keys, and press other ones for something."""
    page.locator(".key-list").get_by_role("button", name=what).click()
    for key in pressed:
        page.keyboard.press(key)


def fresh(served: Site, shown_at: Page, seed: int) -> Fight:
    """Show a fight in which it is Anwen's turn."""
    fight = anwens_turn(served, seed)
    shown_at.goto(fight.address("anwen"))
    declines(shown_at)
    expect(shown_at.locator(".dock:not([aria-busy])")).to_have_count(1)
    return fight


def armed(page: Page) -> str | None:
    """Return whether ending the turn waits for a second word."""
    return page.locator("[data-do=end_turn]").get_attribute("aria-pressed")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_another_key_ends_the_turn_and_the_old_one_does_nothing(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        page = shown.page
        fresh(served, page, 71)
        page.keyboard.press("?")
        rebinds(page, END, "q")
        expect(page.locator(".side [role=status]")).to_contain_text("It is Q now")
        shown.must_be_well()
        page.keyboard.press("Escape")
        page.keyboard.press("e")
        assert armed(page) is None
        page.keyboard.press("q")
        expect(page.locator("[data-do=end_turn]")).to_have_attribute("aria-pressed", "true")
        if look.width > 620:
            expect(page.locator("[data-do=end_turn] kbd")).to_have_text("Q")
        page.reload()
        expect(page.locator(".dock:not([aria-busy])")).to_have_count(1)
        page.keyboard.press("q")
        expect(page.locator("[data-do=end_turn]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_a_key_that_is_taken_changes_places_and_what_cannot_be_one_is_said(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        page = shown.page
        fresh(served, page, 72)
        page.keyboard.press("?")
        rebinds(page, END, "1")
        expect(page.locator(".side [role=status]")).to_contain_text("cannot be a key of its own")
        page.keyboard.press("Control+j")
        expect(page.locator(".side [role=status]")).to_contain_text("cannot be a key of its own")
        page.keyboard.press("Escape")
        expect(page.locator(".side [role=status]")).to_be_empty()
        rebinds(page, END, "Enter")
        said = page.locator(".side [role=status]")
        expect(said).to_contain_text("Enter cannot be a key of its own: digits")
        expect(said).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        rebinds(page, END, "x")
        expect(said).to_contain_text("It is X now. E does this instead:")
        expect(said).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="All keys as they were")).to_be_in_viewport(ratio=1)
        own, fixed = page.locator(".key-list .cap kbd").first, page.locator(".key-list kbd.fixed").first
        looks = [each.evaluate("(one) => getComputedStyle(one).backgroundColor") for each in (own, fixed)]
        assert looks[0] != looks[1]
        keys = page.locator(".key-list kbd").all_inner_texts()
        assert keys.index("X") < keys.index("E")  # the sheet of whoever acts is by E now
        page.locator(".side").get_by_role("button", name="Close").click()
        page.keyboard.press("e")
        expect(page.locator(".side")).to_contain_text("played by")
        page.keyboard.press("Escape")
        page.keyboard.press("x")
        expect(page.locator("[data-do=end_turn]")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("?")
        page.get_by_role("button", name="All keys as they were").click()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        assert armed(page) is None
        page.keyboard.press("e")
        expect(page.locator("[data-do=end_turn]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_keys_that_somebody_spoilt_in_the_browser_are_as_they_were(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        page = shown.page
        for spoilt in ('{"e": "q", "x": "q"}', '{"e": "1"}', "[1", '{"zz": "q"}', '{"e": 5}'):
            page.add_init_script(f"localStorage.setItem('keys', {spoilt!r});")
            fresh(served, page, 73)
            page.keyboard.press("e")
            expect(page.locator("[data-do=end_turn]")).to_have_attribute("aria-pressed", "true")
