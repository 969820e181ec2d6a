"""Somebody looks back: at any moment of a fight, from its address, and at two beside each other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from domain.deciding import offers
from domain.encounter import Encounter
from projections.luck.reckoning import luck
from projections.view import view
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import anwens_turn

pytestmark = pytest.mark.usefixtures("same_dice")


def over(encounter: Encounter) -> bool:
    return encounter.outcome is not None


@pytest.fixture(scope="module")
def fought(served: Site) -> Fight:
    """A fight that is over."""
    fight = served.open("storyteller", 3)
    fight.play(over, most=600)
    return fight


def newest(fight: Fight) -> int:
    return fight.site.ledger.fight(fight.id).version


def look_back(shown: Screen, fight: Fight) -> Screen:
    """Open a fight and look back at it."""
    shown.open(fight.address("gallery"))
    shown.page.get_by_role("button", name="Look back").click()
    expect(shown.page.locator(".time .chart")).to_be_visible()
    return shown


def goes_to(shown: Screen, n: int) -> None:
    slider = shown.page.get_by_role("slider", name="Line")
    slider.evaluate("(it, n) => { it.value = n; it.dispatchEvent(new Event('input', { bubbles: true })); }", str(n))


def stands(shown: Screen, fight: Fight) -> None:
    """Assert that everybody is drawn as they were at the line that is looked at."""
    at = int(shown.page.locator(".replay").get_attribute("data-at") or -1)
    then = view(fight.site.ledger.fight(fight.id, "gallery"), at)
    for each in then.combatants:
        pool = next(iter(each.pools.values()))
        token = shown.page.locator(f'.stage .tok[data-who="{each.id}"]')
        if each.at:
            name = each.id.replace("-", " ")
            expect(token).to_have_accessible_name(re.compile(f"^{name}, {pool.now} of {pool.max}"))


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_long_fight_is_scrubbed_without_asking_the_server_and_nobody_is_shut_out(
    browser: Browser, fought: Fight, look: Look
) -> None:
    with screen(browser, look) as shown:
        look_back(shown, fought)
        shown.must_be_well(colours=True)
        asked = len(shown.asked)
        last = newest(fought)
        for n in (last // 3, last // 2, last // 5, last):
            goes_to(shown, n)
            stands(shown, fought)
        # What the chances were is asked again until it is known.
        assert [each for each in shown.asked[asked:] if not each.endswith("/chances")] == []


@pytest.mark.long
def test_the_brackets_go_by_commands_and_turns_and_space_plays_on(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        look_back(shown, fought)
        replay = shown.page.locator(".replay")
        goes_to(shown, newest(fought) // 2)
        here = int(replay.get_attribute("data-at") or 0)
        for key, further in (("]", True), ("[", False), ("}", True), ("{", False)):
            before = int(replay.get_attribute("data-at") or 0)
            shown.page.keyboard.press(key)
            expect(replay).not_to_have_attribute("data-at", str(before))
            assert (int(replay.get_attribute("data-at") or 0) > before) == further
        shown.page.get_by_role("button", name="4×").click()
        shown.page.locator(".chron").focus()
        shown.page.keyboard.press("Space")
        expect(shown.page.get_by_role("button", name="Stop")).to_be_visible()
        expect(replay).not_to_have_attribute("data-at", str(here))
        shown.page.keyboard.press("Space")
        expect(shown.page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.long
def test_the_address_of_a_moment_has_no_key_and_leads_to_the_same_line_and_view(
    browser: Browser, served: Site, fought: Fight
) -> None:
    with screen(browser) as shown, screen(browser) as stranger:
        look_back(shown, fought)
        goes_to(shown, newest(fought) // 2)
        shown.page.keyboard.press("s")
        link = shown.page.get_by_role("textbox", name="Link to this moment").input_value()
        at = shown.page.locator(".replay").get_attribute("data-at")
        assert link.startswith(f"{served.address}/e/{fought.id}?at={at}&by=")
        assert not any(key in link for key in fought.keys.values())
        shown.page.goto("about:blank")
        shown.page.goto(link)
        expect(shown.page.locator(".replay")).to_have_attribute("data-at", at or "")
        stands(shown, fought)
        stranger.page.goto(link)
        expect(stranger.page.locator(".lead")).to_contain_text("holds no key")


@pytest.mark.long
def test_a_link_says_as_whom_it_was_shared_and_opens_the_reason_of_its_number(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("gallery"))
        query = f"?at={newest(fought)}&as=anwen&why=Anwen.hp"
        shown.page.goto(f"{fought.site.address}/e/{fought.id}{query}")
        expect(shown.page.locator(".replay .top")).to_contain_text("Shared as Anwen saw it")
        expect(shown.page.locator(".why li").first).to_contain_text("joined")


@pytest.mark.long
def test_two_moments_are_compared_with_the_lines_that_made_the_difference(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        look_back(shown, fought)
        shown.page.locator(".chart-box").click(modifiers=["Shift"], position={"x": 200, "y": 40})
        compare = shown.page.get_by_role("region", name="Two moments")
        expect(compare.locator("li").first).to_be_visible()
        shown.must_be_well(colours=True)
        lost = next(row for row in compare.locator("li").all() if row.locator("small.harm").count())
        told = sum(_signed(line) for line in lost.get_by_role("button").all())
        assert told == _signed(lost.locator("small.harm"))
        line = "".join(re.findall(r"line (\d+)", lost.get_by_role("button").first.inner_text()))
        lost.get_by_role("button").first.click()
        expect(shown.page.locator(".replay")).to_have_attribute("data-at", line)
        shown.page.keyboard.press("Escape")
        expect(compare).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1440])
def test_moments_are_compared_by_a_button_or_a_key_as_well(browser: Browser, fought: Fight, width: int) -> None:
    with screen(browser, Look(width, "light")) as shown:
        look_back(shown, fought)
        page, compare = shown.page, shown.page.get_by_role("region", name="Two moments")
        at = page.locator(".replay").get_attribute("data-at")
        page.get_by_role("button", name="Compare").click()
        expect(compare).to_contain_text("Nothing differs")
        for _ in range(12):
            page.get_by_role("button", name="Command before").click()
        expect(compare.locator("li").first).to_be_visible()
        expect(compare).to_contain_text(f"line {at}")
        shown.must_be_well()
        page.keyboard.press("c")
        expect(compare).to_have_count(0)
        page.keyboard.press("c")
        expect(compare).to_contain_text("Nothing differs")


PRESSED_AT_ONCE = """(key) => {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('.time .chart')) return;
    seen.disconnect();
    dispatchEvent(new KeyboardEvent('keydown', { key }));
  });
  seen.observe(document, { childList: true, subtree: true });
}"""
"""Presses a key as soon as the chart is there, before it was painted."""


@pytest.mark.long
def test_a_key_is_heard_as_soon_as_the_replay_is_seen(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("gallery"))
        shown.page.evaluate(PRESSED_AT_ONCE, "?")
        shown.page.get_by_role("button", name="Look back").click()
        expect(shown.page.get_by_role("region", name="What the keys do")).to_be_visible()


@pytest.mark.long
def test_the_keys_of_a_replay_are_listed_and_go_before_the_replay_does(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        look_back(shown, fought)
        listed = shown.page.get_by_role("region", name="What the keys do")
        shown.page.keyboard.press("?")
        expect(listed).to_contain_text("Turn before, next turn")
        shown.must_be_well()
        shown.page.keyboard.press("Escape")
        expect(listed).to_have_count(0)
        expect(shown.page.locator(".time .chart")).to_be_visible()
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".time .chart")).to_have_count(0)


@pytest.mark.long
def test_the_luck_of_everybody_stands_beside_what_fair_dice_do(browser: Browser, fought: Fight) -> None:
    with screen(browser, language="en-GB") as shown:
        look_back(shown, fought)
        shown.page.get_by_text("Luck of the dice").click()
        found = luck([fought.site.ledger.fight(fought.id, "gallery")])
        rows = {row.locator("th").inner_text(): row for row in shown.page.locator(".luck tbody tr").all()}
        lots = {each.name.replace("-", " "): each for each in (*found.sides, *found.combatants)}
        assert set(rows) == set(lots)
        for name, each in lots.items():
            told = rows[name].inner_text()
            assert told.split()[-1] == str(each.fortune.rolls)
            assert (f"{each.fortune.luck:.1f}" in told) == each.fortune.enough
            assert ("too few" in told) != each.fortune.enough
        shown.must_be_well()


@pytest.mark.long
def test_whoever_looks_as_somebody_else_stays_at_the_moment(browser: Browser, fought: Fight) -> None:
    with screen(browser) as shown:
        look_back(shown, fought)
        goes_to(shown, newest(fought) // 2)
        at = shown.page.locator(".replay").get_attribute("data-at") or ""
        for seat in ("everybody", "gallery"):
            with shown.page.expect_response("**/replay*"):
                shown.page.get_by_label("seen by").select_option(seat)
            expect(shown.page.get_by_label("seen by")).to_have_value(seat)
            expect(shown.page.locator(".replay")).to_have_attribute("data-at", at)


@pytest.mark.long
def test_title_and_icon_tell_of_the_turn_while_one_looks_back(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 61)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page).to_have_title(re.compile("^●"))
        shown.page.keyboard.press("Control+[")
        expect(shown.page.locator(".dock")).to_be_visible()
        shown.page.keyboard.press("[")
        expect(shown.page.locator(".looking")).to_be_visible()
        fight.play(
            lambda now: all(each.aside or each.do in {"end_encounter", "concede"} for each in offers(now, "anwen"))
        )
        expect(shown.page).not_to_have_title(re.compile("^●"))
        expect(shown.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon"))


def _signed(shown: Locator) -> int:
    return int(shown.inner_text().split()[-1].replace("−", "-"))


@pytest.mark.long
def test_a_live_table_goes_on_meanwhile_and_is_one_press_away(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    fight.give("odila", do="begin_move", who="Odila", allowance=2)
    with screen(browser) as shown:
        look_back(shown, fight)
        expect(shown.page.locator(".looking")).to_contain_text(f"You look at line {newest(fight)}")
        fight.give("odila", do="move", who="Odila", to="steps")
        shown.page.get_by_role("button", name="Back to now").click()
        expect(shown.page.locator(".chron")).to_contain_text("Odila walked from quay to steps.")
        shown.page.keyboard.press("[")
        expect(shown.page.locator(".looking")).to_contain_text(f"You look at line {newest(fight)}")


@pytest.mark.long
def test_of_two_views_the_one_that_was_asked_for_last_is_shown(browser: Browser, fought: Fight) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with screen(browser) as shown:
        shown.open(fought.address("storyteller"))
        shown.page.get_by_role("button", name="Look back").click()
        expect(shown.page.locator(".time .chart")).to_be_visible()
        shown.page.route("**/replay?as=anwen", hold)
        seen = shown.page.locator(".replay select").first
        with shown.page.expect_request("**/replay?as=anwen"):
            seen.select_option("anwen")
        with shown.page.expect_response("**/replay?as=tobit"):
            seen.select_option("tobit")
        expect(seen).to_have_value("tobit")
        with shown.page.expect_response("**/replay?as=anwen") as told:
            held[0].continue_()
        told.value.finished()
        shown.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert "as=anwen" not in shown.page.url
        assert seen.input_value() == "tobit"
