"""From the lines of a fight to its tables, in one pass: the same from a file as from a store.

Rows that were taken back stay and say so. Round, turn, questions and who leads whom go back with a rewind; what is
written around the fight never does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import orjson

from ledger.line.entries import FIGHT_EVENTS, LEDGER_LINES
from ledger.table.table import BOT
from projections.analytics import closing
from projections.analytics.dictionary.steps import COMMAND
from projections.analytics.fitting import must_fit
from projections.analytics.lines import Fields, Lines, Unreadable, open_behind, parsed
from projections.analytics.rows import Telling
from projections.analytics.shape import Row
from projections.analytics.situation import Kept
from projections.analytics.told import TOLD
from projections.analytics.told.dice import withdraw
from projections.analytics.told.turns import aimed_at

Rows: TypeAlias = dict[str, list[Row]]
HAPPENING = FIGHT_EVENTS | {"Sealed"}
AROUND = frozenset({each.__name__ for each in LEDGER_LINES} | {"HistoryRewound"}) - {
    "CommandAccepted",
    "EntropyRevealed",
    "Sealed",
}
"""Lines around the fight, which are never taken back."""
BEGINNING = frozenset({"RoundStarted", "TurnStarted"})
"""Lines that belong to what they begin."""
SET_UP = frozenset({"CombatantJoined", "BoardChanged"})
"""What is done before the first command, by which fights are told to begin alike."""
WORDS = frozenset({"commit", "facts", "intent", "purpose", "reason", "text", "title", "trigger"})
"""What people wrote in a command, which no table holds."""
WRITTEN_VALUES = frozenset({"activity", "rule"})
"""Commands whose ``value`` may be what somebody wrote."""
_VERDICTS = ("verdict", "result", "role", "agree")
_SUBJECTS = ("of", "dispute", "to_version")
_EVENTS, _ROLLS = COMMAND.place("events"), COMMAND.place("rolls")


def extract(lines: Lines) -> Rows:
    """Return the rows of a fight by table; any beginning of its lines has some. Raises Unreadable."""
    fields = parsed(lines)
    try:
        behind = open_behind(lines, fields)
        rows = _Reading(lines, fields, behind).rows()
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        if isinstance(fault, Unreadable):
            raise
        raise Unreadable(0, f"what it states cannot be followed ({type(fault).__name__}).") from None
    must_fit(rows)
    return rows


class _Reading:
    """One pass over the lines of a fight."""

    def __init__(self, lines: Lines, fields: Sequence[Fields], behind: Mapping[int, Fields]) -> None:
        self._origin = lines.origin
        self._fields = fields
        self._behind = behind
        self._told = Telling(fields[0])
        self._rewinds: list[tuple[int, int]] = []
        # Where things stood after a line, each time before something new begins.
        self._ends: list[int] = []
        self._kept: list[Kept] = []
        self._cause: int | None = None
        self._passing = 0

    def rows(self) -> Rows:
        """Return the rows by table."""
        for fields in self._fields:
            n = fields["n"]
            try:
                self._read(n, fields)
            except (ValueError, LookupError, TypeError, AttributeError) as fault:
                raise Unreadable(n, f"a {fields['type']} does not fit there ({type(fault).__name__}).") from None
        return closing.closed(self._told, self._fields, self._rewinds, AROUND, self._origin)

    def _read(self, n: int, fields: Fields) -> None:
        told, kind = self._told, fields["type"]
        cause, told.at = fields.get("cause"), fields["at"]
        if kind in HAPPENING:
            if cause != self._cause:
                self._keep(n)
                self._cause = cause
            told.command = cause if cause in told.commands else None
            self._happened(n, kind, fields)
            return
        if kind == "CommandAccepted":
            self._keep(n)
            self._accepted(n, fields)
        elif kind == "HistoryRewound":
            self._keep(n)
            self._rewinds.append((n, fields["to_version"]))
            withdraw(told, fields["to_version"])
            told.now.put_back(self._kept[bisect_left(self._ends, fields["to_version"])])
            self._cause = None
        told.command = n if kind == "CommandAccepted" else cause if cause in told.commands else None
        self._line(n, kind, fields)
        if kind in AROUND:
            self._around(n, kind, fields, cause)

    def _keep(self, n: int) -> None:
        self._ends.append(n - 1)
        self._kept.append(self._told.now.kept())

    def _line(self, n: int, kind: str, fields: Fields) -> None:
        at = self._told.at
        spent = at - self._fields[n - 1]["at"] if n else None
        self._told.add("line", n, at, kind, fields.get("rules", []), spent)

    def _happened(self, n: int, kind: str, fields: Fields) -> None:
        """Add what an event tells, or those that lie behind a sealed line, if they may be known."""
        told = self._told
        if kind in SET_UP and told.command is None and not told.commands:
            # Whoever looks: what is sealed is no part of it, even for those who know.
            told.set_up.append(fields)
        told_first = kind in BEGINNING and not self._passing
        if told_first:
            self._tell(n, kind, fields)
        self._line(n, kind, fields)
        if self._passing:
            # It stands in for what those who know have been told already.
            self._passing -= 1
            return
        if kind != "Sealed":
            if not told_first:
                self._tell(n, kind, fields)
            return
        behind = self._behind.get(n)
        if behind is None:
            told.shut += 1
            return
        self._passing = behind.get("stands_in", 0)
        for event in behind["events"]:
            self._tell(n, event["type"], event)

    def _tell(self, n: int, kind: str, event: Fields) -> None:
        told = self._told
        row = told.commands.get(told.command) if told.command is not None else None
        if row is not None:
            row[_EVENTS] += 1
            row[_ROLLS] += kind == "DiceRolled"
        tell = TOLD.get(kind)
        if tell is not None:
            tell(told, n, event)

    def _accepted(self, n: int, fields: Fields) -> None:
        """Add an accepted command; one that is sealed, and shut here, is no row."""
        told, decl = self._told, fields["decl"]
        action = decl.get("action") or self._behind.get(n, {}).get("action")
        if action is None:
            told.shut += 1
            told.begin(n, None, {})
            return
        before = self._fields[n - 1]["at"] if n else told.at
        told.begin(n, None, action)
        told.command = n
        about = (action["do"], told.actor, aimed_at(action), 0, 0, None, _wordless(action))
        told.commands[n] = told.add("command", n, told.at, told.at - before, decl["seat"], *about)

    def _around(self, n: int, kind: str, fields: Fields, cause: int | None) -> None:
        told = self._told
        if kind == "SeatJoined":
            self._seated(fields)
        elif kind == "TableDiceTyped":
            told.typed.append(fields)
        by = fields.get("seat", fields.get("by"))
        seat = by if by is None or isinstance(by, str) else ", ".join(by)
        subject = next((fields[name] for name in _SUBJECTS if type(fields.get(name)) is int), cause)
        told.add("around", n, told.at, kind, seat, subject, _verdict(kind, fields))

    def _seated(self, fields: Fields) -> None:
        told, seat = self._told, fields["seat"]
        role, keyed, devices = told.seats.get(seat, (fields["role"], False, 0))
        has_key = fields.get("key") is not None
        if fields.get("kind") == BOT:
            told.programs.add(seat)
        elif not devices:
            # A person takes the place of a bot of the server.
            told.programs.discard(seat)
        told.seats[seat] = [role, keyed or has_key, devices + has_key]
        for who in fields.get("controls", ()):
            told.now.seats = {**told.now.seats, who: seat}


def _wordless(action: Fields) -> str:
    """Return a command as JSON, without what somebody wrote in it."""
    wrote = WORDS | {"value"} if action["do"] in WRITTEN_VALUES and isinstance(action.get("value"), str) else WORDS
    kept = action if wrote.isdisjoint(action) else {name: each for name, each in action.items() if name not in wrote}
    return orjson.dumps(kept, option=orjson.OPT_SORT_KEYS).decode()


def _verdict(kind: str, fields: Fields) -> str | None:
    """Return what a line around the fight says, in a word."""
    found: Any = next((fields[name] for name in _VERDICTS if fields.get(name) is not None), None)
    if kind == "RewindLapsed":
        found = fields["reason"]
    if isinstance(found, bool):
        return "agrees" if found else "refuses"
    return None if found is None else str(found)
