"""What each commit runs of many alike: ``long(but=...)`` leaves some cases to it, ``long("postgres")`` all but some."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

RUN = SimpleNamespace(whole=False)
"""Whether everything was asked for."""


def is_long(item: pytest.Item) -> bool:
    """Return whether a test runs with --all only."""
    return any(_holds(mark, _case(item)) for mark in item.iter_markers("long"))


def _holds(mark: pytest.Mark, case: str) -> bool:
    if mark.args:
        return any(word in case for word in mark.args)
    return not any(word in case for word in mark.kwargs.get("but", ()))


def _case(item: pytest.Item) -> str:
    call = getattr(item, "callspec", None)
    return "" if call is None else str(call.id)
