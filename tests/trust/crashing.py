"""A process that shoots once at a table of two devices, salts the roll, and is killed at a chosen moment of it.

It starts from a server that has everything imported already, so that each costs little.
"""

from __future__ import annotations

import os
import signal
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ledger.application import Ledger
from tests.clocks import Clock
from tests.ledger.fights import SHOT
from tests.verifier.playing import Party, Playing

MOMENTS = (
    "before the accepted line is committed",
    "between its commit and its signature",
    "between its signature and the answer",
    "before the first link is stored",
    "after some links came",
    "between the last link and the entropy",
    "before the entropy is committed",
    "between the commit of the entropy and its signature",
    "between the signature of the outcome and the answer",
)
"""When the process may be killed."""
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.trust.crashing"])


def killed(folder: Path, database: str | None, encounter: str, moment: str) -> list[str]:
    """Let a process shoot, be killed at a moment, and return the receipts that it was answered with before."""
    heard, told = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_shoot, args=(folder, database, encounter, moment, told))
    process.start()
    told.close()
    receipts: list[str] = []
    try:
        while True:
            receipts.append(heard.recv())
    except EOFError:
        process.join()
    heard.close()
    assert process.exitcode == -signal.SIGKILL, process.exitcode
    return receipts


class Known(Playing):
    """Those with devices at a table that another process opened: their keys follow from their names."""

    def __init__(self, ledger: Ledger, encounter: str, cmd: str) -> None:
        self.ledger, self.clock, self.id = ledger, Clock(), encounter
        self.parties = {seat: Party(self, seat, seat) for seat in ("ana", "bo")}
        self._cmds = count(1)
        self._cmd = cmd

    def cmd(self) -> str:
        """Return an id that no other process uses."""
        return f"{self._cmd}-{next(self._cmds)}"


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _shoot(folder: Path, database: str | None, encounter: str, moment: str, told: Connection) -> None:
    with Ledger(folder, database=database) as ledger:
        playing = Known(ledger, encounter, "killed")
        _arm(ledger, moment)
        answer = playing.declares(SHOT, "ana")
        told.send(answer.checkpoint)
        opened = playing.fight.table.open_roll
        assert opened is not None
        if moment == "before the first link is stored":
            _die()
        playing.parties["bo"].salts(opened)
        if moment == "after some links came":
            _die()
        playing.parties["ana"].salts(opened)
        ledger.receipts.note(encounter)
        _die()


def _arm(ledger: Any, moment: str) -> None:
    """Let the process die at a moment within the ledger."""
    put, signed, salts = ledger.fights._put, ledger.receipts.signed, ledger.store.give_link
    entropy = "entropy" in moment or "outcome" in moment
    before, after = "before" in moment, "between" in moment and "commit" in moment
    given: list[str] = []

    def is_it(lines: Any) -> bool:
        return bool(lines) and (lines[0].type == "EntropyRevealed") == entropy

    def putting(lines: Any, beside: Any) -> None:
        if is_it(lines) and before and "committed" in moment:
            _die()
        put(lines, beside)
        if is_it(lines) and after:
            _die()

    def signing(*of: Any) -> Any:
        note = signed(*of)
        if (moment == "between its signature and the answer") or (len(given) == 2 and "outcome" in moment):
            _die()
        return note

    def giving(*link: Any) -> None:
        salts(*link)
        given.append(link[2])
        if len(given) == 2 and moment == "between the last link and the entropy":
            _die()

    ledger.fights._put = putting
    ledger.receipts.signed = signing
    ledger.store.give_link = giving
