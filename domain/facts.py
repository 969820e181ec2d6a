"""What a rule hands to the next, a question or a sheet, as a frozen value, and as the facts that are stored of it.

A field is stored under its name, or under its ``alias``. One that has its default is left out unless it is ``stated``,
and but for a ``Literal`` of one word: that tells apart the classes that may stand in one place. Facts that no field is
called after are passed by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache, partial
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from domain.events import Facts

V = TypeVar("V")
W = TypeVar("W")
Read = Callable[[Any], Any]
STATED = object()
"""What no field has: in place of a default, the field is always stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredField:
    """A field, the key it is stored under, what it has where that is left out, and how it is read; None as it is."""

    name: str
    key: str
    unsaid: object
    read: Read | None


def stated(default: V) -> V:
    """Return a field with a default that is stored even where it has it."""
    made: V = field(default=default, metadata={"stated": True})
    return made


def facts_of(value: Any) -> Facts:
    """Return a value as it is stored."""
    kind: Any = type(value)
    held = ((part, getattr(value, part.name)) for part in _parts(kind))
    return {part.key: _plain(each) for part, each in held if part.unsaid is STATED or each != part.unsaid}


def read(kind: type[V], facts: Facts) -> V:
    """Return the value that was stored; TypeError where a field without a default is not there."""
    wanted: Any = kind
    found = ((part, facts[part.key]) for part in _parts(wanted) if part.key in facts)
    return kind(**{part.name: held if part.read is None else part.read(held) for part, held in found})


def read_either(one: type[V], other: type[W], facts: Facts) -> V | W:
    """Return the value of one of two classes that was stored, told apart by their tag."""
    reading: Any = _either((one, other))
    value: V | W = reading(facts)
    return value


def known(kind: type[V], facts: Facts) -> V:
    """Return the value that was stored, made once of the same facts: what is read often, and never written to."""
    found = _KNOWN.get((kind, id(facts)))
    if found is not None and found[0] is facts:
        value: V = found[1]
        return value
    made = read(kind, facts)
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[kind, id(facts)] = (facts, made)
    return made


MOST_KNOWN = 1024
_KNOWN: dict[tuple[Any, int], tuple[Facts, Any]] = {}
"""What was read last, with the facts themselves: while they are held here no others have their place in memory."""


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return facts_of(value) if is_dataclass(value) else value


@cache
def _parts(kind: Any) -> tuple[StoredField, ...]:
    hints = get_type_hints(kind)
    return tuple(
        StoredField(
            name=each.name,
            key=each.metadata.get("alias", each.name),
            unsaid=STATED if _is_tag(hints[each.name]) else _default(each),
            read=_reading(hints[each.name]),
        )
        for each in fields(kind)
    )


def _default(each: Any) -> object:
    if each.default is not MISSING and "stated" not in each.metadata:
        return each.default
    return STATED if each.default_factory is MISSING else each.default_factory()


def _is_tag(hint: Any) -> bool:
    return get_origin(hint) is Literal and len(get_args(hint)) == 1


def _reading(hint: Any) -> Read | None:
    """Return how a field of a type is read: what is a list there becomes a tuple, and facts become a value."""
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(read, hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either(tuple(each for each in arguments if _reading(each) is not None))
    if origin is tuple:
        return _tuple(arguments)
    inner = _reading(arguments[1]) if origin is dict else None
    return None if inner is None else lambda held: {name: inner(each) for name, each in held.items()}


def _tuple(arguments: tuple[Any, ...]) -> Read:
    if arguments[1:] == (...,):
        inner = _reading(arguments[0])
        return tuple if inner is None else lambda held: tuple(map(inner, held))
    inners = [_reading(each) or _same for each in arguments]
    return lambda held: tuple(inner(each) for inner, each in zip(inners, held, strict=True))


def _either(members: tuple[Any, ...]) -> Read | None:
    """Return how one of several types is read: a plain value is left as it is, classes are told apart by their tag."""
    if not members:
        return None
    if len(members) == 1:
        inner = _reading(members[0]) or _same
        return lambda held: inner(held) if isinstance(held, dict | list) else held
    kinds = {_tag(each): each for each in members}
    return lambda held: read(next(kind for (key, word), kind in kinds.items() if held.get(key) == word), held)


def _tag(kind: Any) -> tuple[str, str]:
    """Return the field that tells a class from others, and its word."""
    hints = get_type_hints(kind)
    return next((each.name, get_args(hints[each.name])[0]) for each in fields(kind) if _is_tag(hints[each.name]))


def _same(held: Any) -> Any:
    return held
