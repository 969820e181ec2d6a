"""Somebody looks back: how likely each side was to win, what moved that most, and what is shown until it is known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from domain.encounter import Encounter
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site

pytestmark = pytest.mark.usefixtures("same_dice")
WANTED = "win chance of"


def over(encounter: Encounter) -> bool:
    """Return whether a fight has come to its end."""
    return encounter.outcome is not None


@pytest.fixture(scope="module")
def fought(served: Site) -> Fight:
    """A fight that is over, of which chances are told."""
    fight = served.open("storyteller", 3)
    fight.play(over, most=600)
    served.foretold.says(fight)
    return fight


def look_back(shown: Screen, fight: Fight) -> Screen:
    """Open a fight and look back at it."""
    shown.open(fight.address("gallery"))
    shown.page.get_by_role("button", name="Look back").click()
    expect(shown.page.locator(".time .chart")).to_be_visible()
    return shown


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_the_chart_shows_chances_and_the_moments_that_decided_lead_there(
    browser: Browser, fought: Fight, look: Look
) -> None:
    told = fought.site.foretold.says(fought)
    with screen(browser, look) as shown:
        look_back(shown, fought)
        chart = shown.page.locator(".time svg.chart")
        expect(chart).to_have_attribute(
            "aria-label", re.compile("How likely each side was to win, estimated"), timeout=15000
        )
        expect(shown.page.locator(".chart-box .c-key")).to_have_count(5)
        panel = shown.page.locator(".swings")
        panel.locator("summary").click()
        expect(panel).to_contain_text("if automatic players had gone on, learnt from 400 fights")
        shown.must_be_well()
        assert shown.page.evaluate("document.documentElement.scrollWidth") == look.width
        moments = panel.locator("li .num")
        expect(moments).to_have_count(5)
        lasts = {step["n"]: step["last"] for step in told["steps"]}
        for moment, n in zip(moments.all(), told["largest"], strict=True):
            moment.focus()
            shown.page.keyboard.press("Enter")
            expect(shown.page.locator(".replay")).to_have_attribute("data-at", str(lasts[n]))
            expect(moment).to_have_attribute("aria-current", "true")
        rows = panel.locator("tbody tr")
        expect(rows).to_have_count(2)
        luck = sum(step["after"][0] - step["expected"][0] for step in told["steps"])
        assert float(rows.first.locator("td").nth(2).inner_text().replace("−", "-")) == pytest.approx(
            100 * luck, abs=0.51
        )


@pytest.mark.long
def test_until_it_is_known_the_chart_shows_what_is_left_and_says_how_far_it_is(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit", 5)
    fight.play(over)
    served.foretold.says(fight)
    served.foretold.waits.clear()
    with screen(browser) as shown:
        try:
            shown.open(fight.address(next(iter(fight.keys))))
            shown.page.get_by_role("button", name="Look back").click()
            panel = shown.page.locator(".swings")
            panel.locator("summary").click()
            expect(panel.get_by_role("status")).to_contain_text("120 of at most 400 fights", timeout=15000)
            expect(shown.page.locator(".time svg.chart")).to_have_attribute(
                "aria-label", re.compile("no chance of winning")
            )
            shown.must_be_well()
        finally:
            served.foretold.waits.set()
        expect(shown.page.locator(".time svg.chart")).to_have_attribute(
            "aria-label", re.compile("How likely each side was to win"), timeout=15000
        )
        expect(panel.get_by_role("status")).to_have_count(0)


@pytest.mark.long
def test_where_there_are_none_it_says_why_and_shows_what_is_left(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit", 6)
    fight.play(over)
    with screen(browser) as shown:
        shown.open(fight.address(next(iter(fight.keys))))
        shown.page.get_by_role("button", name="Look back").click()
        panel = shown.page.locator(".swings")
        panel.locator("summary").click()
        expect(panel).to_contain_text("No judge of this fight is worth asking.", timeout=15000)
        expect(shown.page.locator(".chart-box .c-key")).to_have_count(0)
        shown.must_be_well()


@pytest.mark.long
def test_while_a_fight_goes_on_nobody_asks(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit", 7)
    fight.play(lambda now: now.round is not None or bool(now.engagements))
    with screen(browser) as shown:
        shown.open(fight.address(next(iter(fight.keys))))
        shown.page.keyboard.press("[")
        expect(shown.page.locator(".time .chart")).to_be_visible()
        expect(shown.page.locator(".swings")).to_have_count(0)
        assert not [each for each in shown.asked if "/chances" in each]


@pytest.mark.long
def test_whoever_is_not_answered_is_asked_again(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.bears()
        tries: list[str] = []

        def first_not(route: Route) -> None:
            tries.append(route.request.url)
            if len(tries) == 1:
                route.fulfill(status=503, body="{}")
            else:
                route.continue_()

        shown.page.route("**/chances", first_not)
        shown.page.clock.install()
        look_back(shown, fought)
        shown.page.clock.fast_forward(11000)
        expect(shown.page.locator(".chart-box .c-key")).to_have_count(5, timeout=15000)


@pytest.mark.long
def test_the_one_file_shows_them_if_they_were_known(browser: Browser, fought: Fight, tmp_path: Path) -> None:
    with screen(browser) as shown:
        look_back(shown, fought)
        expect(shown.page.locator(".chart-box .c-key")).to_have_count(5, timeout=15000)
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="One file").click()
        file = tmp_path / "replay.html"
        coming.value.save_as(file)
    with screen(browser) as shown:
        shown.page.goto(file.as_uri())
        expect(shown.page.locator(".chart-box .c-key")).to_have_count(5)
        shown.page.locator(".swings summary").click()
        expect(shown.page.locator(".swings li .num")).to_have_count(5)
        shown.must_be_well()
