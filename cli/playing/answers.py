"""What is typed as an answer, read as what it must be: a number of a choice, a name, a coordinate, words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import orjson

from domain.encounter import Encounter
from domain.offers import Open
from domain.places.grid import Grid, square
from domain.places.ranks import GUARDS, Ranks
from projections.marking import NAMELESS, called, calling
from projections.wording import fact, spaced

Read = Callable[[str], Any]
_WHOLE = re.compile(r"-?[0-9]{1,16}")
_PAIR = re.compile(r"\(?([0-9]{1,4}) ?[:, ;] ?([0-9]{1,4})\)?")


class NoAnswer(Exception):
    """What is typed is none of what can be; the message says what can."""


def told(value: Any) -> str:
    """Return a choice as one reads it."""
    if isinstance(value, str) and (name := called(value)) is not None:
        return f"{value} ({name})"
    if isinstance(value, list | tuple):
        return ", ".join(map(told, value)) or "nobody"
    if isinstance(value, dict):
        return orjson.dumps(value, default=list).decode()
    return spaced(value) if isinstance(value, str) else fact(value)


def alike(text: str) -> str:
    """Return a name as it is compared: capitals, spaces, - and _ make no difference, nor how a square is written."""
    if (pair := _PAIR.fullmatch(text.strip())) is not None:
        return square(*map(int, pair.groups()))
    return re.sub(r"[\s_-]+", " ", text.strip()).casefold()


def one_of(choices: Sequence[Any], typed: str) -> Any:
    """Return the choice that is typed: its name, the beginning of it, or its number; numbers are named themselves."""
    with calling(NAMELESS):
        names = [alike(told(choice)) for choice in choices]
    shown = [alike(called(choice) or "") if isinstance(choice, str) else "" for choice in choices]
    wanted = alike(typed)
    if names.count(wanted) == 1:
        return choices[names.index(wanted)]
    if numbered(choices) and typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= len(choices):
        return choices[int(typed) - 1]
    begun = [place for place, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(begun) == 1 and numbered(choices):
        return choices[begun[0]]
    if wanted and shown.count(wanted) == 1:
        return choices[shown.index(wanted)]
    raise NoAnswer("That is more than one of these." if len(begun) > 1 else "That is none of these.")


def numbered(choices: Sequence[Any]) -> bool:
    """Return whether choices are numbered: where some are numbers themselves, one number could mean two of them."""
    return not any(isinstance(choice, int) and not isinstance(choice, bool) for choice in choices)


def reader(bounds: Open, encounter: Encounter) -> Read:
    """Return how an open field is read from what is typed."""
    if bounds.ends:
        return lambda typed: _way(bounds, typed, encounter)
    if bounds.kind == "number":
        return lambda typed: _number(bounds, typed)
    if bounds.kind == "text":
        return lambda typed: _place(bounds, typed, encounter)
    if bounds.kind == "path" or isinstance(bounds.example, list | tuple):
        return lambda typed: _json(typed) if typed.startswith("[") else _names(typed, encounter)
    return lambda typed: _value(typed, encounter)


def _way(bounds: Open, typed: str, encounter: Encounter) -> Any:
    """Return the way to a place that is typed, or the way that is typed step by step."""
    ends = {end.tile: end for end in bounds.ends}
    try:
        return list(ends[one_of(tuple(ends), typed)].path)
    except NoAnswer:
        steps = _names(typed, encounter)
        if len(steps) < 2 or not bounds.minimum <= len(steps) <= bounds.maximum:
            raise
        return steps


def _number(bounds: Open, typed: str) -> int:
    if not _WHOLE.fullmatch(typed) or not bounds.minimum <= int(typed) <= bounds.maximum:
        raise NoAnswer(f"That is no number from {bounds.minimum} to {bounds.maximum}.")
    return int(typed)


def _place(bounds: Open, typed: str, encounter: Encounter) -> str:
    """Return the words; where a place is asked for, its name as it is written."""
    places = set(_places(encounter))
    if bounds.example not in places:
        return typed
    return str(_known(places, typed))


def _names(typed: str, encounter: Encounter) -> list[Any]:
    known = [*encounter.combatants, *encounter.seats, *_places(encounter)]
    squares = isinstance(encounter.board, Grid) and _PAIR.search(typed)
    parts = typed.split() if squares or "," not in typed else [part.strip() for part in typed.split(",")]
    return [int(part) if _WHOLE.fullmatch(part) else _known(known, part) for part in parts if part]


def _value(typed: str, encounter: Encounter) -> Any:
    if typed[:1] in ("{", "[", '"') or typed in ("true", "false"):
        return _json(typed)
    if _WHOLE.fullmatch(typed):
        return int(typed)
    return _known([*encounter.combatants, *_places(encounter)], typed)


def _known(known: Iterable[str], typed: str) -> str:
    """Return a name as it is written, where it is one; what is typed else."""
    return next((name for name in known if alike(name) == alike(typed)), typed)


def _json(typed: str) -> Any:
    try:
        return orjson.loads(typed)
    except orjson.JSONDecodeError as error:
        raise NoAnswer(f"That is no JSON: {error}.") from None


def _places(encounter: Encounter) -> Iterable[str]:
    board = encounter.board
    if isinstance(board, Ranks):
        return GUARDS
    if isinstance(board, Grid):
        return (square(x, y) for y in range(board.height) for x in range(board.width))
    return tuple(getattr(board, "links", ()))
