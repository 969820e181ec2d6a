"""Rulings of the referee in words."""

from __future__ import annotations

from typing import Any

from projections.wording import Stated, inert, marks, quoted, spaced, whose


def ruled(subject: str, value: str | int | None, parameters: dict[str, Any]) -> str:
    """Return what was ruled, on what, for whom: ``penalty for Aila against Gob2: 1``."""
    stated = Stated(parameters)
    if subject == "override":
        return _overruled(stated, value)
    who, target = stated.get("who", "attacker"), stated.get("target")
    of = f" for {inert(who)}" if who is not None else ""
    at = f" against {inert(target)}" if target is not None else ""
    worth = f": {spaced(str(value))}" if value is not None else ""
    told = ", ".join(each for each in (_item(stated), marks(stated.left)) if each)
    return f"{spaced(subject)}{of}{at}{worth}" + (f" ({told})" if told else "")


def _overruled(stated: Stated, value: str | int | None) -> str:
    """Return which value of whom was overruled, what it was and became, and why."""
    who, what, before = stated.get("who"), stated.get("what"), stated.get("before")
    dispute = stated.get("dispute")
    about = f", which settles the dispute of line {dispute}" if dispute is not None else ""
    worth = f"{spaced(str(before))} to {spaced(str(value))}"
    return f"the {spaced(str(what))} of {inert(who)}: {worth}, for {quoted(str(stated.get('reason')))}{about}"


def _item(stated: Stated) -> str:
    """Return the thing that goes from one place to another by a ruling."""
    item = stated.get("item")
    if item is None:
        return ""
    origin, to = stated.get("from"), stated.get("to")
    came = f" from {whose(origin)}" if origin is not None else ""
    return f"the {inert(item)}{came}" + (f" to {whose(to)}" if to is not None else "")
