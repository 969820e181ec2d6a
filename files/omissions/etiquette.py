"""What check files of etiquette leave unsaid: as in both games on tiles."""

from files.omissions.duel import spelt_out

__all__ = ["spelt_out"]
