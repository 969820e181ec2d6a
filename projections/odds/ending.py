"""What a command can come to: what its rolls meant, the points lost and won, and who fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from domain.events import DamageApplied, Event, LifeStateChanged, OutcomeResolved, VitalsRestored

BLOWS = frozenset({"attack", "defense"})
Points: TypeAlias = tuple[tuple[tuple[str, str], int], ...]
"""By combatant and pool, how many points; nobody with none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One way it can end. ``hit`` says whether a blow landed; None where none was struck.

    ``results`` hold the kind, whose it is and the word of each outcome, ``fates`` the last state of life of those
    whose state changed.
    """

    hit: bool | None
    results: frozenset[tuple[str, str, str]]
    losses: Points
    gains: Points
    fates: tuple[tuple[str, str], ...]


def ending(events: Iterable[Event], untold: frozenset[str]) -> Ending:
    """Return what ``events`` come to, without the outcomes of the kinds that are left ``untold``."""
    results: set[tuple[str, str, str]] = set()
    losses: Counter[tuple[str, str]] = Counter()
    gains: Counter[tuple[str, str]] = Counter()
    fates: dict[str, str] = {}
    struck = False
    for event in events:
        match event:
            case OutcomeResolved(kind=kind) if kind not in untold:
                results.add((kind, event.who, event.result))
            case DamageApplied(to=to):
                losses[to, event.pool] += event.before - event.after
                struck = struck or event.by != to
            case VitalsRestored(to=to):
                gains[to, event.pool] += event.after - event.before
            case LifeStateChanged(who=who, to=to):
                fates[who] = to
            case _:
                pass
    return Ending(
        hit=_hit(results, struck),
        results=frozenset(results),
        losses=_points(losses),
        gains=_points(gains),
        fates=tuple(sorted(fates.items())),
    )


def _hit(results: set[tuple[str, str, str]], struck: bool) -> bool | None:
    """Return whether a blow landed: by its outcome, or, where no roll decides, by the harm it did."""
    blows = {result for kind, _, result in results if kind in BLOWS}
    if blows:
        return "hit" in blows
    return True if struck else None


def _points(counted: Counter[tuple[str, str]]) -> Points:
    return tuple(sorted((of, points) for of, points in counted.items() if points))
