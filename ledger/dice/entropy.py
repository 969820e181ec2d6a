"""Where faces come from: the server's chain, what a table typed in, or a list (protocol el1)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from domain.dice import DiceNeeded, Notation, Thrown
from domain.events import DiceRolled, Event
from ledger.dice.chain import LENGTH, Chain
from ledger.dice.faces import KeyStream, draw_all, roll_key, roll_message
from ledger.dice.secrets import SecretsRefused, lock, new_seed, unlock
from ledger.line.entries import TableDiceTyped
from ledger.line.hidden import blind_key
from ledger.refusals import NoChain

PARTY = "server"
_CHAINS_IN_MEMORY = 256


class LedgerDice:
    """All dice of one command, drawn in order from the words of its key."""

    def __init__(
        self,
        link: bytes,
        encounter: str,
        roll: int,
        declared: bytes,
        salts: Iterable[tuple[str, int, bytes]] = (),
        blind: bytes | None = None,
    ) -> None:
        """Draw from the server's ``link`` and the ``salts``: (party, number, link) of every contributor.

        Behind a ``blind`` the words are others, which nobody knows who does not know it.
        """
        self._roll = roll
        key = roll_key(link, roll_message(encounter, roll, declared, salts))
        self._words = KeyStream(key if blind is None else blind_key(blind, key))

    def roll(self, _by: str, _purpose: str, dice: Notation) -> Thrown:
        """Return the next faces."""
        return Thrown(faces=draw_all(self._words, [dice.sides] * dice.count), source="ledger", roll=self._roll)


class TypedDice:
    """Physical dice as they were typed in; DiceNeeded for the first that nobody has typed yet."""

    def __init__(self, typed: Sequence[TableDiceTyped], roll: int) -> None:
        self._typed = iter(typed)
        self._roll = roll

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return what was typed in for this roll."""
        shown = next(self._typed, None)
        if shown is None:
            raise DiceNeeded(by, purpose, dice)
        return Thrown(faces=shown.faces, source="table", roll=self._roll)


class LoadedDice:
    """Faces from a list, for tests and rulebook examples."""

    def __init__(self, faces: Sequence[int], roll: int) -> None:
        self.left = list(faces)
        self._roll = roll

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return the next faces of the list; DiceNeeded when it is spent."""
        faces, self.left = tuple(self.left[: dice.count]), self.left[dice.count :]
        if len(faces) < dice.count:
            raise DiceNeeded(by, purpose, dice)
        return Thrown(faces=faces, source="loaded", roll=self._roll)


class RolledDice:
    """The faces that these events tell, once more."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._rolled = (event for event in events if isinstance(event, DiceRolled) and event.faces)

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return what was rolled next; DiceNeeded after the last."""
        rolled = next(self._rolled, None)
        if rolled is None or len(rolled.faces) != dice.count:
            raise DiceNeeded(by, purpose, dice)
        return Thrown(faces=rolled.faces, source=rolled.source, roll=rolled.roll)


class Chains:
    """The server's chains, their seeds locked with the installation's key and bound to the encounter."""

    def __init__(self, key: bytes, read: Callable[[str, int], tuple[int, bytes]], length: int = LENGTH) -> None:
        self.length = length
        self._key = key
        self._read = read
        self._made: OrderedDict[tuple[str, int], Chain] = OrderedDict()

    def new(self, encounter: str, base: int) -> tuple[Chain, tuple[int, int, bytes]]:
        """Return a fresh chain for the rolls after ``base``, and the row to store in the same transaction."""
        seed = new_seed()
        chain = Chain(seed, encounter, PARTY, self.length)
        return chain, (base, self.length, lock(self._key, seed, encounter.encode()))

    def made(self, encounter: str, base: int, anchor: str | None = None) -> Chain | None:
        """Return the chain as ``of`` does, None where it would have to be read and made first."""
        known = self._made.get((encounter, base))
        with suppress(KeyError):  # one that another thread lets go just now
            self._made.move_to_end((encounter, base))
        # Another process may have put another chain in its place.
        return known if known is not None and anchor in (None, known.anchor.hex()) else None

    def of(self, encounter: str, base: int, anchor: str | None = None) -> Chain:
        """Return the chain that is stored for the rolls after ``base``; NoChain where its anchor is not that one."""
        if (known := self.made(encounter, base, anchor)) is not None:
            return known
        length, locked = self._read(encounter, base)
        try:
            chain = Chain(unlock(self._key, locked, encounter.encode()), encounter, PARTY, length)
        except (SecretsRefused, ValueError):
            raise NoChain(encounter) from None
        if anchor not in (None, chain.anchor.hex()):
            raise NoChain(encounter)
        self._made[encounter, base] = chain
        while len(self._made) > _CHAINS_IN_MEMORY:
            self._made.popitem(last=False)
        return chain
