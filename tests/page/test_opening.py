"""Somebody who holds no link begins a ready fight, or one of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from files.written_rosters import OURS
from ledger.line.entries import CommandAccepted
from tests.page.looks import LOOKS, Look, screen
from tests.page.openings import begin, seats_of
from tests.page.site import Site
from tests.page.tables import until

pytestmark = pytest.mark.usefixtures("same_dice")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_newcomer_begins_a_fight_against_bots_in_one_press(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".pick:not(.own)")).to_have_count(len(OURS))
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        expect(shown.page.locator(".place-board .tok")).to_have_count(3)
        expect(shown.page.get_by_label("The fight is called")).to_have_value("Three smugglers and one crate")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        expect(shown.page.locator("h1.title")).to_have_text("Three smugglers and one crate")
        assert "#" not in shown.page.url
        expect(shown.page.locator(".dock")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_the_first_dice_fall_after_four_presses_that_need_no_reading(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        pressed = ["Begin", "Sit down with a key", "Begin"]
        for button in pressed:
            shown.page.get_by_role("button", name=re.compile(f"^{button}")).first.click()
        told = ".tray .die, .ticker .die" if look.width > 620 else ".ticker"
        expect(shown.page.locator(told).first).to_be_visible(timeout=30_000)
        expect(shown.page.locator(".chron .die").first).to_be_attached(timeout=30_000)


@pytest.mark.long
def test_bots_play_what_is_theirs_while_one_plays_ones_own(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        begin(shown, served, "A fight of pursuit")
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        fight = shown.page.url.rpartition("/")[2]
        until(shown, lambda: declaring(served, fight) - {"odila"})
        expect(shown.page.locator(".yours")).to_contain_text(re.compile("Your turn|You may begin"), timeout=20_000)
        expect(shown.page.locator(".chron li[data-n]").last).to_contain_text("Kestrel")
        assert "odila" not in declaring(served, fight), "what is one's own nobody else plays"


def declaring(served: Site, fight: str) -> set[str]:
    """Return the seats that declared something so far."""
    return {line.entry.decl["seat"] for line in served.ledger.lines(fight) if isinstance(line.entry, CommandAccepted)}


def test_a_roster_of_ones_own_is_shown_before_it_begins_or_told_what_is_wrong(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    good, bad = tmp_path / "mine.yaml", tmp_path / "bad.yaml"
    good.write_bytes(OURS["vanguard"].read_bytes())
    bad.write_text("system: chess\n", encoding="utf-8")
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Your own").last.set_input_files(bad)
        expect(shown.page.get_by_role("alert").first).to_contain_text("roster, line 1, system")
        shown.bears()
        shown.page.get_by_label("Your own").last.set_input_files(good)
        expect(shown.page.locator(".pick.on")).to_contain_text("mine.yaml")
        expect(shown.page.locator(".place-board svg.ranks")).to_be_visible()


@pytest.mark.long
def test_a_fight_that_was_begun_is_among_ones_own_afterwards(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".pick:not(.own)")).to_have_count(len(OURS))
        shown.page.keyboard.press("Control+Enter")
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
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
        shown.bears()


@pytest.mark.long
def test_who_comes_back_to_the_opening_screen_can_begin_again(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.page.route("**/e/*", lambda route: route.fulfill(status=204))
        seats_of(shown, served, "A fight of pursuit")
        begins = shown.page.get_by_role("button", name=re.compile("^Begin"))
        with shown.page.expect_request("**/e/*"):
            begins.click()
        expect(begins).to_be_disabled()
        shown.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        expect(begins).to_be_enabled()
