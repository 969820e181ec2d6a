"""Verdigris: a pool counts by its successes (V-G1), and a push by those of the dice that it throws anew (V-G30)."""

from __future__ import annotations

from domain.events import Facts
from projections.luck.scoring import Scoring


def successes(house_rules: Facts) -> frozenset[int]:
    """Return the faces that are a success."""
    return frozenset({6}) if house_rules.get("success_on", 6) == 6 else frozenset({5, 6})


SCORING = Scoring(successes=successes)
