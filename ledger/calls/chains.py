"""Another chain of the server, where links of the present one may be known: an older copy of the store was put back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from ledger.dice.entropy import PARTY, Chains
from ledger.line.clock import now
from ledger.line.entries import ChainRenewed
from ledger.refusals import ReadOnly, Waiting
from ledger.store.memory import Memory
from ledger.table.fight import Fight
from ledger.table.writing import Writing


class WithChains:
    """What a ledger does with its own chains; ``Ledger`` is this and the rest."""

    _chains: Chains
    _memory: Memory
    _turn: Callable[[str], AbstractContextManager[None]]
    _read: Callable[[str], Fight]
    _keep: Callable[[Fight, Writing, Any], bool]

    def renew_server_chain(self, encounter: str) -> int:
        """Let the next roll come from another chain of the server, and return the line that says so.

        Raises:
            ReadOnly: Nobody rolls there any more, or not from a chain. Waiting: A roll is open.
        """
        with self._turn(encounter):
            while True:
                fight = self._read(encounter)
                _must_roll_on(fight)
                chain, row = self._chains.new(encounter, fight.table.rolls)
                writing = Writing(fight, now())
                line = writing.write(ChainRenewed(party=PARTY, anchor=chain.anchor.hex()))
                if self._keep(fight.then(writing.lines), writing, row):
                    return line.n
                self._memory.keep(fight)


def _must_roll_on(fight: Fight) -> None:
    if fight.imported or fight.table.closed:
        raise ReadOnly("This fight is only read: nobody rolls there any more.")
    if fight.table.dice != "ledger":
        raise ReadOnly(f"The dice of this fight are {fight.table.dice} dice: they come from no chain.")
    if fight.table.open_roll is not None:
        raise Waiting(
            f"Roll {fight.table.open_roll.roll} is open: its chain goes on until it is decided or taken back."
        )
