"""Commands of seats: recorded by whoever can wait, or taken at once for whoever cannot, because it is an event loop."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import Any

import orjson

from ledger.calls.answering import Answering, Plan
from ledger.calls.due import Due
from ledger.calls.fights import Fights, Told
from ledger.dice.chain import Chain
from ledger.dice.entropy import Chains
from ledger.line.canonical import NotCanonical, canon
from ledger.line.lines import plain
from ledger.refusals import Busy
from ledger.store.fetching import nothing_fetched
from ledger.table import accepting
from ledger.table.answers import Answer, Declaration
from ledger.table.fight import Fight
from ledger.table.first_roll import ChainOf, Sources
from ledger.table.log import body_hash
from ledger.table.writing import Writing, Written

LONG = 0.01
"""Seconds of work after which an encounter's commands are decided in threads: nobody else shall wait for them."""

MOST_LONG = 1000
"""So many of them are remembered."""


class Taken:
    """A command that is decided, and under way to the disk: ``fight`` is as it will stand then."""

    __slots__ = ("_answering", "_first", "fight")

    def __init__(self, answering: Answering, fight: Fight, first: int) -> None:
        self._answering = answering
        self._first = first
        self.fight = fight

    def answer(self) -> Answer:
        """Return the answer, once the lines are committed: nothing is signed before."""
        return self._answering.told(self.fight, self._first)


class Playing:
    """Takes commands."""

    def __init__(self, fights: Fights, due: Due, chains: Chains, answering: Answering) -> None:
        self._fights = fights
        self._due = due
        self._chains = chains
        self._answering = answering
        self._long: set[str] = set()

    def record(self, encounter: str, seat: str, sent: Declaration, faces: Sequence[int] | None) -> Answer:
        """Try a command and answer with the lines it caused. Raises as ``Ledger.record``."""
        action = _as_read(sent)
        # Only devices salt rolls: without one no roll is open for them, and the store need not be asked.
        known = self._fights.memory.get(encounter)
        if known is None or known.table.devices:
            self._due.reveal_if_due(encounter)
        plan = _plan(seat, sent, action, self._sources(encounter, faces, self._chains))
        return self._answering.answer(encounter, seat, sent.cmd, body_hash(action), plan)

    def at_once(
        self, encounter: str, seat: str, sent: Declaration, faces: Sequence[int] | None, told: Told
    ) -> Taken | None:
        """Decide a command, and let its lines be committed; None where that is for ``record``, and nothing was done.

        So it is where something has to be read or waited for, or the command is refused, or was given before; and at
        tables with devices, which are asked for more than the lines say, or with secrets.
        ``told`` is told by another thread what ``Fights.commit`` would raise, or IntegrityError where another process
        was faster.
        """
        fight = self._fights.memory.get(encounter)
        if fight is None or fight.table.devices or fight.table.secret or encounter in self._long:
            return None
        began = thread_time()
        try:
            plan = _plan(seat, sent, _as_read(sent), self._sources(encounter, faces, _AtHand(self._chains)))
        except NotCanonical:
            return None
        with nothing_fetched():
            taken = self._answering.at_once(encounter, seat, sent.cmd, plan, told)
        if thread_time() - began > LONG:
            if len(self._long) >= MOST_LONG:
                # Whoever takes long still is found again at once.
                self._long.clear()
            self._long.add(encounter)
        return None if taken is None else Taken(self._answering, *taken)

    def _sources(self, encounter: str, faces: Sequence[int] | None, chains: ChainOf) -> Sources:
        return Sources(
            chains=chains,
            present=lambda: self._due.present(encounter),
            left=self._fights.waits.left,
            faces=faces,
        )


class _AtHand:
    """The chains that need not be read and made first, which takes as long as many commands."""

    def __init__(self, chains: Chains) -> None:
        self._chains = chains

    def of(self, encounter: str, base: int, anchor: str | None = None) -> Chain:
        """Return the chain; raises Busy where it is not at hand."""
        made = self._chains.made(encounter, base, anchor)
        if made is None:
            raise Busy("The chain of this encounter is not at hand.")
        return made


def _plan(seat: str, sent: Declaration, action: Any, sources: Sources) -> Plan:
    def plan(fight: Fight, writing: Writing) -> Written:
        return accepting.accept(fight, writing, seat, sent, action, sources)

    return plan


def _as_read(sent: Declaration) -> Any:
    """Return an action as it will be read from the store, lists where the command holds tuples; what was signed as is.

    Raises NotCanonical.
    """
    return orjson.loads(canon(plain(sent.action) if sent.raw is None else sent.raw))
