"""What goes out of a pool, down to nothing, and what comes back, up to the most."""

from __future__ import annotations

from domain.encounter import Combatant
from domain.events import DamageApplied, Facts, VitalsRestored

ABOVE = "above_most"


def lost(
    one: Combatant,
    pool: str,
    amount: int,
    by: str,
    why: str,
    *rules: str,
    parts: Facts | None = None,
    kind: str | None = None,
) -> DamageApplied:
    """Return so many points lost to somebody, of these parts; a pool is never below 0."""
    before = one.pools[pool].now
    return DamageApplied(
        to=one.id,
        by=by,
        amount=amount,
        pool=pool,
        before=before,
        after=max(0, before - amount),
        why=why,
        parts=parts or {},
        damage_type=kind,
        rules=rules,
    )


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
