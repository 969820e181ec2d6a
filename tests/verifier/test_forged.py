"""Each sentence of the verifiers is said of some file with which nothing else is wrong, and all three name its line."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ledger.proof.reports import report as told_here
from ledger.proof.verifying import Verification
from ledger.proof.verifying import verify as verify_here
from tests.sparing import often
from tests.verifier.attacks.fuzzing import bare
from tests.verifier.cases import FILES, Case, made
from tests.verifier.forged import SAID, every, whole
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import verify

FORGED = [edited.case for edited in every()]
IN_THE_PAGE: dict[str, str] = json.loads((FILES / "forged-in-the-page.json").read_text(encoding="utf-8"))
"""What the page says in words of its own; of all else it says what the file says."""
IN_THE_LEDGER: dict[str, str] = json.loads(SAID.read_text(encoding="utf-8"))
WHOLE = [edited.case for edited in whole()]


@cache
def raw(place: int) -> bytes:
    return made(FORGED[place])


@cache
def by_the_ledger(place: int) -> Verification:
    return verify_here(raw(place))


@cache
def by_the_file(place: int) -> dict[str, Any]:
    return verify(raw(place))


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(place, id=case["name"], marks=[pytest.mark.long] if place % 2 else [])
        for place, case in enumerate(FORGED)
    ],
)
def test_the_file_and_the_ledger_say_their_sentences_of_the_same_line(place: int) -> None:
    case, report, here = FORGED[place], by_the_file(place), by_the_ledger(place)
    assert (report["verdict"], report["line"], report["why"]) == (case["verdict"], case["line"], case["why"])
    assert (here.broken or here.newer) == (case["line"], IN_THE_LEDGER[case["name"]])
    assert (here.broken is None) == (case["verdict"] != "BROKEN") != (here.newer is None)
    assert bare(told_here(here)) == bare(report)


@pytest.mark.long
@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case["name"])
def test_what_is_at_the_very_edge_is_whole(case: Case, opened: InBrowser | InNode) -> None:
    report = verify(made(case))
    assert (report["verdict"], report["but"]) == (case["verdict"], case["but"])
    assert bare(told_here(verify_here(made(case)))) == bare(report)
    assert bare(opened.call("checkAll", [asked(made(case))])[0]) == bare(report)


def test_the_page_says_of_each_what_the_file_says(opened: InBrowser | InNode) -> None:
    places = range(0, len(FORGED), often(2, whole=1))
    said = opened.call("checkAll", [asked(raw(place)) for place in places])
    for place, report in zip(places, said, strict=True):
        assert bare(report) == bare(by_the_file(place)), FORGED[place]["name"]
        assert report["why"] == IN_THE_PAGE.get(FORGED[place]["name"], FORGED[place]["why"])
    assert len({case["name"] for case in FORGED}) == len(FORGED)


ROOT = Path(__file__).parents[2]
CHECKED = [
    f"ledger/proof/{name}.py"
    for name in (
        "checks",
        "disputed",
        "forked",
        "redrawn",
        "rolls",
        "salted",
        "sealed",
        "seated",
        "taken_back",
        "verifying",
    )
]
SAYING = ("broken", "Broken", "Newer", "Wrong", "must_have", "must_hold", "hash_of")
"""What is called with a sentence about a line."""


def sentences(path: str, *without: str, within: str = "") -> set[str]:
    """Return the sentences that a module says of lines, as patterns, or some of its functions and classes do."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    named = [(getattr(each, "name", ""), each) for each in tree.body]
    parts = [each for name, each in named if (name == within if within else name not in without)]
    calls = (node for part in parts for node in ast.walk(part) if isinstance(node, ast.Call))
    said = (arg for call in calls if getattr(call.func, "id", "") in SAYING for arg in call.args)
    return {pattern for arg in said if " " in (pattern := _pattern(arg)) and pattern.endswith(r"\.")}


def _pattern(arg: ast.expr) -> str:
    match arg:
        case ast.Constant(value=str(text)):
            return re.escape(text).replace(r"\ ", " ")
        case ast.JoinedStr(values=values):
            return "".join(_pattern(each) if isinstance(each, ast.Constant) else ".*" for each in values)
        case _:
            return ""


SAID_ELSEWHERE = {
    "test_late_seats.py": [r"At most .* seats come late to a table\."],
    "test_growing.py": [r"A fight is taken back at most .* times\."],
    "test_lost_keys.py": [r"The new key of .* did not wait until the old one could no longer veto it\."],
    "test_names.py": [
        r"A name has 1 to 80 characters, and none that work unseen\.",
        r"It names nothing that has an id\.",
        r"What a side discloses is not said by side and what is shown\.",
        r"What line 0 calls something is no id and name\.",
    ],
    "test_forks.py": [r"It does not name the line that it branched off at\."],
    "test_files.py": [
        r"The checkpoint is of .*, not of .*\.",
        r"The file names another key of the log than the one to trust\.",
        r"The next signed call of .* is number .*: one was left out, repeated or moved\.",
    ],
    "test_rows.py": [
        r"A number is larger than 2\^53\-1\.",
        r"It is nested too deeply\.",
        r"It is not JSON as a line may be: .*\.",
        r"It is not a JSON object\.",
        r"It is not canonical: the order, spaces, escapes or a doubled key\.",
        r"The key .* is not one that a line may have\.",
    ],
}
"""What takes a file, or something given beside it, that no row of `forged.py` can make; by the tests that do."""


def test_every_sentence_about_a_line_is_said_of_some_file() -> None:
    elsewhere = {each for said in SAID_ELSEWHERE.values() for each in said}
    wanted = sentences("verifier/verify_fight.py", "Proof", "verify_proof")
    assert elsewhere <= wanted
    assert len(wanted) > 150
    assert unsaid(wanted - elsewhere, {case["why"] for case in FORGED}) == []
    here = {each for path in CHECKED for each in sentences(path)}
    assert unsaid(here - elsewhere, set(IN_THE_LEDGER.values())) == []


def unsaid(patterns: set[str], said: set[str]) -> list[str]:
    """Return the patterns of sentences that nothing says."""
    return sorted(pattern for pattern in patterns if not any(re.search(pattern, each) for each in said))
