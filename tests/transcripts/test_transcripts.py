"""Golden transcripts: a stored fight is told today as it was told when its transcript was written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.deciding import RULESETS
from projections.audit import audit
from tests.transcripts.writing import FILES, FOLDER, transcript

ROOT = FOLDER.parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

EXPORT_ANEW = "run: .venv/bin/encounter fight {0} --export tests/transcripts/{0}.ndjson"
each_fight = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def test_every_system_has_its_transcript() -> None:
    systems = (ROOT / "domain" / "rulesets").glob("*/__init__.py")
    now = [file.stem for file in FILES if "-" not in file.stem]  # what has a number was played under older rules
    assert now == sorted(path.parent.name for path in systems)


def test_a_fight_is_of_the_rules_that_its_name_says() -> None:
    for file in FILES:
        system, _, number = file.stem.partition("-")
        stored = audit(file.read_bytes()).rules.stored
        assert stored == (f"{system}/{number}" if number else RULESETS[system].VERSION)


@each_fight
def test_a_fight_is_told_as_its_transcript_tells_it(file: Path) -> None:
    told = file.with_suffix(".md").read_text(encoding="utf-8")
    assert transcript(file) == told, "If the new words are meant, run: .venv/bin/python -m tests.transcripts"


@each_fight
def test_a_fight_verifies_and_decides_again_as_it_did(file: Path) -> None:
    found = audit(file.read_bytes())
    assert found.ok, (found.sentences, f"If nobody has fought by these rules yet, {EXPORT_ANEW.format(file.stem)}")


@each_fight
def test_a_transcript_is_short_enough_to_read(file: Path) -> None:
    entries = re.findall(r"^- `\d+` ", file.with_suffix(".md").read_text(encoding="utf-8"), re.MULTILINE)
    assert 20 <= len(entries) <= 150, f"For a fight of another length, {EXPORT_ANEW.format(file.stem)}"


def test_the_piece_in_the_readme_is_from_a_transcript() -> None:
    (piece,) = re.findall(r"<!-- tests/transcripts/(\w+)\.md -->\n(.*?)\n\n", README, re.DOTALL)
    system, sentences = piece
    told = (FOLDER / f"{system}.md").read_text(encoding="utf-8")
    assert len(sentences.splitlines()) >= 3
    assert all(row in told.splitlines() for row in sentences.splitlines())
