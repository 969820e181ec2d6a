"""Attacks: aim, cover, the roll, what a hit does, and reactions to a move."""
