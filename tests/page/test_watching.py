"""Somebody follows a link: board, order and chronicle are there, and move as the fight does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from domain.encounter import Encounter
from tests.page.looks import LOOKS, USUAL, Look, screen
from tests.page.site import Fight, Site

pytestmark = pytest.mark.usefixtures("same_dice")

ROSTERS = {
    "pursuit": "gallery",
    "etiquette": "neighbours",
    "verdigris": "bank",
    "vanguard": "gallery",
    "storyteller": "gallery",
    "storyteller-zones": "odd",
}


def rolled(encounter: Encounter) -> bool:
    """Return whether a blow has fallen: somebody has lost something."""
    return any(pool.now < (pool.max or 0) for each in encounter.combatants.values() for pool in each.pools.values())


@pytest.fixture(scope="module")
def fights(served: Site) -> dict[str, Fight]:
    """A fight of each roster, some way on."""
    found = {}
    for seed, roster in enumerate(ROSTERS, 1):
        found[roster] = served.open(roster, seed)
        found[roster].play(rolled)
    return found


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("roster", ROSTERS)
def test_everybody_in_a_fight_stands_on_its_board_and_nobody_is_shut_out(
    browser: Browser, fights: dict[str, Fight], roster: str, look: Look
) -> None:
    fight = fights[roster]
    with screen(browser, look) as shown:
        shown.open(fight.address(ROSTERS[roster]))
        there = shown.page.locator(".stage .tok").evaluate_all("all => all.map(each => each.dataset.who)")
        assert sorted(there) == sorted(each.id for each in fight.now.combatants.values() if each.at)
        expect(shown.page.locator(".order li")).not_to_have_count(0)
        shown.must_be_well(colours=True)


def test_the_board_moves_when_somebody_does_and_the_chronicle_tells_it(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        fight.give("odila", do="begin_move", who="Odila", allowance=2)
        expect(shown.page.locator(".chron")).to_contain_text("Odila claimed a move of 2.")
        expect(shown.page.locator(".stage .b-trail")).to_have_count(0)
        before = shown.page.locator('.tok[data-who="Odila"]').last.get_attribute("transform")
        fight.give("odila", do="move", who="Odila", to="steps")
        expect(shown.page.locator(".chron")).to_contain_text("Odila walked from quay to steps.")
        assert shown.page.locator('.stage .tok[data-who="Odila"]').get_attribute("transform") != before
        expect(shown.page.locator(".stage .b-trail")).to_have_count(1)


def test_the_key_leaves_the_address_at_once_and_the_link_opens_again_without_it(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        assert shown.page.url == f"{served.address}/e/{fight.id}"
        shown.open(f"{served.address}/e/{fight.id}")
        expect(shown.page.locator(".title")).to_have_text("A fight of pursuit")
        shown.open(served.address)
        expect(shown.page.get_by_role("link", name="A fight of pursuit")).to_be_visible()
        assert [path for path in shown.asked if fight.keys["gallery"] in path] == []


@pytest.mark.long
def test_a_link_that_opens_nothing_does_not_cost_the_key_that_is_kept(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        expect(shown.page.locator(".title")).to_have_text("A fight of pursuit")
        for bad in ("#" + "A" * 43, "#%"):
            shown.page.goto("about:blank")
            shown.page.goto(f"{served.address}/e/{fight.id}{bad}")
            expect(shown.page.locator("body")).not_to_be_empty()
            shown.page.wait_for_load_state("networkidle")
        shown.bears()  # the browser says of every answer that is no success that it is none
        shown.page.goto("about:blank")
        shown.open(f"{served.address}/e/{fight.id}")
        expect(shown.page.locator(".title")).to_have_text("A fight of pursuit")


def test_whoever_has_no_key_is_told_what_to_do(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/e/{'0' * 32}")
        expect(shown.page.locator(".lead")).to_contain_text("open the link that the host sent you")
        shown.must_be_well()


def test_a_number_is_asked_why_to_its_first_cause(browser: Browser, fights: dict[str, Fight]) -> None:
    with screen(browser) as shown:
        shown.open(fights["storyteller"].address("gallery"))
        shown.page.locator(".chron button.num").last.click()
        why = shown.page.locator(".why")
        expect(why.locator("h3")).to_contain_text("Why is")
        expect(why.locator("li").first).to_contain_text("joined")
        shown.must_be_well(colours=True)
        why.get_by_role("button", name="Close").click()
        expect(why).to_have_count(0)


@pytest.mark.long
def test_a_stop_stays_on_the_line_of_the_number_before_it(browser: Browser, fights: dict[str, Fight]) -> None:
    with screen(browser) as shown:
        shown.open(fights["storyteller"].address("gallery"))
        expect(shown.page.locator(".chron .num").first).to_be_attached()
        after = "all => all.map((each) => each.parentElement.nextSibling?.textContent ?? '')"
        assert shown.page.locator(".chron .together .num").count() > 0
        assert [text for text in shown.page.locator(".chron .num").evaluate_all(after) if text[:1] in {".", ","}] == []


@pytest.mark.parametrize(
    ("roster", "seat", "parts", "most"),
    [("storyteller", "storyteller", [], 79_900), ("verdigris", "gm", ["app-boards.js"], 85_200)],
)
def test_the_first_screen_is_small(
    browser: Browser, fights: dict[str, Fight], roster: str, seat: str, parts: list[str], most: int
) -> None:
    sizes: list[int] = []
    with screen(browser, USUAL, "en-GB") as shown:
        shown.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
        shown.open(fights[roster].address(seat))
        expect(shown.page.locator(".chron li").last).to_be_visible()
        shown.page.wait_for_load_state("load")
        assert [name for url in shown.asked if (name := url.rpartition("/")[2]).startswith("app-")] == parts
        assert len(shown.asked) <= 12, "\n".join(shown.asked)
        assert sum(sizes) <= most, sizes
