"""How good commands of etiquette look: as in both games on tiles."""

from bots.duel import worth

__all__ = ["worth"]
