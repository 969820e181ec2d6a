"""On a phone nothing that is asked or can be done stands where nobody sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from domain.deciding import offers, pending
from domain.encounter import Encounter
from files import rosters
from files.written_rosters import named
from tests.page.looks import Look, Screen, screen
from tests.page.site import Site
from tests.page.tables import anwens_turn, may, steady

pytestmark = pytest.mark.usefixtures("same_dice")

PHONE = Look(390, "light")


def within(shown: Screen, what: Locator) -> bool:
    """Return whether the whole of something is within the width of the screen, and nothing of its text is cut off."""
    box = what.bounding_box()
    assert box is not None
    cut: bool = what.evaluate("(one) => one.scrollWidth > one.clientWidth + 1")
    return box["x"] >= 0 and box["x"] + box["width"] <= shown.page.viewport_size["width"] and not cut  # type: ignore[index]  # a viewport was set


def tallest(shown: Screen) -> float:
    """Return how tall the tallest chip is."""
    return max(box["height"] for chip in shown.page.locator(".dock .chip").all() if (box := chip.bounding_box()))


@pytest.mark.long
def test_why_one_cannot_do_something_is_told_across_the_screen(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 71)
    with screen(browser, PHONE) as shown:
        shown.open(fight.address("anwen"))
        steady(shown).page.locator(".dock .chip.no").last.click()
        why = shown.page.locator(".told-why")
        expect(why).to_be_visible()
        assert within(shown, why)
        assert within(shown, why.locator("li").first)
        assert tallest(shown) < 60
        shown.must_be_well()
        why.get_by_role("button", name="Close").click()
        expect(why).to_have_count(0)


@pytest.mark.long
def test_each_field_has_its_name(browser: Browser, served: Site) -> None:
    fight = served.open("verdigris", 3)
    fight.play(may("gm", "ready"))
    with screen(browser, PHONE) as shown:
        shown.open(fight.address("gm"))
        steady(shown).page.locator(".chip[data-do=ready]").first.click()
        names = shown.page.locator(".fields .group > .k")
        expect(names.first).to_be_visible()
        assert names.count() > 1
        assert all(within(shown, name) for name in names.all())
        assert all(within(shown, each) for each in shown.page.locator(".fields .seg, .fields .typed").all())
        shown.must_be_well()


@pytest.mark.long
def test_what_is_asked_stands_under_the_chronicle_too(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 72)
    fight.give("anwen", do="dash", who=str(fight.now.turn))
    with screen(browser, PHONE) as shown:
        shown.open(fight.address("anwen"))
        for name in ("Table", "Chronicle"):
            steady(shown).page.locator(".tabs").get_by_role("button", name=name).click()
            expect(shown.page.get_by_role("main")).to_have_count(1)
            shown.must_be_well()
        expect(shown.page.locator(".below")).to_be_hidden()
        shown.page.locator(".chron li[data-n] .no").last.click()
        shown.page.get_by_role("button", name="Take back from line").click()
        expect(shown.page.locator(".say.going .go")).to_be_in_viewport(ratio=1)
        expect(shown.page.locator(".dock")).to_be_hidden()
        expect(shown.page.locator(".chron")).to_be_in_viewport()
        shown.page.locator(".say.going .go").click()
        expect(shown.page.locator(".say.going")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("look", [PHONE, Look(1440, "light")], ids=str)
def test_no_button_over_the_board_covers_anybody(browser: Browser, served: Site, look: Look) -> None:
    usual: Any = rosters.read(named("pursuit"))
    there = usual.combatants[0].at
    places = [tile for tile in usual.board.tiles if tile != there]
    layout = {there: (len(places), 0)} | {place: (at, 1 + at % 2 * 7) for at, place in enumerate(places)}
    fight = served.begin(replace(usual, board=replace(usual.board, layout=layout)))
    with screen(browser, look) as shown:
        shown.page.set_viewport_size({"width": look.width, "height": 700})
        shown.open(fight.address(next(iter(fight.keys))))
        shown.page.wait_for_timeout(300)
        tools = shown.page.locator(".board .tools").bounding_box()
        assert tools is not None
        for each in shown.page.locator(".stage .tok .body").all():
            box = each.bounding_box()
            assert box is not None
            beside = box["x"] + box["width"] <= tools["x"] or box["x"] >= look.width
            assert beside or box["y"] >= tools["y"] + tools["height"] or box["y"] + box["height"] <= tools["y"]


def asks_several(now: Encounter) -> bool:
    """Return whether several may answer a question of the gm's."""
    who = {offer.who for offer in offers(now, "gm") if not offer.aside and offer.do != "end_encounter"}
    return pending(now).kind == "opportunity_attack" and len(who) > 1


@pytest.mark.long
def test_a_question_that_several_may_answer_stands_above_them(browser: Browser, served: Site) -> None:
    fight = served.open("verdigris-ambush", 20)
    fight.play(asks_several, player="any")
    with screen(browser, PHONE) as shown:
        shown.open(fight.address("gm"))
        asked = steady(shown).page.locator(".dock .actor .n")
        assert within(shown, asked)
        above, below = asked.bounding_box(), shown.page.locator(".dock .actor .seg").bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"]
        assert above["height"] < 60
        shown.must_be_well()


@pytest.mark.long
def test_long_choices_are_read_whole(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 5)
    fight.play(may("storyteller", "determine_surprise"))
    for look in (PHONE, Look(1440, "light")):
        with screen(browser, look) as shown:
            shown.open(fight.address("storyteller"))
            steady(shown).page.locator(".chip[data-do=determine_surprise]").first.click()
            choices = shown.page.locator(".fields .seg button")
            expect(choices).to_have_count(3)
            for each in choices.all():
                each.scroll_into_view_if_needed()
                assert within(shown, each)


@pytest.mark.long
def test_what_is_left_of_a_side_is_read_whole_at_both_ends_of_a_fight(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 72)
    with screen(browser, PHONE) as shown:
        shown.open(fight.address("gallery"))
        shown.page.get_by_role("button", name="Look back").click()
        told, slider = shown.page.locator(".on-top .pill"), shown.page.get_by_role("slider", name="Line")
        for end in ("max", "min"):
            slider.evaluate(
                "(it, end) => { it.value = it[end]; it.dispatchEvent(new Event('input', { bubbles: true })); }", end
            )
            expect(shown.page.locator(".replay")).to_have_attribute("data-at", slider.get_attribute(end) or "")
            box = told.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE.width


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-GB", "de"])
def test_what_plays_a_replay_is_one_row_of_buttons(browser: Browser, served: Site, language: str) -> None:
    fight = served.open("storyteller", 73)
    fight.play(lambda now: now.outcome is not None, most=600)
    with screen(browser, PHONE, language) as shown:
        shown.open(fight.address("anwen"))
        shown.page.keyboard.press("[")
        expect(shown.page.locator(".time .keys")).to_be_visible()
        boxes = [box for each in shown.page.locator(".time .keys > *").all() if (box := each.bounding_box())]
        middles = {round(box["y"] + box["height"] / 2) for box in boxes if box["width"]}
        assert len(boxes) >= 6
        assert max(middles) - min(middles) <= 2
        assert within(shown, shown.page.locator(".time .keys"))
        shown.must_be_well()
