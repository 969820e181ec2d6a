"""What an engine gives back: an answer, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class NoAnswer(Exception):
    """What was asked is no question, or cannot be answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An answer: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
