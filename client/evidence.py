"""What shows that somebody cheats: the checkpoint that proves it, and the file that holds all of it."""

from __future__ import annotations

from contextlib import suppress

from client.calling import Calls, NoServer, Problem
from client.history import Alarm, History
from ledger.line.entries import Json


def proved(alarm: Alarm, history: History, calls: Calls, path: str) -> Alarm:
    """Return the alarm that a checkpoint of the size of ours proves, if the server signs another one; else it."""
    if alarm.kind not in ("rewritten", "root", "shrunk") or history.note is None:
        return alarm
    with suppress(Problem, NoServer, Alarm, ValueError):
        note = calls.get(f"{path}/checkpoint?size={history.covered}").decode(errors="replace")
        if note.partition("\n\n")[0] != history.note.partition("\n\n")[0]:
            return history.forked(note)
    return alarm


def shrunk(problem: Problem, history: History) -> Alarm:
    """Return the alarm of a server that does not have the lines any more that it told."""
    told = f"The server does not have the {history.size} lines any more that it told"
    return Alarm("shrunk", f"{told}: {problem}", problem.told)


def written(alarm: Alarm, history: History, encounter: str, seat: str) -> Json:
    """Return what is kept of an alarm, with all that a third party needs to see it."""
    return {
        "kind": alarm.kind,
        "sentence": str(alarm),
        "encounter": encounter,
        "seat": seat,
        "log_key": history.log_key,
        "checkpoint": history.note,
        "lines": [raw.decode() for raw in history.raw],
        "evidence": alarm.evidence,
    }
