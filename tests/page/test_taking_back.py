"""Taking back: what would go is seen before, alone or with the consent of the others, who see it too."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

from domain.deciding import pending
from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Fight, Site
from tests.page.tables import may, until, version, went_on

pytestmark = pytest.mark.usefixtures("same_dice")


def anwen_has_the_turn(served: Site, seed: int) -> Fight:
    """Return a fight in which somebody of Anwen's may attack."""
    fight = served.open("storyteller", seed)
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    return fight


def dashed(served: Site, seed: int) -> Fight:
    """Return a fight in which somebody of Anwen's has just dashed, which rolled nothing."""
    fight = anwen_has_the_turn(served, seed)
    fight.give("anwen", do="dash", who=str(fight.now.turn))
    return fight


def attacked(served: Site, seed: int) -> Fight:
    """Return a fight in which somebody of Anwen's has just rolled."""
    fight = anwen_has_the_turn(served, seed)
    fight.give("anwen", do="hide", who=str(fight.now.turn))
    return fight


@pytest.mark.long
def test_while_one_looks_back_no_key_says_anything(browser: Browser, served: Site) -> None:
    fight = dashed(served, 21)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".dock:not([aria-busy])")).to_be_visible()
        before = version(fight)
        shown.page.keyboard.press("Control+z")
        expect(shown.page.locator(".say.going")).to_contain_text("Alone")
        for key in ("e", "e", "1", "Enter", "/", "Control+k"):
            shown.page.keyboard.press(key)
        expect(shown.page.locator(".palette")).to_have_count(0)
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".dock")).to_be_visible()
        expect(shown.page.locator(".say.going")).to_have_count(0)
        assert (version(fight), [each for each in shown.asked if each.endswith("/commands")]) == (before, [])


@pytest.mark.long
def test_while_a_moment_that_one_looks_back_at_does_not_come_the_board_says_nothing(
    browser: Browser, served: Site
) -> None:
    fight = dashed(served, 21)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".stage .tok.movable").first).to_be_attached()
        shown.context.route("**/api/encounters/*?at=*", lambda route: route.abort())
        shown.page.keyboard.press("Control+z")
        expect(shown.page.locator(".say.going .warned")).to_be_visible()
        expect(shown.page.locator(".stage .tok.movable")).to_have_count(0)
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".stage .tok.movable").first).to_be_attached()
        shown.bears()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_what_rolled_nothing_is_taken_back_alone_after_it_was_seen(browser: Browser, served: Site, look: Look) -> None:
    fight = dashed(served, 21)
    who = str(fight.now.turn)
    with screen(browser, look) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".dock")).to_be_visible()
        before = version(fight)
        shown.page.keyboard.press("Control+z")
        expect(shown.page.locator(".say.going")).to_contain_text("Alone")
        expect(shown.page.locator(".edge-note.then")).to_be_visible()
        if look.width > 620:
            expect(shown.page.locator(".chron li.going")).to_have_count(1)
        shown.must_be_well()
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".say.going")).to_have_count(0)
        assert version(fight) == before
        shown.page.keyboard.press("Control+z")
        shown.page.locator(".say.going .go").click()
        went_on(shown, fight, before)
        assert fight.now.combatants[who].resources["action"] == 1
        if look.width > 620:
            expect(shown.page.locator(".chron li.undone")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_what_one_did_last_is_taken_back_by_a_button_beside_the_turn(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = dashed(served, 25)
    with screen(browser, look) as shown:
        shown.open(fight.address("anwen"))
        before = version(fight)
        shown.page.locator(".dock").get_by_role("button", name="Take back").click()
        expect(shown.page.locator(".say.going")).to_contain_text("Alone")
        shown.page.locator(".say.going .go").click()
        went_on(shown, fight, before)
        expect(shown.page.locator(".dock")).to_be_visible()
        expect(shown.page.locator(".dock").get_by_role("button", name="Take back")).to_have_count(0)


def test_what_rolled_is_taken_back_when_all_agree_and_one_who_does_not_is_enough(
    browser: Browser, served: Site
) -> None:
    fight = attacked(served, 22)
    with screen(browser) as anwen, screen(browser) as tobit, screen(browser) as referee:
        anwen.open(fight.address("anwen"))
        tobit.open(fight.address("tobit"))
        referee.open(fight.address("storyteller"))
        expect(anwen.page.locator(".dock")).to_be_visible()
        for answer in ("No", "Agree"):
            anwen.page.keyboard.press("Control+z")
            expect(anwen.page.locator(".say.going")).to_contain_text("Storyteller and Tobit must agree")
            anwen.page.locator(".say.going input").fill("We forgot the fog.")
            anwen.page.get_by_role("button", name="Ask them").click()
            for other in (tobit, referee):
                expect(other.page.locator(".say.going")).to_contain_text("We forgot the fog.")
            tobit.page.get_by_role("button", name="Show", exact=True).click()
            expect(tobit.page.locator(".chron li.going")).not_to_have_count(0)
            tobit.must_be_well()
            tobit.page.locator(".say.going").get_by_role("button", name=answer).click()
            if answer == "No":
                expect(anwen.page.locator(".say.going")).to_have_count(0)
        for shown in (anwen, tobit, referee):
            expect(shown.page.locator(".say.going")).to_contain_text("Agreed: Tobit. Storyteller must agree.")
        expect(tobit.page.locator(".say.going").get_by_role("button", name="Agree")).to_have_count(0)
        referee.page.get_by_role("button", name="Agree").click()
        expect(anwen.page.locator(".chron li.undone")).not_to_have_count(0)
        assert fight.now.combatants[str(fight.now.turn)].resources["action"] == 1


@pytest.mark.long
def test_whoever_gives_no_reason_is_given_none(browser: Browser, served: Site) -> None:
    fight = attacked(served, 26)
    with screen(browser) as shown, screen(browser) as other:
        shown.open(fight.address("anwen"))
        other.open(fight.address("tobit"))
        expect(shown.page.locator(".dock")).to_be_visible()
        shown.page.keyboard.press("Control+z")
        shown.page.get_by_role("button", name="Ask them").click()
        expect(other.page.locator(".say.going .q")).to_contain_text("Anwen")
        expect(other.page.locator(".say.going q")).to_have_count(0)
        asked = other.page.locator(".chron li", has_text="asked to go back")
        expect(asked).to_be_visible()
        expect(asked).not_to_contain_text("“")
        request = served.ledger.fight(fight.id).table.request
        assert request is not None
        assert request.reason == "—"


@pytest.mark.long
def test_whoever_asked_withdraws_it(browser: Browser, served: Site) -> None:
    fight = attacked(served, 23)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".dock")).to_be_visible()
        shown.page.keyboard.press("Control+z")
        shown.page.get_by_role("button", name="Ask them").click()
        expect(shown.page.locator(".say.going")).to_contain_text("You ask")
        shown.page.keyboard.press("Control+Shift+z")
        expect(shown.page.locator(".say.going")).to_have_count(0)
        assert served.ledger.fight(fight.id).table.request is None


