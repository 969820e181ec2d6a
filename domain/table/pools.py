"""Pools: how full they begin, what goes out of them, down to nothing, and what comes back, up to the most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from domain.encounter import Combatant
from domain.events import DamageApplied, Facts, Pool, VitalsRestored
from domain.refusals import Refused

ABOVE = "above_most"


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A pool that begins with ``now`` of ``max``."""

    now: Annotated[int, Ge(0), Le(999)]
    max: Annotated[int, Ge(1), Le(999)]


def pool(name: str, points: Points | int, who: str, rule: str) -> Pool:
    """Return a pool, full where only its size is given; refuses more than the maximum."""
    begins = points if isinstance(points, Points) else Points(now=points, max=points)
    if begins.now > begins.max:
        raise Refused("invalid_value", f"{who} cannot have {begins.now} of {begins.max} {name}.", rule=rule)
    return Pool(name=name, now=begins.now, max=begins.max)


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
