"""What people do beside taking a turn: sheets, words to some, clocks, leaving, and coming back after a while."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.encounter import Combatant
from ledger.line import clock
from projections.chronicle import chronicle
from projections.initiative import decided
from tests.openings import opening_of
from tests.page.looks import Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import anwens_turn, archers, seat_in_turn, seated, shoots, until, version, went_on

pytestmark = pytest.mark.usefixtures("same_dice")

DUEL = Path(__file__).parents[1] / "api" / "duel.json"


@pytest.mark.long
def test_the_sheet_of_somebody_tells_how_they_are_and_what_can_be_said_of_them(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 51)
    with screen(browser) as shown:
        shown.open(fight.address("storyteller"))
        shown.page.locator(".stage .tok[data-who=Eel]").click(button="right")
        side = shown.page.locator(".side")
        expect(side).to_contain_text("of 7 hit points")
        expect(side.locator("[data-do=override]")).to_be_visible()
        shown.must_be_well()
        side.locator("[data-do=override]").click()
        expect(shown.page.locator(".say .q")).to_contain_text("Eel")
        shown.page.keyboard.press("Escape")
        shown.page.locator(".order li", has_text="Tobit").click()
        expect(side).to_contain_text("played by Tobit")


@pytest.mark.long
def test_a_finger_that_stays_opens_the_sheet_on_a_phone(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 52)
    with screen(browser, Look(390, "light")) as shown:
        shown.open(fight.address("anwen"))
        shown.page.locator(".order li", has_text="").first.click()
        expect(shown.page.locator(".side")).to_be_visible()
        shown.must_be_well()


@pytest.mark.long
def test_words_to_one_seat_name_their_readers(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 53)
    with screen(browser) as anwen, screen(browser) as tobit:
        tobit.open(fight.address("tobit"))
        anwen.open(fight.address("anwen"))
        expect(anwen.page.locator(".dock")).to_be_visible()
        before = version(fight)
        anwen.page.keyboard.press("g")
        anwen.page.locator(".side [data-do=seal]").click()
        anwen.page.locator(".fields select, .fields .seg").first.wait_for()
        anwen.page.locator(".fields").get_by_role("button", name="Tobit").click()
        anwen.page.locator(".fields input.typed").first.fill("Left, then up.")
        anwen.page.locator(".say .go").click()
        went_on(anwen, fight, before)
        expect(tobit.page.locator(".chron li.secret")).to_contain_text("Left, then up.")
        expect(tobit.page.locator(".chron li.secret .only")).to_contain_text("Anwen and Tobit")


def own(fight: Fight) -> dict[str, Combatant]:
    """Return those that Anwen's seat plays."""
    return {who: one for who, one in fight.now.combatants.items() if one.controller == "anwen"}


def comes_back(shown: Screen, fight: Fight, lines: int = 40) -> int:
    """Leave a fight, let it go on, and come back; return the version at which one left."""
    shown.open(fight.address("anwen"))
    expect(shown.page.locator(".dock")).to_be_visible()
    shown.page.goto("about:blank")
    left = version(fight)
    fight.play(lambda _: version(fight) > left + lines)
    shown.open(fight.address("anwen"))
    return left


def test_whoever_comes_back_is_told_what_came_meanwhile(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 54)
    before = {who: (one.at, one.pools["hp"].now) for who, one in own(fight).items()}
    with screen(browser) as shown:
        left = comes_back(shown, fight, 260)
        expect(shown.page.locator(".side")).to_contain_text("Since you left")
        after = {who: (one.at, one.pools["hp"].now) for who, one in own(fight).items()}
        changes = [(was, now) for who in before for was, now in zip(before[who], after[who], strict=True) if was != now]
        assert changes
        for was, now in changes:
            expect(shown.page.locator(".side .tag", has_text=f": {was} → {now}")).to_be_visible()
        expect(shown.page.locator(".side li").first).to_be_visible()
        shown.must_be_well()
        last = shown.page.locator(".side ul").last.locator("li")
        expect(last).to_have_count(6)
        shown.page.locator(".side").get_by_role("button", name="more before").click()
        entries = [entry for entry in chronicle(served.ledger.lines(fight.id)) if entry.n > left]
        expect(last).to_have_count(sum(entry.undone_by is None for entry in entries))
        shown.page.get_by_role("button", name="Go on").click()
        expect(shown.page.locator(".side")).to_have_count(0)


