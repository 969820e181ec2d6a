"""A replay as one file: opened from disk without a network it is the fight, and says what it shows of itself."""

from __future__ import annotations

import json
import random
import re
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.deciding import pending
from domain.encounter import Encounter
from files.pages.replay import lines_in, replay_file, replay_of
from projections.chronicle import chronicle
from projections.history.bundle import bundle
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site

PATIENCE = 30_000
"""Milliseconds until a file must have said what it shows: machines of tests are slow."""


def over(encounter: Encounter) -> bool:
    return encounter.outcome is not None


@pytest.fixture(scope="module")
def fought(served: Site) -> Fight:
    """A fight that is over, with its ledger closed."""
    fight = served.open("storyteller", 3)
    fight.play(over, most=600)
    host = fight.now.referee or next(iter(fight.keys))
    served.ledger.close_ledger(fight.id, host, cmd="close")
    return fight


@pytest.fixture(scope="module")
def whole(fought: Fight) -> bytes:
    return replay_of(fought.site.ledger, fought.id, "gallery")


def opened(shown: Screen, folder: Path, raw: bytes) -> Screen:
    """Open a file from disk, without a network."""
    file = folder / "replay.html"
    file.write_bytes(raw)
    shown.context.set_offline(True)
    shown.page.goto(file.as_uri())
    return shown


def broken(shown: Screen, why: str | re.Pattern[str] = "") -> None:
    expect(shown.page.get_by_text("BROKEN").first).to_be_visible(timeout=PATIENCE)
    expect(shown.page.locator("body")).to_contain_text(why)
    expect(shown.page.locator(".chron li[data-n]")).to_have_count(0)
    expect(shown.page.locator(".table:not(.unproved)")).to_have_count(0)
    shown.complaints.clear()  # of a program that was changed the browser says that it does not run


@pytest.mark.parametrize("look", LOOKS)
def test_it_is_the_fight_and_shows_that_it_is_whole(
    browser: Browser, whole: bytes, fought: Fight, tmp_path: Path, look: Look
) -> None:
    with screen(browser, look) as shown:
        opened(shown, tmp_path, whole)
        lamp = shown.page.get_by_role("button", name="Verified: OK")
        expect(lamp).to_be_visible(timeout=PATIENCE)
        assert lamp.get_attribute("class") == "lamp some", "nobody has cosigned it"
        expect(shown.page.locator(".replay .stage .tok")).not_to_have_count(0)
        last = int(shown.page.locator(".replay").get_attribute("data-at") or 0)
        assert last == fought.site.ledger.fight(fought.id).version
        shown.page.keyboard.press("[")
        expect(shown.page.locator(".replay")).not_to_have_attribute("data-at", str(last))
        lamp.click()
        expect(shown.page.get_by_role("region", name="What this file shows of itself")).to_contain_text("Uncosigned")
        shown.must_be_well()
        assert [each for each in shown.asked if not each.startswith(("file:", "blob:"))] == []


@pytest.mark.long
def test_why_a_number_changed_ends_with_the_change(browser: Browser, whole: bytes, tmp_path: Path) -> None:
    with screen(browser) as shown:
        opened(shown, tmp_path, whole)
        changes = shown.page.locator(".chron li[data-n] button.num").filter(has_text="→")
        expect(changes.first).to_be_visible(timeout=PATIENCE)
        for change in changes.all()[-6:]:
            before, after = (int(number) for number in (change.text_content() or "").split(" → "))
            change.click()
            expect(shown.page.locator(".why h3")).to_have_text(re.compile(rf"\b{after}\?$"))
            step = shown.page.locator(".why li").last
            expect(step.locator(".to")).to_have_text(re.compile(rf"^{after}\s*[+−]{abs(after - before)}$"))
        shown.must_be_well()


def test_it_is_small(whole: bytes, fought: Fight) -> None:
    assert len(whole) <= 350_000 + 300 * (fought.site.ledger.fight(fought.id).version + 1)


