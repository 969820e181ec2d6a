"""The form of one line: canonical fields of a known kind, in their place in the chain."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import orjson

from ledger.line.canonical import MAX_LINE, NotCanonical, canon_trusted, parse_strict
from ledger.line.entries import ENTRIES, FIGHT_EVENTS, Json
from ledger.line.lines import Line, decode, encode, told, untold
from ledger.line.shapes import UPCASTS, newest
from ledger.line.spellings import is_hash, is_seen
from ledger.line.unknown_fields import within_a_payload, without_strangers

MAX_BESIDE = 256 * 1024
"""So many bytes a row of a file may have that is no line: a payload or a checkpoint."""

_DECL = frozenset({"action", "cmd", "encounter", "seat", "seq"})


class Wrong(Exception):
    """A line is not what it must be; ``line`` says which, if it is not the one being read."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


class Newer(Wrong):
    """A line, or a field of one, that this program does not know: it can judge no further."""


def read_row(raw: bytes) -> Json:
    """Return what a row of a file spells; NotCanonical if it spells nothing, or is longer than such a row may be."""
    value = parse_strict(raw, MAX_BESIDE)
    if "type" in value and len(raw) > MAX_LINE:
        raise NotCanonical(f"The line has {len(raw)} bytes; at most {MAX_LINE} are allowed.")
    return value


def must_be_in_place(value: Json, n: int, head: bytes, clock: int) -> None:
    """Refuse what is not line ``n``, after the line with the hash ``head``, at this time or later."""
    if value.get("n") != n or type(value["n"]) is not int:
        raise Wrong(f"Here must stand line {n}; its number says otherwise: a line is missing or moved.")
    if value.get("prev") != head.hex():
        raise Wrong("Its prev is not the hash of the line before: that one or this one was changed.")
    if type(at := value.get("at")) is not int or at < clock:
        raise Wrong("Its time is no time, or before that of the line before.")
    if type(value.get("type")) is not str:
        raise Wrong("It says of no type that it is.")


def well_formed(raw: bytes, value: Json, head: bytes) -> Line:
    """Return the line that a row spells, which must hold the fields of its type and no others."""
    name = value["type"]
    if name not in ENTRIES:
        raise Newer(f"There is no line of the type {name[:40]!r} that this program knows.")
    if type(value.get("cause", 0)) is not int:
        raise Wrong("Its cause is no number of a line.")
    known = without_strangers(ENTRIES[name], value)
    bare = raw if known == value else canon_trusted(known)
    try:
        line = decode(bare)
        spelt = encode(line.entry, n=line.n, prev=head, at=line.at, cause=line.cause)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Wrong(f"Its fields are not those of {name}.") from None
    if value.get("v", 1) == newest(name, UPCASTS) and _with_commit(spelt, value) != bare:
        raise Wrong(f"It holds other than the fields of {name}.")
    if known != value:
        raise Newer(f"It has a field that this program does not know of {name}.")
    return line


def must_be_an_event(value: Json) -> None:
    """Refuse what is no event of a fight as the payload of a sealed line holds it."""
    name = value["type"]
    if name not in ENTRIES:
        raise Newer(f"There is no event of the type {name[:40]!r} that this program knows.")
    if name not in FIGHT_EVENTS:
        raise Wrong(f"{name} is no event of a fight.")
    known = within_a_payload(ENTRIES[name], value)
    try:
        (spelt,) = told(untold([known]))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Wrong(f"What it sealed has not the fields of {name}.") from None
    if canon_trusted(spelt) != canon_trusted(known):
        raise Wrong(f"What it sealed has not the fields of {name}.")
    if known != value:
        raise Newer(f"It sealed a field that this program does not know of {name}.")


def _with_commit(spelt: bytes, value: Json) -> bytes:
    """Return the line as it is spelt with a commitment in place of the words, which must not stand in a line."""
    if value["type"] != "MessageRecorded":
        return spelt
    fields = {**orjson.loads(spelt), "commit": hash_of(value.get("commit"), "The commitment to the words").hex()}
    del fields["text"]
    return canon_trusted(fields)


def is_declaration(decl: Json) -> bool:
    """Say whether a decl has the fields of a declaration, and no others."""
    sealed = "sealed" in decl
    wanted = _DECL - {"action"} | {"sealed"} if sealed else _DECL
    return (
        decl.keys() - {"seen"} == wanted
        and all(type(decl[name]) is str for name in ("cmd", "encounter", "seat"))
        and type(decl["seq"]) is int
        and is_seen(decl.get("seen", [1, "0" * 64]))
        and (is_hash(decl["sealed"]) if sealed else _is_action(decl["action"]))
    )


def must_be_declared(decl: Json) -> None:
    """Refuse what is no declaration."""
    must_hold(decl, _DECL | {"seen", "sealed"}, is_declaration, "Its decl is not a declaration.")


def must_hold(value: Any, names: Collection[str], holds: Callable[[Json], bool], what: str) -> None:
    """Refuse an object of which something does not hold; Newer if it would without fields that are not known here."""
    if isinstance(value, dict) and holds(value):
        return
    if isinstance(value, dict) and holds({name: value[name] for name in names if name in value}):
        raise Newer(f"{what} At least not one that this program knows: it has a field more.")
    raise Wrong(what)


def _is_action(action: object) -> bool:
    return type(action) is dict and type(action.get("do")) is str


def hash_of(text: object, what: str) -> bytes:
    """Return the hash that a text spells; Wrong says what does not spell one."""
    if not is_hash(text):
        raise Wrong(f"{what} is not 64 hexadecimal digits.")
    return bytes.fromhex(str(text))
