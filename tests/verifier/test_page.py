"""The page as a person meets it: files are chosen, a verdict is shown, and nothing from a file becomes markup."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger
from ledger.version import VERSION
from tests.ledger.forging import chained
from tests.verifier.cases import FILES, rows_in
from tests.verifier.page import PAGE, InBrowser, InNode
from tests.verifier.test_proofs import proved
from verifier import inlining
from verifier.verify_fight import LATE, UNKNOWABLE, proof_sentences, sentences, verify, verify_proof

HTML = PAGE.read_text(encoding="utf-8")
VENDOR = PAGE.parent / "vendor"
MARKUP = "<img src=x onerror=window.pwned=1>"


@pytest.fixture
def shown(opened: InBrowser | InNode) -> InBrowser:
    """The page, opened anew in a window."""
    if not isinstance(opened, InBrowser):
        pytest.skip("only a browser shows the page, and this machine has no chromium or chrome")
    opened.open()
    return opened


def verdict(shown: InBrowser, *files: Path) -> str:
    """Choose files and return the verdict that appears."""
    shown.browser.evaluate("document.getElementById('result').replaceChildren()")
    shown.browser.choose("#files", *files)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        found = shown.browser.evaluate("document.querySelector('#result h2, #result p[role=alert]')?.textContent ?? ''")
        if found:
            return str(found)
        time.sleep(0.02)
    raise TimeoutError("no verdict appeared")


def text(shown: InBrowser, selector: str) -> str:
    return str(shown.browser.evaluate(f"document.querySelector({selector!r}).textContent"))


def test_the_page_is_whole_and_allows_only_its_own_scripts() -> None:
    assert inlining.whole(HTML) == HTML, "run: python -m verifier.inlining"
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', HTML)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]
    assert re.findall(r"(?:src|href|action)=[\"']?[^\"'> ]+", HTML.partition("<script")[0]) == []
    assert (
        re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(|fetch\(|XMLHttp|importScripts", HTML)
        is None
    )


def test_the_page_says_of_which_version_it_is() -> None:
    assert re.findall(r"Encounter Ledger (\d\S+\d)", HTML) == [VERSION, VERSION], "in its head and at its foot"


def test_the_vendored_code_comes_with_its_licence() -> None:
    assert {path.name for path in VENDOR.glob("*.LICENSE")} == {"noble-ed25519.LICENSE", "noble-hashes.LICENSE"}
    for path in VENDOR.glob("*.js"):
        assert "MIT License (c)" in path.read_text(encoding="utf-8") or "hashes" in path.name
    assert all("MIT License" in path.read_text(encoding="utf-8") for path in VENDOR.glob("*.LICENSE"))


@pytest.mark.parametrize(
    ("file", "heading"),
    [("salted.ndjson", "✓ OK"), ("devices.ndjson", "! OK BUT"), ("rewritten.ndjson", "! OK BUT")],
)
def test_a_file_that_is_chosen_is_checked_at_once(shown: InBrowser, file: str, heading: str) -> None:
    assert verdict(shown, FILES / file) == heading
    assert shown.browser.evaluate("document.activeElement.id") == "verdict"
    assert shown.browser.evaluate("document.getElementById('result').getAttribute('aria-live')") == "polite"


def test_a_checkpoint_chosen_with_the_file_is_held_against_it(shown: InBrowser) -> None:
    assert verdict(shown, FILES / "rewritten.ndjson", FILES / "honest.note").startswith("✕ BROKEN at line")
    assert "The log signed both" in text(shown, ".verdict p")
    assert verdict(shown, FILES / "salted.ndjson", FILES / "whole.note") == "✓ OK"


def test_a_pasted_checkpoint_is_held_against_the_file(shown: InBrowser) -> None:
    note = (FILES / "honest.note").read_text(encoding="utf-8").rstrip("\n").replace("\n", "\r\n")
    shown.browser.evaluate(f"document.getElementById('pasted').value = {note!r}")
    assert verdict(shown, FILES / "rewritten.ndjson").startswith("✕ BROKEN at line")


def test_a_broken_line_is_named_drawn_and_explained(shown: InBrowser, tmp_path: Path) -> None:
    rows = rows_in("salted.ndjson")
    face = next(n for n, row in enumerate(rows) if row.get("type") == "DiceRolled")
    rows[face]["faces"] = [7 - rows[face]["faces"][0]]
    (tmp_path / "forged.ndjson").write_bytes(chained(rows))
    assert verdict(shown, tmp_path / "forged.ndjson") == f"✕ BROKEN at line {face}"
    assert text(shown, ".verdict p") == "The faces do not follow from the links."
    assert text(shown, ".chain g:has(.part.broken) title") == f"line {face}: not read, broken"
    assert shown.browser.evaluate("document.querySelectorAll('.chain .part.broken').length") == 1


def test_the_rolls_the_seats_and_what_nobody_can_know_are_told(shown: InBrowser) -> None:
    verdict(shown, FILES / "salted.ndjson")
    told = text(shown, "#result")
    for part in (
        "witnessed",
        "taken back",
        "3 of 3 rolls",
        "Who sits behind a key.",
        "cosigned by ana, bo",
        "at most 1 of 3",
        "Compare them once",
    ):
        assert part in told, part
    assert shown.browser.evaluate("document.querySelectorAll('.chain .struck').length") > 1


@pytest.mark.parametrize("name", ["devices", "waiting", "salted"])
def test_it_tells_what_the_programs_at_a_terminal_tell(name: str, shown: InBrowser) -> None:
    verdict(shown, FILES / f"{name}.ndjson")
    told, report = text(shown, "#result"), verify((FILES / f"{name}.ndjson").read_bytes())
    said = [each.rstrip(".") for each in sentences(report) if each.startswith(("If one seat", "Replaced", "Signed"))]
    said += [f"{each['links']} of {each['of']} rolls" for each in report["seats"].values() if each["devices"]]
    said += [LATE for each in report["seats"].values() if each["late"]]
    for part in (*said, *report["keys"].values(), *(each[1:] for each in UNKNOWABLE[:-1])):
        assert part in told, part


def test_of_one_roll_it_tells_whose_key_was_replaced_and_who_came_late(shown: InBrowser, tmp_path: Path) -> None:
    (tmp_path / "roll.proof").write_bytes(proved("devices", 10))
    assert verdict(shown, tmp_path / "roll.proof") == "! OK BUT"
    told, said = text(shown, "#result"), [*proof_sentences(verify_proof(proved("devices", 10)))]
    marks = [each for each in said if each.startswith("Replaced") or each.endswith(LATE)]
    assert len(marks) == 2
    assert all(each in told for each in marks)
    assert "Replaced key: another key took the place" in text(shown, ".verdict")


def test_markup_in_a_name_is_shown_and_nothing_else(shown: InBrowser, tmp_path: Path) -> None:
    rows = [row for row in rows_in("loaded.ndjson") if "type" in row]
    rows[-1]["type"] = MARKUP
    file = tmp_path / f"{MARKUP}.ndjson"
    file.write_bytes(chained(rows))
    assert "newer than I am" in verdict(shown, file)
    assert f'A kind of line called "{MARKUP}"' in text(shown, "#result")
    assert shown.browser.evaluate("document.querySelectorAll('#result img, #result script').length") == 0
    assert shown.browser.evaluate("typeof window.pwned") == "undefined"


def test_what_is_no_fight_is_told_in_a_sentence(shown: InBrowser, tmp_path: Path) -> None:
    (tmp_path / "cat.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert verdict(shown, FILES / "whole.note").startswith("Choose an exported fight first")
    assert verdict(shown, FILES / "salted.ndjson", FILES / "said.ndjson").startswith("Choose one fight at a time")
    assert verdict(shown, tmp_path / "cat.png").startswith("Choose an exported fight first")
    (tmp_path / "bad.note").write_text("Trust me.\n\n")
    assert verdict(shown, FILES / "salted.ndjson", tmp_path / "bad.note").startswith("A kept checkpoint cannot be read")


@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)])
def test_it_fits_a_phone_and_a_screen_and_asks_nobody_anything(shown: InBrowser, width: int, dark: bool) -> None:
    shown.browser.looks(width, 800, dark=dark)
    verdict(shown, FILES / "devices.ndjson")
    assert shown.browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
    asked = [
        each["params"]["request"]["url"]
        for each in shown.browser.events
        if each.get("method") == "Network.requestWillBeSent"
    ]
    assert all(address.startswith("file:") for address in asked)
    complaints = [
        each for each in shown.browser.events if each.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown")
    ]
    assert complaints == []


def test_the_server_gives_the_page_as_it_is() -> None:
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        answer: Any = client.get("/verify")
        docs = client.get("/docs").text
    assert (answer.status_code, answer.text) == (200, HTML)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', HTML)
    assert answer.headers.get_list("content-security-policy") == [f"{policy}; frame-ancestors 'none'"]
    assert "href=/verify" in docs
