"""What must always hold in a fight of etiquette: as in both games on tiles."""

from tests.laws.watching.duel import Watch

__all__ = ["Watch"]
