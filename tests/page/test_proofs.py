"""Whoever doubts a roll has it drawn again in the browser: from its proof alone, and what does not fit is noticed."""

from __future__ import annotations

import copy
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

import dev
from ledger.dice.faces import roll_key
from ledger.proof.proofs import proof
from tests.page.looks import LOOKS, USUAL, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import lines
from tests.verifier.cases import FILES
from tests.verifier.test_proofs import parts

REDRAWS = """
import { isSame, redrawn } from '%s';
const found = [];
for (const [proof, told, dice] of JSON.parse(process.argv[1])) {
  const one = await redrawn(proof);
  found.push({ ...one, same: isSame(one, told.encounter, told, dice) });
}
process.stdout.write(JSON.stringify(found));
"""
"""Draws rolls again as the page does."""
PATIENCE = 30_000
"""Milliseconds until a roll must have been drawn again: machines of tests are slow."""


def redrawn(cases: list[tuple[Any, Any, Any]]) -> list[dict[str, Any]]:
    """Return what the page makes of proofs, of what the server says of each roll, and of the dice that it has shown."""
    script = REDRAWS % (dev.PAGE / "src" / "dice" / "redrawn.js").as_uri()
    said = subprocess.run(
        [dev.VENV / "bin" / "node", "--input-type=module", "-e", script, json.dumps(cases)],
        check=True,
        capture_output=True,
    )
    found: list[dict[str, Any]] = json.loads(said.stdout)
    return found


