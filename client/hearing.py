"""Hearing what happens at a table: every line is checked and kept, and a device does its duties by it."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPException

import orjson

from client import evidence
from client.calling import NoServer, Problem, StreamEvent
from client.duties import Duties
from client.history import Alarm, rows_in
from client.standing import Standing
from client.stream import Stream
from ledger.line.canonical import canon_trusted
from ledger.line.entries import Json


class Hearing:
    """What one client hears: first what is there, then what comes. ``fresh``: it sat down just now."""

    def __init__(self, standing: Standing, duties: Duties | None, *, fresh: bool) -> None:
        self._standing = standing
        self._duties = duties
        self._fresh = fresh
        self._stream = Stream(standing.calls, standing.at("/stream"), standing.over)
        standing.endings.append(self._stream.shut)

    # What is there

    def load(self) -> None:
        """Take what was kept here, or everything there is; Alarm, Problem, NoServer."""
        standing = self._standing
        for row in standing.kept.rows():
            if isinstance(row, str):
                standing.history.take_note(row)
            else:
                self._take(*row, new=False)
        if standing.history.size:
            self._must_not_be_lost()
            self._note(standing.calls.get(standing.at("/checkpoint")).decode(errors="replace"), ahead=True)
        else:
            self._load_all()

    def _load_all(self) -> None:
        standing = self._standing
        lines, told, found = rows_in(standing.calls.get(standing.at("/export")))
        for n, raw in enumerate(lines):
            self._take(raw, told.get(n))
        for note in found:
            standing.history.take_note(note)
        if found:
            standing.kept.note(found[-1])
        if self._fresh and standing.history.table.key_wait is None:
            sentence = "Line 0 is not the one that the server showed before: it does not say how long a lost key waits."
            raise Alarm("rewritten", sentence, {"line": lines[0].decode()})
        self._must_be_mine()
        self._must_not_be_lost()

    def _must_be_mine(self) -> None:
        if self._duties is not None:
            self._duties.guard.must_be_mine()

    def _must_not_be_lost(self) -> None:
        if self._duties is not None:
            self._duties.veto()

    # What comes

    def listen(self) -> None:
        """Hear what comes, until all is over."""
        over, pause = self._standing.over, 0.05
        while not over.is_set():
            try:
                pause = 0.05 if self._follow() else min(2 * pause, 2.0)
            except Alarm as alarm:
                self._standing.alarmed(alarm)
            except Problem as problem:
                if problem.status in (401, 404):
                    self._standing.alarmed(evidence.shrunk(problem, self._standing.history))
            except (OSError, HTTPException, NoServer):
                pause = min(2 * pause, 2.0)
            over.wait(pause)

    def _follow(self) -> bool:
        """Hear what the stream tells, to its end; return whether it told anything."""
        told = False
        with closing(self._stream.follow(self._standing.history.size - 1, self._hears)) as coming:
            for event in coming:
                told = True
                self.hear(event)
        return told

    def _hears(self, now: bool) -> None:
        if self._duties is not None:
            self._duties.guard.signs.hears(now=now)

    def hear(self, event: StreamEvent) -> None:
        """Take what the stream tells: a line, or a checkpoint; Alarm where it is neither, or cannot stand."""
        if event.kind not in ("line", "checkpoint"):
            return
        try:
            value = orjson.loads(event.data)
            told = canon_trusted(value["line"]) if event.kind == "line" else str(value["note"])
        except (ValueError, TypeError, KeyError):
            sentence = (
                f"What the server tells after line {self._standing.history.size - 1} is nothing that can be read."
            )
            raise Alarm("faces", sentence, {"told": event.data.decode(errors="replace")}) from None
        if isinstance(told, bytes):
            self._take(told, value.get("opened"))
        else:
            self._note(told)

    def _take(self, raw: bytes, opened: Json | None, *, new: bool = True) -> None:
        """Take a line: check it, keep it, and see whether it leaves this device out."""
        standing, duties = self._standing, self._duties
        with standing.known:
            if duties is not None:
                duties.guard.before()
            line = standing.history.take(raw, opened)
            if duties is not None:
                duties.settle(line)
            if new:
                standing.kept.line(raw, opened)
            if duties is not None:
                duties.after(line)
            standing.wake()

    def _note(self, note: str, *, ahead: bool = False) -> None:
        """Take a checkpoint, and have done what waited for one."""
        standing, duties = self._standing, self._duties
        with standing.known:
            if ahead and standing.history.set_aside(note):
                return
            standing.history.take_note(note)
            self._must_be_mine()
            self._must_not_be_lost()
            standing.kept.note(note)
            standing.wake()
            if duties is not None:
                duties.hand(again=False)
        standing.watch(standing.history.covered)
        if duties is not None:
            duties.covered_by(note)
