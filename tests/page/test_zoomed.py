"""At 400 % zoom, and in colours that the owner of the screen chose: nothing is cut, and all that acts is to be seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.page.looks import Look, Screen, screen
from tests.page.site import Site
from tests.page.tables import aims, anwens_turn, steady

ZOOMED = Look(320, "light")
FORCED = [Look(1440, "light", forced=True), Look(390, "dark", forced=True)]
LOOKS = [pytest.param(look, id=f"{look}{'-forced' if look.forced else ''}") for look in (ZOOMED, *FORCED)]

pytestmark = pytest.mark.usefixtures("same_dice")

OUTSIDE = """() => {
  const moves = (each) => each && (getComputedStyle(each).overflowX !== 'visible' || moves(each.parentElement));
  return [...document.querySelectorAll('button, a[href], input, select, summary')].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    const beside = width > 2 && (left < -1 || right > innerWidth + 1);
    return beside && each.checkVisibility({ visibilityProperty: true }) && !moves(each.parentElement);
  }).map((each) => each.outerHTML.slice(0, 120));
}"""
"""What can be pressed and lies beside the screen, where nothing can be scrolled to it."""
BARE = """() => [...document.querySelectorAll('button, select, input')].filter((each) => {
  const { borderTopWidth, appearance } = getComputedStyle(each);
  const said = each.textContent.trim() || each.querySelector('svg') || each.value || appearance !== 'none';
  return each.checkVisibility() && !each.closest('.sr') && !said && parseFloat(borderTopWidth) === 0;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What can be pressed and is not to be seen where no colour is its own."""


def holds(shown: Screen) -> None:
    """Assert that a screen goes on downwards alone, and that nothing that acts is cut or unseen."""
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= shown.page.evaluate("innerWidth")
    assert shown.page.evaluate(OUTSIDE) == []
    assert shown.page.evaluate(BARE) == []
    shown.must_be_well()


def can_be_pressed(control: Locator) -> None:
    """Assert that something can be scrolled to, and pressed."""
    control.click(trial=True)
    expect(control).to_be_in_viewport(ratio=0.9)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_fight_is_begun(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".place-board .stage svg")).to_be_visible()
        holds(shown)
        for name in ("as the book", "as usual"):
            shown.page.locator("summary").filter(has_text=name).click()
        holds(shown)
        for control in (shown.page.locator(".pick").last, shown.page.locator(".seat .seg button").last):
            can_be_pressed(control)
        can_be_pressed(shown.page.get_by_role("button", name="Save as roster"))
        begin = shown.page.get_by_role("button", name="Begin", exact=False).first
        can_be_pressed(begin)
        begin.click()
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()


def board_of(page: Page) -> float:
    """Return how high the board is."""
    box = page.locator(".table > .board").bounding_box()
    assert box is not None
    return float(box["height"])


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_turn_is_taken(browser: Browser, served: Site, look: Look) -> None:
    fight = anwens_turn(served, 91)
    with screen(browser, look) as shown:
        steady(shown.open(fight.address("anwen")))
        holds(shown)
        assert board_of(shown.page) > 120
        can_be_pressed(shown.page.locator(".dock .chip[data-do=attack]").first)
        aims(shown)
        can_be_pressed(shown.page.locator(".say .go"))
        holds(shown)
        can_be_pressed(shown.page.get_by_role("button", name="Referee, words and secrets"))
        shown.page.get_by_role("button", name="Referee, words and secrets").click()
        can_be_pressed(shown.page.locator(".side").get_by_role("button", name="Close"))
        holds(shown)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_replay_is_played(browser: Browser, served: Site, look: Look) -> None:
    fight = anwens_turn(served, 92)
    with screen(browser, look) as shown:
        shown.open(fight.address("gallery"))
        shown.page.get_by_role("button", name="Look back").click()
        expect(shown.page.locator(".time .chart")).to_be_visible()
        holds(shown)
        assert board_of(shown.page) > 120
        for name in ("Command before", "Play", "Next command"):
            can_be_pressed(shown.page.locator(".time").get_by_role("button", name=name).first)
        shown.page.locator(".time").get_by_role("button", name="Command before").click()
        holds(shown)
