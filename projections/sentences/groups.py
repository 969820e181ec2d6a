"""Engagements in words: a combat, a melee, a grapple, a fighting cluster as it forms, changes and ends."""

from __future__ import annotations

from domain.events import EngagementChanged
from projections.wording import inert, listed, spaced

REASONS = {
    "disengaged": "as one of them got away",
    "death": "as nobody was left to fight",
    "merged": "as it became part of another",
    "relocated": "as nobody stood there with a foe any more",
    "no_foes": "as no foes were left in it",
    "left": "as no foes were left in it",
    "released": "as the hold was let go",
    "down": "as one of them went down",
    "fallen": "as one of them fell",
    "moved": "as one of them was moved away",
}
NOUNS = {"fighting": "fight"}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def regrouped(event: EngagementChanged) -> str:
    """Return what became of an engagement: ``Cole joined melee M1``, ``combat E1 was over``."""
    it = f"{NOUNS.get(event.kind, spaced(event.kind))} {inert(event.id)}"
    why = f", {REASONS.get(event.reason, spaced(event.reason))}" if event.reason else ""
    match event.change:
        case "formed":
            forced = "compulsory " if event.forced else ""
            return f"{forced}{it} began{_at(event)}{_between(event)}"
        case "joined":
            return f"{inert(event.who or listed(event.order))} joined {it}{_rank(event)}"
        case "left":
            stay = f", {listed(event.members)} stayed in it" if event.members else ""
            return f"{inert(event.who)} left {it}{stay}{why}"
        case "reversed":
            return f"{it} was reversed{_between(event)}"
        case "resumed":
            return f"{it} went on{_at(event)}{_between(event)}"
        case "dissolved":
            return f"{it} was over{why}"
        case _:
            return f"{it} changed: {spaced(event.change)}{why}"


def _at(event: EngagementChanged) -> str:
    place = event.tile or event.zone
    return f" at {inert(place)}" if place else ""


def _between(event: EngagementChanged) -> str:
    """Return who is in it: who is first of an order, who holds whom, or all of them."""
    if event.order:
        return f", {inert(event.order[0])} first"
    if event.holder is not None:
        others = [member for member in event.members if member != event.holder]
        return f", {inert(event.holder)} holding {listed(others)}"
    return f" between {listed(event.members)}" if event.members else ""


def _rank(event: EngagementChanged) -> str:
    if event.order:
        return f" as {PLACES[len(event.order) - 1] if len(event.order) <= len(PLACES) else 'last'}"
    others = [member for member in event.members if member != event.who]
    return f" with {listed(others)}" if others else ""
