"""Pursuit: a roll to hit and a roll of damage, of both of which only the total counts (P-G1)."""

from __future__ import annotations

from projections.odds.book import Book
from projections.odds.falls import by_total

WAYS = {"to_hit": by_total, "damage": by_total, "heal": by_total, "allowance": by_total}

BOOK = Book(
    ways=lambda _: WAYS, asked=frozenset({"attack", "use_item"}), assumes={}, forgets=frozenset({"damage", "heal"})
)
