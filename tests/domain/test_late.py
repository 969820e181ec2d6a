"""Values that are made when they are asked for."""

from __future__ import annotations

import pytest

from domain.late import Late


def test_a_value_is_made_once_and_only_when_it_is_asked_for() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    late = Late(("a", "b"), make)
    assert (list(late), len(late), "a" in late, "c" in late, made) == (["a", "b"], 2, True, False, [])
    assert (late["b"], late["b"], made) == ("B", "B", ["b"])
    late["c"] = "sea"
    assert dict(late) == {"a": "A", "b": "B", "c": "sea"}
    del late["c"]
    assert late.get("c") is None
    with pytest.raises(KeyError):
        late["c"]
    assert made == ["b", "a"]
