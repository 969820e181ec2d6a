"""Somebody looks back, and lets the fight go another way from there: with bots, or from every seat."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import anwens_turn

pytestmark = pytest.mark.usefixtures("same_dice")


def looks_back(shown: Screen, fight: Fight, seat: str) -> None:
    shown.open(fight.address(seat))
    shown.page.get_by_role("button", name="Look back").click()
    expect(shown.page.locator(".time .chart")).to_be_visible()
    shown.page.get_by_role("button", name="What if").click()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_the_referee_plays_on_from_a_moment_and_bots_play_the_others(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = anwens_turn(served, 81)
    before = served.ledger.export(fight.id)
    with screen(browser, look) as shown:
        looks_back(shown, fight, "storyteller")
        shown.must_be_well()
        shown.page.get_by_role("button", name="Bots play the others").click()
        link = shown.page.get_by_role("link", name="Play as Storyteller")
        expect(link).to_be_visible()
        shown.must_be_well()
        shown.page.goto(f"{served.address}{link.get_attribute('href')}")
        expect(shown.page.locator(".table .board svg .tok").first).to_be_visible()
        fork = shown.page.url.split("/e/")[1]
        assert fork != fight.id
        expect(shown.page.locator("h1")).to_contain_text("What if")
        expect(shown.page.locator(".tag.warn:visible")).to_contain_text(re.compile("what if", re.IGNORECASE))
        shown.must_be_well()
        assert served.ledger.fight(fork).table.automatic() == ["anwen", "tobit"]
    assert served.ledger.export(fight.id) == before


@pytest.mark.long
def test_every_seat_has_a_link_of_its_own_where_one_plays_all(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 82)
    with screen(browser) as shown:
        looks_back(shown, fight, "storyteller")
        shown.page.get_by_role("button", name="I play every seat").click()
        links = shown.page.get_by_role("link", name="Play as")
        expect(links).to_have_text(["Play as Storyteller", "Play as Anwen", "Play as Tobit"])
        shown.page.goto(f"{served.address}{links.nth(1).get_attribute('href')}")
        expect(shown.page.locator(".chip[data-do=attack]").first).to_be_visible()


@pytest.mark.long
def test_whoever_may_not_try_it_is_told_why(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 83)
    with screen(browser) as shown:
        looks_back(shown, fight, "anwen")
        shown.page.get_by_role("button", name="Bots play the others").click()
        expect(shown.page.locator(".rests")).to_contain_text("only storyteller tries out")
        shown.bears()  # the browser says of a refusal that it is one
