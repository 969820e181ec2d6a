"""What a number is made of: terms that add up to it."""

from __future__ import annotations

from typing import TypeAlias

Terms: TypeAlias = dict[str, int]
"""By what adds or takes it, how much."""


def at_least(least: int, terms: Terms) -> Terms:
    """Return the terms of a number that is never below the least, with what that adds."""
    short = least - sum(terms.values())
    return {**terms, "at_least": short} if short > 0 else terms
