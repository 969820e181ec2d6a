"""By whom a roll is witnessed: seats that had a hand in it, besides whoever rolled and whoever runs the server."""

from __future__ import annotations

from collections.abc import Collection

from ledger.table.table import PLAYING, Table


class NoSuchSeat(ValueError):
    """A seat was named as the operator's that this fight does not have."""


def witnesses(table: Table, given: Collection[str], roller: str, operators: Collection[str]) -> tuple[str, ...]:
    """Return the seats among those that gave links which witness a roll.

    A bot goes where the server that it plays on wants it to, a spectator may be anybody, and the seats of the
    ``operators`` are those of whoever runs the server.
    """
    return tuple(
        seat for seat in sorted({*given} - {roller, *operators, *table.bots}) if table.seats.get(seat) in PLAYING
    )


def grade(given: Collection[str], roller: str, found: Collection[str], *, missing: bool) -> str:
    """Return what a roll rests on: ``witnessed``, ``partial``, ``server+roller`` or ``server only``."""
    if not found:
        return "server+roller" if roller in given else "server only"
    return "partial" if missing else "witnessed"


def promise(found: Collection[str]) -> str:
    """Return in words by whom a roll is witnessed, and unless what it holds."""
    *_, last = found
    whoever = {1: f"{last} is", 2: "both are"}.get(len(found), "all of them are")
    return f"witnessed by {listed(found)}: it holds unless {whoever} in it with the operator"


def listed(names: Collection[str]) -> str:
    """Return names in words: ana, bo and cy."""
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def must_be_seats(table: Table, operators: Collection[str]) -> None:
    """Refuse seats that this fight does not have."""
    for seat in operators:
        if seat not in table.seats:
            raise NoSuchSeat(f"There is no seat {seat!r} in this fight that could be the operator's.")
