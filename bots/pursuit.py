"""How good commands of pursuit look: as in both games on tiles."""

from bots.duel import worth

__all__ = ["worth"]