@pytest.mark.long(but=("bundle",))
@pytest.mark.parametrize("part", ["style", "program", "bundle", "lines", "seal", "policy"])
def test_a_byte_that_is_changed_anywhere_makes_it_broken(
    browser: Browser, whole: bytes, tmp_path: Path, part: str
) -> None:
    parts = {
        "style": rb"<style>(.*?)</style>",
        "program": rb"<script>(.*?)</script>",
        "bundle": rb'id="bundle">([^<]*)',
        "lines": rb'id="lines">([^<]*)',
        "seal": rb'id="seal">"([^<"]*)',
        "policy": rb"script-src 'sha256-([^']*)",
    }
    found = re.search(parts[part], whole, re.DOTALL)
    assert found is not None
    chance = random.Random(part)
    for _ in range(2):
        at = chance.randrange(found.start(1), found.end(1))
        new = next(sign for sign in b"AB01" if sign != whole[at])
        with screen(browser) as shown:
            opened(shown, tmp_path, whole[:at] + bytes([new]) + whole[at + 1 :])
            broken(shown)


@pytest.mark.long
def test_another_story_of_the_same_lines_is_broken_however_well_it_is_packed(
    browser: Browser, served: Site, fought: Fight, tmp_path: Path
) -> None:
    ledger = served.ledger
    version = ledger.fight(fought.id).version
    lines = ledger.export(fought.id)
    told = re.sub(rb"attacked", b"embraced", _bundle(served, fought))
    seal = ledger.sealed_replay(fought.id, version, _bundle(served, fought))
    with screen(browser) as shown:
        opened(shown, tmp_path, replay_file(told, lines, seal))
        broken(shown, "What this file shows was not made of the lines in it.")
    forged = (seal or "").replace(seal.split("\n")[4] if seal else "", b64encode(b"0" * 32).decode())
    with screen(browser) as shown:
        opened(shown, tmp_path, replay_file(told, lines, forged))
        broken(shown)


def bent(lines: bytes, n: int, name: str = "prev") -> bytes:
    """Return an export with one sign of a line changed, in a field."""
    rows = lines.split(b"\n")
    at = next(at for at, row in enumerate(rows) if row and json.loads(row).get("n") == n)
    was = json.loads(rows[at])[name]
    rows[at] = rows[at].replace(was.encode(), was[:-1].encode() + (b"0" if was[-1] != "0" else b"1"))
    return b"\n".join(rows)


