"""Values that are made when they are asked for."""

from __future__ import annotations

import pytest

from domain.registry import Registry, found
from domain.ruleset import RULESETS


def test_a_value_is_made_once_and_only_when_it_is_asked_for() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    registry = Registry(("a", "b"), make)
    assert (list(registry), len(registry), "a" in registry, "c" in registry, made) == (["a", "b"], 2, True, False, [])
    assert (registry["b"], registry["b"], made) == ("B", "B", ["b"])
    registry["c"] = "sea"
    assert dict(registry) == {"a": "A", "b": "B", "c": "sea"}
    del registry["c"]
    assert registry.get("c") is None
    with pytest.raises(KeyError):
        registry["c"]
    assert made == ["b", "a"]


def test_what_a_module_of_that_name_has_is_found_and_otherwise_something_else() -> None:
    assert found("domain.rulesets", "pursuit", "VERSION", None) == RULESETS["pursuit"].VERSION
    assert found("domain.rulesets", "chess", "VERSION", None) is None
