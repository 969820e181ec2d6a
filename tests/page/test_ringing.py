"""Whoever looks elsewhere is told of their turn: by a notification, by a chord, and by a screen reader at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.deciding import pending
from tests.ledger.fights import BACK, SHOT
from tests.page.looks import Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import archers, seat_in_turn, until

STUB = """
window.heard = []; window.asked = 0; window.chords = 0; window.away = false; window.may = 'granted';
window.Notification = class {
  static permission = 'default';
  static requestPermission() {
    window.asked += 1;
    this.permission = window.may;
    return Promise.resolve(window.may);
  }
  constructor(title, { body }) { window.heard.push(`${title} · ${body}`); }
  close() { window.heard.push('closed'); }
};
window.AudioContext = class {
  constructor() { window.chords += 1; this.currentTime = 0; this.destination = null; }
  createGain() { return { connect() {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } }; }
  createOscillator() { return { connect() {}, start() {}, stop() {}, frequency: {} }; }
  close() { return Promise.resolve(); }
};
Object.defineProperty(document, 'hidden', { get: () => window.away });
"""
"""Notifications, sounds and a sight of the tab that the test can look at, and says."""
TOLD = "Your turn · A fight of pursuit"


def heard(page: Page) -> list[str]:
    """Return what the browser was given to show, and what it was to show no longer."""
    found: list[str] = page.evaluate("window.heard")
    return found


def looks_away(page: Page, *, away: bool) -> None:
    """Put the tab out of sight, or back into it."""
    page.evaluate(
        "(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }",
        away,
    )


def turn(shown: Screen, fight: Fight) -> None:
    """Let Ana shoot, so that it is Bo's turn, and wait until the page says so."""
    fight.give("ana", **SHOT)
    expect(shown.page.locator(".yours")).to_contain_text("Your turn")


def shoots_back(shown: Screen, fight: Fight) -> None:
    """Let Bo shoot, so that it is not his turn any more."""
    fight.give("bo", **BACK)
    expect(shown.page.locator(".yours.theirs")).to_be_visible()


@pytest.mark.long
def test_nobody_is_asked_or_told_until_the_bell_is_pressed_and_then_only_out_of_sight(
    browser: Browser, served: Site
) -> None:
    fight = archers(served)
    with screen(browser, language="en-GB") as shown:
        shown.page.add_init_script(STUB)
        shown.open(fight.address("bo"))
        expect(shown.page.locator(".yours.theirs")).to_be_visible()
        looks_away(shown.page, away=True)
        turn(shown, fight)
        assert (heard(shown.page), shown.page.evaluate("[window.asked, window.chords]")) == ([], [0, 0])
        shoots_back(shown, fight)
        looks_away(shown.page, away=False)
        shown.page.keyboard.press("g")
        bell = shown.page.get_by_role("button", name="Notify me in other tabs")
        expect(bell).to_have_attribute("aria-pressed", "false")
        bell.click()
        expect(bell).to_have_attribute("aria-pressed", "true")
        assert shown.page.evaluate("window.asked") == 1
        shown.must_be_well()
        turn(shown, fight)
        shoots_back(shown, fight)
        assert heard(shown.page) == []
        looks_away(shown.page, away=True)
        turn(shown, fight)
        until(shown, lambda: heard(shown.page) == [TOLD])
        shoots_back(shown, fight)
        until(shown, lambda: heard(shown.page) == [TOLD, "closed"])
        turn(shown, fight)
        until(shown, lambda: heard(shown.page) == [TOLD, "closed", TOLD])
        looks_away(shown.page, away=False)
        assert heard(shown.page) == [TOLD, "closed", TOLD, "closed"]
        shown.page.reload()
        expect(shown.page.locator(".yours")).to_contain_text("Your turn")
        assert heard(shown.page) == [], "what one comes back to is no news"


@pytest.mark.long
def test_a_browser_that_refuses_is_said_to_and_the_bell_stays_off(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.page.add_init_script(STUB)
        shown.open(fight.address("bo"))
        shown.page.evaluate("window.may = 'denied'")
        expect(shown.page.locator(".yours.theirs")).to_be_visible()
        shown.page.keyboard.press("g")
        bell = shown.page.get_by_role("button", name="Notify me in other tabs")
        bell.click()
        expect(shown.page.locator(".side [role=alert]")).to_contain_text("shows no notifications")
        expect(bell).to_have_attribute("aria-pressed", "false")
        shown.must_be_well()


@pytest.mark.long
def test_a_chord_that_is_wanted_sounds_when_it_becomes_ones_turn(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.page.add_init_script(STUB)
        shown.open(fight.address("bo"))
        expect(shown.page.locator(".yours.theirs")).to_be_visible()
        shown.page.keyboard.press("g")
        shown.page.get_by_role("button", name="A short chord").click()
        assert shown.page.evaluate("window.chords") == 1, "it lets one hear what it is"
        turn(shown, fight)
        until(shown, lambda: shown.page.evaluate("window.chords") == 2)
        assert shown.page.evaluate("window.asked") == 0


@pytest.mark.long
def test_a_screen_reader_tells_at_once_whose_turn_it_is_and_no_more_once_it_is_over(
    browser: Browser, served: Site
) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("bo"))
        at_once = shown.page.locator("[aria-live=assertive]")
        expect(shown.page.locator(".yours.theirs")).to_have_attribute("aria-live", "polite")
        expect(at_once).to_have_text("")
        turn(shown, fight)
        expect(at_once).to_have_text("Your turn: Bo")
        expect(shown.page.locator(".yours")).to_have_attribute("aria-live", "off")
        shown.must_be_well()
        shoots_back(shown, fight)
        expect(at_once).to_have_text("")


@pytest.mark.long
def test_a_screen_reader_tells_a_question_in_the_words_in_which_it_stands_there(browser: Browser, served: Site) -> None:
    fight = served.open("verdigris", 3)
    fight.play(lambda now: pending(now).kind == "push")
    with screen(browser) as shown:
        shown.open(fight.address(seat_in_turn(fight)))
        asked = shown.page.locator(".dock.asked .n")
        expect(asked).to_contain_text("?")
        expect(shown.page.locator("[aria-live=assertive]")).to_have_text(asked.inner_text())
        shown.must_be_well()
