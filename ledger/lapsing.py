"""The clock of a table: until when an awaited decision may be made, and from when on its time can be claimed."""

from __future__ import annotations

from typing import cast

from domain import deciding
from domain.commands import Command
from domain.events import EncounterOpened
from ledger.entries import Json
from ledger.fight import Fight
from ledger.forms import Wrong
from ledger.log import Log
from ledger.refusals import InTime

CLAIM = "claim_time"


def deadline(fight: Fight) -> int | None:
    """Return when the time of what is awaited runs out, in milliseconds; None while no time runs.

    It runs from the last line that changed the fight; where dice are awaited, nobody's does.
    """
    table, seconds = fight.table, fight.encounter.clock
    if seconds is None or fight.encounter.outcome is not None or table.open_roll is not None:
        return None
    if fight.imported or table.closed or deciding.awaited(fight.encounter) is None:
        return None
    return _begun(fight.log, fight.version) + 1000 * seconds


def _begun(log: Log, version: int) -> int:
    """Return the time of the last line up to a version that changed the fight.

    A sealed line counts as one for all, whatever it seals: else the clock would tell what it is.
    """
    last = log.stirred(version)
    since = log.lines[last : version + 1]
    return next((line.at for line in reversed(since) if line.type == "Sealed"), since[0].at)


def must_have_run_out(fight: Fight, command: Command, now: int) -> None:
    """Refuse to claim time that is left, by the clock of the ledger."""
    until = deadline(fight) if command.do == CLAIM else None
    if until is not None and now < until:
        left = -(-(until - now) // 1000)
        seconds = "1 second is" if left == 1 else f"{left} seconds are"
        raise InTime(f"The time cannot be claimed yet: {seconds} left to decide.")


def must_have_been_late(log: Log, decl: Json, at: int) -> None:
    """Refuse a line that claims time which was left by the times that the lines themselves state; raises Wrong."""
    if decl.get("action", {}).get("do") != CLAIM:
        return
    seconds = cast(EncounterOpened, log.lines[0].entry).clock
    if seconds is None or at < _begun(log, len(log) - 1) + 1000 * seconds:
        raise Wrong("The time of the decision had not run out.")
