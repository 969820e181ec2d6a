"""The dice of a command that is being decided: with its first roll it is accepted, and only then is anything drawn.

So a command is decided once, and nothing was refused by then: a rule that says no says it before it rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from domain.changing import changed
from domain.dice import Dice, DiceNeeded, Notation, Thrown
from ledger.dice.chain import Chain
from ledger.dice.entropy import LedgerDice, LoadedDice
from ledger.line.entries import CommandAccepted, EntropyRevealed, RewindLapsed
from ledger.line.lines import Line
from ledger.line.tree import leaf
from ledger.refusals import NoFaces
from ledger.table import rolling, sealing
from ledger.table.answers import Declaration
from ledger.table.fight import Fight
from ledger.table.writing import Writing


class ChainOf(Protocol):
    """Whoever knows the server's chains."""

    def of(self, encounter: str, base: int, anchor: str | None = None) -> Chain:
        """Return the chain with an anchor, for the rolls after ``base``."""
        ...


Left = Callable[[Fight], "int | None"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where the faces of a roll come from: the server's chains, the devices that are there, a list; and what is left.

    ``left`` says how many milliseconds are left for what a fight waits for, None while no time runs.
    """

    chains: ChainOf
    present: Callable[[], Mapping[str, int]] = dict
    left: Left = lambda _: None
    faces: Sequence[int] | None = None


class FirstRoll:
    """Writes the command's line when it first rolls; from then on its faces are those of the ledger, or of a list.

    ``line`` is that line, None while nothing was rolled. Dice of the table, and links of devices, come later.
    """

    def __init__(
        self,
        fight: Fight,
        writing: Writing,
        sent: Declaration,
        accepted: CommandAccepted,
        party: str | None,
        sources: Sources,
    ) -> None:
        self.line: Line | None = None
        self._fight = fight
        self._writing = writing
        self._sent = sent
        self._accepted = accepted
        self._party = party
        self._sources = sources
        self._dice: Dice | None = None

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return the next faces. Raises DiceNeeded where they come later, NoFaces where too few of a list are left."""
        known = self._dice = self._dice or self._begun()
        if known is None:
            raise DiceNeeded(by, purpose, dice)
        try:
            return known.roll(by, purpose, dice)
        except DiceNeeded as needed:
            raise NoFaces(f"Loaded dice must be told what they show: {needed}, and too few faces were given.") from None

    def must_be_used_up(self) -> None:
        """Refuse faces of a list that were not rolled."""
        if isinstance(self._dice, LoadedDice) and self._dice.left:
            raise NoFaces(f"{len(self._dice.left)} of the faces given were not rolled.")

    def _begun(self) -> Dice | None:
        """Write that the command is accepted, and return its dice; None where they come later."""
        table, roll = self._fight.table, self._fight.table.rolls + 1
        accepted = changed(self._accepted, roll=roll)
        if table.dice == "table":
            self._accept(accepted)
            return None
        if table.devices and (named := rolling.contributors(table, roll, self._party, self._sources.present())):
            self._accept(changed(accepted, contributors=named))
            return None
        if table.request is not None:
            self._writing.write(RewindLapsed(reason="overtaken"))
        line = self._accept(accepted)
        if table.dice == "loaded":
            return LoadedDice(self._sources.faces or (), roll)
        chain = self._sources.chains.of(self._fight.id, table.chain_base, table.anchor)
        link = chain.link(roll - table.chain_base)
        self._writing.write(EntropyRevealed(roll=roll, server=link.hex()), cause=line.n)
        return LedgerDice(link, self._fight.id, roll, leaf(line.raw), blind=sealing.blind_of(line))

    def _accept(self, accepted: CommandAccepted) -> Line:
        action = accepted.decl["action"]
        self.line = sealing.accept(self._writing, self._fight.encounter, accepted, action, self._sent.salt)
        return self.line
