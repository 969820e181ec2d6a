"""Dice on a real table: whoever rolls says what they show, the others whether they saw it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from ledger.proof.verifying import verify
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import archers, lines, shoots, until

pytestmark = pytest.mark.usefixtures("same_dice")


def rolled(shown: Screen, fight: Fight) -> None:
    """Let Ana shoot at Bo: a five hits, and does three."""
    shoots(shown)
    typing = shown.page.locator(".typing")
    expect(typing).to_be_visible()
    shown.must_be_well()
    typing.get_by_role("button", name="5", exact=True).click()
    typing.get_by_role("button", name="That is what fell").click()
    expect(shown.page.locator(".awaits")).to_contain_text("damage")
    typing.get_by_role("textbox").fill("3")
    shown.page.keyboard.press("Enter")
    expect(typing).to_have_count(0)
    until(shown, lambda: fight.now.combatants["Bo"].pools["health"].now == 27)


def grade(fight: Fight) -> str:
    return verify(fight.site.ledger.export(fight.id)).rolls[-1].grade


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_faces_are_pressed_or_typed_by_whoever_rolls_and_the_others_wait(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = archers(served, dice="table")
    with screen(browser, look) as ana, screen(browser, look) as bo:
        bo.open(fight.address("bo"))
        rolled(ana.open(fight.address("ana")), fight)
        expect(bo.page.locator(".typing")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("said", "comes_to"), [("I saw these dice", "table attested"), ("These dice did not fall so", "table contested")]
)
def test_the_others_say_of_dice_that_were_typed_in_whether_they_saw_them(
    browser: Browser, served: Site, said: str, comes_to: str
) -> None:
    fight = archers(served, dice="table", attest="opponent")
    with screen(browser) as ana, screen(browser) as bo:
        rolled(ana.open(fight.address("ana")), fight)
        assert grade(fight) == "table unattested"
        bo.open(fight.address("bo"))
        bo.page.locator(".chron li[data-n]", has=bo.page.locator(".rolls")).last.locator(".no").click()
        bo.page.get_by_role("button", name=said, exact=True).click()
        until(bo, lambda: grade(fight) == comes_to)
        bo.must_be_well()


@pytest.mark.long
def test_what_no_such_die_shows_is_not_sent(browser: Browser, served: Site) -> None:
    fight = archers(served, dice="table")
    with screen(browser) as ana:
        ana.open(fight.address("ana"))
        shoots(ana)
        for text in ("7", "0", "5 5", "five"):
            ana.page.locator(".typing").get_by_role("textbox").fill(text)
            expect(ana.page.get_by_role("button", name="That is what fell")).to_be_disabled()


@pytest.mark.long
def test_a_double_press_types_the_dice_once(browser: Browser, served: Site) -> None:
    fight = archers(served, dice="table")
    with screen(browser) as ana:
        ana.open(fight.address("ana"))
        shoots(ana)
        ana.page.locator(".typing").get_by_role("textbox").fill("5")
        ana.page.get_by_role("button", name="That is what fell").dblclick()
        expect(ana.page.locator(".awaits")).to_contain_text("damage")
        expect(ana.page.locator(".typing").get_by_role("textbox")).to_have_value("")
        assert [line["faces"] for line in lines(fight) if line["type"] == "TableDiceTyped"] == [[5]]