@pytest.mark.long
def test_what_came_meanwhile_is_played_quickly_from_where_one_left(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 54)
    with screen(browser) as shown:
        comes_back(shown, fight)
        shown.page.locator(".side").get_by_role("button", name="Play it").click()
        replay = shown.page.locator(".replay")
        expect(replay).to_be_visible()
        expect(replay.get_by_role("button", name="4×")).to_have_attribute("aria-pressed", "true")
        expect(replay).to_have_attribute("data-at", str(version(fight)), timeout=60_000)
        shown.must_be_well()


@pytest.mark.long
def test_whoever_concedes_is_asked_once(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 55)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".dock")).to_be_visible()
        before = version(fight)
        shown.page.keyboard.press("g")
        shown.page.locator(".side [data-do=concede]").click()
        shown.must_be_well()
        assert version(fight) == before
        shown.page.locator(".side .danger").click()
        went_on(shown, fight, before)
        assert all(each.life == "left" for each in fight.now.combatants.values() if each.controller == "anwen")


@pytest.mark.long
def test_somebody_is_handed_over(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 56)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".dock")).to_be_visible()
        before = version(fight)
        shown.page.keyboard.press("g")
        shown.page.locator(".side").get_by_label("Hand over").select_option("Corrie")
        shown.page.locator(".fields").get_by_role("button", name="Tobit").click()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert fight.now.combatants["Corrie"].controller == "tobit"


