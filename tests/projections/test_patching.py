"""A patch turns one JSON value into another, as a library that we did not write applies it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import jsonpatch
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.streams.patching import patch

NAMES = st.sampled_from(["a", "b", "a/b", "m~n", "~1", "", "0", "ä"])
LEAVES = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "x", "y"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=20
)


def applied(before: Any, operations: list[dict[str, Any]]) -> bytes:
    """Return the value after the operations; as bytes, in which true is not 1."""
    after = jsonpatch.apply_patch(deepcopy(before), operations)
    return orjson.dumps(after, option=orjson.OPT_SORT_KEYS)


@pytest.mark.slow
@given(VALUES, VALUES)
def test_any_value_becomes_any_other(before: Any, after: Any) -> None:
    assert applied(before, patch(before, after)) == orjson.dumps(after, option=orjson.OPT_SORT_KEYS)


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), max_size=8))
def test_any_list_becomes_any_other(before: list[int], after: list[int]) -> None:
    assert applied(before, patch(before, after)) == orjson.dumps(after)


@pytest.mark.slow
@given(VALUES)
def test_nothing_changes_between_equals(value: Any) -> None:
    assert patch(value, deepcopy(value)) == []


@pytest.mark.parametrize(
    ("before", "after", "operations"),
    [
        ({"a": 1}, {"a": 2}, [{"op": "replace", "path": "/a", "value": 2}]),
        ({"a": 1}, {"a": True}, [{"op": "replace", "path": "/a", "value": True}]),
        ({"a/b": 1}, {}, [{"op": "remove", "path": "/a~1b"}]),
        ({}, {"m~n": None}, [{"op": "add", "path": "/m~0n", "value": None}]),
        ([1, 2, 3], [1, 3], [{"op": "remove", "path": "/1"}]),
        ([1, 3], [1, 2, 3], [{"op": "add", "path": "/1", "value": 2}]),
        ([{"hp": 3}, {"hp": 4}], [{"hp": 3}, {"hp": 1}], [{"op": "replace", "path": "/1/hp", "value": 1}]),
        ([1, 2], {"a": 1}, [{"op": "replace", "path": "", "value": {"a": 1}}]),
    ],
)
def test_only_what_differs_is_named(before: Any, after: Any, operations: list[dict[str, Any]]) -> None:
    assert patch(before, after) == operations
