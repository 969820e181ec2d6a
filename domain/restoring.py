"""What comes back of a pool: what it is worth, less what would go above the most."""

from __future__ import annotations

from domain.encounter import Combatant
from domain.events import VitalsRestored

ABOVE = "above_most"


def given_back(to: Combatant, pool: str, worth: int, why: str, *rules: str, of: str = "") -> VitalsRestored | None:
    """Return so many points given back, with what they are made of, ``of`` or why; None where nothing comes back."""
    held = to.pools[pool]
    amount = min(worth, held.max - held.now)
    if amount <= 0:
        return None
    above = {ABOVE: amount - worth} if amount < worth else {}
    return VitalsRestored(
        to=to.id,
        amount=amount,
        pool=pool,
        before=held.now,
        after=held.now + amount,
        why=why,
        parts={of or why: worth, **above},
        rules=rules,
    )
