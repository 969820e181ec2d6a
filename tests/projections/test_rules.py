"""The rules in words: a sentence for every rule id of both systems."""

import re
from pathlib import Path

import pytest

from projections.rules import STATEMENTS, Rule, stated

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("letters", "last"), [("PUR", 26), ("ETQ", 28)])
def test_every_rule_has_one_plain_sentence(letters: str, last: int) -> None:
    assert [each for each in STATEMENTS if each.startswith(letters)] == [f"{letters}-{n}" for n in range(1, last + 1)]
    assert all(re.fullmatch(r"[A-Z][^.]*\.", STATEMENTS[f"{letters}-{n}"]) for n in range(1, last + 1))


def test_every_rule_that_the_systems_cite_has_its_sentence() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "domain").rglob("*.py"))
    cited = set(re.findall(r'"((?:PUR|ETQ)-\d+)"', sources))
    assert cited
    assert cited <= set(STATEMENTS)


def test_a_rule_is_stated_once_and_an_unknown_one_without_words() -> None:
    assert stated(("PUR-9", "XYZ-1", "PUR-9")) == (
        Rule(id="PUR-9", statement=STATEMENTS["PUR-9"]),
        Rule(id="XYZ-1", statement=None),
    )
