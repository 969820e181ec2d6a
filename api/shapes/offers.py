"""Offers as they are told: what each of their fields means, and of a value or sheet that is open the JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from domain.deciding import kind_of
from domain.encounter import Encounter
from domain.meanings import Meaning, name_in_json
from domain.offers import Offer, Open, Threat
from files.schemas import say_how_texts_are_written
from projections.labels.tables import CommandGroup
from projections.meanings import means, overruled
from projections.words import command_label


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenField(Open):
    """A field that is open: its bounds (length of a path or text, size of a number) and an example.

    ``schema`` is the JSON Schema of a ``value`` or a ``sheet``; it lists what is allowed where that is known.
    """

    schema: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A command that would be accepted: every combination of the ``closed`` choices, the ``open`` fields as bounded.

    ``who`` is the one it is made for, ``by`` the seat or side that makes it. An ``aside`` may be made at almost any
    time and takes nothing further: words, rulings, changes of the board. ``means`` says of ``who`` and of every field
    what stands in it, or in each part of a list: a name of somebody, a square, tile, zone or rank, a thing. A
    ``thing`` is carried or stands on a sheet, a ``holder`` is where things lie, a ``value`` is one of several kinds.
    ``label`` is what the command is called, ``group`` with which others it belongs together, ``hint`` what it does.
    ``threats`` are, of a move, the foes that may strike at whoever leaves the ``places`` in their reach.
    It ``rolls`` if one of its first forms does, and is ``final`` if the seat could not take that back alone; of asides
    neither is said.
    """

    do: str
    who: str | None
    by: str | None
    aside: bool
    closed: dict[str, tuple[Any, ...]]
    open: dict[str, OpenField]
    means: dict[str, Meaning]
    threats: tuple[Threat, ...] = ()
    label: str
    group: CommandGroup
    hint: str
    rolls: bool | None
    final: bool | None


def described(encounter: Encounter, offer: Offer, rolls: bool | None = None, final: bool | None = None) -> Offered:
    """Return an offer with what its fields mean, and what it is called."""
    words = command_label(encounter.system, offer.do)
    return Offered(
        do=offer.do,
        who=offer.who,
        by=offer.by,
        aside=offer.aside,
        closed=offer.closed,
        open={name: _opened(encounter, offer, name, bounds) for name, bounds in offer.open.items()},
        means=means(encounter, offer),
        threats=offer.threats,
        label=words.label,
        group=words.group,
        hint=words.hint,
        rolls=rolls,
        final=final,
    )


def _opened(encounter: Encounter, offer: Offer, name: str, bounds: Open) -> OpenField:
    schema = _schema(encounter.system, offer.do, name) if bounds.kind in ("value", "sheet") else {}
    if (offer.do, name) == ("override", "what"):
        schema = {**schema, "enum": list(overruled(encounter, offer.who or ""))}
    return OpenField(
        kind=bounds.kind,
        minimum=bounds.minimum,
        maximum=bounds.maximum,
        example=bounds.example,
        ends=bounds.ends,
        schema=schema,
    )


@cache
def _schema(system: str, do: str, name: str) -> dict[str, Any]:
    """Return the JSON Schema of a field of a command."""
    kind: Any = kind_of(system, do)
    hints = get_type_hints(kind, include_extras=True)
    own = next(each.name for each in fields(kind) if name_in_json(each) == name)
    schema = TypeAdapter(hints[own]).json_schema()
    say_how_texts_are_written({do: {"properties": {name: schema}}})
    return schema
