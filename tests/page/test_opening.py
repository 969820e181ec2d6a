"""Somebody who holds no link begins a ready fight, and gives its seats away."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from files.written_rosters import OURS
from ledger.line.entries import SeatJoined
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Site


def begin(shown: Screen, served: Site, fight: str) -> None:
    """Begin a ready fight as it stands."""
    shown.open(f"{served.address}/")
    shown.page.get_by_role("button", name=re.compile(fight)).click()
    shown.page.get_by_role("button", name=re.compile("^Begin")).click()


@pytest.mark.parametrize("look", LOOKS)
def test_a_newcomer_begins_a_fight_against_bots_in_one_press(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".pick:not(.own)")).to_have_count(len(OURS))
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        expect(shown.page.locator(".place-board .tok")).to_have_count(3)
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        assert "#" not in shown.page.url
        expect(shown.page.locator(".dock")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_the_first_dice_fall_after_four_presses_that_need_no_reading(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        pressed = ["Begin", "Sit down with a key", "Start"]
        for button in pressed:
            shown.page.get_by_role("button", name=re.compile(f"^{button}")).first.click()
        told = ".tray .die, .ticker .die" if look.width > 620 else ".ticker"
        expect(shown.page.locator(told).first).to_be_visible(timeout=30_000)
        expect(shown.page.locator(".chron .die").first).to_be_attached(timeout=30_000)


def test_bots_play_what_is_theirs_while_one_plays_ones_own(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        begin(shown, served, "A fight of pursuit")
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        shown.page.locator(".stage").focus()
        shown.page.keyboard.press("e")
        shown.page.keyboard.press("Enter")
        expect(shown.page.locator(".chron .entry")).not_to_have_count(1, timeout=20_000)


@pytest.mark.parametrize("look", LOOKS)
def test_seats_given_away_have_a_link_and_a_code_each(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        shown.page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).not_to_have_count(0)
        shown.page.get_by_role("button", name="QR code odila").click()
        expect(shown.page.get_by_role("img", name="The link of odila as a QR code")).to_be_visible()
        shown.must_be_well()
        with shown.context.expect_page() as came:
            shown.page.get_by_role("link", name="Sit down odila").click()
        table = came.value
        expect(table.locator(".table .board .tok")).to_have_count(3)
        assert "#" not in table.url


def test_a_person_takes_the_place_of_a_bot(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    host, seat = list(fight.keys)[:2]
    served.ledger.devices.let_play(fight.id, host, SeatJoined(seat=seat, role="player", kind="bot", cmd="bot"))
    with screen(browser) as shown:
        shown.open(fight.address(seat))
        shown.page.get_by_role("button", name="Play yourself").click()
        expect(shown.page.get_by_text("A bot of the server plays for you.")).to_have_count(0)


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
        shown.complaints.clear()
        shown.page.get_by_label("Your own").last.set_input_files(good)
        expect(shown.page.locator(".pick.on")).to_contain_text("mine.yaml")
        expect(shown.page.locator(".place-board svg.ranks")).to_be_visible()


def test_a_house_rule_is_changed_and_saved_with_the_roster(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        shown.page.get_by_text("as the book has them").click()
        shown.page.get_by_role("group", name="Pass turn").get_by_role("button", name="allow").click()
        expect(shown.page.get_by_text("1 of 12 changed")).to_be_visible()
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="Save as roster").click()
        saved = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
        assert saved["settings"]["pass_turn"] == "allow"
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".chron")).to_contain_text("pass turn allow")


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
        assert len(shown.complaints) == 1, "the browser itself tells of the 401"
        shown.complaints.clear()