@pytest.mark.long
def test_whoever_withdraws_at_once_is_heard_though_the_wish_is_still_unanswered(browser: Browser, served: Site) -> None:
    fight = attacked(served, 27)
    held: list[tuple[Route, APIResponse]] = []
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        shown.page.route("**/rewind", lambda route: held.append((route, route.fetch())))
        expect(shown.page.locator(".dock")).to_be_visible()
        shown.page.keyboard.press("Control+z")
        shown.page.get_by_role("button", name="Ask them").click()
        expect(shown.page.locator(".say.going")).to_contain_text("You ask")
        shown.page.keyboard.press("Control+Shift+z")
        until(shown, lambda: held)
        ((route, answer),) = held
        route.fulfill(response=answer)
        expect(shown.page.locator(".say.going")).to_have_count(0)
        assert served.ledger.fight(fight.id).table.request is None


@pytest.mark.long
def test_a_line_of_the_chronicle_leads_back_to_before_it(browser: Browser, served: Site) -> None:
    fight = dashed(served, 24)
    fight.give("anwen", do="end_turn", who=str(fight.now.turn))
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".chron li").first).to_be_visible()
        line = shown.page.locator(".chron li[data-n]").nth(-2)
        line.locator(".no").click()
        shown.must_be_well()
        shown.page.get_by_role("button", name="Take back from line").click()
        expect(shown.page.locator(".chron li.going")).to_have_count(2)


@pytest.mark.long
def test_what_was_taken_back_together_is_one_line_that_says_who_asked_and_who_agreed(
    browser: Browser, served: Site
) -> None:
    fight = anwen_has_the_turn(served, 27)
    who, before = str(fight.now.turn), version(fight)
    fight.give("anwen", do="hide", who=who)
    fight.give("anwen", do="end_turn", who=who)
    served.ledger.ask_rewind(fight.id, "anwen", before, "We forgot the fog.", cmd="ask")
    for seat in ("storyteller", "tobit"):
        served.ledger.answer_rewind(fight.id, seat, True, cmd=f"agree-{seat}")
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        line, undone = shown.page.locator(".chron .folded summary"), shown.page.locator(".chron li.undone")
        expect(line).to_contain_text("were taken back. Seat anwen took the fight back")
        expect(line).to_contain_text("with the consent of storyteller and tobit")
        expect(undone.first).to_be_hidden()
        shown.must_be_well()
        line.click()
        expect(undone).to_have_count(2)
        expect(undone.first).to_be_visible()
        shown.must_be_well()
        shown.page.get_by_label("Which entries").select_option(label="Taken back")
        expect(line).to_have_count(0)
        expect(undone.first).to_contain_text("with the consent of storyteller and tobit")
