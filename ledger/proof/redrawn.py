"""The dice of one command, in the order of its lines: each is drawn again from the entropy of its roll.

What lies behind a seal takes its place in that order. While a line stays shut nobody can tell which numbers the dice
after it were drawn from, and while a blind does, none of them: such dice are not checkable, and have no grade.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.dice import Notation, notation
from domain.events import DiceRolled
from ledger.dice.faces import KeyStream, draw_all
from ledger.line.entries import CommandAccepted, TableDiceTyped
from ledger.line.forms import Wrong
from ledger.line.hidden import blind_key
from ledger.line.sources import NONE
from ledger.line.spellings import is_hash

NOT_CHECKABLE = "not checkable"
"""The grade of a roll of which some dice cannot be drawn again."""


class Redrawn:
    """What was rolled under a command, as far as it is known, and how far of it was drawn again."""

    def __init__(self, accepted: CommandAccepted, dice: str) -> None:
        """Begin; ``dice`` are those of the encounter: ledger, table or loaded."""
        self.roll = accepted.roll
        self.typed: list[TableDiceTyped] = []
        self._dice = dice
        self._blinded = accepted.blind is not None and dice == "ledger"
        self._key: bytes | None = None
        self._blind: bytes | None = None
        self._words: KeyStream | None = None
        self._told: dict[int, tuple[DiceRolled, ...] | None] = {}
        self._order: list[int] = []
        self._drawn = 0
        self._empty = 0
        self._used = 0

    @property
    def begun(self) -> bool:
        """Return whether anything was rolled, or may have been where nobody sees it."""
        return len(self._told) > self._empty

    @property
    def revealed(self) -> bool:
        """Return whether the entropy of the roll is known."""
        return self._key is not None

    @property
    def whole(self) -> bool:
        """Return whether every die lies open and was drawn again."""
        return self._drawn == len(self._order) and not self._is_blind

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """Return the faces that are known, in the order of the lines."""
        return tuple(rolled.faces for n in self._order for rolled in self._told[n] or ())

    @property
    def left(self) -> int:
        """Return how many dice were typed in and not used."""
        return len(self.typed) - self._used

    def reveals(self, key: bytes) -> None:
        """Take the key that all dice of the command are drawn from."""
        self._key = key
        self._begin()

    def unblinds(self, blind: object) -> None:
        """Take what kept the dice of the command secret; whether it fits the command is looked at elsewhere."""
        if self._blinded and self._blind is None and is_hash(blind):
            self._blind = bytes.fromhex(str(blind))
            self._begin()
            self._go_on()

    def tells(self, n: int, rolls: Sequence[DiceRolled] | None) -> None:
        """Take what line ``n`` tells of dice; None where it is shut. Wrong says which do not follow."""
        if self._told.get(n) is not None:
            return
        found = None if rolls is None else tuple(each for each in rolls if self._counts(each, n))
        if n not in self._told:
            self._order.append(n)
        self._told[n] = found
        self._empty += found == ()
        self._go_on()

    @property
    def _is_blind(self) -> bool:
        return self._blinded and self._blind is None

    def _begin(self) -> None:
        if self._key is not None and not self._is_blind:
            self._words = KeyStream(self._key if self._blind is None else blind_key(self._blind, self._key))

    def _counts(self, rolled: DiceRolled, n: int) -> bool:
        """Return whether it is dice of the roll; Wrong if it is neither that nor a roll of no dice."""
        if rolled.source == NONE:
            must_be_empty(rolled, n)
            return False
        if self.roll is None or rolled.roll != self.roll:
            raise Wrong("It rolls for a command that does not roll, or for another roll.", line=n)
        if rolled.source != self._dice:
            message = f"Its dice are {rolled.source[:40]} dice in an encounter with {self._dice} dice."
            raise Wrong(message, line=n)
        _dice_of(rolled, n)
        return True

    def _go_on(self) -> None:
        """Draw again what is known, up to the first line that is shut."""
        while self._drawn < len(self._order) and not self._is_blind:
            n = self._order[self._drawn]
            known = self._told[n]
            if known is None:
                return
            # Until they are drawn again, nothing says that they were rolled.
            self._told[n] = None
            for rolled in known:
                self._must_follow(rolled, n)
            self._told[n] = known
            self._drawn += 1

    def _must_follow(self, rolled: DiceRolled, n: int) -> None:
        if self._dice == "table":
            self._must_be_typed(rolled, n)
        if self._words is not None:
            dice = _dice_of(rolled, n)
            if draw_all(self._words, [dice.sides] * dice.count) != rolled.faces:
                raise Wrong("The faces do not follow from the revealed entropy.", line=n)

    def _must_be_typed(self, rolled: DiceRolled, n: int) -> None:
        typed = self.typed[self._used] if self.left else None
        if typed is None or (typed.by, typed.dice, typed.faces) != (rolled.by, rolled.dice, rolled.faces):
            raise Wrong("These are not the dice that were typed in.", line=n)
        self._used += 1


def must_be_empty(rolled: DiceRolled, n: int) -> None:
    """Refuse a roll of no source that shows a face."""
    if rolled.faces or rolled.roll is not None or not rolled.dice.startswith("0d"):
        raise Wrong("A roll of no source is one of no dice, with no face.", line=n)


def _dice_of(rolled: DiceRolled, n: int) -> Notation:
    """Return the dice that were rolled, which must be able to show the faces."""
    try:
        dice = notation(rolled.dice)
    except ValueError as error:
        raise Wrong(str(error), line=n) from None
    if len(rolled.faces) != dice.count or not all(1 <= face <= dice.sides for face in rolled.faces):
        raise Wrong(f"{rolled.dice} cannot show {list(rolled.faces)[:20]}.", line=n)
    return dice
