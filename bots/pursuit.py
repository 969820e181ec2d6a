"""How good commands of pursuit look: as in both games on tiles."""

from bots.duel import worth

__all__ = ["LEARNT", "worth"]
LEARNT = 1000
"""From so many fights a judge learns, in some ten seconds."""
