"""Every rule of the texts is cited by an event or a refusal, or it is said why none can cite it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from projections.rules import OF_EACH, STATEMENTS

DOMAIN = Path(__file__).parents[2] / "domain"
ID = re.compile(r"[A-Z]{3}-\d+")


@cache
def cited() -> frozenset[str]:
    """Return the rule ids that stand in the code of the rules as a value: in an event, a refusal or a table of them.

    What a docstring or a comment names is no citation.
    """
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in DOMAIN.rglob("*.py")]
    constants = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str) and ID.fullmatch(value))


@pytest.mark.slow
@pytest.mark.parametrize("system", OF_EACH)
def test_every_rule_is_cited_or_it_is_said_why_not(system: str) -> None:
    assert set(OF_EACH[system]) - cited() == set(NEVER_CITED.get(system, {}))


@pytest.mark.slow
def test_no_rule_is_cited_that_no_text_has() -> None:
    assert {rule for rule in cited() if rule[:3] in {each[:3] for each in STATEMENTS}} <= set(STATEMENTS)


NEVER_CITED: dict[str, dict[str, str]] = {
    "pursuit": {
        "PUR-5": "It forbids nothing: leaving a compulsory combat is the same as leaving any, by PUR-17.",
    },
    "etiquette": {
        "ETQ-5": "It forbids nothing: leaving a compulsory combat is the same as leaving any, by ETQ-26.",
        "ETQ-11": "It says that words bind nobody: no event follows from it, and nothing is refused.",
    },
    "verdigris": {
        "VER-10": "It says that nothing is different after a surprise.",
        "VER-45": "It says that the save is the usual one.",
        "VER-55": "It says that the save is the usual one.",
        "VER-56": "It says who does not count for VER-30, which is cited where the count gives a die.",
        "VER-60": "It is the narrative behind VER-57, which the strike cites; whether somebody is careless is ruled.",
    },
    "vanguard": {
        "VAN-20": "It is the worked example of VAN-17 to VAN-19, which every attack cites.",
    },
    "storyteller": {
        "STO-18": "One of the approaches of STO-17, which the order cites; the order itself names it.",
        "STO-20": "One of the approaches of STO-17, which the order cites; the order itself names it.",
        "STO-25": "What makes an action impossible is refused by the rule that does, as reach or cover.",
        "STO-50": "It says what counts as near; a melee attack cites its kind, STO-51 to STO-53.",
        "STO-78": "It permits; a way through a foe is refused by STO-79.",
        "STO-93": "It helps to imagine a zone; nothing is measured by it.",
        "STO-100": "It permits most shots; one that is refused or doubtful cites STO-99 or STO-103.",
        "STO-105": "It says what is left to do; what is not is refused by STO-104.",
        "STO-110": "It is how cover is found on the grid; the cover found cites STO-111 to STO-114.",
    },
}
"""Rules that no event and no refusal can cite, each with the reason."""
