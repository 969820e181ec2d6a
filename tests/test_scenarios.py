"""Every example in ``tests/scenarios`` holds, and none of the worked examples of the rules is missing."""

import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from domain.commands import Command
from domain.deciding import decide, offers
from domain.dice import Dice
from domain.encounter import Encounter
from domain.events import Event
from domain.offers import Offer, matches
from domain.ruleset import RULESETS
from files import trial
from files.casts import read_whole, whole_text
from files.checking import check_bytes, check_file
from files.documents import parse
from projections.rules import OF_EACH

FOLDER = Path(__file__).parent / "scenarios"
CASTS = sorted(FOLDER.glob("casts/*.yaml"))
FILES = sorted(set(FOLDER.glob("*/*.yaml")) - set(CASTS))
LIKE = {
    path: found[1] for path in FILES if (found := re.search(r"^like: (\S+)$", path.read_text("utf-8"), re.MULTILINE))
}

VECTORS = {
    "PUR-T": "01 02 03 05 06 07 08 09 10 11 15 16 17 18 19 20 21 24 26 27 28 30 31 33 35 36 37 38 40 41 42 43 45 46",
    "ETQ-T": "01 02 03 04 05 06 07 08 09 10 11 13 14 16 18 19 22 24 26 27 28 29 30 33 34 36 37 39 40 41 42",
    "VER-T": "01 03 05 06 07 08 10 11 13 14 16 19 20 21 23 24 25 26 27 29 30 31 33 35 36 37 38 40 41 42 44 47 48 "
    "50 52 53 54 55 56 58 59 60 61 63 64 65 67 68 69 71 72 73 74 75 76 77 78 79 80 82 83 84 85 87 88",
    "VAN-T": "01 02 03 05 06 07 09 10 11 12 14 15 17 19 21 22 23 25 26 28 29 30 31 32 33 34 35 36 37 38 39 41 42 44 45 "
    "46 47 49 52 53 55 58 59 60 62 63 64",
    "STO-T": "02 03 04 06 07 08 10 11 12 13 14 15 16 17 19 21 24 25 26 27 29 31 33 34 35 39 40 41 43 44 45 48 49 "
    "50 51 52 54 55 56 57 58 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 79 81 83 84 85 86 87 "
    "90 91 94 95 96 97 98 99 101 103 104 105 106 107 108 109 111 113 114",
}


@cache
def stated(path: Path) -> dict[str, Any]:
    """Return what a file says, with what it takes of its cast, read once."""
    return read_whole(path).content


@cache
def cited(system: str) -> frozenset[str]:
    """Return the rule ids that the files of a system name."""
    return frozenset(rule for path in FILES if path.parent.name == system for rule in stated(path)["rules"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_example_holds(path: Path) -> None:
    checked = check_file(path)
    assert "\n".join(checked.sentences) == ""
    assert checked.status == "passed"


@pytest.mark.parametrize("path", CASTS, ids=lambda path: path.stem)
def test_a_fight_can_begin_with_the_whole_cast_and_several_examples_are_like_it(path: Path) -> None:
    assert "\n".join(check_file(path).sentences) == ""
    assert list(LIKE.values()).count(path.stem) > 5


@pytest.mark.no_cover
@pytest.mark.long(but=("blades-", "duel-", "yard-"))
@pytest.mark.slow
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("cast", CASTS, ids=lambda path: path.stem)
def test_printed_whole_the_examples_like_a_cast_say_the_same_without_it(cast: Path, every: int) -> None:
    like = [path for path, name in LIKE.items() if name == cast.stem][::every]
    whole = {path: whole_text(path) for path in like}
    assert {path: parse(text.encode(), path.name).content for path, text in whole.items()} == {
        path: stated(path) for path in like
    }
    assert [text.splitlines()[:2] for text in whole.values()] == [path.read_text().splitlines()[:2] for path in like]
    assert check_bytes(whole[like[0]].encode(), like[0].name).status == "passed"


@pytest.mark.parametrize(("prefix", "numbers"), VECTORS.items())
def test_every_worked_example_of_the_rules_is_there(prefix: str, numbers: str) -> None:
    there = {path.stem for path in FILES if path.stem.startswith(prefix)}
    assert there == {prefix + number for number in numbers.split()}


def test_every_system_has_examples_and_no_other_has() -> None:
    assert {path.parent.name for path in FILES} == set(RULESETS)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("system", RULESETS)
def test_every_rule_is_cited_by_an_example_and_no_other_rule_is(system: str) -> None:
    assert cited(system) == set(OF_EACH[system])


@pytest.mark.parametrize("system", RULESETS)
def test_every_house_rule_is_tried_off_its_default(system: str) -> None:
    settings = [stated(path).get("settings", {}) for path in FILES if path.parent.name == system]
    assert {name for each in settings for name in each} == {each.name for each in fields(RULESETS[system].Settings)}


def test_every_file_says_in_its_comment_which_example_it_is_and_what_is_given() -> None:
    silent = [
        path.stem
        for path in FILES
        if not re.match(rf"# {re.escape(path.stem)}\n# Given: \S", path.read_text(encoding="utf-8"))
    ]
    assert silent == []


def test_every_file_lies_with_its_system() -> None:
    assert [path.stem for path in FILES if stated(path)["system"] != path.parent.name] == []


WITHIN_A_ZONE = "STO-X397"
"""A ruling on shots is on offer between two zones, and taken within one as well."""


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("system", RULESETS)
def test_whatever_an_example_does_was_on_offer(system: str, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An offer may leave open, or leave out, what a command says beside it: a referee's ruling, the only opponent."""
    missing: list[str] = []

    def watched(command: Command, encounter: Encounter, dice: Dice) -> list[Event]:
        events = decide(command, encounter, dice)
        stated = {each.name: getattr(command, each.name) for each in fields(cast(Any, command))}
        given = {name: [*value] if isinstance(value, tuple) else value for name, value in stated.items()}
        if not any(_is_one_of(offer, command, given) for offer in offers(encounter)):
            missing.append(f"{path.stem}: {command}")
        return events

    monkeypatch.setattr(trial, "decide", watched)
    for path in [path for path in FILES if path.parent.name == system][::every]:
        if path.stem != WITHIN_A_ZONE:
            check_file(path)
    assert missing == []


def _is_one_of(offer: Offer, command: Command, given: dict[str, Any]) -> bool:
    return matches(offer, command, {name: given[name] for name in offer.closed if given.get(name) is not None})
