"""Fields that this program does not know: a newer one wrote them, and what they change cannot be judged here."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from ledger.line.entries import Json
from ledger.line.lines import STORED_NAMES
from ledger.line.shapes import UPCASTS

_KNOWN: dict[type[Any], dict[str, type[Any] | None]] = {}
_HEAD = ("n", "prev", "at", "type", "cause")


def without_strangers(kind: type[Any], value: Json) -> Json:
    """Return the fields of a line that its kind has, in lines within it as well."""
    return _without({**members(kind), **_shape(kind), **dict.fromkeys(_HEAD)}, value)


def within_a_payload(kind: type[Any], value: Json) -> Json:
    """Return the fields of an event that its kind has, as a payload holds it: with its words, without a place."""
    known = {name: inner for name, inner in members(kind).items() if name != "commit"} | _shape(kind)
    known |= {"type": None, **({"text": None} if kind.__name__ == "MessageRecorded" else {})}
    return _without(known, value)


def _without(known: dict[str, type[Any] | None], value: Json) -> Json:
    return {name: _member(known[name], member) for name, member in value.items() if name in known}


def _member(kind: type[Any] | None, value: Any) -> Any:
    if kind is not None and isinstance(value, list):
        return [_member(kind, each) for each in value]
    return _without(members(kind), value) if kind is not None and isinstance(value, dict) else value


def members(kind: type[Any]) -> dict[str, type[Any] | None]:
    """Return the names of the fields as they are stored, each with the class of what it holds, if that has fields."""
    if kind not in _KNOWN:
        _KNOWN[kind] = _looked_up(kind)
    return _KNOWN[kind]


def _looked_up(kind: type[Any]) -> dict[str, type[Any] | None]:
    hints, stored = get_type_hints(kind), STORED_NAMES.get(kind.__name__, {})
    found = {
        stored.get(each.name) or each.metadata.get("alias", each.name): _class_in(hints[each.name])
        for each in fields(kind)
    }
    if kind.__name__ == "MessageRecorded":
        # The words of a message are not in its line.
        found = {name: inner for name, inner in found.items() if name != "text"} | {"commit": None}
    return found


def _shape(kind: type[Any]) -> dict[str, None]:
    """Return the number of a shape, where a kind had older ones."""
    return {"v": None} if kind.__name__ in UPCASTS else {}


def _class_in(hint: Any) -> type[Any] | None:
    if isinstance(hint, type) and is_dataclass(hint):
        return hint
    return next((found for each in get_args(hint) if (found := _class_in(each)) is not None), None)