@pytest.mark.long
def test_a_clock_runs_beside_the_turn_and_the_others_claim_the_time(
    browser: Browser, served: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = opening_of({**json.loads(DUEL.read_text(encoding="utf-8")), "clock": 60})
    late, passed = clock.now() - 58_000, clock.passed() - 58_000
    with monkeypatch.context() as then:
        then.setattr(clock, "now", lambda: late)
        then.setattr(clock, "passed", lambda: passed)
        fight = served.begin(opening)
        fight.play(lambda _: served.ledger.waits.left(served.ledger.fight(fight.id)) is not None)
    asked = seat_in_turn(fight)
    other = next(seat for seat in fight.keys if seat != asked)
    with screen(browser) as one, screen(browser) as two:
        one.open(fight.address(asked))
        two.open(fight.address(other))
        expect(one.page.locator(".yours .clock")).to_contain_text("0:0")
        claim = two.page.locator("[data-do=claim_time]")
        expect(claim).to_be_visible()
        two.must_be_well()
        before = version(fight)
        claim.click()
        went_on(two, fight, before)


@pytest.mark.long
def test_a_roll_that_waits_for_somebodys_link_says_whose_to_all_and_nobody_asks_again(
    browser: Browser, served: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.table.rolling.PATIENCE", 90_000)
    fight = archers(served)
    with (
        seated(browser, fight.address("ana")) as ana,
        seated(browser, fight.address("bo")) as bo,
        screen(browser) as eve,
    ):
        eve.open(fight.address("eve"))
        bo.context.route("**/links", lambda route: route.abort())
        shoots(ana)
        for shown in (ana, bo, eve):
            expect(shown.page.locator(".say.awaits")).to_contain_text("waits for a word of Bo.")
            expect(shown.page.locator(".say.awaits .tag")).to_have_text(["server ✓", "Ana ✓", "Bo …"])
            expect(shown.page.locator(".say.awaits .die")).to_have_count(1)
        for shown in (ana, eve):
            shown.must_be_well()
            shown.asked.clear()
        timer = ana.page.locator(".say.awaits [role=timer]")
        for _ in range(2):
            expect(timer).not_to_have_text(timer.inner_text())
        assert not [address for shown in (ana, eve) for address in shown.asked if "/offers" in address]
        bo.context.unroute("**/links")
        for shown in (ana, bo, eve):
            expect(shown.page.locator(".say.awaits")).to_have_count(0, timeout=20_000)
        bo.bears()  # the browser says of every call that did not get through that it did not


@pytest.mark.long
def test_a_tab_that_comes_while_a_roll_waits_is_told_of_it(browser: Browser, served: Site) -> None:
    fight = archers(served, missing="consent")
    with seated(browser, fight.address("ana")) as ana, seated(browser, fight.address("bo")) as bo:
        bo.context.route("**/links", lambda route: route.abort())
        shoots(ana)
        expect(ana.page.locator(".say.awaits")).to_contain_text("waits for a word of Bo.")
        later = ana.context.new_page()
        later.goto(f"{served.address}/e/{fight.id}")
        expect(later.locator(".say.awaits")).to_contain_text("waits for a word of Bo.")
        later.get_by_role("button", name="Go on without").click()
        for page in (later, ana.page, bo.page):
            expect(page.locator(".say.awaits")).to_have_count(0, timeout=20_000)
        bo.bears()


@pytest.mark.long
def test_dice_of_the_table_are_said_to_be_waited_for(browser: Browser, served: Site) -> None:
    fight = archers(served, dice="table")
    with screen(browser) as ana, screen(browser) as eve:
        ana.open(fight.address("ana"))
        eve.open(fight.address("eve"))
        shoots(ana)
        for shown in (ana, eve):
            expect(shown.page.locator(".say.awaits")).to_contain_text("Ana rolls 1d6")
            expect(shown.page.locator(".say.awaits .die")).to_have_count(1)
        eve.must_be_well()


@pytest.mark.long
def test_a_device_that_is_not_heard_of_is_named_under_the_lamp(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana:
        with seated(browser, fight.address("bo")):
            ana.page.locator(".lamp").click()
            row = ana.page.locator(".rests li", has_text=re.compile(r"^\W*Bo\b"))
            expect(row).to_be_visible()
            expect(row).not_to_contain_text("not heard of")
        expect(row).to_contain_text("not heard of just now")
        ana.must_be_well()


@pytest.mark.long
def test_a_wish_for_the_end_asks_those_who_have_to_agree(browser: Browser, served: Site) -> None:
    fight = served.begin(opening_of(json.loads(DUEL.read_text(encoding="utf-8"))))
    one, other = (seat for seat in fight.keys if seat in fight.now.seats and fight.now.seats[seat] == "player")
    fight.give(one, do="end_encounter", by=one)
    with screen(browser) as asking, screen(browser) as asked:
        asking.open(fight.address(one))
        asked.open(fight.address(other))
        for shown in (asking, asked):
            expect(shown.page.locator(".say.contested")).to_contain_text(f"{one.title()} wants the fight to end.")
            expect(shown.page.locator(".say.contested")).to_contain_text(f"{other.title()} must agree.")
        expect(asking.page.locator(".say.contested button")).to_have_count(0)
        asked.must_be_well()
        asked.page.locator(".say.contested [data-do=refuse_end]").click()
        for shown in (asking, asked):
            expect(shown.page.locator(".say.contested")).to_have_count(0)
        fight.give(one, do="end_encounter", by=one)
        asked.page.locator(".say.contested [data-do=end_encounter]").click()
        until(asked, lambda: fight.now.outcome)
        for shown in (asking, asked):
            expect(shown.page.locator(".say.contested")).to_have_count(0)


@pytest.mark.long
def test_either_may_begin_a_duel_and_once_it_is_won_the_page_says_so_and_ends_it(
    browser: Browser, served: Site
) -> None:
    fight = served.open("pursuit-roofs", 2)
    (one, who), (other, foe) = [(str(each.controller), each.id) for each in fight.now.combatants.values()][:2]
    served.ledger.show(fight.id, one, "live")
    with screen(browser) as first, screen(browser) as second, screen(browser) as stranger:
        first.open(fight.address(one))
        second.open(fight.address(other))
        stranger.open(f"{served.address}/r/{fight.id}")
        for shown, another in ((first, foe), (second, who)):
            expect(shown.page.locator(".yours")).to_contain_text("You may begin")
            expect(shown.page.locator(".yours")).to_contain_text(another)
        fight.play(lambda now: decided(now) is not None)
        for shown in (first, second, stranger):
            expect(shown.page.locator(".say.decided")).to_contain_text("is left: the fight is won.")
            shown.must_be_well()
        expect(stranger.page.locator(".say .btn")).to_have_count(0)
        stranger.page.get_by_role("button", name="Look back").click()
        expect(stranger.page.locator(".replay .say.decided")).to_contain_text("is left: the fight is won.")
        stranger.must_be_well()
        first.page.locator(".say.decided [data-do=end_encounter]").click()
        until(first, lambda: fight.now.outcome)
        for shown in (first, second):
            expect(shown.page.locator(".say.decided")).to_have_count(0)
        stranger.open(f"{served.address}/r/{fight.id}")
        expect(stranger.page.locator(".chron")).to_be_visible()
        expect(stranger.page.locator(".say.decided")).to_have_count(0)
