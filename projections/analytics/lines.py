"""Which of what lies behind sealed lines the tables may show, and the lines of a fight as they are read for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import orjson

from domain.table.names import ENCOUNTER
from ledger.line.shapes import UPCASTS, up_to_date

Fields: TypeAlias = dict[str, Any]
NOTE = "seal"


class Unreadable(ValueError):
    """A line is none that tables can be made of: ``n`` says which, ``why`` what is wrong with it."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(f"Line {n} cannot be read for the tables: {why}")
        self.n, self.why = n, why


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The lines of one fight as stored, and what is kept beside them, by line; ``seat`` is whose file it is.

    ``origin`` is played or imported, which no line says; a fork says it itself.
    """

    raw: Sequence[bytes]
    beside: Mapping[int, Fields] = field(default_factory=dict)
    seat: str | None = None
    origin: str = "played"


def of_file(raw: bytes, seat: str | None = None) -> Lines:
    """Return the lines of an exported file, checkpoints left out. Raises Unreadable."""
    rows = raw.split(b"\n")
    lines: list[bytes] = []
    beside: dict[int, Fields] = {}
    for row in rows:
        if not row or row.startswith(b'{"note":'):
            continue
        if not row.startswith(b'{"n":'):
            lines.append(row)
            continue
        value = _read(row, len(lines))
        if "payload" in value and type(value["n"]) is int:
            beside[value["n"]] = value["payload"]
        else:
            lines.append(row)
    return Lines(raw=lines, beside=beside, seat=seat)


def parsed(lines: Lines) -> list[Fields]:
    """Return the fields of every line, old shapes brought up to date. Raises Unreadable."""
    found = [_read(raw, n) for n, raw in enumerate(lines.raw)]
    for n, each in enumerate(found):
        if each.get("n") != n or type(each.get("type")) is not str or type(each.get("at")) is not int:
            raise Unreadable(n, "it is no line of a ledger.")
        if each["type"] in UPCASTS:
            found[n] = _current(each, n)
    if not found or found[0]["type"] != "EncounterOpened":
        raise Unreadable(0, "no fight is opened there.")
    return found


def _read(raw: bytes, n: int) -> Fields:
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise Unreadable(n, "it is no JSON.") from None
    if not isinstance(value, dict):
        raise Unreadable(n, "it is no line of a ledger.")
    return value


def _current(each: Fields, n: int) -> Fields:
    try:
        return up_to_date(each["type"], each)
    except (ValueError, LookupError, TypeError) as fault:
        raise Unreadable(n, f"{fault}") from None


def open_behind(lines: Lines, fields: Sequence[Fields]) -> Mapping[int, Fields]:
    """Return what lies behind sealed lines and may be shown, by line; words never are.

    A seat sees what its own file holds. All others see nothing until the ledger is closed, and then all but what was
    withheld, and the notes of seats that neither opened them nor closed the ledger.
    """
    sealed = {n: each for n, each in lines.beside.items() if "text" not in each and n < len(fields)}
    if not sealed or lines.seat is not None:
        return sealed
    if fields[-1]["type"] != "LedgerClosed":
        return {}
    shut = _withheld(fields) | _unopened_notes(fields, sealed)
    return {n: each for n, each in sealed.items() if command_of(fields[n]) not in shut}


def title_of(lines: Lines) -> str | None:
    """Return what a fight is called in the end, in front of everybody; None where nobody gave it a title."""
    for n in range(len(lines.raw) - 1, -1, -1):
        if b'"type":"Renamed"' in lines.raw[n]:
            said = _read(lines.raw[n], n)
            if (said.get("type"), said.get("of")) == ("Renamed", ENCOUNTER) and type(said.get("name")) is str:
                return str(said["name"])
    title = _read(lines.raw[0], 0).get("title") if lines.raw else None
    return title if type(title) is str else None


def command_of(fields: Fields) -> int:
    """Return the line of the command that a line follows from; its own where it follows from none."""
    n: int = fields["n"] if "cause" not in fields else fields["cause"]
    return n


def _withheld(fields: Sequence[Fields]) -> set[int]:
    return {command_of(fields[each["of"]]) for each in fields if each["type"] == "Withheld"}


def _unopened_notes(fields: Iterable[Fields], sealed: Mapping[int, Fields]) -> set[int]:
    """Return the commands that sealed a note of another seat than the one that closed, and that it did not open."""
    every = list(fields)
    opened = {each["of"] for each in every if each["type"] == "Unsealed"}
    closer = every[-1].get("by")
    return {n for n, each in sealed.items() if n not in opened and _is_a_note(every[n], each, closer)}


def _is_a_note(line: Fields, behind: Fields, closer: str | None) -> bool:
    if line["type"] != "CommandAccepted":
        return False
    return bool(behind.get("action", {}).get("do") == NOTE and line["decl"]["seat"] != closer)
