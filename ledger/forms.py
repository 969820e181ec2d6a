"""The form of one line: canonical fields of a known kind, in their place in the chain."""

from __future__ import annotations

import re

import orjson

from ledger.canonical import canon_trusted
from ledger.entries import ENTRIES, Json
from ledger.lines import Line, decode, encode
from ledger.shapes import UPCASTS, newest

_HASH = re.compile(r"[0-9a-f]{64}")
_DECL = frozenset({"action", "cmd", "encounter", "seat", "seq"})


class Wrong(Exception):
    """A line is not what it must be; ``line`` says which, if it is not the one being read."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


def well_formed(raw: bytes, value: Json, n: int, head: bytes, clock: int) -> Line:
    """Return line ``n``, which must follow the line with the hash ``head``; Wrong says what it is instead."""
    name = value.get("type")
    if type(name) is not str or name not in ENTRIES:
        raise Wrong(f"There is no line of the type {str(name)[:40]!r}.")
    if value.get("n") != n or type(value["n"]) is not int:
        raise Wrong(f"Here must stand line {n}; its number says otherwise: a line is missing or moved.")
    if value.get("prev") != head.hex():
        raise Wrong("Its prev is not the hash of the line before: that one or this one was changed.")
    if type(at := value.get("at")) is not int or at < clock:
        raise Wrong("Its time is no time, or before that of the line before.")
    if type(value.get("cause", 0)) is not int or ("v" in value and name not in UPCASTS):
        raise Wrong(f"Its cause is no number of a line, or it names a shape of {name} that there is not.")
    try:
        line = decode(raw)
        spelt = encode(line.entry, n=line.n, prev=head, at=line.at, cause=line.cause)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Wrong(f"Its fields are not those of {name}.") from None
    if value.get("v", 1) == newest(name, UPCASTS) and _with_commit(spelt, value) != raw:
        raise Wrong(f"It holds more or other than the fields of {name}.")
    return line


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


def _is_action(action: object) -> bool:
    return type(action) is dict and type(action.get("do")) is str


def is_seen(seen: object) -> bool:
    """Say whether it is a number of lines and the hash of the last of them."""
    if not isinstance(seen, list) or len(seen) != 2:
        return False
    size, head = seen
    return type(size) is int and size > 0 and is_hash(head)


def is_hash(text: object) -> bool:
    """Say whether a text spells 32 bytes, as hashes, links and salts are spelt."""
    return isinstance(text, str) and _HASH.fullmatch(text) is not None


def hash_of(text: object, what: str) -> bytes:
    """Return the hash that a text spells; Wrong says what does not spell one."""
    if not is_hash(text):
        raise Wrong(f"{what} is not 64 hexadecimal digits.")
    return bytes.fromhex(str(text))
