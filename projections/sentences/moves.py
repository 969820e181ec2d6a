"""Changes of place in words: a way that was walked, a melee entered, a slot changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from domain.events import CombatantMoved, Event
from projections.wording import facts, inert, listed, spaced

MODES = {
    "walk": "walked",
    "flee": "fled",
    "chase": "chased",
    "placed": "was moved",
    "zone": "went",
    "fly": "flew",
    "swim": "swam",
    "climb": "climbed",
    "crawl": "crawled",
    "squeeze": "squeezed",
    "bolt": "bolted",
    "carried": "was carried",
    "detached": "went the long way",
    "formation": "went",
    "forced": "was forced",
}
WITHIN = {
    "enter_melee": "went into the melee",
    "leave_melee": "stood clear",
    "close": "closed in",
    "withdraw": "withdrew",
    "slot": "took another place",
    "carried": "was carried along",
    "placed": "stayed",
    "forced": "stayed",
}
"""Ways of moving without going anywhere else."""

UNDER_WAY = "in_transit"
"""Where somebody is between two zones that are several turns apart: a name of the rules, not of a zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The places that somebody went through, in their order: the first is where they came from."""

    who: str
    places: tuple[str, ...]


def ways(events: Iterable[Event]) -> tuple[Way, ...]:
    """Return the way of everybody who went anywhere, in the order of their first steps; coming and staying is none."""
    found: list[Way] = []
    for event in events:
        if isinstance(event, CombatantMoved) and event.origin and event.origin != event.to:
            _go_on(found, event)
    return tuple(found)


def _go_on(found: list[Way], step: CombatantMoved) -> None:
    """Add a step, or a leg of several, to the way that it goes on, or begin another one."""
    leg = step.path or (step.to,)
    for place, way in enumerate(found):
        if way.who == step.who and way.places[-1] == step.origin:
            found[place] = replace(way, places=(*way.places, *leg))
            return
    found.append(Way(who=step.who, places=(step.origin, *leg)))


def moved(steps: list[CombatantMoved]) -> str:
    """Return one way for steps that follow each other: ``Bo fled from T4 over T5 to S5``."""
    first, last = steps[0], steps[-1]
    who, at = inert(first.who), inert(last.to)
    stated: dict[str, Any] = {name: value for step in steps for name, value in step.details.items()}
    near = f" on {inert(stated.pop('near'))}" if "near" in stated else ""
    if first.mode == "detached":
        return _long_way(who, first, stated)
    rest = f" ({_stated(stated)})" if stated else ""
    if not first.origin:
        return f"{who} was placed at {at}{rest}"
    if first.origin == last.to and first.mode in WITHIN:
        return f"{who} {WITHIN[first.mode]}{near} at {at}{rest}"
    verb = MODES.get(first.mode, f"moved ({spaced(first.mode)})")
    over = f" over {listed(step.to for step in steps[:-1])}" if len(steps) > 1 else ""
    return f"{who} {verb} from {_place(first.origin)}{over} to {at}{_cost(steps)}{near}{rest}"


def _place(name: str) -> str:
    return "the long way" if name == UNDER_WAY else inert(name)


def _long_way(who: str, step: CombatantMoved, stated: dict[str, Any]) -> str:
    """Return how far somebody is on a way that takes several turns."""
    made, _, turns = str(stated.get("progress", "")).partition("/")
    of = f", turn {made} of {turns}" if turns else ""
    if step.to == UNDER_WAY:
        towards = f" towards {inert(stated['bound_for'])}" if "bound_for" in stated else ""
        return f"{who} went the long way from {inert(stated.get('leaving', step.origin))}{towards}{of}"
    came = " to the end of the long way," if step.origin == UNDER_WAY else " the long way"
    return f"{who} went{came} to {inert(step.to)}{of}"


def _stated(known: dict[str, Any]) -> str:
    """Return what else is stated of a way; a slot that was changed as one says it."""
    slot = known.get("slot")
    changed = {"slot": slot.replace("->", " to ")} if isinstance(slot, str) else {}
    return facts({**known, **changed})


def _cost(steps: list[CombatantMoved]) -> str:
    """Return what a way cost, where it is measured in anything but steps."""
    cost = sum(step.cost or 0 for step in steps)
    return f" for {cost}" if cost > len(steps) else ""
