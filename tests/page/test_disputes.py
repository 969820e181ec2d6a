"""Somebody doubts a number: number, why, contest; the referee looks at the evidence and upholds it by an override."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from domain.deciding import offers, pending
from domain.encounter import Encounter
from tests.ledger.fights import LASTING
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import archers, may

pytestmark = pytest.mark.usefixtures("same_dice")


def somebody_was_hurt(served: Site, seed: int) -> tuple[Fight, str]:
    """Return a fight in which an attack has just hurt somebody, and who that is."""
    fight = served.open("storyteller", seed)

    def hurt(now: Encounter) -> bool:
        people = now.combatants.values()
        return any(each.pools["hp"].now < each.pools["hp"].max for each in people if "hp" in each.pools and each.alive)

    fight.play(lambda now: hurt(now) and pending(now).kind == "turn")
    people = fight.now.combatants.values()
    return fight, next(each.id for each in people if each.alive and each.pools["hp"].now < each.pools["hp"].max)


def reads_the_chronicle(shown: Screen, look: Look) -> None:
    """Have the chronicle on the screen: on phones it is behind a tab."""
    if look.width <= 620:
        shown.page.locator(".tabs").get_by_role("button", name="Chronicle").click()


@pytest.mark.parametrize("look", LOOKS)
def test_a_number_is_contested_in_three_clicks_and_upheld_by_an_override(
    browser: Browser, served: Site, look: Look
) -> None:
    fight, who = somebody_was_hurt(served, 31)
    with screen(browser, look) as anwen, screen(browser, look) as referee:
        anwen.open(fight.address("anwen"))
        referee.open(fight.address("storyteller"))
        reads_the_chronicle(anwen, look)
        number = anwen.page.locator(".chron li[data-n]", has=anwen.page.locator(".num.harm")).last.get_attribute(
            "data-n"
        )
        anwen.page.locator(".chron .num.harm").last.click()
        expect(anwen.page.locator(".why li").last).to_contain_text(f"line {number}")
        anwen.page.locator(".why").get_by_role("button", name="Contest").click()
        expect(anwen.page.locator(".say.contested .q")).to_have_text(f"Contest line {number}:")
        anwen.must_be_well()
        anwen.page.keyboard.type("The cover was forgotten.")
        anwen.page.keyboard.press("Enter")
        reads_the_chronicle(anwen, look)
        expect(anwen.page.locator(".chron .tag.flag").first).to_contain_text("open")

        expect(referee.page.locator(".say.contested")).to_contain_text("The cover was forgotten.")
        expect(referee.page.locator(".say.contested")).to_contain_text(f"contests line {number}.")
        referee.page.get_by_role("button", name="Look at it").click()
        expect(referee.page.locator(".side .evidence li").first).to_be_visible()
        referee.must_be_well()
        referee.page.get_by_role("button", name="Uphold by an override").click()
        referee.page.locator(".side").get_by_label("Who").select_option(who)
        referee.page.locator(".side").get_by_label("What").select_option("hp")
        full = fight.now.combatants[who].pools["hp"].max
        referee.page.locator(".side").get_by_label("To", exact=True).fill(str(full))
        referee.page.locator(".side").get_by_label("Reason").fill("Half cover it was.")
        referee.page.get_by_role("button", name="Uphold", exact=True).click()
        expect(referee.page.locator(".side")).to_contain_text("It was corrected")
        expect(anwen.page.locator(".chron .tag.flag").first).to_contain_text("corrected")
        expect(anwen.page.locator(".say.contested")).to_have_count(0)
        assert fight.now.combatants[who].pools["hp"].now == full


def shot(served: Site) -> Fight:
    """Return a fight without a referee in which somebody was shot just now."""
    fight = archers(served, combatants=LASTING)
    for _ in range(20):
        for who, target in (("Ana", "Bo"), ("Bo", "Ana")):
            fight.give(who.lower(), do="attack", who=who, target=target)
            if fight.now.combatants[target].pools["health"].now < 900:
                return fight
    raise AssertionError("Nobody was hit.")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_without_a_referee_it_ends_as_all_who_play_say(browser: Browser, served: Site, look: Look) -> None:
    fight = shot(served)
    who = next(each.id for each in fight.now.combatants.values() if each.pools["health"].now < 900)
    with screen(browser, look) as ana, screen(browser, look) as bo:
        ana.open(fight.address("ana"))
        bo.open(fight.address("bo"))
        reads_the_chronicle(ana, look)
        ana.page.locator(".chron .num.harm").last.click()
        ana.page.locator(".why").get_by_role("button", name="Contest").click()
        ana.page.locator(".say.contested input").fill("The cover was forgotten.")
        ana.page.keyboard.press("Enter")
        expect(bo.page.locator(".say.contested")).to_contain_text("Ana contests line")
        bo.page.get_by_role("button", name="Look at it").click()
        expect(bo.page.locator(".side .ends")).to_contain_text("all who play must say the same")
        bo.must_be_well()
        bo.page.get_by_role("button", name="Uphold by an override").click()
        bo.page.locator(".side").get_by_label("Who").select_option(who)
        bo.page.locator(".side").get_by_label("What").select_option("health")
        bo.page.locator(".side").get_by_label("To", exact=True).fill("900")
        bo.page.locator(".side").get_by_label("Reason").fill("It hit the shield.")
        bo.page.get_by_role("button", name="Uphold", exact=True).click()
        expect(bo.page.locator(".side")).to_contain_text("Bo would correct it")
        assert fight.now.combatants[who].pools["health"].now < 900
        ana.page.get_by_role("button", name="Look at it").click()
        expect(ana.page.locator(".side")).to_contain_text("It hit the shield.")
        ana.must_be_well()
        ana.page.get_by_role("button", name="Say the same as Bo").click()
        for shown in (ana, bo):
            expect(shown.page.locator(".side")).to_contain_text("It was corrected")
            expect(shown.page.locator(".say.contested")).to_have_count(0)
            shown.must_be_well()
        assert fight.now.combatants[who].pools["health"].now == 900


@pytest.mark.long
def test_without_a_referee_one_word_alone_ends_nothing(browser: Browser, served: Site) -> None:
    fight = shot(served)
    line = served.ledger.fight(fight.id).version
    served.ledger.disputes.contest(fight.id, "ana", line, "Not so.", cmd="x", seen=(), seq=None, sig=None)
    with screen(browser) as ana, screen(browser) as bo:
        for seat, shown in (("ana", ana), ("bo", bo)):
            shown.open(fight.address(seat))
            shown.page.get_by_role("button", name="Look at it").click()
            shown.page.locator(".side").get_by_label("Reason").fill("The dice fell so.")
        ana.page.get_by_role("button", name="It stands").click()
        expect(bo.page.locator(".side")).to_contain_text("Ana would let it stand")
        expect(ana.page.locator(".side")).not_to_contain_text("It stands, line")
        bo.page.get_by_role("button", name="It stands").click()
        expect(ana.page.locator(".side")).to_contain_text("It stands, line")


@pytest.mark.long
def test_a_dispute_is_dismissed_with_a_reason_and_the_flag_stays(browser: Browser, served: Site) -> None:
    fight, _ = somebody_was_hurt(served, 32)
    line = served.ledger.fight(fight.id).version
    served.ledger.disputes.contest(
        fight.id, "anwen", line, "I do not believe it.", cmd="x", seen=(), seq=None, sig=None
    )
    with screen(browser) as shown:
        shown.open(fight.address("storyteller"))
        shown.page.get_by_role("button", name="Look at it").click()
        shown.page.locator(".side").get_by_label("Reason").fill("The dice fell so.")
        shown.page.get_by_role("button", name="It stands").click()
        expect(shown.page.locator(".side")).to_contain_text("It stands, line")
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".chron .tag.flag")).to_contain_text("it stands")


@pytest.mark.long
def test_whoever_only_watches_sees_the_flag_and_can_contest_nothing(browser: Browser, served: Site) -> None:
    fight, _ = somebody_was_hurt(served, 33)
    line = served.ledger.fight(fight.id).version
    served.ledger.disputes.contest(fight.id, "anwen", line, "Not so.", cmd="x", seen=(), seq=None, sig=None)
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        shown.page.locator(".chron .tag.flag").click()
        expect(shown.page.locator(".side")).to_contain_text("Waits for Storyteller")
        assert shown.page.locator(".side .ends").count() == 0
        assert may("gallery", "say")(fight.now) is False
        assert list(offers(fight.now, "gallery")) == []


@pytest.mark.long
def test_the_flag_is_there_for_strangers_where_one_looks_back(browser: Browser, served: Site) -> None:
    fight, _ = somebody_was_hurt(served, 34)
    line = served.ledger.fight(fight.id).version
    served.ledger.disputes.contest(fight.id, "anwen", line, "Not so.", cmd="x", seen=(), seq=None, sig=None)
    raised = served.ledger.fight(fight.id).version
    served.ledger.disputes.settle(
        fight.id, "storyteller", raised, "stands", "It fell so.", None, cmd="y", seen=(), seq=None, sig=None
    )
    served.ledger.show(fight.id, served.ledger.fight(fight.id).table.players[0], "live")
    with screen(browser) as shown:
        flag = shown.page.locator(".chron .tag.flag")
        shown.open(f"{served.address}/r/{fight.id}")
        expect(flag).to_have_text("Contested by Anwen: it stands")
        shown.must_be_well()
        shown.page.get_by_role("button", name="Look back").click()
        expect(shown.page.locator(".time .chart")).to_be_visible()
        expect(flag).to_have_text("Contested by Anwen: it stands")
        shown.must_be_well()
        slider = shown.page.get_by_role("slider", name="Line")
        slider.evaluate(
            "(it, n) => { it.value = n; it.dispatchEvent(new Event('input', { bubbles: true })); }", str(line)
        )
        expect(flag).to_have_count(0)


@pytest.mark.long
def test_what_was_overruled_is_marked_and_counted_under_the_lamp(browser: Browser, served: Site) -> None:
    fight, who = somebody_was_hurt(served, 35)
    gm = fight.now.referee or ""
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        marks = shown.page.locator(".chron .tag.ruled")
        before = marks.count()
        fight.give(gm, do="override", by=gm, who=who, what="hp", value=1, reason="Half cover it was.")
        expect(marks).to_have_count(before + 1)
        shown.page.locator(".lamp").click()
        expect(shown.page.locator(".rests")).to_contain_text("§ in the chronicle")
        shown.must_be_well()
