"""Somebody at a place, and the engagements there, as every kind of board shows them."""

from __future__ import annotations

from dataclasses import dataclass

from domain.encounter import Combatant, Engagement


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Somebody at a place."""

    who: str
    side: str
    alive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Those who fight each other at a place: ``kind`` is combat, melee, grapple or fighting; ``holder`` has hold."""

    id: str
    kind: str
    members: tuple[str, ...]
    holder: str | None = None


def standing(one: Combatant) -> Standing:
    """Return somebody as a place shows them."""
    return Standing(who=one.id, side=one.side, alive=one.alive)


def group(engagement: Engagement) -> Group:
    """Return an engagement as a place shows it."""
    return Group(id=engagement.id, kind=engagement.kind, members=engagement.members, holder=engagement.holder)
