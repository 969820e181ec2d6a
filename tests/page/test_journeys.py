"""What people do from beginning to end: a turn on a phone, hidden hands, a lost connection, an old choice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Response, Route, expect

from domain.items import FACE_DOWN
from files import rosters
from files.written_rosters import named
from tests.page.looks import Look, Screen, screen
from tests.page.site import Site
from tests.page.tables import anwens_turn, until, version, went_on

pytestmark = pytest.mark.usefixtures("same_dice")


def arms_an_attack(shown: Screen) -> None:
    """Choose an attack and somebody to attack, by two presses at most."""
    shown.page.locator(".chip[data-do=attack]").first.click()
    if shown.page.locator(".say .go").is_disabled():
        shown.page.locator(".stage .tok.aim").first.click()
    expect(shown.page.locator(".say .go")).to_be_enabled()


def test_an_attack_on_a_phone_takes_three_presses_and_no_scrolling(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 91)
    with screen(browser, Look(390, "light")) as shown:
        shown.open(fight.address("anwen"))
        before = version(fight)
        arms_an_attack(shown)
        expect(shown.page.locator(".say .go")).to_be_in_viewport()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert shown.page.evaluate("document.scrollingElement.scrollTop") == 0


def test_of_the_others_hands_a_browser_is_told_the_number_of_cards_alone(browser: Browser, served: Site) -> None:
    fight = served.begin(replace(rosters.read(named("etiquette")), hands="private"))
    hands: list[dict[str, list[str]]] = []

    def hears(answer: Response) -> None:
        if answer.url.endswith("/replay"):
            hands.extend(each["view"]["hands"] for each in answer.json()["steps"] if "view" in each)

    with screen(browser) as shown:
        shown.page.on("response", hears)
        shown.open(fight.address("vesper"))
        shown.page.get_by_role("button", name="Look back").click()
        until(shown, lambda: hands)
        assert all(set(each["Vesper"]) == {"whetstone", "squib", "tea_tray"} for each in hands)
        assert all([*each["Marrow"], *each["Thistle"]] == [FACE_DOWN] * 6 for each in hands)


def test_two_hundred_lines_later_a_lost_connection_leaves_no_gap(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 92)
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        expect(shown.page.locator(".where")).to_contain_text("line")
        shown.context.set_offline(True)
        before = version(fight)
        fight.play(lambda _: version(fight) >= before + 200)
        shown.context.set_offline(False)
        expect(shown.page.locator(".where")).to_contain_text(f"line {version(fight)}", timeout=60_000)
        lines = [str(line.n) for line in fight.site.ledger.lines(fight.id, before) if line.type == "CommandAccepted"]
        expect(shown.page.locator(f".chron li[data-n='{lines[-1]}']")).to_be_visible()
        told = shown.page.evaluate("[...document.querySelectorAll('.chron li[data-n]')].map((one) => one.dataset.n)")
        assert [n for n in lines if n not in told] == []
        shown.complaints.clear()  # the browser says of the connection that it was lost


def test_who_was_overtaken_sends_the_same_once_more_and_keeps_the_choice(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 93)
    sent: list[str] = []

    def overtaken(route: Route) -> None:
        sent.append(str((route.request.post_data_json or {}).get("cmd")))
        if len(sent) > 1:
            route.continue_()
            return
        problem = {"type": "/problems/overtaken", "detail": "Somebody else was quicker.", "version": version(fight)}
        route.fulfill(status=412, json=problem)

    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        shown.page.route("**/commands", overtaken)
        arms_an_attack(shown)
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert len(sent) == 2
        assert sent[0] == sent[1]
        shown.complaints.clear()  # the browser says of a refusal that it is one
