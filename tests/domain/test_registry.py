"""Values that are made when they are asked for."""

from __future__ import annotations

import pytest

from domain.registry import Registry


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
