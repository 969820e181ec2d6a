"""Why there are no odds: one sentence."""

from __future__ import annotations


class NotCounted(Exception):
    """The odds of a command are not told, though the rules allow it."""


class TooManyWays(NotCounted):
    """The dice can fall in more ways than are counted here."""


class Hidden(NotCounted):
    """The odds would tell what is not everybody's to know."""
