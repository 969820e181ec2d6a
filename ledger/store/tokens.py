"""What a store keeps as the seat of a token: whose it is, which device calls with it, and what it is good for."""

from __future__ import annotations

INVITED = "?"
"""Stands before the seat of a token that is good for taking the seat with a device, and for nothing else."""
LOST = "!"
"""Stands before the seat of a token that is good for asking for another key in place of a lost one, and for no more."""
ANYBODY = "anybody"
"""Stands in place of the hash of a token, beside how far those may look who have none; no hash is spelt so."""


def held(seat: str, party: str) -> str:
    """Return what the store keeps as the seat of a token that one device of it calls with."""
    return f"{seat}/{party}"


def seat_named(kept: str) -> str:
    """Return the seat of a token, from what the store keeps of it."""
    return kept.lstrip(INVITED + LOST).partition("/")[0]


def only_invites(kept: str) -> bool:
    """Return whether a token opens nothing."""
    return kept.startswith((INVITED, LOST))
