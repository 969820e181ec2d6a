"""A page that has grown old says so, and is loaded anew where somebody wants it and is about nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from api.page import build
from tests.page.looks import screen
from tests.page.site import Site
from tests.page.tables import anwens_turn

OTHER = "0123456789ab"


def newer(route: Route, server: dict[str, str]) -> None:
    """Answer as a server that has another build of the page, if it does."""
    if server["build"] == build():
        route.continue_()
        return
    answer = route.fetch()
    assert answer.headers["x-page"] == build()
    kept = {name: told for name, told in answer.headers.items() if not name.startswith("content-")}
    route.fulfill(status=answer.status, body=answer.body(), headers={**kept, "x-page": server["build"]})


@pytest.mark.long
def test_a_newer_page_is_offered_while_one_is_about_nothing_and_never_amid_a_choice(
    browser: Browser, served: Site
) -> None:
    fight = anwens_turn(served, 61)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".dock:not([aria-busy])")).to_be_visible()
        said = shown.page.locator(".newer")
        expect(said).to_have_count(0)
        server = {"build": OTHER}
        shown.page.route("**/offers*", lambda route: newer(route, server))
        fight.give("anwen", do="say", by="anwen", text="Quiet!", channel="table")
        expect(said).to_contain_text("A newer page is there.")
        shown.must_be_well()
        shown.page.locator(".dock .chip[data-do=attack]").first.click()
        expect(said).to_have_count(0)
        shown.page.keyboard.press("Escape")
        expect(said).to_be_visible()
        shown.page.keyboard.press("g")
        expect(shown.page.locator(".side")).to_be_visible()
        expect(said).to_have_count(0)
        shown.page.keyboard.press("Escape")
        server["build"] = build()
        with shown.page.expect_navigation():
            said.get_by_role("button", name="Load it").click()
        expect(shown.page.locator(".dock:not([aria-busy])")).to_be_visible()
        expect(said).to_have_count(0)


@pytest.mark.long
def test_a_newer_page_is_offered_where_fights_are_begun_watched_and_looked_back_on(
    browser: Browser, served: Site
) -> None:
    fight = anwens_turn(served, 62)
    served.ledger.show(fight.id, served.ledger.fight(fight.id).table.players[0], "live")
    server = {"build": build()}
    for address in (f"{served.address}/", f"{served.address}/r/{fight.id}"):
        with screen(browser) as shown:
            server["build"] = build()
            shown.page.route(re.compile(r"/api/(?!.*stream)"), lambda route: newer(route, server))
            shown.open(address)
            said = shown.page.locator(".newer")
            expect(said).to_have_count(0)
            server["build"] = OTHER
            if address.endswith("/"):
                shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).first.click()
            else:
                shown.page.get_by_role("button", name="Look back").click()
                expect(shown.page.locator(".time .chart")).to_be_visible()
            expect(said).to_contain_text("A newer page is there.")
            expect(said).to_be_in_viewport()
            shown.must_be_well()
            server["build"] = build()
            with shown.page.expect_navigation():
                said.get_by_role("button", name="Load it").click()
            expect(said).to_have_count(0)