@pytest.mark.long
def test_from_the_first_broken_line_on_nothing_is_shown_and_what_stands_before_it_can_be_looked_at(
    browser: Browser, served: Site, fought: Fight, tmp_path: Path
) -> None:
    version = served.ledger.fight(fought.id).version
    told, lines = _bundle(served, fought), bent(served.ledger.export(fought.id), version // 2)
    seal = served.ledger.sealed_replay(fought.id, version, told)
    with screen(browser) as shown:
        opened(shown, tmp_path, replay_file(told, lines, seal))
        alert = shown.page.get_by_role("alert")
        expect(alert).to_contain_text(f"BROKEN At line {version // 2}:", timeout=PATIENCE)
        expect(alert).to_contain_text(f"From line {version // 2} on nothing is verified, and nothing is shown.")
        replay, slider = shown.page.locator(".replay"), shown.page.get_by_role("slider", name="Line")
        expect(replay).to_have_attribute("data-at", str(version // 2 - 1))
        expect(slider).to_have_attribute("max", str(version // 2 - 1))
        for _ in range(2):
            shown.page.keyboard.press("]")
        expect(replay).to_have_attribute("data-at", str(version // 2 - 1))
        shown.page.keyboard.press("[")
        expect(replay).not_to_have_attribute("data-at", str(version // 2 - 1))
        entries = shown.page.locator(".chron li[data-n]").evaluate_all("(all) => all.map((each) => +each.dataset.n)")
        assert entries
        assert max(entries) < version // 2
        expect(shown.page.locator(".unproved, .luck")).to_have_count(0)
        assert shown.page.title().startswith("BROKEN · ")
        shown.must_be_well()


@pytest.mark.long
def test_what_a_newer_program_wrote_is_not_called_broken_and_is_not_shown(
    browser: Browser, served: Site, fought: Fight, tmp_path: Path
) -> None:
    version = served.ledger.fight(fought.id).version
    told, lines = _bundle(served, fought), bent(served.ledger.export(fought.id), version, "type")
    seal = served.ledger.sealed_replay(fought.id, version, told)
    with screen(browser) as shown:
        opened(shown, tmp_path, replay_file(told, lines, seal))
        shown.page.get_by_role("button", name="newer than I am").click(timeout=PATIENCE)
        expect(shown.page.locator(".rests")).to_contain_text("is not known here")
        expect(shown.page.locator(".replay")).to_have_attribute("data-at", str(version - 1))
        expect(shown.page.get_by_role("alert")).to_contain_text(f"From line {version} on nothing is verified")


@pytest.mark.long
def test_nothing_is_shown_as_it_was_where_nobody_signed_what_broken_lines_tell(
    browser: Browser, served: Site, fought: Fight, tmp_path: Path
) -> None:
    lines = bent(served.ledger.export(fought.id), served.ledger.fight(fought.id).version // 2)
    with screen(browser) as shown:
        opened(shown, tmp_path, replay_file(_bundle(served, fought), lines, None))
        broken(shown, "Nothing proves that it ever stood as the board has it")
        expect(shown.page.locator(".board")).to_contain_text("Not verified")
        shown.must_be_well()


@pytest.mark.long
def test_what_nobody_signed_says_so(browser: Browser, served: Site, fought: Fight, tmp_path: Path) -> None:
    with screen(browser) as shown:
        opened(shown, tmp_path, replay_file(_bundle(served, fought), served.ledger.export(fought.id), None))
        shown.page.get_by_role("button", name="Verified: OK").click(timeout=PATIENCE)
        expect(shown.page.locator(".rests")).to_contain_text("Unsigned: nobody signed")


def _bundle(served: Site, fought: Fight) -> bytes:
    fight = served.ledger.fight(fought.id)
    return b"".join(bundle(fight, chronicle(fight.lines)))


@pytest.mark.long
def test_the_page_gives_the_file_in_two_presses(browser: Browser, fought: Fight, tmp_path: Path) -> None:
    with screen(browser) as shown:
        shown.open(fought.address("gallery"))
        shown.page.get_by_role("button", name="Look back").click()
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="One file").click()
        coming.value.save_as(tmp_path / "it.html")
        assert coming.value.suggested_filename == f"{fought.id}.html"
        raw = (tmp_path / "it.html").read_bytes()
        assert lines_in(raw) == fought.site.ledger.export(fought.id, "gallery")
    with screen(browser) as shown:
        opened(shown, tmp_path, raw)
        expect(shown.page.get_by_role("button", name="Verified: OK")).to_be_visible(timeout=PATIENCE)


def test_what_is_sealed_for_others_is_not_in_it(served: Site) -> None:
    fight = served.open("storyteller", 5)
    referee = fight.now.referee or ""
    fight.give(referee, do="seal", by=referee, text="A trap.")
    raw = replay_of(served.ledger, fight.id, "gallery")
    assert b"A trap." not in lines_in(raw)


@pytest.mark.long
def test_what_was_contested_carries_its_flag(browser: Browser, served: Site, tmp_path: Path) -> None:
    fight, ledger = served.open("storyteller", 34), served.ledger
    fight.play(lambda now: pending(now).kind == "turn")
    contested = ledger.fight(fight.id).version
    ledger.disputes.contest(fight.id, "anwen", contested, "Not so.", cmd="x", seen=(), seq=None, sig=None)
    raised = ledger.fight(fight.id).version
    ledger.disputes.settle(
        fight.id, "storyteller", raised, "stands", "It was so.", None, cmd="y", seen=(), seq=None, sig=None
    )
    with screen(browser) as shown:
        opened(shown, tmp_path, replay_of(ledger, fight.id, "gallery"))
        flag = shown.page.locator(".chron .tag.flag")
        expect(flag).to_have_text("Contested by Anwen: it stands", timeout=PATIENCE)
