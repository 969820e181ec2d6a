"""Automatic players: they pick from what is on offer."""
