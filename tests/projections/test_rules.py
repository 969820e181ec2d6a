"""The rules in words: a sentence for every rule id of every system."""

import re
from pathlib import Path

import pytest

from projections.rules import OF_EACH, STATEMENTS, Rule, stated

ROOT = Path(__file__).resolve().parents[2]


LAST = {"PUR": 26, "ETQ": 28, "VER": 80, "VAN": 56, "STO": 114}
"""The number of the last rule of each text of ours."""


@pytest.mark.parametrize("system", OF_EACH)
def test_the_rules_of_a_text_are_numbered_without_a_gap_and_each_is_a_sentence(system: str) -> None:
    letters, _, _ = next(iter(OF_EACH[system])).partition("-")
    last = LAST.get(letters, len(OF_EACH[system]))
    assert [*OF_EACH[system]] == [f"{letters}-{n}" for n in range(1, last + 1)]
    assert all(re.fullmatch(r"[A-Z].*\.", words) for words in OF_EACH[system].values())


def test_no_two_texts_number_their_rules_alike() -> None:
    assert len(STATEMENTS) == sum(len(statements) for statements in OF_EACH.values())


def test_every_rule_that_the_systems_cite_has_its_sentence() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "domain").rglob("*.py"))
    cited = set(re.findall(rf'"((?:{"|".join(LAST)})-\d+)"', sources))
    assert cited
    assert cited <= set(STATEMENTS)


def test_a_rule_is_stated_once_and_an_unknown_one_without_words() -> None:
    assert stated(("PUR-9", "XYZ-1", "PUR-9")) == (
        Rule(id="PUR-9", statement=STATEMENTS["PUR-9"]),
        Rule(id="XYZ-1", statement=None),
    )
