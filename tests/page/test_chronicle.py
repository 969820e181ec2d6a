"""What stands in the chronicle leads on: a name to its sheet, a place to the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, expect

from projections.chronicle import Entry, chronicle
from tests.page.conftest import dice_of
from tests.page.looks import USUAL, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import anwens_turn, version

pytestmark = pytest.mark.usefixtures("same_dice")

SQUARE = re.compile(r"^\d+:\d+$")
WITHIN = """() => {
  const of = (what) => document.querySelector(what).getBoundingClientRect();
  const [inner, outer] = [of('.stage .b-cursor'), of('.stage')];
  const across = outer.left <= inner.left && inner.right <= outer.right;
  return across && outer.top <= inner.top && inner.bottom <= outer.bottom;
}"""


@pytest.fixture(scope="module")
def fought(served: Site) -> Fight:
    """A fight on squares that went on for some rounds."""
    with dice_of("the fight of the chronicle"):
        fight = served.open("storyteller", 51)
        fight.play(lambda now: version(fight) > 120 or now.outcome is not None)
    return fight


def must_be_in_sight(shown: Screen) -> None:
    """Wait until the cursor of the board is within what is seen of it."""
    expect(shown.page.locator(".stage .b-cursor")).to_have_count(1)
    shown.page.wait_for_function(WITHIN)


def come_closer(shown: Screen) -> None:
    """Show a small part of the board alone."""
    for _ in range(6):
        shown.page.get_by_role("button", name="Closer").click()


def last(shown: Screen, what: str) -> Locator:
    return shown.page.locator(f".chron .prose {what}").last


@pytest.mark.long
def test_a_name_opens_its_sheet_and_the_board_shows_where_they_are(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("anwen"))
        come_closer(shown)
        named = last(shown, ".who")
        name = named.inner_text()
        named.click()
        expect(shown.page.get_by_role("region", name=name)).to_be_visible()
        must_be_in_sight(shown)
        shown.must_be_well()
        shown.page.keyboard.press("Escape")
        expect(named).to_be_focused()
        shown.page.keyboard.press("Enter")
        expect(shown.page.get_by_role("region", name=name)).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("look", [USUAL, Look(390, "light")], ids=str)
def test_the_board_goes_to_a_place_that_is_pressed(browser: Browser, fought: Fight, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(fought.address("gallery"))
        come_closer(shown) if look == USUAL else shown.page.get_by_role("button", name="Chronicle").click()
        place = shown.page.locator(".chron .prose").get_by_role("button", name=SQUARE).last
        square = place.inner_text()
        place.click()
        must_be_in_sight(shown)
        expect(shown.page.locator(".stage [role=status]")).to_contain_text(square)


@pytest.mark.long
def test_in_a_replay_a_name_is_found_on_the_board_and_the_moment_stays(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("gallery"))
        shown.page.get_by_role("button", name="Look back").click()
        replay = shown.page.locator(".replay")
        at = replay.get_attribute("data-at") or ""
        come_closer(shown)
        last(shown, ".who").focus()
        shown.page.keyboard.press("Space")
        must_be_in_sight(shown)
        expect(replay).to_have_attribute("data-at", at)
        expect(shown.page.get_by_role("button", name="Play")).to_be_visible()


@pytest.fixture(scope="module")
def spoken(served: Site) -> Fight:
    """A fight in which somebody spoke, the referee overruled a value, and a command was taken back."""
    with dice_of("the fight that was spoken of"):
        fight = anwens_turn(served, 52)
    who, gm = str(fight.now.turn), fight.now.referee or ""
    fight.give("anwen", do="say", by="anwen", text="Hold the door!")
    before = version(fight)
    fight.give("anwen", do="dash", who=who)
    served.ledger.ask_rewind(fight.id, "anwen", before, "The other way.", cmd="back")
    fight.give(gm, do="override", by=gm, who=who, what="hp", value=1, reason="So it was agreed.")
    return fight


@pytest.mark.long
@pytest.mark.parametrize("past", [False, True], ids=["live", "replay"])
def test_entries_of_a_kind_are_shown_alone(browser: Browser, spoken: Fight, past: bool) -> None:
    with screen(browser) as shown:
        shown.open(spoken.address("anwen"))
        if past:
            shown.page.get_by_role("button", name="Look back").click()
        which, entries = shown.page.get_by_label("Which entries"), shown.page.locator(".chron li[data-n]")
        told = chronicle(spoken.site.ledger.fight(spoken.id, "anwen").lines)
        kinds: dict[str, Callable[[Entry], object]] = {
            "Mine": lambda entry: entry.seat == "anwen",
            "Rolls": lambda entry: entry.dice,
            "Words": lambda entry: entry.words,
            "Rulings": lambda entry: entry.rulings,
            "Taken back": lambda entry: entry.undone_by is not None,
        }
        for label, holds in kinds.items():
            which.select_option(label=label)
            expect(entries).to_have_count(sum(bool(holds(entry)) for entry in told))
            assert entries.count() > 0, label
        shown.must_be_well()
        which.select_option("")
        expect(entries).to_have_count(len(told))


COPIES = (
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (window.copied = text) } })"
)
"""Keeps what is copied where a test finds it."""


@pytest.mark.long
def test_a_reason_leads_to_its_moment_and_has_a_link_that_does(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.page.add_init_script(COPIES)
        shown.open(fought.address("gallery"))
        number = shown.page.locator(".chron button.num").last
        number.click()
        why = shown.page.locator(".why")
        why.get_by_role("button", name="Copy link").click()
        expect(why.get_by_role("button", name="Copied")).to_be_visible()
        link = str(shown.page.evaluate("window.copied"))
        assert link.startswith(f"{fought.site.address}/e/{fought.id}?at=")
        assert not any(key in link for key in fought.keys.values())
        shown.must_be_well()
        title = why.locator("h3").inner_text()
        why.get_by_role("button", name="Show that moment").click()
        at = parse_qs(urlsplit(link).query)["at"][0]
        for _ in range(2):
            expect(shown.page.locator(".replay")).to_have_attribute("data-at", at)
            expect(shown.page.locator(".why h3").first).to_have_text(title)
            shown.must_be_well()
            shown.page.goto("about:blank")
            shown.page.goto(link)


@pytest.mark.long
def test_a_line_leads_to_its_moment_and_has_a_link_that_does(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.page.add_init_script(COPIES)
        shown.open(fought.address("anwen"))
        line = shown.page.locator(".chron li[data-n]").nth(-4)
        line.locator(".no").click()
        line.get_by_role("button", name="Copy link").click()
        link = str(shown.page.evaluate("window.copied"))
        line.locator(".no").click()
        line.get_by_role("button", name="Show that moment").click()
        at = parse_qs(urlsplit(link).query)["at"][0]
        expect(shown.page.locator(".replay")).to_have_attribute("data-at", at)
