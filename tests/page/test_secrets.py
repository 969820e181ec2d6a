"""The referee keeps and opens secrets; nobody else's page or traffic holds a byte of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Response, expect

from domain.deciding import pending
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import may, press_square, version, went_on

REFEREE = "storyteller"
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


@pytest.mark.long
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
        expect(anwen.page.locator(".chron li.secret .only")).to_contain_text("Storyteller and Anwen")
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
        opens = referee.page.locator(".side .kept li", has_text="It gives way.").locator("[data-do=unseal]")
        opens.click()
        expect(opens).to_contain_text("Open for good")
        refused = {"detail": "Nobody opens it now.", "type": "/problems/not-now"}
        referee.page.route("**/commands", lambda route: route.fulfill(status=409, json=refused))
        opens.click()
        expect(referee.page.locator(".side .kept [role=alert]")).to_have_text("Nobody opens it now.")
        assert version(fight) == before
        referee.page.unroute("**/commands")
        referee.bears()
        opens.click()
        expect(referee.page.locator(".side .kept [role=alert]")).to_have_count(0)
        opens.click()
        went_on(referee, fight, before)
        expect(tobit.page.locator(".chron")).to_contain_text("It gives way.")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_facts_are_sealed_with_a_note_and_seen_by_whoever_may_read_it(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = kept(served, 45)
    with screen(browser, look) as referee, screen(browser) as anwen, screen(browser) as tobit:
        told = heard(tobit)
        tobit.open(fight.address("tobit"))
        anwen.open(fight.address("anwen"))
        referee.open(fight.address(REFEREE))
        page = referee.page
        page.get_by_role("button", name="Referee, words and secrets").click()
        page.locator(".side [data-do=seal]").first.click()
        page.get_by_role("textbox", name="Title").fill("Rope")
        page.get_by_role("group", name="To").get_by_role("button", name="Anwen", exact=True).click()
        for number, (name, value) in enumerate([("weight", "80"), ("dropped", "7"), ("made of", "hemp")], 1):
            page.get_by_role("button", name="Add a fact").click()
            page.get_by_role("textbox", name=f"Name of fact {number}").fill(name)
            page.get_by_role("textbox", name=f"Value of fact {number}").fill(value)
        page.get_by_role("button", name="Leave out fact 2").click()
        expect(page.locator(".say .q")).to_contain_text("weight 80, made of hemp")
        page.get_by_role("textbox", name="Name of fact 1").fill("Höhe")
        expect(page.locator(".facts [role=alert]")).to_contain_text("letters from a to z")
        expect(page.locator(".say .q")).not_to_contain_text("80")
        referee.must_be_well()
        page.get_by_role("textbox", name="Name of fact 1").fill("Weight")
        expect(page.locator(".facts [role=alert]")).to_have_count(0)
        expect(page.locator(".say .q")).to_contain_text("weight 80, made of hemp")
        referee.must_be_well()
        before = version(fight)
        page.locator(".say .go").click()
        went_on(referee, fight, before)
        expect(anwen.page.locator(".chron li.secret").last).to_contain_text("Rope: made of hemp; weight 80")
        if look.width > 620:
            expect(page.locator(".chron li.secret").last).to_contain_text("made of hemp; weight 80")
        expect(tobit.page.locator(".where")).to_contain_text(f"line {version(fight)}")
        assert "hemp" not in tobit.page.content() + "".join(told)
        page.get_by_role("button", name="Referee, words and secrets").click()
        before = version(fight)
        page.locator(".side .kept li", has_text="made of hemp").locator("[data-do=unseal]").dblclick()
        went_on(referee, fight, before)
        expect(tobit.page.locator(".chron")).to_contain_text("made of hemp; weight 80")


@pytest.mark.long
def test_the_referee_sees_the_fight_as_a_seat_does(browser: Browser, served: Site) -> None:
    fight = kept(served, 43)
    with screen(browser) as shown:
        shown.open(fight.address(REFEREE))
        expect(shown.page.locator(".chron li.secret").first).to_be_visible()
        shown.page.keyboard.press("g")
        shown.page.route("**/chronicle?*as=tobit", lambda route: route.abort())
        shown.page.locator(".side").get_by_role("button", name="tobit").click()
        expect(shown.page.locator(".side [role=alert]")).to_contain_text("The server was not reached")
        shown.page.unroute("**/chronicle?*as=tobit")
        shown.bears()
        shown.page.locator(".side").get_by_role("button", name="tobit").click()
        expect(shown.page.locator(".say.secret")).to_contain_text("This is what Tobit sees.")
        expect(shown.page.locator(".chron li.secret")).to_have_count(0)
        assert shown.page.locator(".dock").count() == 0
        shown.must_be_well()
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".chron li.secret").first).to_be_visible()


@pytest.mark.long
def test_what_may_be_said_beside_the_turn_stays_where_it_is_not_told_anew(browser: Browser, served: Site) -> None:
    fight = kept(served, 46)
    with screen(browser) as shown:
        shown.open(fight.address(REFEREE))
        expect(shown.page.locator(".chron li.secret").first).to_be_visible()
        roll = shown.page.locator(".side [data-do=secret_roll]")
        shown.page.keyboard.press("g")
        expect(roll).to_be_visible()
        shown.page.keyboard.press("Escape")
        expect(roll).to_have_count(0)
        shown.page.route("**/offers", lambda route: route.abort())
        with shown.page.expect_event("requestfailed"):
            shown.page.keyboard.press("g")
        shown.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert roll.is_visible()
        shown.bears()


@pytest.mark.long
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
        shown.page.locator(".side .newcomer > summary").click()
        form = shown.page.locator(".side .newcomer form")
        form.get_by_label("Like").locator("option").nth(2).wait_for(state="attached")
        form.get_by_label("Like").select_option(index=2)
        form.get_by_label("Name").fill("Old Margit")
        form.get_by_text("More of the sheet").click()
        form.get_by_label("Strength").fill("3")
        form.get_by_label("Waits in reserve").check()
        expect(form.get_by_label("Where")).to_have_count(0)
        shown.must_be_well()
        before = version(fight)
        form.locator(".go").click()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert len(fight.now.reserve) == 2
        come = next(each for each in fight.now.reserve.values() if each.id != "Wraith")
        assert (come.name, come.sheet["strength"]) == ("Old Margit", 3)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_reinforcement_comes_on_a_side_to_a_place_and_no_sheet_is_written_by_hand(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = served.open("storyteller-zones", 45)
    gm = fight.now.referee or ""
    sides = {each.side for each in fight.now.combatants.values()}
    before = {*fight.now.combatants}
    with screen(browser, look) as shown:
        shown.open(fight.address(gm))
        expect(shown.page.locator(".dock, .below").first).to_be_attached()
        shown.page.get_by_role("button", name="Referee, words and secrets").click()
        shown.page.locator(".side .newcomer > summary").click()
        form = shown.page.locator(".side .newcomer form")
        form.get_by_label("Name").fill("The bosun’s brother")
        form.get_by_label("Side").select_option(min(sides))
        place = form.get_by_label("Where").locator("option").nth(1).get_attribute("value") or ""
        form.get_by_label("Where").select_option(place)
        shown.must_be_well()
        form.locator(".go").click()
        shown.page.locator(".say .go").click()
        expect(shown.page.locator(".order")).to_contain_text("The bosun’s brother")
        (come,) = fight.now.combatants.keys() - before
        there = fight.now.combatants[come]
        assert (there.name, there.side, there.at) == ("The bosun’s brother", min(sides), place)


@pytest.mark.long
def test_what_is_no_sheet_is_refused_and_the_form_stays(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller-zones", 45)
    with screen(browser) as shown:
        shown.open(fight.address(fight.now.referee or ""))
        shown.page.get_by_role("button", name="Referee, words and secrets").click()
        shown.page.locator(".side .newcomer > summary").click()
        form = shown.page.locator(".side .newcomer form")
        form.get_by_text("The whole sheet as JSON").click()
        whole = form.get_by_role("textbox", name="The whole sheet as JSON")
        sheet = whole.input_value()
        for typed in ("null", "5", "[]"):
            whole.fill(typed)
            whole.blur()
            expect(form.get_by_role("alert")).to_contain_text("This is no sheet")
            expect(form.locator(".go")).to_be_disabled()
        whole.fill(sheet)
        whole.blur()
        expect(form.get_by_role("alert")).to_have_count(0)
        expect(form.locator(".go")).to_be_enabled()


@pytest.mark.long
def test_a_referee_who_sees_as_another_is_told_on_a_phone_what_that_one_knows_alone(
    browser: Browser, served: Site
) -> None:
    fight = kept(served, 43)
    with screen(browser, Look(390, "dark")) as referee:
        page = referee.open(fight.address(REFEREE)).page
        expect(page.locator(".below").first).to_be_attached()
        expect(page.locator(".ticker")).to_contain_text("Bridge")
        page.get_by_role("button", name="Referee, words and secrets").click()
        page.locator(".side .chips").get_by_role("button", name="Gallery").click()
        expect(page.locator(".say.secret")).to_contain_text("Gallery")
        expect(page.locator(".ticker")).not_to_contain_text("Bridge")
        referee.must_be_well()
        page.get_by_role("button", name="Back to what you see").click()
        expect(page.locator(".ticker")).to_contain_text("Bridge")
