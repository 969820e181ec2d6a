"""What each commit runs of many alike: ``long(but=...)`` leaves some cases to it, ``long("postgres")`` all but some."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from types import SimpleNamespace

import pytest

RUN = SimpleNamespace(whole=False)
"""Whether everything was asked for."""


def often(few: int, *, whole: int) -> int:
    """Return how often to try something by chance: ``few`` times on each commit, ``whole`` times with --all."""
    return whole if RUN.whole else few


def is_long(item: pytest.Item) -> bool:
    """Return whether a test runs with --all only."""
    return any(_holds(mark, _case(item)) for mark in item.iter_markers("long"))


def must_name_cases(items: Iterable[pytest.Item]) -> None:
    """Raise UsageError where a mark leaves cases to each commit, or takes some from it, that its test does not have."""
    cases: defaultdict[str, set[str]] = defaultdict(set)
    named: defaultdict[str, set[str]] = defaultdict(set)
    for item in items:
        test = item.nodeid.partition("[")[0]
        cases[test].add(_case(item))
        named[test].update(word for mark in item.own_markers if mark.name == "long" for word in _words(mark))
    for test, words in named.items():
        if none := {word for word in words if not any(word in case for case in cases[test])}:
            raise pytest.UsageError(f"{test} has no case of {', '.join(sorted(none))}.")


def _holds(mark: pytest.Mark, case: str) -> bool:
    among = any(word in case for word in _words(mark))
    return among if mark.args else not among


def _words(mark: pytest.Mark) -> tuple[str, ...]:
    words: tuple[str, ...] = mark.args or mark.kwargs.get("but", ())
    return words


def _case(item: pytest.Item) -> str:
    call = getattr(item, "callspec", None)
    return "" if call is None else str(call.id)
