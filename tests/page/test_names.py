"""The page says what people call the fight, its people and its places, and lines keep the ids."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from files import rosters
from files.written_rosters import named
from tests.openings import opening_of
from tests.page.looks import LOOKS, USUAL, Look, screen
from tests.page.site import Fight, Site
from tests.page.tables import archers, lines, seated

pytestmark = pytest.mark.usefixtures("same_dice")

STRANGER, TRUE = "Ein Fremder — 旅人", "Count Orlo of the Marsh"


def titled(site: Site) -> Fight:
    """Open a fight with a title, somebody who is called otherwise, and a place that is."""
    usual: Any = rosters.read(named("verdigris"))
    first, *others = usual.combatants
    place = usual.board.zones[0]
    combatants = (replace(first, name=STRANGER), *others)
    opening = replace(usual, title="جسر الفجر", combatants=combatants, names={place: "The place of the old mill"})
    return site.begin(opening)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_foes_show_what_the_table_agreed_on_and_the_page_says_that_it_is_a_courtesy(
    served: Site, browser: Browser, look: Look
) -> None:
    usual: Any = rosters.read(named("verdigris"))
    fight = served.begin(replace(usual, disclosure={"enemies": "words"}))
    player = next(seat for seat, role in fight.now.seats.items() if role == "player")
    with screen(browser, look) as shown:
        shown.open(fight.address(player))
        expect(shown.page.locator(".order")).to_contain_text("unhurt")
        if look.width > 1100:
            expect(shown.page.locator(".order .courtesy")).to_contain_text("a courtesy, not a secret")
        shown.must_be_well()
        fight.give(
            fight.now.referee or "", do="override", by=fight.now.referee, who="Pike", what="hp", value=1, reason="So."
        )
        expect(shown.page.locator(".order")).to_contain_text("badly hurt")
        expect(shown.page.locator(".chron").first).not_to_contain_text("hp 4 to 1")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_names_stand_on_the_page_and_a_true_one_for_the_referee_alone(
    served: Site, browser: Browser, look: Look
) -> None:
    fight = titled(served)
    who = fight.now.combatants[next(iter(fight.now.combatants))].id
    gm = fight.now.referee or ""
    player = next(seat for seat, role in fight.now.seats.items() if role == "player")
    fight.give(gm, do="seal", by=gm, whose=who, name=TRUE)
    for seat in (gm, player):
        with screen(browser, look) as shown:
            shown.open(fight.address(seat))
            expect(shown.page.locator(".title")).to_have_text("جسر الفجر")
            expect(shown.page.locator(".order")).to_contain_text(STRANGER)
            assert (TRUE in (shown.page.locator(".order").text_content() or "")) == (seat == gm)
            expect(shown.page.locator("body")).to_contain_text("The place of the old mill")
            if seat == player:
                served.ledger.rename(fight.id, gm, "encounter", "The bridge", cmd="n1")
                expect(shown.page.locator(".title")).to_have_text("The bridge")
            shown.must_be_well()


@pytest.mark.long
def test_whoever_is_called_as_something_in_every_object_is_shown_like_others(served: Site, browser: Browser) -> None:
    one, other = ({"kind": "player", "health": 4} for _ in range(2))
    fight = served.begin(
        opening_of(
            {
                "system": "etiquette",
                "board": {"tiles": ["valueOf", "inn"], "links": [["valueOf", "inn"]]},
                "seats": [{"id": "ana"}, {"id": "constructor"}],
                "combatants": [
                    {**one, "id": "toString", "owner": "hasOwnProperty", "controller": "ana", "at": "valueOf"},
                    {**other, "id": "isPrototypeOf", "owner": "Bo", "controller": "constructor", "at": "inn"},
                ],
            }
        )
    )
    for seat in ("ana", "constructor"):
        with screen(browser, USUAL) as shown:
            shown.open(fight.address(seat))
            expect(shown.page.locator(".order")).to_contain_text("isPrototypeOf")
            expect(shown.page.locator(".dock button").first).to_be_visible()
            shown.must_be_well()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_the_referee_calls_the_fight_somebody_and_a_place_otherwise_and_the_others_see_it(
    served: Site, browser: Browser, look: Look
) -> None:
    fight = titled(served)
    gm, player = fight.now.referee or "", next(seat for seat, role in fight.now.seats.items() if role == "player")
    who, place = next(iter(fight.now.combatants)), next(iter(fight.now.names))
    with screen(browser, look) as referee, screen(browser) as seen:
        seen.open(fight.address(player))
        referee.open(fight.address(gm))
        page = referee.page
        expect(page.locator(".dock, .below").first).to_be_attached()
        page.get_by_role("button", name="Referee, words and secrets").click()
        calls(page, "The bridge at dawn")
        expect(seen.page.locator(".title")).to_have_text("The bridge at dawn")
        expect(page.get_by_role("button", name="Give the name")).to_be_disabled()
        referee.must_be_well()
        page.get_by_role("button", name="Close", exact=True).click()
        page.locator(".order li", has_text=STRANGER).first.click()
        calls(page, "Marten\u202e")
        expect(page.locator(".side").get_by_role("alert")).to_contain_text("overrides the direction of writing")
        referee.bears()
        calls(page, "Marten of the weir")
        expect(page.locator(".side").get_by_role("alert")).to_have_count(0)
        expect(seen.page.locator(".order")).to_contain_text("Marten of the weir")
        expect(page.locator(".side h2")).to_contain_text("Marten of the weir")
        referee.must_be_well()
        page.get_by_role("button", name="Close", exact=True).click()
        if look.width > 620:
            page.locator(f".stage [data-place='{place}']").first.click(button="right", position={"x": 6, "y": 6})
            calls(page, "The weir")
            expect(seen.page.locator(".board")).to_contain_text("The weir")
        seen.page.locator(".order li", has_text="Marten").first.click()
        expect(seen.page.locator(".side")).to_contain_text("Marten")
        expect(seen.page.locator(".naming")).to_have_count(0)
        assert fight.now.combatants[who].id == who


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_whoever_waits_in_reserve_gets_a_name_that_nobody_else_reads_until_it_is_opened(
    served: Site, browser: Browser, look: Look
) -> None:
    fight = served.open("storyteller", 5)
    gm, player = fight.now.referee or "", next(seat for seat, role in fight.now.seats.items() if role == "player")
    fight.give(gm, do="add_combatant", by=gm, sheet={"id": "Wraith", "hp": 30, "armor_rating": 15, "hidden": True})
    with screen(browser, look) as referee, screen(browser) as seen:
        told: list[str] = []
        seen.page.on("response", lambda each: told.append(each.text()) if "/stream" not in each.url else None)
        seen.open(fight.address(player))
        referee.open(fight.address(gm))
        page = referee.page
        expect(page.locator(".dock, .below").first).to_be_attached()
        page.get_by_role("button", name="Referee, words and secrets").click()
        page.locator(".side .kept").get_by_role("button", name="Wraith").click()
        calls(page, "Old Margit")
        expect(page.locator(".side")).to_contain_text("In truth: Old Margit")
        referee.must_be_well()
        page.get_by_role("button", name="Close", exact=True).click()
        page.get_by_role("button", name="Referee, words and secrets").click()
        expect(page.locator(".side .kept").first).to_contain_text("Old Margit")
        assert "Margit" not in seen.page.content() + "".join(told)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_thing_that_somebody_carries_is_called_otherwise(served: Site, browser: Browser, look: Look) -> None:
    fight = served.open("pursuit", 4)
    host, *_ = fight.keys
    with screen(browser, look) as shown:
        shown.open(fight.address(host))
        who = next(iter(fight.now.combatants.values()))
        thing = fight.now.things(who.side)[0].id
        shown.page.locator(".order li").filter(has_text=who.id).first.click()
        sheet = shown.page.locator(".side .naming")
        sheet.locator("summary").click()
        sheet.get_by_label("Who or what").select_option(thing)
        calls(shown.page, "The Widow’s Kiss")
        expect(sheet.get_by_role("button", name="Give the name")).to_be_disabled()
        assert sheet.get_by_label("Name", exact=True).input_value() == "The Widow’s Kiss"
        shown.must_be_well()
        assert [name for _, of, name in served.ledger.fight(fight.id).table.named if of == thing] == [
            "The Widow’s Kiss"
        ]


def calls(page: Page, name: str) -> None:
    """Give what the sheet is about another name."""
    sheet = page.locator(".side .naming")
    if sheet.get_attribute("open") is None:
        sheet.locator("summary").click()
    sheet.get_by_label("Name").fill(name)
    sheet.get_by_role("button", name="Give the name").click()


@pytest.mark.long
def test_a_name_is_given_by_a_call_that_the_device_signs(served: Site, browser: Browser) -> None:
    with seated(browser, (fight := archers(served)).address("ana")) as ana:
        ana.page.locator(".order li", has_text="Bo").first.click()
        calls(ana.page, "Bo the Younger")
        expect(ana.page.locator(".order")).to_contain_text("Bo the Younger")
        said = next(line for line in reversed(lines(fight)) if line["type"] == "Renamed")
        assert (said["of"], said["name"], said["by"], "sig" in said) == ("Bo", "Bo the Younger", "ana", True)
