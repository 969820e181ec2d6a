"""Open questions in words: who had to answer what, or could."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.events import DecisionOpened
from projections.wording import inert, listed, spaced

Asking = Callable[[str, DecisionOpened], str]


def asked(event: DecisionOpened) -> str:
    """Return who had to answer what: ``Ana had to say whether to fight Bo``."""
    owner = inert(event.context["who"]) if isinstance(event.context.get("who"), str) else named(event.owner)
    words = _ASKED.get(event.kind)
    if words is not None:
        return words(owner, event)
    options = f" ({choices(event.options)})" if event.options else ""
    return f"{owner} had to decide: {spaced(event.kind)}{options}"


def named(names: str | tuple[str | int, ...] | None, last: str = "and") -> str:
    """Return one name, or several as one says them."""
    if names is None:
        return "nobody"
    return inert(names) if isinstance(names, str) else listed(names, last)


def choices(options: Sequence[str | int]) -> str:
    """Return what can be answered, as words."""
    return listed((spaced(str(option)) for option in options), "or")


def _strikers(event: DecisionOpened) -> str:
    return named(tuple(option for option in event.options if option != "none"), "or")


def _about(context: Mapping[str, Any], *names: str) -> str:
    """Return what a question is about, as far as its context says so."""
    return next((inert(context[name]) for name in names if context.get(name) is not None), "it")


def _ruling(_: str, event: DecisionOpened) -> str:
    context = event.context
    shooter, target = context.get("attacker", context.get("who")), context.get("target", context.get("location"))
    of = f" of {inert(shooter)}" if shooter is not None else ""
    at = f" against {inert(target)}" if target is not None else ""
    intent = f" ({spaced(str(context['intent']))})" if context.get("intent") is not None else ""
    return f"{named(event.owner)} had to rule on {spaced(_about(context, 'subject'))}{of}{at}{intent}"


_ASKED: dict[str, Asking] = {
    "engage": lambda who, event: f"{who} had to say whether to fight {inert(event.context.get('versus', 'there'))}",
    "chase": lambda who, _: f"{who} could give chase",
    "flight": lambda who, event: f"{who} {'had to flee on or stop' if 'stop' in event.options else 'could flee'}",
    "play_item": lambda who, _: f"{who} could play an item",
    "defense_dice": lambda who, event: f"{who} had to choose {listed(event.options, 'or')} dice to defend with",
    "champion": lambda who, event: f"{who} had to name who answers: {listed(event.options, 'or')}",
    "opportunity_attack": lambda _, event: f"{_strikers(event)} could strike at {_about(event.context, 'target')}",
    "push": lambda who, _: f"{who} could push the roll",
    "ruling": _ruling,
    "choose_actor": lambda _, event: f"{named(event.owner)} had to choose who acts: {named(event.options, 'or')}",
    "initiative_roll": lambda _, event: f"{named(event.owner)} had to roll for initiative",
    "initiative_tie": lambda _, event: f"{named(event.owner)} had to put {named(event.options)} in order",
    "stealth": lambda _, event: f"{named(event.owner)} had to roll for stealth",
    "mount_control": lambda _, event: (
        f"{named(event.owner)} had to calm {_about(event.context, 'mount')}"
        + (" or let it bolt" if "let_bolt" in event.options else "")
    ),
    "grapple_turn": lambda _, event: f"{named(event.owner)} could {choices(event.options)}",
    "engagement": lambda _, event: f"{named(event.owner)} had to choose: {choices(event.options)}",
    "stance": lambda _, event: f"{named(event.owner)} had to choose stances: {choices(event.options)}",
    "formation": lambda _, event: f"{named(event.owner)} had to mend the formation with {named(event.options, 'or')}",
}
