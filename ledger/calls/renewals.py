"""Another chain of the server, where links of the present one may be known: an older copy of the store was put back."""

from __future__ import annotations

from ledger.calls.fights import Fights
from ledger.dice.entropy import PARTY, Chains
from ledger.line.entries import ChainRenewed
from ledger.refusals import ReadOnly, Waiting
from ledger.table.fight import Fight
from ledger.table.writing import Written


class Renewals:
    """The chains from which the server draws."""

    def __init__(self, fights: Fights, chains: Chains) -> None:
        self._fights = fights
        self._chains = chains

    def must_go_on(self, encounter: str) -> None:
        """Raise NoChain where what the next dice come from is not in the store as it was written."""
        fight = self._fights.read(encounter)
        table = fight.table
        if table.dice == "ledger" and not (fight.imported or table.closed):
            self._chains.of(encounter, table.chain_base, table.anchor)

    def renew(self, encounter: str) -> int:
        """Let the next roll come from another chain of the server, and return the line that says so.

        Raises:
            ReadOnly: Nobody rolls there any more, or not from a chain. Waiting: A roll is open.
        """
        with self._fights.turn(encounter):
            while True:
                fight = self._fights.read(encounter)
                _must_roll_on(fight)
                chain, row = self._chains.new(encounter, fight.table.rolls)
                writing = self._fights.writing(fight)
                line = writing.write(ChainRenewed(party=PARTY, anchor=chain.anchor.hex()))
                if self._fights.keep(fight, writing, Written(line.n), row) is not None:
                    return line.n


def _must_roll_on(fight: Fight) -> None:
    if fight.imported or fight.table.closed:
        raise ReadOnly("This fight is only read: nobody rolls there any more.")
    if fight.table.dice != "ledger":
        raise ReadOnly(f"The dice of this fight are {fight.table.dice} dice: they come from no chain.")
    if fight.table.open_roll is not None:
        raise Waiting(
            f"Roll {fight.table.open_roll.roll} is open: its chain goes on until it is decided or taken back."
        )
