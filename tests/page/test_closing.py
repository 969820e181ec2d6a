"""The ledger of a fight that is over is closed on the page: all read what was sealed, but for what is kept shut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Site
from tests.page.tables import archers, lines, seated, version, went_on
from tests.page.test_secrets import REFEREE, kept

MORE = "Referee, words and secrets"


def closes(page: Page) -> None:
    """Close the ledger where that is offered, and mean it."""
    page.locator(".below [data-do=close]").click()
    page.get_by_role("button", name="Close for good").click()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_the_referee_closes_the_ledger_and_everybody_reads_the_secret_and_may_try_what_if(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = kept(served, 51)
    then = version(fight)
    fight.give(REFEREE, do="end_encounter", by=REFEREE)
    with screen(browser, look) as referee, screen(browser) as tobit:
        tobit.open(fight.address("tobit"))
        referee.open(fight.address(REFEREE))
        expect(referee.page.locator(".below [data-do=close]")).to_be_visible()
        referee.must_be_well()
        expect(tobit.page.locator(".chron li").last).to_be_visible()
        expect(tobit.page.locator(".below [data-do=close]")).to_have_count(0)
        assert "gives way" not in tobit.page.content()
        referee.page.get_by_role("button", name=MORE).click()
        referee.page.locator(".side [data-do=close]").click()
        expect(referee.page.locator(".side .kept")).to_contain_text("It gives way.")
        referee.must_be_well()
        before = version(fight)
        referee.page.get_by_role("button", name="Cancel").click()
        assert version(fight) == before
        closes(referee.page)
        expect(tobit.page.locator(".chron")).to_contain_text("The ledger was closed")
        expect(tobit.page.locator(".chron")).to_contain_text("It gives way.")
        expect(tobit.page.locator(".chron li.secret")).to_have_count(0)
        expect(referee.page.locator(".chron li.secret")).to_have_count(0)
        expect(referee.page.locator(".below [data-do=close]")).to_have_count(0)
        referee.page.get_by_role("button", name=MORE).click()
        expect(referee.page.locator(".side")).to_contain_text("The ledger is closed")
        expect(referee.page.locator(".side [data-do=unseal]")).to_have_count(0)
        referee.must_be_well()
        tobit.page.goto(f"{served.address}/e/{fight.id}?at={then}")
        expect(tobit.page.locator(".time .chart")).to_be_visible()
        tobit.page.get_by_role("button", name="What if").click()
        expect(tobit.page.get_by_role("heading", name=f"from line {then} on")).to_be_visible()
        tobit.page.get_by_role("button", name="Bots play the others").click()
        expect(tobit.page.get_by_role("link", name="Play as Tobit")).to_be_visible()


@pytest.mark.long
def test_what_is_kept_shut_stays_shut_for_a_reason_that_everybody_reads(browser: Browser, served: Site) -> None:
    fight = kept(served, 52)
    fight.give(REFEREE, do="seal", by=REFEREE, title="Mat", text="The key lies under it.")
    with screen(browser) as referee, screen(browser) as tobit:
        tobit.open(fight.address("tobit"))
        referee.open(fight.address(REFEREE))
        expect(referee.page.locator(".chron li.secret").first).to_be_visible()
        referee.page.get_by_role("button", name=MORE).click()
        note = referee.page.locator(".side .kept li", has_text="The key lies under it.")
        note.locator("[data-do=withhold]").click()
        keep = note.get_by_role("button", name="Keep it shut")
        expect(keep).to_be_disabled()
        note.get_by_label("Reason").fill("Another fight needs it.")
        referee.must_be_well()
        before = version(fight)
        keep.click()
        expect(note).to_contain_text("kept shut")
        expect(note.locator("[data-do=withhold]")).to_have_count(0)
        assert lines(fight)[-1] | {"by": REFEREE, "reason": "Another fight needs it."} == lines(fight)[-1]
        went_on(referee, fight, before)
        expect(tobit.page.locator(".chron")).to_contain_text("Another fight needs it.")
        fight.give(REFEREE, do="end_encounter", by=REFEREE)
        closes(referee.page)
        expect(tobit.page.locator(".chron")).to_contain_text("It gives way.")
        assert "under it" not in tobit.page.content()
        expect(referee.page.locator(".chron li.secret")).to_contain_text(["The key lies under it."])


@pytest.mark.long
def test_a_note_about_somebody_in_reserve_cannot_be_kept_shut_and_it_says_why(browser: Browser, served: Site) -> None:
    fight = kept(served, 53)
    fight.give(REFEREE, do="seal", by=REFEREE, title="Who", text="The Wraith listens.", facts={"who": "Wraith"})
    with screen(browser) as referee:
        referee.open(fight.address(REFEREE))
        expect(referee.page.locator(".chron li.secret").first).to_be_visible()
        referee.page.get_by_role("button", name=MORE).click()
        note = referee.page.locator(".side .kept li", has_text="The Wraith listens.")
        note.locator("[data-do=withhold]").click()
        note.get_by_label("Reason").fill("Not yet.")
        before = version(fight)
        note.get_by_role("button", name="Keep it shut").click()
        expect(note.get_by_role("alert")).to_contain_text("it is opened when they are revealed")
        assert version(fight) == before
        referee.bears()


@pytest.mark.long
def test_where_nobody_referees_the_host_closes_with_a_call_that_is_signed(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana, screen(browser) as bo:
        bo.open(fight.address("bo"))
        fight.give("bo", do="concede", by="bo")
        expect(ana.page.locator(".below [data-do=close]")).to_be_visible()
        expect(bo.page.locator(".yours")).to_contain_text("Over")
        expect(bo.page.locator("[data-do=close]")).to_have_count(0)
        closes(ana.page)
        expect(ana.page.locator(".below [data-do=close]")).to_have_count(0)
        expect(bo.page.locator(".chron")).to_contain_text("The ledger was closed by seat ana")
        closed = lines(fight)[-1]
        assert (closed["type"], closed["by"], "sig" in closed) == ("LedgerClosed", "ana", True)
