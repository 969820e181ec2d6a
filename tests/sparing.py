"""What each commit runs of many alike: some; the others with --all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(every: Iterable[Any], *kept: Any) -> list[Any]:
    """Return parameters of which only those kept are for every commit."""
    return [each if each in kept else pytest.param(each, marks=pytest.mark.long) for each in every]
