"""Fights that were really played, and what an attacker could make of them: all three verifiers say the same."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from ledger.proof.reports import report as told_here
from ledger.proof.verifying import verify as verify_here
from tests.verifier.attacks.changing import changed, rows_in
from tests.verifier.cases import FILES, Case, cases, made
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import Misused, verify

CASES: list[Case] = json.loads((FILES / "cases.json").read_text(encoding="utf-8"))
WHOLE = [case for case in CASES if case["verdict"] != "BROKEN"]
BESIDE = {"marks", "crypto", "why"}
"""What only the page tells, or each in words of its own."""


def kept_of(case: Case) -> tuple[list[str], str | None]:
    kept = [(FILES / name).read_text(encoding="utf-8") for name in case.get("kept", [])]
    return kept, (FILES / case["log_key"]).read_text().strip() if "log_key" in case else None


@cache
def told_by_file(place: int) -> dict[str, Any]:
    """Return what the file says of one case."""
    return verify(made(CASES[place]), *kept_of(CASES[place]))


def bare(report: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name not in BESIDE}


def test_the_cases_are_those_that_are_written_down() -> None:
    assert cases() == CASES
    assert len({case["name"] for case in CASES}) == len(CASES) > 120


@pytest.mark.parametrize("place", range(len(CASES)), ids=lambda place: CASES[place]["name"])
def test_the_file_and_the_ledger_find_the_line_that_is_broken(place: int) -> None:
    case, report = CASES[place], told_by_file(place)
    assert (report["verdict"], report.get("line")) == (case["verdict"], case.get("line"))
    assert report["but"] == case.get("but", [])
    assert bare(told_here(verify_here(made(case), *kept_of(case)))) == bare(report)


def test_the_page_says_of_every_case_what_the_file_says(opened: InBrowser | InNode) -> None:
    given = [(made(case), *kept_of(case)) for case in CASES]
    said = opened.call("checkAll", [asked(*each) for each in given])
    for place, report in enumerate(said):
        assert bare(report) == bare(told_by_file(place)), CASES[place]["name"]
    assert len(said) == len(CASES)


@pytest.mark.long
def test_the_page_says_the_same_without_the_cryptography_of_the_browser(opened: InBrowser | InNode) -> None:
    files = sorted({case["file"] for case in WHOLE})
    given = [(FILES / name).read_bytes() for name in files]
    said = opened.call("checkAll", [asked(raw, using="noble") for raw in given])
    assert {report["crypto"] for report in said} == {"noble"}
    assert [bare(report) for report in said] == [bare(verify(raw)) for raw in given]


@pytest.mark.long
def test_all_three_say_the_same_of_files_changed_at_random(opened: InBrowser | InNode) -> None:
    chance = random.Random(11)
    files = [rows_in(path.read_bytes()) for path in sorted(FILES.glob("*.ndjson"))]
    made_of = [raw for rows in files for _ in range(5) if (raw := changed(rows, chance)) is not None]
    reports = [verify(raw) for raw in made_of]
    for raw, report in zip(made_of, reports, strict=True):
        assert bare(told_here(verify_here(raw))) == bare(report)
    said = opened.call("checkAll", [asked(raw) for raw in made_of])
    assert [bare(report) for report in said] == [bare(report) for report in reports]


@pytest.mark.parametrize("note", ["", "Trust me.", "a\n1\nb\n\n— c d\n"])
def test_what_is_no_checkpoint_is_not_taken_for_one(opened: InBrowser | InNode, note: str) -> None:
    raw = (FILES / "salted.ndjson").read_bytes()
    with pytest.raises(Misused, match="A kept checkpoint cannot be read"):
        verify(raw, [note])
    assert opened.call("checkAll", [asked(raw, [note])])[0]["misused"].startswith("A kept checkpoint cannot be read")


def test_a_key_of_the_log_that_is_none_is_not_taken_for_one(opened: InBrowser | InNode) -> None:
    raw = (FILES / "salted.ndjson").read_bytes()
    with pytest.raises(Misused, match="The key of the log cannot be used"):
        verify(raw, [], "name+12345678+AAAA")
    (said,) = opened.call("checkAll", [asked(raw, [], "name+12345678+AAAA")])
    assert said["misused"].startswith("The key of the log cannot be used")
