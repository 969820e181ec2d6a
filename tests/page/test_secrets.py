"""The referee keeps and opens secrets; nobody else's page or traffic holds a byte of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Response, expect

from domain.deciding import pending
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import may, version, went_on

REFEREE = "storyteller"
SQUARE = 40
"""So many units of the drawing are one square."""
WRAITH = {"id": "Wraith", "hp": 30, "armor_rating": 15, "hidden": True}


def kept(served: Site, seed: int) -> Fight:
    """Return a fight in which the referee keeps a wraith in reserve and has sealed a note."""
    fight = served.open("storyteller", seed)
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    fight.give(REFEREE, do="add_combatant", by=REFEREE, sheet=WRAITH)
    fight.give(REFEREE, do="seal", by=REFEREE, title="Bridge", text="It gives way.", to=["anwen"])
    return fight


def heard(shown: Screen) -> list[str]:
    """Return a list that fills with the bodies of all answers."""
    told: list[str] = []

    def keep(response: Response) -> None:
        if "/stream" not in response.url and "/api/" in response.url:
            told.append(response.text())

    shown.page.on("response", keep)
    return told


@pytest.mark.parametrize("look", LOOKS)
def test_whoever_waits_in_reserve_is_revealed_by_pressing_a_square_and_was_nowhere_before(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = kept(served, 41)
    with screen(browser, look) as referee, screen(browser) as gallery:
        told = heard(gallery)
        gallery.open(fight.address("gallery"))
        referee.open(fight.address(REFEREE))
        expect(referee.page.locator(".dock, .below").first).to_be_attached()
        referee.page.get_by_role("button", name="Referee, words and secrets").click()
        expect(referee.page.locator(".side .kept").first).to_contain_text("Wraith")
        referee.must_be_well()
        assert "Wraith" not in gallery.page.content() + "".join(told)
        before = version(fight)
        referee.page.locator(".side [data-do=reveal]").click()
        expect(referee.page.locator(".say .q")).to_contain_text("Wraith")
        at = free_square(fight)
        referee.page.locator(".fields input.typed, .fields .group").first.wait_for()
        if look.width > 620:
            press_square(referee, at)
        else:
            referee.page.locator(".fields input.typed").fill(at)
        referee.page.locator(".say .go").click()
        went_on(referee, fight, before)
        expect(gallery.page.locator(".stage .tok[data-who=Wraith]")).to_be_attached()
        assert fight.now.combatants["Wraith"].at == at


def free_square(fight: Fight) -> str:
    """Return a square where nobody stands."""
    taken = {each.at for each in fight.now.combatants.values()}
    return next(f"{x}:{y}" for y in range(2, 6) for x in range(3, 7) if f"{x}:{y}" not in taken)


def press_square(shown: Screen, at: str) -> None:
    """Press a square of the board."""
    x, y = map(int, at.split(":"))
    box = shown.page.locator(".stage .b-ground").bounding_box()
    assert box is not None
    across = float(shown.page.locator(".stage .b-ground").get_attribute("width") or 0) / SQUARE
    step = box["width"] / across
    shown.page.mouse.click(box["x"] + (x + 0.5) * step, box["y"] + (y + 0.5) * step)


def test_a_secret_roll_and_a_note_are_seen_by_whoever_may_and_opened_by_whoever_sealed(
    browser: Browser, served: Site
) -> None:
    fight = kept(served, 42)
    with screen(browser) as referee, screen(browser) as anwen, screen(browser) as tobit:
        told = heard(tobit)
        tobit.open(fight.address("tobit"))
        anwen.open(fight.address("anwen"))
        referee.open(fight.address(REFEREE))
        expect(anwen.page.locator(".chron li.secret")).to_contain_text("It gives way.")
        expect(anwen.page.locator(".chron li.secret .only")).to_contain_text("storyteller, anwen")
        expect(referee.page.locator(".chron li").last).to_be_visible()
        before = version(fight)
        referee.page.keyboard.press("g")
        referee.page.locator(".side [data-do=secret_roll]").click()
        referee.page.locator(".fields input").nth(0).fill("1d20+2")
        referee.page.locator(".fields input").nth(1).fill("stealth of the wraith")
        referee.must_be_well()
        referee.page.locator(".say .go").click()
        went_on(referee, fight, before)
        expect(referee.page.locator(".chron li.secret").last).to_contain_text("stealth of the wraith")
        expect(tobit.page.locator(".where")).to_contain_text(f"line {version(fight)}")
        assert "gives way" not in tobit.page.content() + "".join(told)
        assert "stealth of" not in tobit.page.content() + "".join(told)
        before = version(fight)
        referee.page.keyboard.press("g")
        referee.page.locator(".side .kept li", has_text="It gives way.").locator("[data-do=unseal]").click()
        went_on(referee, fight, before)
        expect(tobit.page.locator(".chron")).to_contain_text("It gives way.")


def test_the_referee_sees_the_fight_as_a_seat_does(browser: Browser, served: Site) -> None:
    fight = kept(served, 43)
    with screen(browser) as shown:
        shown.open(fight.address(REFEREE))
        expect(shown.page.locator(".chron li.secret").first).to_be_visible()
        shown.page.keyboard.press("g")
        shown.page.locator(".side").get_by_role("button", name="tobit").click()
        expect(shown.page.locator(".say.secret")).to_contain_text("This is what tobit sees.")
        expect(shown.page.locator(".chron li.secret")).to_have_count(0)
        assert shown.page.locator(".dock").count() == 0
        shown.must_be_well()
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".chron li.secret").first).to_be_visible()


def test_squares_are_painted_and_reinforcements_come_by_a_sheet(browser: Browser, served: Site) -> None:
    fight = kept(served, 44)
    with screen(browser) as shown:
        shown.open(fight.address(REFEREE))
        expect(shown.page.locator(".chron li").last).to_be_visible()
        shown.page.keyboard.press("g")
        shown.page.locator(".side [data-do=change_board]", has_text="Difficult").click()
        at = free_square(fight)
        press_square(shown, at)
        expect(shown.page.locator(".fields")).to_contain_text(at)
        shown.page.locator(".fields input.typed").fill("a beam falls")
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        shown.page.keyboard.press("g")
        shown.page.locator(".side .newcomer summary").click()
        shown.page.locator(".side .newcomer select option").nth(2).wait_for(state="attached")
        shown.page.locator(".side .newcomer select").select_option(index=2)
        shown.page.get_by_label("Waits in reserve").check()
        shown.must_be_well()
        before = version(fight)
        shown.page.locator(".side .newcomer .go").click()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert len(fight.now.reserve) == 2
