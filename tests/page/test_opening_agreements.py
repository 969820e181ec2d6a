"""What is agreed on before a fight begins: house rules, time, what foes show."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from files.written_rosters import OURS
from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Site

pytestmark = pytest.mark.usefixtures("same_dice")


@pytest.mark.long
def test_a_house_rule_is_changed_and_saved_with_the_roster(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        shown.page.get_by_text("as the book has them").click()
        shown.page.get_by_role("group", name="Pass turn").get_by_role("button", name="allow").click()
        expect(shown.page.get_by_text("1 of 12 changed")).to_be_visible()
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="Save as roster").click()
        saved = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
        assert saved["settings"]["pass_turn"] == "allow"
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".chron")).to_contain_text("pass turn allow")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_clock_and_what_foes_show_are_agreed_on_before_it_begins_and_saved_with_the_roster(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        agreed = shown.page.get_by_role("region", name="What the table agrees on")
        agreed.get_by_text("as usual").click()
        expect(agreed.get_by_role("button", name="loaded")).to_have_count(0)
        foes = str(served.open("pursuit").now.combatants["Kestrel"].side)
        agreed.get_by_role("group", name=f"Disclosure: {foes}").get_by_role("button", name="words").click()
        agreed.get_by_label(re.compile("^Clock")).fill("90")
        agreed.get_by_label(re.compile("^Clock")).blur()
        agreed.get_by_role("group", name="Overrides").get_by_role("button", name="none").click()
        expect(agreed.locator(".tag").first).to_contain_text("3 of")
        shown.must_be_well()
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="Save as roster").click()
        saved = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
        assert (saved["clock"], saved["disclosure"], saved["overrides"]) == (90, {foes: "words"}, "none")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        expect(shown.page.locator(".order")).to_contain_text("hurt")
        begun = served.ledger.fight(shown.page.url.rpartition("/")[2])
        assert (begun.encounter.clock, dict(begun.encounter.disclosure)) == (90, {foes: "words"})


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_what_a_fight_cannot_have_is_not_offered_and_a_rule_has_room_for_its_words(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        agreed = shown.page.get_by_role("region", name="What the table agrees on")
        shown.page.get_by_role("button", name=re.compile("A fight of storyteller")).first.click()
        agreed.get_by_text("as usual").click()
        expect(agreed.get_by_role("group", name="Dice")).to_be_visible()
        expect(agreed.get_by_role("group", name=re.compile("^(Hands|Attest)$"))).to_have_count(0)
        agreed.get_by_role("group", name="Dice").get_by_role("button", name="table").click()
        expect(agreed.get_by_role("group", name="Attest")).to_be_visible()
        shown.page.get_by_role("region", name="House rules").get_by_text("as the book").click()
        widths = shown.page.locator(".rule > span:first-child").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().width)"
        )
        assert min(widths) > 140
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).first.click()
        agreed.get_by_text("as usual").click()
        expect(agreed.get_by_role("group", name="Hands")).to_be_visible()


@pytest.mark.long
def test_a_clock_that_is_taken_away_again_is_none_and_what_the_rules_refuse_is_said(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.yaml"
    kept.write_text(OURS["pursuit"].read_text(encoding="utf-8") + "\nclock: 60\n", encoding="utf-8")
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Your own").last.set_input_files(kept)
        agreed = shown.page.get_by_role("region", name="What the table agrees on")
        clock = agreed.get_by_label(re.compile("^Clock"))
        expect(clock).to_have_value("60")
        clock.fill("5")
        clock.blur()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".opening > .wrong")).to_contain_text("10")
        shown.bears()
        clock.fill("")
        clock.blur()
        expect(agreed.locator(".tag").first).to_contain_text("0 of")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        assert served.ledger.fight(shown.page.url.rpartition("/")[2]).encounter.clock is None
