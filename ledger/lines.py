"""The stored line: one entry in its canonical bytes, with number, time, cause and the hash of the line before.

These bytes are hashed, exported and shipped as they are. Fields that are None or empty and need not be there are left
out. A person's words are not in the line but in a payload beside it; the line holds a commitment to them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple, get_args, get_type_hints

import orjson
from pydantic import TypeAdapter

from domain.events import MessageRecorded
from ledger.canonical import MAX_LINE, canon_trusted
from ledger.entries import ENTRIES, CommandAccepted, Entry, Json
from ledger.hidden import commit
from ledger.shapes import UPCASTS, Upcasts, newest, up_to_date

NO_LEAF = bytes(32)
# A combatant's ``at`` is a place; a line's ``at`` is its time.
STORED_NAMES = {"CombatantJoined": {"at": "place"}}


class TooLong(ValueError):
    """A line would have more than 16 KiB."""


class Line(NamedTuple):
    """One stored line and what it says. ``at`` is a claim in milliseconds, ``cause`` the accepted command's line."""

    n: int
    type: str
    at: int
    cause: int | None
    raw: bytes
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What somebody said, kept beside line ``n``, and the salt that its commitment was made with."""

    n: int
    payload: Json
    salt: bytes


def encode(
    entry: Entry, *, n: int, prev: bytes, at: int, cause: int | None = None, words: Words | None = None
) -> bytes:
    """Return the canonical line. ``words`` of the entry, if it has some, are replaced by their commitment.

    Raises:
        TooLong: The line would be longer than a line may be.
    """
    name = type(entry).__name__
    value = _WRITE[type(entry)](entry)
    if words is not None:
        _seal(value, words)
    value["n"], value["prev"], value["at"], value["type"] = n, prev.hex(), at, name
    if cause is not None:
        value["cause"] = cause
    if name in UPCASTS:
        value["v"] = newest(name)
    raw = canon_trusted(value)
    if len(raw) > MAX_LINE:
        raise TooLong(f"{name} would be a line of {len(raw)} bytes; at most {MAX_LINE} are allowed.")
    return raw


def decode(raw: bytes, payload: Json | None = None, upcasts: Upcasts = UPCASTS) -> Line:
    """Return what a stored line says, old shapes brought up to date; without their payload, words read as empty.

    Raises:
        ValueError: It is no line of this ledger (pydantic's ValidationError is one).
    """
    value = orjson.loads(raw)
    name: str = value["type"]
    at: int = value["at"]
    if name in upcasts:
        value = up_to_date(name, value, upcasts)
    if (stored := STORED_NAMES.get(name)) is not None:
        value = {**value, **{given: value.get(kept) for given, kept in stored.items()}}
    if "commit" in value:
        value["text"] = "" if payload is None else payload["text"]
    entry = _READ[name](value)
    if payload is not None and isinstance(entry, CommandAccepted):
        entry = replace(entry, decl={**entry.decl, "action": _unsealed(entry.decl["action"], payload)})
    return Line(value["n"], name, at, value.get("cause"), raw, entry)


def spoken(entry: Entry) -> Json | None:
    """Return the words of an entry that are kept beside its line, None if it has none."""
    if isinstance(entry, MessageRecorded):
        return {"text": entry.text}
    if isinstance(entry, CommandAccepted) and "text" in entry.decl["action"]:
        return {"text": entry.decl["action"]["text"]}
    return None


def commitment(value: Json) -> str | None:
    """Return the commitment that the fields of a line hold, None if there is none."""
    if value.get("type") == "MessageRecorded":
        return value.get("commit")
    if value.get("type") == "CommandAccepted":
        found: str | None = value["decl"]["action"].get("commit")
        return found
    return None


def plain(value: Any) -> Json:
    """Return a dataclass of the domain as JSON: aliases, no None, tuples as they are."""
    return _writer_of(type(value))(value)


def _seal(value: Json, words: Words) -> None:
    sealed = commit(words.salt, words.payload)
    if "decl" in value:
        value["decl"] = {**value["decl"], "action": {**value["decl"]["action"], "commit": sealed}}
        del value["decl"]["action"]["text"]
    else:
        del value["text"]
        value["commit"] = sealed


def _unsealed(action: Json, payload: Json) -> Json:
    return {**{key: value for key, value in action.items() if key != "commit"}, **payload}


Write = Callable[[Any], Json]


def _writer(kind: type[Any]) -> Write:
    """Return the function that turns an instance into fields, in the names of the line."""
    every = fields(kind)
    renamed = STORED_NAMES.get(kind.__name__, {})
    names = [renamed.get(each.name) or each.metadata.get("alias", each.name) for each in every]
    values = _getter([each.name for each in every])
    by_name = dict(zip(names, every, strict=True))
    optional = [name for name, each in by_name.items() if _may_be_empty(each)]
    hints = get_type_hints(kind)
    nested = [name for name, each in by_name.items() if _holds_dataclass(hints[each.name])]

    def write(entry: Any) -> Json:
        written = {name: value for name, value in zip(names, values(entry), strict=True) if value is not None}
        for name in optional:
            if not written[name]:
                del written[name]
        for name in nested:
            if name in written:
                written[name] = _member(written[name])
        return written

    return write


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda entry: tuple(getattr(entry, name) for name in names)


def _may_be_empty(each: Any) -> bool:
    return each.default == () or each.default_factory is dict


def _holds_dataclass(hint: Any) -> bool:
    return is_dataclass(hint) or any(map(_holds_dataclass, get_args(hint)))


def _member(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_member(each) for each in value]
    return _writer_of(type(value))(value) if is_dataclass(value) else value


_NESTED: dict[type[Any], Write] = {}


def _writer_of(kind: type[Any]) -> Write:
    if kind not in _NESTED:
        _NESTED[kind] = _writer(kind)
    return _NESTED[kind]


_WRITE: dict[type[Any], Write] = {kind: _writer(kind) for kind in ENTRIES.values()}
_READ: dict[str, Callable[[Any], Entry]] = {
    name: TypeAdapter(kind).validator.validate_python for name, kind in ENTRIES.items()
}
