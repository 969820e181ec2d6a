"""The lobby as it is read: the encounters that somebody may see, filtered, the last one that changed first, in pages.

An encounter in which something happens between two pages comes to the front; none is shown twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import orjson

from ledger.store.statements import among
from projections.tables.builds import Builds
from projections.tables.lobby import Lobby
from projections.tables.parts import BUILDING, LIVE, Build, NotBuilt

Criterion: TypeAlias = tuple[str, tuple[Any, ...]]
_CURSOR = re.compile(r"(\d{1,16})\.([0-9A-Za-z_-]{1,64})")


class NoSuchPage(ValueError):
    """This cursor was not given out here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """What an encounter waits for: the kind of question, whose it is, for which combatant."""

    kind: str
    owners: tuple[str, ...]
    who: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbySeat:
    """A seat; ``decides`` if its word is waited for, ``asked`` if somebody wants its consent to take something back."""

    seat: str
    role: str
    decides: bool
    asked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyEntry:
    """An encounter in the lobby, as it stands after ``version``; ``opened`` and ``changed`` are milliseconds.

    ``yours`` are the seats whose keys were shown. One that is ``stuck`` may have gone on: its lines cannot be followed.
    """

    encounter: str
    title: str | None
    system: str
    rules: str
    version: int
    opened: int
    changed: int
    round: int | None
    phase: str
    waits: Waits
    seats: tuple[LobbySeat, ...]
    outcome: str | None
    winner: str | None
    imported: bool
    stuck: bool
    yours: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPage:
    """Some encounters, and the cursor that the next ones are asked with, if there are more.

    While the lobby is built from the lines it is not ``complete``: up to ``built`` (0 to 1) of them are in it.
    """

    encounters: tuple[LobbyEntry, ...]
    next: str | None
    complete: bool = True
    built: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which encounters: ``over`` or not, of a system, with a seat that is to decide, or one of the caller's own.

    ``keys`` are the seats of the caller by encounter; None is somebody who may see all.
    """

    keys: Mapping[str, Sequence[str]] | None = None
    system: str | None = None
    over: bool | None = None
    deciding: str | None = None
    mine: bool = False
    limit: int = 50
    cursor: str | None = None


_ROWS = (
    "SELECT l.encounter, l.system, l.rules, l.version, l.opened, l.changed, l.round, l.phase, l.kind, l.owners,"
    " l.who, l.outcome, l.winner, l.imported, l.title, a.encounter IS NOT NULL FROM lobby_v3 l"
    " LEFT JOIN read_aside a ON a.build = ? AND a.encounter = l.encounter"
)
_DECIDES = (
    "EXISTS (SELECT 1 FROM lobby_seats_v3 s WHERE s.encounter = l.encounter AND s.seat = ?"
    " AND (s.decides = 1 OR s.asked = 1))"
)
_ORDER = " ORDER BY l.changed DESC, l.encounter DESC LIMIT ?"
_SEATS = "SELECT encounter, seat, role, decides, asked FROM lobby_seats_v3 WHERE encounter IN (?)"


def listed(tables: Builds, wanted: Wanted, newest: Callable[[], int] = lambda: 0) -> LobbyPage:
    """Return a page of the lobby; ``newest`` tells up to where there are lines. Raises NotBuilt, NoSuchPage."""
    build = readable(tables, Lobby.name, Lobby.FORMAT)
    clauses, parameters = _clauses(wanted)
    where = f" WHERE {' AND '.join(clauses)}" if clauses else ""
    found = tables.ask(_of(build, f"{_ROWS}{where}{_ORDER}"), build.name, *parameters, wanted.limit + 1)
    rows = found[: wanted.limit]
    seats = _seats(tables, build, [row[0] for row in rows])
    entries = tuple(_entry(row, seats.get(row[0], ()), wanted) for row in rows)
    more = len(found) > len(rows)
    complete = build.state == LIVE
    lines = 0 if complete else newest()
    return LobbyPage(
        encounters=entries,
        next=f"{entries[-1].changed}.{entries[-1].encounter}" if more else None,
        complete=complete,
        built=round(min(build.position / lines, 1.0), 3) if lines else 1.0,
    )


def readable(tables: Builds, model: str, shape: int) -> Build:
    """Return the build that readers find, or else the furthest of those that are being built. Raises NotBuilt."""
    try:
        return live(tables, model, shape)
    except NotBuilt:
        building = [each for each in tables.builds(model) if each.state == BUILDING and each.format == shape]
        if not building:
            raise
        return max(building, key=lambda each: each.position)


def _of(build: Build, statement: str) -> str:
    """Return a statement for a build: one that is not live has its tables under names of their own."""
    if build.state == LIVE:
        return statement
    for table in build.tables:
        statement = re.sub(rf"\b{re.escape(build.shown(table))}\b", build.table(table), statement)
    return statement


def live(tables: Builds, model: str, shape: int) -> Build:
    """Return the build that readers find. Raises NotBuilt with how far it is."""
    builds = tables.builds(model)
    for each in builds:
        if each.state == LIVE and each.format == shape:
            return each
    if any(each.state == LIVE for each in builds):
        raise NotBuilt(f"The {model} is kept by another version of this program, until this one has built its own.")
    raise NotBuilt(f"The {model} is being built from the lines: ask again in a moment.")


def _clauses(wanted: Wanted) -> tuple[list[str], list[Any]]:
    """Return what a row must meet, and the values in it."""
    met = [*_plain(wanted), *_own(wanted)]
    if wanted.cursor is not None:
        match = _CURSOR.fullmatch(wanted.cursor)
        if match is None:
            raise NoSuchPage("This cursor was not given out here: begin without one.")
        changed = int(match[1])
        met.append(("(l.changed < ? OR (l.changed = ? AND l.encounter < ?))", (changed, changed, match[2])))
    return [clause for clause, _ in met], [value for _, values in met for value in values]


def _plain(wanted: Wanted) -> Iterator[Criterion]:
    if wanted.system is not None:
        yield "l.system = ?", (wanted.system,)
    if wanted.over is not None:
        yield f"l.outcome IS {'NOT ' if wanted.over else ''}NULL", ()
    if wanted.deciding is not None:
        yield _DECIDES, (wanted.deciding,)


def _own(wanted: Wanted) -> Iterator[Criterion]:
    if wanted.keys is not None:
        yield among("l.encounter IN (?)", list(wanted.keys)), tuple(wanted.keys)
    if wanted.mine:
        own = [(encounter, seat) for encounter, seats in (wanted.keys or {}).items() for seat in seats]
        each = " OR ".join([f"(l.encounter = ? AND {_DECIDES})"] * len(own))
        yield f"({each or '1 = 0'})", tuple(part for pair in own for part in pair)


def _seats(tables: Builds, build: Build, encounters: Sequence[str]) -> dict[str, list[LobbySeat]]:
    found: dict[str, list[LobbySeat]] = {}
    if encounters:
        asked_of = _of(build, among(_SEATS, encounters))
        for encounter, seat, role, decides, asked in tables.ask(asked_of, *encounters):
            one = LobbySeat(seat=seat, role=role, decides=bool(decides), asked=bool(asked))
            found.setdefault(encounter, []).append(one)
    return found


def _entry(row: tuple[Any, ...], seats: Sequence[LobbySeat], wanted: Wanted) -> LobbyEntry:
    encounter, system, rules, version, opened, changed, number, phase, kind, owners, who = row[:11]
    outcome, winner, imported, title, stuck = row[11:]
    return LobbyEntry(
        encounter=encounter,
        title=title,
        system=system,
        rules=rules,
        version=version,
        opened=opened,
        changed=changed,
        round=number,
        phase=phase,
        waits=Waits(kind=kind, owners=tuple(orjson.loads(owners)), who=who),
        seats=tuple(sorted(seats, key=lambda seat: seat.seat)),
        outcome=outcome,
        winner=winner,
        imported=bool(imported),
        stuck=bool(stuck),
        yours=tuple(sorted((wanted.keys or {}).get(encounter, ()))),
    )
