"""Every reader looks at each value a bounded number of times, and tells the first mistakes and how many there are.

What is measured is work: comparisons, calls, mistakes; twice as much of a file must not cost more than twice as much.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.shapes import bodies
from api.shapes.bodies import parse
from api.shapes.messages import declared
from api.shapes.problems import Problem, Wrong
from domain.ruleset import RULESETS
from files import fields
from files.documents import parse as parsed
from files.fields import likeliest
from files.malformed import Malformed
from files.openings import any_opening
from files.plain_pairs import Twin, object_of
from files.rosters import read as read_roster
from tests.counting import Name, calls

GROWTH = 2.2
"""Twice as much, and something for what does not depend on it."""


def refused(body: Any) -> Problem:
    with pytest.raises(Wrong) as wrong:
        parse(any_opening(), json.dumps(body).encode())
    assert wrong.value.problem.status == 422
    return wrong.value.problem


@pytest.mark.parametrize("last", [True, False], ids=["the last twice", "the first twice"])
def test_a_field_that_stands_twice_is_found_in_one_pass(last: bool) -> None:
    compared = []
    for many in (1000, 2000):
        names = [f"k{n:04}" for n in range(many)]
        names = [*names, names[-1]] if last else [names[0], *names]
        Name.compared = 0
        with pytest.raises(Twin):
            object_of([(Name(name), 0) for name in names])
        compared.append(Name.compared)
    assert compared[1] <= GROWTH * compared[0] + 100


def test_every_reader_of_objects_names_the_field_that_stands_twice() -> None:
    with pytest.raises(Wrong, match="'b' stands there twice"):
        parse(any_opening(), b'{"a":0,"b":0,"b":1}')
    for name in ("x.json", "x.yaml"):
        with pytest.raises(Malformed, match="'b' stands there twice"):
            parsed(b'{"a":0,"b":0,"b":1}', name)


LARGE: dict[str, Callable[[int], Any]] = {
    "combatants without anything": lambda n: {"system": "pursuit", "combatants": [{}] * n},
    "combatants that are none": lambda n: {"system": "pursuit", "combatants": [None] * n},
    "seats": lambda n: {"system": "pursuit", "seats": [{"id": f"s{k}"} for k in range(n)]},
    "fields": lambda n: {"system": "pursuit", **{f"k{k}": 1 for k in range(n)}},
    "fields further in": lambda n: {"system": "storyteller", "combatants": [{f"k{k}": 1 for k in range(n)}]},
    "walls": lambda n: {"system": "storyteller", "board": {"kind": "grid", "walls": [{}] * n}},
    "hands": lambda n: {"system": "etiquette", "combatants": [{"hand": [{}] * n}]},
}


@pytest.mark.parametrize("case", LARGE)
def test_mistakes_are_bounded_before_anything_is_validated(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def count(errors: list[Any], value: Any) -> list[Any]:
        counted.append(len(errors))
        return likeliest(errors, value)

    monkeypatch.setattr(fields, "likeliest", count)
    told = refused(LARGE[case](20_000))
    assert "20000" in told.detail or "19999" in told.detail
    assert counted == []
    assert len(told.detail) < 500
    assert len(told.fields or ()) == 1


@pytest.mark.parametrize("case", LARGE)
def test_twice_the_body_is_at_most_twice_the_work(case: str) -> None:
    refused(LARGE[case](20_000))
    once, twice = (calls(partial(refused, LARGE[case](n))) for n in (20_000, 40_000))
    assert twice <= GROWTH * once


def test_the_first_mistakes_are_named_and_the_others_counted() -> None:
    told = refused({"system": "storyteller", "combatants": [{}] * 200})
    assert re.search("; and (18[0-9]|[2-9][0-9]{2}|[0-9]{4}) more\\.$", told.detail)
    assert len(told.fields or ()) == fields.MOST


def test_a_command_is_bounded_as_an_opening_is() -> None:
    body = {"action": {"do": "begin_move", "who": "Ana", **{f"k{n}": 0 for n in range(5000)}}, "cmd": "1"}
    with pytest.raises(Wrong, match="5000 fields that are none here") as wrong:
        parse(declared("pursuit"), json.dumps(body).encode())
    assert len(wrong.value.problem.detail) < 500


def test_no_list_of_a_body_is_without_a_bound() -> None:
    for shape in (any_opening(), *map(declared, RULESETS)):
        unbounded = [node for node in _arrays(fields.schema_of(shape)) if "maxItems" not in node]
        assert unbounded == []


def _arrays(node: Any) -> list[dict[str, Any]]:
    """Return every list that a JSON schema describes."""
    inside = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    found = [each for value in inside for each in _arrays(value)]
    return [*found, node] if isinstance(node, dict) and node.get("type") == "array" else found


FILES: dict[str, tuple[str, Callable[[int], str]]] = {
    "fields in JSON": ("x.json", lambda n: json.dumps({f"k{k}": 0 for k in range(n)})),
    "elements in JSON": ("x.json", lambda n: json.dumps({"a": [0] * n})),
    "fields": ("x.yaml", lambda n: "".join(f"k{k}: 0\n" for k in range(n))),
    "elements": ("x.yaml", lambda n: "a:\n" + "- 0\n" * n),
    "elements in brackets": ("x.yaml", lambda n: f"a: [{'0,' * n}]"),
    "brackets": ("x.yaml", lambda n: "a: " + "[" * n),
    "dashes": ("x.yaml", lambda n: "- " * n),
    "question marks": ("x.yaml", lambda n: "? " * n),
    "anchors": ("x.yaml", lambda n: "".join(f"k{k}: &a{k} 0\n" for k in range(n))),
    "aliases": ("x.yaml", lambda n: "a: &a [0]\n" + "".join(f"k{k}: *a\n" for k in range(n))),
    "tags": ("x.yaml", lambda n: "".join(f"%TAG !a{k}! b\n" for k in range(n))),
    "tags of a second document": (
        "x.yaml",
        lambda n: "a: 1\n...\n" + "".join(f"%TAG !a{k}! b\n" for k in range(n)) + "---\n",
    ),
    "documents": ("x.yaml", lambda n: "--- 0\n" * n),
    "digits": ("x.yaml", lambda n: "a: " + "9" * n),
    "digits in JSON": ("x.json", lambda n: '{"a":' + "9" * n + "}"),
    "lines in quotes": ("x.yaml", lambda n: 'a: "' + "x\n " * n + '"'),
}


@pytest.mark.parametrize("case", FILES)
def test_twice_the_file_is_at_most_twice_the_work(case: str) -> None:
    name, made = FILES[case]
    once, twice = (calls(partial(parsed, made(n).encode(), name)) for n in (2_000, 4_000))
    assert twice <= GROWTH * once + 100


def test_yaml_with_directives_is_refused_before_it_is_read() -> None:
    with pytest.raises(Malformed, match=r"x.yaml, line 3: It begins with %, as a directive"):
        parsed(b"a: 1\n...\n%TAG !a! b\n", "x.yaml")
    assert parsed(b"a: 100 %\nb: '%'\n", "x.yaml").content == {"a": "100 %", "b": "%"}


def test_a_roster_is_bounded_as_a_body_is(tmp_path: Path) -> None:
    roster = tmp_path / "roster.yaml"
    roster.write_text("system: pursuit\nboard: {tiles: [T1]}\ncombatants:\n" + "- {}\n" * 5000)
    with pytest.raises(Malformed, match="should have at most 40 items, not 5000"):
        read_roster(roster)


def test_a_body_is_cut_off_where_it_is_too_large() -> None:
    assert bodies.LIMIT == 1024 * 1024
