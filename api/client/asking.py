"""From an offer to a command: what it leaves open is asked for, field by field."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from domain.offers import Offer, Open
from projections.wording import spaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question about one field: what there is to choose from, if it is closed, and the words of the question."""

    text: str
    choices: tuple[str, ...] = ()


Ask = Callable[[Asked], str | None]
_WHOLE = re.compile(r"-?[0-9]{1,16}")


def label(offer: Offer) -> str:
    """Return an offer in one line: what, who, and the fields it leaves to be chosen."""
    said = " ".join(spaced(part) for part in (offer.by, offer.do, offer.who) if part)
    fields = [f"{spaced(name)}: {_choices(choices)}" for name, choices in offer.closed.items()]
    fields += [f"{spaced(name)}: {_open(bounds)}" for name, bounds in offer.open.items()]
    return f"{said} ({'; '.join(fields)})" if fields else said


def asked(offer: Offer, ask: Ask) -> dict[str, Any] | None:
    """Return the command, after asking for each field that can be more than one thing; None if an answer fails."""
    named = (("do", offer.do), ("by", offer.by), ("who", offer.who))
    command: dict[str, Any] = {name: value for name, value in named if value is not None}
    for name, choices in offer.closed.items():
        place = 0 if len(choices) == 1 else _number(ask(_closed(name, choices)), len(choices))
        if place is None:
            return None
        if choices[place] is not None:
            command[name] = choices[place]
    for name, bounds in offer.open.items():
        found = _value(name, bounds, ask)
        if found is None:
            return None
        command[name] = found
    return command


def _closed(name: str, choices: Sequence[Any]) -> Asked:
    return Asked(text=f"{spaced(name)}? 1 to {len(choices)}", choices=tuple(map(_told, choices)))


def _value(name: str, bounds: Open, ask: Ask) -> Any:
    """Return what is typed for an open field, its example for nothing; None for what it cannot be."""
    if bounds.ends:
        ends = tuple(f"{end.tile}, {end.cost} away" for end in bounds.ends)
        place = _number(ask(Asked(text=f"{spaced(name)}? 1 to {len(ends)}", choices=ends)), len(ends))
        return None if place is None else list(bounds.ends[place].path)
    example = _told(bounds.example)
    typed = ask(Asked(text=f"{spaced(name)}? {_open(bounds)}; nothing: {example}"))
    if typed is None or typed == "":
        return None if typed is None else bounds.example
    if bounds.kind == "text":
        return typed
    if bounds.kind == "number":
        return int(typed) if _WHOLE.fullmatch(typed) else None
    try:
        return orjson.loads(typed)
    except orjson.JSONDecodeError:
        return typed.split() if bounds.kind == "path" else typed


def _number(typed: str | None, most: int) -> int | None:
    """Return the place of what was chosen, the first for nothing; None for no number of a choice."""
    if typed == "":
        return 0
    return int(typed) - 1 if typed is not None and typed.isdecimal() and 1 <= int(typed) <= most else None


def _choices(choices: Sequence[Any]) -> str:
    told = [*map(_told, choices)]
    return ", ".join(told) if len(told) < 9 else f"{', '.join(told[:8])} or {len(told) - 8} more"


def _told(value: Any) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) else orjson.dumps(value, default=list).decode()


def _open(bounds: Open) -> str:
    if bounds.kind in ("text", "path"):
        return f"a {bounds.kind}"
    return f"{bounds.minimum} to {bounds.maximum}" if bounds.kind == "number" else f"a {bounds.kind} as JSON"
