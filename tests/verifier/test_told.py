"""What the file that stands alone tells people of each sample, word for word, and how it ends."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from ledger.proof.proofs import prove
from ledger.proof.proved import told as proof_told
from ledger.proof.reports import told as told_here
from ledger.proof.verifying import Verification
from ledger.proof.verifying import verify as verify_here
from tests.verifier.cases import FILES
from tests.verifier.test_proofs import proved
from verifier.verify_fight import UNKNOWABLE, main, proof_sentences, sentences, verify, verify_proof

TOLD = FILES / "told.json"
GIVEN: dict[str, tuple[list[str], list[str]]] = {path.name: ([], []) for path in sorted(FILES.glob("*.ndjson"))} | {
    "salted.ndjson kept": (["early.note", "whole.note"], ["bo"]),
}


ROWS = (FILES / "said.ndjson").read_bytes().splitlines(keepends=True)
CHANGED = {
    "no words": b"".join(ROWS[:18]),
    "newer": b"".join(ROWS[:16]).replace(b'"MessageRecorded"', b'"MessageSung"'),
    "broken": b"".join([*ROWS[:9], *ROWS[10:]]),
}
PROOFS = {
    "a roll": proved("salted", 2),
    "a broken roll": proved("salted", 2).replace(b'"faces":[5]', b'"faces":[4]'),
    "a roll without a link": proved("waiting", 1),
    "a roll of a replaced key and a latecomer": proved("devices", 10),
}


@cache
def told() -> dict[str, list[str]]:
    """Return the sentences on each sample, on one with what players kept, on files that were changed, and on a roll."""
    said = {}
    for name, (kept, operators) in GIVEN.items():
        texts = [(FILES / each).read_text(encoding="utf-8") for each in kept]
        raw = (FILES / name.split()[0]).read_bytes()
        said[name] = [*sentences(verify(raw, texts, None, operators))]
        said[f"{name}, here"] = _here(verify_here(raw, texts, None, operators))
    for name, raw in CHANGED.items():
        said |= {name: [*sentences(verify(raw))], f"{name}, here": _here(verify_here(raw))}
    for name, raw in PROOFS.items():
        said |= {name: [*proof_sentences(verify_proof(raw))], f"{name}, here": [*proof_told(prove(raw))]}
    return said


def _here(found: Verification) -> list[str]:
    return [found.sentence, *told_here(found)]


def test_the_sentences_are_those_that_are_written_down() -> None:
    """`python -m tests.verifier.test_told` writes them anew, to be read before they are kept."""
    assert told() == json.loads(TOLD.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [*GIVEN, *CHANGED, *PROOFS])
def test_both_programs_say_the_same_but_for_the_rules(name: str) -> None:
    """The second one, which decides the rules again, begins with its result and does not end with the rules.

    Why a file is broken each says in words of its own.
    """
    said = told()
    alone, here = said[name], said[f"{name}, here"]
    if name in PROOFS:
        assert alone == here
    else:
        verdict, *before, last = alone
        assert here[2:-1] == before
        assert here[1].split(": ")[0] == verdict.split(": ")[0]
        assert last == here[-1].replace(".", f"; {UNKNOWABLE[-1]}.")


@pytest.mark.parametrize(
    ("name", "arguments", "status"),
    [
        ("salted.ndjson", [], 0),
        ("salted.ndjson", ["--strict"], 0),
        ("waiting.ndjson", [], 0),
        ("waiting.ndjson", ["--strict"], 3),
        ("newer", [], 3),
        ("broken", ["--strict"], 1),
        ("nothing", [], 2),
        ("salted.ndjson", ["--operator", "zed"], 2),
        ("salted.ndjson", ["--log-key", "x"], 2),
    ],
)
def test_it_ends_as_its_verdict_says(name: str, arguments: list[str], status: int, tmp_path: Path) -> None:
    path = FILES / name if name.endswith(".ndjson") else tmp_path / name
    if name in CHANGED:
        path.write_bytes(CHANGED[name])
    assert main([str(path), *arguments]) == status


def test_what_it_prints_as_json_is_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    path = FILES / "waiting.ndjson"
    assert main([str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == verify(path.read_bytes())
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [*sentences(verify(path.read_bytes()))]


if __name__ == "__main__":
    TOLD.write_text(json.dumps(told(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