def of(proved: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return the last line of a kind in a proof."""
    found: dict[str, Any] = [each["line"] for each in proved["lines"] if each["line"]["type"] == kind][-1]
    return found


@pytest.fixture(scope="module")
def proved() -> dict[str, Any]:
    """The proof of a roll that two devices salted."""
    told: dict[str, Any] = json.loads(proof(*parts((FILES / "salted.ndjson").read_bytes()), 2))
    return told


def said(proved: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what a server says of the roll of a proof, and the dice that a page shows of it."""
    faces = [each["line"]["faces"] for each in proved["lines"] if each["line"]["type"] == "DiceRolled"]
    roll = of(proved, "CommandAccepted")["roll"]
    told = {"encounter": of(proved, "EncounterOpened")["encounter"], "roll": roll, "faces": faces}
    return told, [{"roll": roll, "source": "ledger", "faces": each} for each in faces]


def test_a_roll_is_drawn_again_and_its_message_and_key_can_be_tried_with_other_tools(
    tools: Path, proved: dict[str, Any]
) -> None:
    assert tools.exists()
    told, dice = said(proved)
    [found] = redrawn([(proved, told, dice)])
    assert (found["wrong"], found["same"], found["faces"]) == (None, True, told["faces"])
    assert found["message"].count("\n") == 4 + len(of(proved, "EntropyRevealed")["contributions"])
    assert (
        found["key"]
        == roll_key(bytes.fromhex(of(proved, "EntropyRevealed")["server"]), found["message"].encode()).hex()
    )


def test_whatever_is_altered_is_noticed(tools: Path, proved: dict[str, Any]) -> None:
    assert tools.exists()
    told, dice = said(proved)

    def changed(kind: str, **fields: Any) -> dict[str, Any]:
        other = copy.deepcopy(proved)
        of(other, kind).update(fields)
        return other

    wrong = [[7 - face for face in faces] for faces in told["faces"]]
    altered = [
        (changed("DiceRolled", faces=wrong[-1]), told, dice),
        (changed("EntropyRevealed", server="00" * 32), told, dice),
        (changed("EncounterOpened", encounter="ab" * 16), told, dice),
        ({**proved, "checkpoint": proved["checkpoint"].replace("\n", "\n\n", 1)}, told, dice),
        ({}, told, dice),
        (proved, {**told, "faces": wrong}, dice),
        (proved, {**told, "roll": told["roll"] + 1}, dice),
        (proved, {**told, "encounter": "ab" * 16}, dice),
        (proved, told, [{**each, "faces": faces} for each, faces in zip(dice, wrong, strict=True)]),
    ]
    found = redrawn(altered)
    assert [each["same"] for each in found] == [False] * len(altered)
    assert [each["wrong"] is None for each in found] == [False] * 5 + [True] * 4


@pytest.fixture(scope="module")
def rolled(served: Site) -> Fight:
    """A fight in which somebody has rolled."""
    fight = served.open("storyteller", 54)
    fight.play(lambda _: any(line["type"] == "DiceRolled" for line in lines(fight)))
    return fight


def asks(shown: Screen) -> Locator:
    """Ask for the proof of the last roll, and return where it stands."""
    shown.page.locator(".chron button.proof").last.click()
    return shown.page.get_by_role("region", name="Proof")


@pytest.mark.parametrize("look", LOOKS)
def test_the_shield_beside_dice_leads_to_the_roll_drawn_again_here(browser: Browser, rolled: Fight, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(rolled.address("anwen"))
        if look.width <= 620:
            shown.page.get_by_role("button", name="Chronicle").click()
        proof = asks(shown)
        faces = " / ".join(" ".join(map(str, line["faces"])) for line in lines(rolled) if line["type"] == "DiceRolled")
        expect(proof.locator(".good")).to_contain_text("Recomputed in this browser: same faces", timeout=PATIENCE)
        said = re.findall(r"faces, \D?([\d /]+)", proof.locator(".good").text_content() or "")
        assert said
        assert said[0].strip() in faces
        expect(proof.get_by_role("button", name="Copy K")).to_be_visible()
        shown.must_be_well()


def alters(shown: Screen, where: str, pattern: str, by: str) -> None:
    """Let a server answer something else at an address."""

    def answer(route: Route) -> None:
        there = route.fetch()
        text, n = re.subn(pattern, by, there.text())
        assert n
        route.fulfill(response=there, body=text)

    shown.page.route(where, answer)


@pytest.mark.long
@pytest.mark.parametrize(
    ("where", "pattern", "by"),
    [
        ("**/proofs?roll=*", r'("faces":\[)(\d+)', r"\g<1>1\2"),
        ("**/rolls?line=*", r'("faces":\[\[)(\d+)', r"\g<1>1\2"),
        ("**/chronicle?*", r'("faces":\[)(\d+)', r"\g<1>1\2"),
    ],
    ids=["proof", "roll", "chronicle"],
)
def test_an_altered_answer_is_noticed(browser: Browser, rolled: Fight, where: str, pattern: str, by: str) -> None:
    with screen(browser, USUAL) as shown:
        alters(shown, where, pattern, by)
        shown.open(rolled.address("anwen"))
        proof = asks(shown)
        expect(proof.get_by_role("alert")).to_contain_text("it does not hold", timeout=PATIENCE)
        expect(proof.locator(".good")).to_have_count(0)
        shown.must_be_well()


@pytest.mark.long
def test_a_proof_that_cannot_be_asked_for_says_why_and_proves_nothing(browser: Browser, rolled: Fight) -> None:
    with screen(browser, USUAL) as shown:
        shown.page.route("**/proofs?roll=*", lambda route: route.abort())
        shown.open(rolled.address("anwen"))
        proof = asks(shown)
        expect(proof.get_by_role("alert")).to_contain_text("The server was not reached", timeout=PATIENCE)
        expect(proof).to_contain_text("Drawn again by the server")
        shown.bears()


@pytest.mark.long
def test_where_something_is_sealed_the_word_of_the_server_stands(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 55)
    gm = fight.now.referee or ""
    fight.give(gm, do="secret_roll", by=gm, dice="1d20", purpose="a trap")
    with screen(browser, USUAL) as shown:
        shown.open(fight.address(gm))
        proof = asks(shown)
        expect(proof).to_contain_text("Drawn again by the server", timeout=PATIENCE)
        expect(proof.get_by_role("alert")).to_have_count(0)
        shown.must_be_well()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_stranger_without_a_key_has_a_roll_drawn_again_live_and_of_the_past(
    browser: Browser, rolled: Fight, look: Look
) -> None:
    rolled.site.ledger.show(rolled.id, rolled.site.ledger.fight(rolled.id).table.players[0], "live")
    with screen(browser, look) as shown:
        shown.open(f"{rolled.site.address}/r/{rolled.id}")
        if look.width <= 620:
            shown.page.get_by_role("button", name="Chronicle").click()
        proof = shown.page.get_by_role("region", name="What proves the roll of line")
        for past in (False, True):
            if past:
                shown.page.get_by_role("button", name="Look back").click()
                expect(shown.page.locator(".time .chart")).to_be_visible()
            shown.page.locator(".chron button.proof").last.click()
            expect(proof.locator(".good")).to_contain_text("same faces", timeout=PATIENCE)
            expect(proof.locator(".good")).to_be_visible()
            shown.must_be_well()


@pytest.mark.long
def test_a_roll_of_the_past_is_drawn_again_too(browser: Browser, rolled: Fight) -> None:
    with screen(browser, USUAL) as shown:
        shown.open(rolled.address("gallery"))
        shown.page.get_by_role("button", name="Look back").click()
        expect(shown.page.locator(".time .chart")).to_be_visible()
        at = shown.page.locator(".replay").get_attribute("data-at") or ""
        shown.page.locator(".chron button.proof").last.click()
        proof = shown.page.get_by_role("region", name="What proves the roll of line")
        expect(proof.locator(".good")).to_contain_text("same faces", timeout=PATIENCE)
        expect(shown.page.locator(".replay")).to_have_attribute("data-at", at)
        shown.must_be_well()
