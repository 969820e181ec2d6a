"""The page on house rules says what the systems really take, and what they refuse."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from annotated_types import Ge, Le, Len, MaxLen

from domain.deciding import RULESETS, open_encounter
from files import rosters
from files.documents import read
from tests.openings import opening_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
SETTINGS: dict[str, type[Any]] = {system: RULESETS[system].Settings for system in RULESETS}


def rows(system: str) -> list[list[str]]:
    """Return the cells of the table of a system, without its head."""
    (section,) = re.findall(rf"^## {system}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def written(value: Any) -> str:
    """Return a value as the page writes it."""
    if isinstance(value, tuple):
        return ", ".join(map(written, value))
    names: dict[Any, str] = {None: "`null`", True: "`true`", False: "`false`"}
    return f"`{value}`" if isinstance(value, int) and not isinstance(value, bool) else names.get(value, f"`{value}`")


def allowed(hint: Any) -> list[str]:
    """Return what a setting of this type takes, as the page writes it."""
    if hint is bool:
        return ["`false`", "`true`"]
    if hint is NoneType:
        return ["`null`"]
    if get_origin(hint) is Literal:
        return [written(value) for value in get_args(hint)]
    if get_origin(hint) is Annotated:
        return [_bounded(*get_args(hint))]
    return [value for part in get_args(hint) for value in allowed(part)]


def _bounded(kind: Any, *bounds: Any) -> str:
    """Return a number with its bounds, or a list with its length and what it holds."""
    by_kind = {type(bound): bound for bound in bounds}
    if kind is int:
        return f"{by_kind[Ge].ge} to {by_kind[Le].le}"
    held = get_args(kind)[0]
    if MaxLen in by_kind:
        return (
            f"at most {by_kind[MaxLen].max_length} entries of {', '.join(f'`{field.name}`' for field in fields(held))}"
        )
    least, most = by_kind[Len].min_length, by_kind[Len].max_length
    return f"{least if least == most else f'{least} to {most}'} of {', '.join(allowed(held))}"


@pytest.mark.parametrize("system", SETTINGS)
def test_the_page_has_every_setting_with_its_values_and_its_default(system: str) -> None:
    kind = SETTINGS[system]
    hints = get_type_hints(kind, include_extras=True)
    expected = [
        (
            f"`{field.name}`",
            written(field.default),
            ", ".join(allowed(hints[field.name])),
        )
        for field in fields(kind)
    ]
    assert [(name, default, values) for name, _, default, values, _ in rows(system)] == expected


@pytest.mark.parametrize("system", SETTINGS)
def test_every_setting_has_a_gap_of_its_own_and_says_what_it_settles(system: str) -> None:
    letters, numbers = gaps(system)
    assert len(letters) == 1
    assert numbers == sorted(set(numbers))
    assert all(len(settles) > 10 for *_, settles in rows(system))


def gaps(system: str) -> tuple[set[str], list[int]]:
    """Return with which letters the gaps of a system are named, and their numbers."""
    named = [gap.partition("-G") for _, gap, *_ in rows(system)]
    return {letters for letters, _, _ in named}, [int(number) for _, _, number in named]


def test_no_two_systems_name_their_gaps_alike() -> None:
    every = [letter for system in SETTINGS for letter in gaps(system)[0]]
    assert len(every) == len(set(every))


def test_the_page_has_a_table_for_every_system() -> None:
    assert set(re.findall(r"^## (\w+)$", PAGE, re.MULTILINE)) == set(SETTINGS) >= set(RULESETS)


def others() -> list[tuple[str, str, Any]]:
    """Return every value of every setting that is one of a list and is not the default."""
    found = []
    for system in RULESETS:
        kind = SETTINGS[system]
        hints = get_type_hints(kind)
        for field in fields(kind):
            values = (False, True) if hints[field.name] is bool else _listed(hints[field.name])
            found += [(system, field.name, value) for value in values if value != field.default]
    return found


def _listed(hint: Any) -> tuple[Any, ...]:
    """Return the values that a type lists."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) is tuple:
        return ()
    return tuple(value for part in get_args(hint) for value in _listed(part))


@pytest.mark.parametrize(("system", "name", "value"), others())
def test_an_encounter_opens_with_every_value_and_keeps_it(system: str, name: str, value: Any) -> None:
    content = read(rosters.SAMPLES[system]).content
    opening = opening_of({**content, "settings": {**content.get("settings", {}), name: value}})
    assert open_encounter(opening, "house")[0].house_rules[name] == value  # type: ignore[union-attr]  # the first event
