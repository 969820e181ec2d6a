"""The stored line: one entry in its canonical bytes, with number, time, cause and the hash of the line before.

These bytes are hashed, exported and shipped as they are. Fields that are None or empty and need not be there are left
out. A person's words are not in the line but in a payload beside it; the line holds a commitment to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, get_args, get_type_hints

import orjson
from pydantic import TypeAdapter

from domain.events import Event, MessageRecorded
from ledger.line.canonical import MAX_LINE, canon_trusted
from ledger.line.entries import ENTRIES, FIGHT_EVENTS, CommandAccepted, Entry, Json, Sealed
from ledger.line.hidden import commit
from ledger.line.shapes import UPCASTS, Upcasts, newest, up_to_date

NO_LEAF = bytes(32)
# A combatant's ``at`` is a place; a line's ``at`` is its time.
STORED_NAMES = {"CombatantJoined": {"at": "place"}}


class TooLong(ValueError):
    """A line would have more than 16 KiB."""


class Inner(NamedTuple):
    """What lies behind a line, for those who may know: the events, in place of those that the line itself tells.

    ``to`` are the seats that may know besides the referee, ``stands_in`` so many lines after it that tell the others
    what those who know pass by, ``blind`` what keeps secret dice of the command secret, in hex.
    """

    payload: Json
    to: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    stands_in: int = 0
    blind: str | None = None


class Line(NamedTuple):
    """One stored line and what it says. ``at`` is a claim in milliseconds, ``cause`` the accepted command's line.

    ``inner`` is what lies behind a sealed line, and behind the lines that stand in for it.
    """

    n: int
    type: str
    at: int
    cause: int | None
    raw: bytes
    entry: Entry
    inner: Inner | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """Return what happened in the fight by this line, as far as it is known."""
        if self.inner is not None and self.type != "CommandAccepted":
            return self.inner.events
        return (self.entry,) if self.type in FIGHT_EVENTS else ()  # type: ignore[return-value]  # the name says so


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
    value = _writer_of(type(entry))(entry)
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
    if "commit" in value and name == "MessageRecorded":
        value["text"] = "" if payload is None else payload["text"]
    entry = _reader_of(name)(value)
    inner = None
    if payload is not None:
        entry, inner = _with_payload(entry, payload, upcasts)
    return Line(value["n"], name, at, value.get("cause"), raw, entry, inner)


def told(events: Sequence[Event]) -> list[Json]:
    """Return events as the payload of a sealed line holds them."""
    return [_versioned({**_writer_of(type(event))(event), "type": type(event).__name__}) for event in events]


def untold(events: Sequence[Json], upcasts: Upcasts = UPCASTS) -> tuple[Event, ...]:
    """Return the events that the payload of a sealed line holds; ValueError and the like if it holds none."""
    return tuple(_event(value, upcasts) for value in events)


def _versioned(value: Json) -> Json:
    name = value["type"]
    return {**value, "v": newest(name)} if name in UPCASTS else value


def _event(value: Json, upcasts: Upcasts) -> Event:
    name: str = value["type"]
    if name not in FIGHT_EVENTS:
        raise ValueError(f"{name} is no event of a fight.")
    if name in upcasts:
        value = up_to_date(name, value, upcasts)
    if (stored := STORED_NAMES.get(name)) is not None:
        value = {**value, **{given: value.get(kept) for given, kept in stored.items()}}
    return _reader_of(name)(value)  # type: ignore[return-value]  # the name says that it is one


def _with_payload(entry: Entry, payload: Json, upcasts: Upcasts) -> tuple[Entry, Inner | None]:
    """Return an entry with what its payload tells, and what lies behind its line."""
    if isinstance(entry, Sealed):
        to, stands_in = tuple(payload.get("to", ())), payload.get("stands_in", 0)
        return entry, Inner(payload, to, untold(payload["events"], upcasts), stands_in)
    if not isinstance(entry, CommandAccepted):
        return entry, None
    if "text" in payload:
        action = _unsealed(entry.decl["action"], payload)
        return replace(entry, decl={**entry.decl, "action": action}), None
    to = (entry.decl["seat"],)
    if "action" in payload:
        entry = replace(entry, decl={**entry.decl, "action": payload["action"]})
        to = (*to, *_addressed(payload["action"]))
    return entry, Inner(payload, to, blind=payload.get("blind"))


def _addressed(action: Json) -> tuple[str, ...]:
    """Return the seats that what is sealed is said to; in a file from elsewhere anything may stand there."""
    to = action.get("to") if action.get("do") == "seal" else None
    return tuple(each for each in to if isinstance(each, str)) if isinstance(to, list) else ()


def spoken(entry: Entry) -> Json | None:
    """Return the words of an entry that are kept beside its line, None if it has none."""
    if isinstance(entry, MessageRecorded):
        return {"text": entry.text}
    if isinstance(entry, CommandAccepted) and "text" in entry.decl.get("action", {}):
        return {"text": entry.decl["action"]["text"]}
    return None


def commitment(value: Json) -> str | None:
    """Return the commitment that the fields of a line hold, None if there is none."""
    if value.get("type") in ("MessageRecorded", "Sealed"):
        return value.get("commit")
    if value.get("type") == "CommandAccepted":
        decl = value["decl"]
        found: str | None = decl["sealed"] if "sealed" in decl else decl["action"].get("commit")
        return found
    return None


def is_spoken(value: Json) -> bool:
    """Say whether the fields of a line have words beside them, or had."""
    return value["type"] == "MessageRecorded" or (
        value["type"] == "CommandAccepted" and "commit" in value["decl"].get("action", {})
    )


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


_writer_of: Callable[[Any], Write] = cache(_writer)
"""What writes an instance of a dataclass, made at the first one."""


@cache
def _reader_of(name: str) -> Callable[[Any], Entry]:
    """Return what reads the fields of a kind of line, made at the first one: few fights have every kind."""
    return TypeAdapter[Entry](ENTRIES[name]).validator.validate_python
