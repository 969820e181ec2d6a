"""The page speaks the language of whoever reads it, and what the server says stays English and says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.page.looks import LOOKS, USUAL, Look, Screen, screen
from tests.page.site import ROSTERS, Site
from tests.page.tables import aims, anwens_turn, seat_in_turn, until, version

TOLD = 40
"""So many lines tell of most that can be on a screen."""
ALL = sorted(path.stem for path in ROSTERS.glob("*.yaml"))

pytestmark = pytest.mark.usefixtures("same_dice")


def presses(shown: Screen) -> Callable[[str], Callable[[], None]]:
    """Return what presses a key on a screen."""
    return lambda key: lambda: shown.page.keyboard.press(key)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_whoever_reads_german_plays_an_attack_in_german(browser: Browser, served: Site, look: Look) -> None:
    fight = anwens_turn(served, 1)
    with screen(browser, look, "de-AT") as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator("html")).to_have_attribute("lang", "de")
        expect(shown.page.locator(".yours")).to_contain_text("Du bist dran")
        aims(shown)
        button = shown.page.locator(".say .go")
        expect(button).to_contain_text("Würfeln")
        shown.must_be_well()
        before = version(fight)
        button.click()
        until(shown, lambda: version(fight) > before)
        expect(shown.page.locator(".chron li:last-child .prose[lang=en]")).to_be_visible()
        shown.must_be_well()


@pytest.mark.long
def test_nobody_loads_the_words_of_a_language_that_they_do_not_read(browser: Browser, served: Site) -> None:
    for language, loaded in (("en-GB", 0), ("fr-FR", 0), ("de-DE", 1)):
        with screen(browser, USUAL, language) as shown:
            shown.open(f"{served.address}/")
            assert len([address for address in shown.asked if address.endswith("/de.js")]) == loaded


@pytest.mark.long
def test_a_language_that_is_chosen_holds_from_then_on(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 1)
    with screen(browser, USUAL, "en-GB") as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Language").select_option("de")
        expect(shown.page.get_by_role("heading", name="Kampf beginnen")).to_be_visible()
        shown.must_be_well()
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".yours")).to_contain_text("Du bist dran")
        shown.page.keyboard.press("/")
        shown.must_be_well()
        shown.page.get_by_label("Sprache").select_option("en")
        expect(shown.page.locator(".yours")).to_contain_text("Your turn")
        expect(shown.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.long
def test_where_the_words_do_not_come_the_page_speaks_english(browser: Browser, served: Site) -> None:
    with screen(browser, USUAL, "de-DE") as shown:
        shown.page.route("**/de.js", lambda route: route.fulfill(status=404, body=""))
        shown.open(f"{served.address}/")
        expect(shown.page.get_by_role("heading", name="Begin a fight")).to_be_visible()
        expect(shown.page.locator("html")).to_have_attribute("lang", "en")
        shown.bears()


def test_a_word_that_no_language_has_is_found_wherever_it_stands(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.evaluate("""() => {
          const main = document.querySelector('main');
          const add = (name, more) => main.append(Object.assign(document.createElement(name), more));
          add('p', { textContent: 'Sluicegate waits' });
          add('p', { textContent: 'Anwen: sluices', lang: 'en' });
          add('bdi', { textContent: 'Sister Moth' });
          add('button', { ariaLabel: 'Wait here' });
        }""")
        assert shown.strays() == ["P.: waits in “Sluicegate waits”", "BUTTON.: Wait here in “aria-label=Wait here”"]
        shown.page.evaluate("document.querySelector('main').replaceChildren()")


@pytest.mark.long
@pytest.mark.parametrize("roster", ALL)
def test_whatever_may_be_done_says_whose_words_it_speaks(browser: Browser, served: Site, roster: str) -> None:
    fight = served.open(roster)
    fight.play(lambda _: version(fight) > TOLD)
    with screen(browser) as shown:
        shown.open(fight.address(fight.now.referee or seat_in_turn(fight)))
        asks = (lambda: shown.page.locator(".stage .tok").first.click(button="right"), *map(presses(shown), "g/"))
        for ask in asks:
            ask()
            expect(shown.page.locator(".side, .palette")).to_be_visible()
            assert shown.strays() == []
            shown.page.keyboard.press("Escape")
            expect(shown.page.locator(".side, .palette")).to_have_count(0)
        shown.page.locator(".lamp").click()
        assert shown.strays() == []
        shown.page.keyboard.press("Escape")
    with screen(browser) as shown:
        shown.open(fight.address(seat_in_turn(fight)))
        shown.page.locator("body").evaluate("() => localStorage.setItem('ask-always', 'yes')")
        shown.page.reload()
        chips = shown.page.locator(".dock .chip:not(.no)")
        expect(chips.first).to_be_visible()
        for at in range(chips.count()):
            chips.nth(at).click()
            expect(shown.page.locator(".say .q, .palette").first).to_be_visible()
            assert shown.strays() == []
            if shown.page.locator(".palette").count():
                shown.page.keyboard.press("Escape")
