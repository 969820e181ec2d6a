"""Who plays which seat of a fight that is begun: oneself, a bot, or somebody by a link or its code."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, expect

from files.written_rosters import OURS
from ledger.line.entries import SeatJoined
from tests.page.looks import LOOKS, Look, screen
from tests.page.openings import seats_of
from tests.page.site import Site
from tests.page.tables import on_the_lan

pytestmark = pytest.mark.usefixtures("same_dice")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_seats_given_away_have_a_link_and_a_code_each(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        shown.page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
        shown.page.get_by_label("The fight is called").fill("The Crate")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).not_to_have_count(0)
        shown.page.get_by_role("button", name="QR code odila").click()
        expect(shown.page.get_by_role("img", name="The link of odila as a QR code")).to_be_visible()
        shown.must_be_well()
        with shown.context.expect_page() as came:
            shown.page.get_by_role("link", name="Sit down odila").click()
        table = came.value
        expect(table.locator(".table .board .tok")).to_have_count(3)
        expect(table.locator("h1.title")).to_have_text("The Crate")
        assert "#" not in table.url


@pytest.mark.long
def test_a_person_takes_the_place_of_a_bot(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    host, seat = list(fight.keys)[:2]
    served.ledger.devices.let_play(fight.id, host, SeatJoined(seat=seat, role="player", kind="bot", cmd="bot"))
    with screen(browser) as shown:
        shown.open(fight.address(seat))
        shown.page.get_by_role("button", name="Play yourself").click()
        expect(shown.page.get_by_text("A bot of the server plays for you.")).to_have_count(0)


@pytest.mark.long
def test_seats_and_links_name_those_who_are_played_as_people_call_them(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    own = tmp_path / "named.yaml"
    ready = OURS["etiquette-siege"].read_text(encoding="utf-8")
    own.write_text(ready.replace("{id: Uncle,", "{id: Uncle, name: Great-Uncle Bo,"), encoding="utf-8")
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Your own").last.set_input_files(own)
        seat = shown.page.locator(".seat", has=shown.page.get_by_role("group", name="Who plays Great-Uncle Bo"))
        expect(seat).to_contain_text("Great-Uncle Bo, Grimble and Cousin Ludo")
        seat.get_by_role("button", name="By link").click()
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link").first).to_contain_text("Great-Uncle Bo, Grimble and Cousin Ludo")


@pytest.mark.long
def test_whoever_lets_bots_play_every_seat_holds_a_key_all_the_same(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        seats_of(shown, served, "A fight of pursuit")
        shown.page.get_by_role("button", name="You", pressed=True).locator("xpath=..").get_by_text("Bot").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        expect(shown.page.get_by_text("A bot of the server plays for you.")).to_be_visible()


@pytest.mark.long
def test_whoever_gives_every_seat_away_gets_every_link(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        seats_of(shown, served, "A fight of pursuit")
        rows = shown.page.locator(".seat")
        expect(rows).to_have_count(4)
        for row in rows.all():
            row.get_by_role("button", name="By link").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).to_have_count(4)
        expect(shown.page.get_by_role("link", name="To the table")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("named", [False, True], ids=["by itself", "named"])
def test_links_that_lead_nowhere_from_another_machine_say_so(browser: Browser, served: Site, named: bool) -> None:
    public = on_the_lan(served) if named else served.address
    with patch.dict(served.app.state._state, public=public), screen(browser) as shown:
        for address, reached in ((served.address, named), (on_the_lan(served), True)):
            shown.open(f"{address}/")
            shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
            shown.page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
            shown.page.get_by_role("button", name=re.compile("^Begin")).click()
            link = shown.page.locator(".seat-link input").first.input_value()
            assert link.startswith(on_the_lan(served) if reached else served.address)
            expect(shown.page.get_by_text("on this machine alone")).to_have_count(0 if reached else 1)
        shown.bears()


@pytest.mark.long
def test_the_link_of_whoever_watches_is_shown_if_it_was_chosen(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        seats_of(shown, served, "A fight of pursuit")
        link = shown.page.get_by_role("group", name="Who plays Gallery").get_by_role("button", name="By link")
        expect(link).to_have_attribute("aria-pressed", "false")
        for pressed in ("true", "false", "true"):
            link.click()
            expect(link).to_have_attribute("aria-pressed", pressed)
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).to_have_count(1)
        expect(shown.page.locator(".seat-link")).to_contain_text("Gallery")


@pytest.mark.long
def test_where_a_bot_is_refused_the_fight_is_there_and_its_seat_has_a_link(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        refused = {"detail": "No more bots play here.", "type": "/problems/too-many"}
        shown.page.route("**/bots", lambda route: route.fulfill(status=503, json=refused))
        before = len(served.ledger.encounters())
        seats_of(shown, served, "A fight of pursuit")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.get_by_role("alert").first).to_have_text("No more bots play here.")
        expect(shown.page.locator(".seat-link").first).to_be_visible()
        shown.page.get_by_role("link", name="To the table").click()
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        assert len(served.ledger.encounters()) == before + 1
        shown.bears()


@pytest.mark.long
def test_a_link_that_cannot_be_copied_is_marked(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
        seats_of(shown, served, "A fight of pursuit")
        shown.page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        shown.page.get_by_role("button", name="Copy").first.click()
        expect(shown.page.locator(".seat-link input").first).to_be_focused()
