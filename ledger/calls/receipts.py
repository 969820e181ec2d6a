"""Receipts: signed checkpoints of a fight, the cosignatures of its seats, and proofs that a line is in it."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from ledger.calls.fights import Fights
from ledger.dice.keys import Signer, key_of, text_of
from ledger.line import clock
from ledger.line.tree import consistency, inclusion, root, roots
from ledger.proof import notes, proofs
from ledger.proof.notes import COSIGNER, NoteKey, NoteRefused
from ledger.refusals import NoSuchProof, NotCosigned
from ledger.store.protocol import Signals
from ledger.table import joining
from ledger.table.fight import Fight
from ledger.table.table import Table

REPLAY = "encounter-replay/v1"
"""What the note on a replay begins with."""
SKEW = 120
"""Seconds that the time of a cosignature may be ahead of the server's."""
KEPT = 1024
"""Notes that are remembered: whoever asked and whoever listens get the same one, signed once."""


class Receipts:
    """What a ledger signs. Nothing is signed before it is committed."""

    def __init__(self, fights: Fights, store: Signals, signer: Signer) -> None:
        self._fights = fights
        self._store = store
        self._signer = signer
        self._signed = lru_cache(KEPT)(self._sign)
        self._log_key = lru_cache(KEPT)(lambda origin: notes.vkey(origin, signer.public))

    def checkpoint(self, fight: Fight, size: int | None = None) -> str | None:
        """Return the signed checkpoint of a fight, or of its first lines; None where it was begun under another key."""
        wanted = fight.version + 1 if size is None else size
        return None if fight.imported else self.signed(fight.table, wanted, _root(fight, wanted))

    def signed(self, table: Table, size: int, root: bytes) -> str | None:
        """Return the signed checkpoint of so many committed lines with that root; None under another log key."""
        if table.origin is None or table.log_key != self._log_key(table.origin):
            return None
        return self._signed(table.origin, size, root)

    def _sign(self, origin: str, size: int, root: bytes) -> str:
        return notes.signed(notes.checkpoint_text(origin, size, root), origin, self._signer)

    def of_replay(self, encounter: str, version: int, bundle: bytes) -> str | None:
        """Return the signed note that a bundle was made of the lines up to a version; None under another log key.

        It is no checkpoint and cannot be taken for one: it begins with a word of its own, and has a line more.
        """
        fight = self._fights.fight(encounter)
        origin, root = fight.table.origin, _root(fight, version + 1)
        if self.checkpoint(fight) is None or origin is None:
            return None
        digests = (text_of(each) for each in (root, sha256(bundle).digest()))
        return notes.signed("\n".join([REPLAY, origin, str(version + 1), *digests, ""]), origin, self._signer)

    def note(self, encounter: str, size: int | None = None) -> str:
        """Return the checkpoint of a size, the newest without one, with every cosignature on it.

        Raises:
            NoSuchProof: The fight is shorter, or its log key is not this server's.
        """
        fight = self._fights.fight(encounter)
        wanted = fight.version + 1 if size is None else size
        _must_be_a_size(fight, wanted)
        signed = self.checkpoint(fight, wanted)
        if signed is None:
            kept = (note for note in self._store.notes(encounter) if notes.size_of(note) == wanted)
            found = next(kept, None)
            if found is None:
                raise NoSuchProof("This fight was begun under another log key: no checkpoint of it is signed here.")
            return found
        return signed + "".join(self._cosigned(encounter).get(wanted, ()))

    def cosign(self, encounter: str, seat: str, party: str, size: int, line: str) -> str:
        """Keep the line with which a device cosigns the checkpoint of a size, and return the note with it.

        Raises:
            NotCosigned: The line is no cosignature of the device on that checkpoint.
        """
        fight = self._fights.fight(encounter)
        joining.must_be_of(fight.table, seat, party)
        _must_be_a_size(fight, size)
        text = f"{self.note(encounter, size).split(chr(10) * 2)[0]}\n"
        try:
            opened = notes.opened(f"{text}\n{line}", [cosigner(fight.table, party)])
        except NoteRefused as refused:
            raise NotCosigned(str(refused)) from None
        seconds = opened.signatures[0].seconds or 0
        if seconds * 1000 > clock.now() + SKEW * 1000:
            raise NotCosigned(f"The cosignature of {party} is dated more than {SKEW} seconds from now.")
        self._store.cosign(encounter, size, party, line)
        return self.note(encounter, size)

    def notes_of(self, fight: Fight) -> list[str]:
        """Return the checkpoints that a file of the fight carries: the cosigned ones, and that of all of it."""
        if fight.imported:
            return [note for note in self._store.notes(fight.id) if notes.size_of(note) is not None]
        cosigned = self._cosigned(fight.id)
        sizes = {size for size in cosigned if 0 < size <= fight.version + 1} | {fight.version + 1}
        found = roots(_leaves(fight, fight.version + 1), sizes)
        signed = ((size, self.signed(fight.table, size, root)) for size, root in found.items())
        return [note + "".join(cosigned.get(size, ())) for size, note in signed if note is not None]

    def _cosigned(self, encounter: str) -> dict[int, list[str]]:
        """Return the cosigning lines of an encounter by size; what is no line any more would spoil the note."""
        kept = self._store.cosignatures(encounter)
        return {size: [line for line in lines if notes.is_signature(line)] for size, lines in kept.items()}

    def included(self, encounter: str, n: int, size: int | None = None) -> tuple[int, list[bytes]]:
        """Return the proof that line ``n`` is in the checkpoint of a size, and that size; NoSuchProof."""
        fight = self._fights.fight(encounter)
        wanted = fight.version + 1 if size is None else size
        _must_be_a_size(fight, wanted)
        if not 0 <= n < wanted:
            raise NoSuchProof(f"There is no line {n} in the first {wanted} lines.")
        return wanted, inclusion(_leaves(fight, wanted), n)

    def extended(self, encounter: str, old: int, size: int | None = None) -> tuple[int, list[bytes]]:
        """Return the proof that a checkpoint of a size only added to that of an older one, and that size."""
        fight = self._fights.fight(encounter)
        wanted = fight.version + 1 if size is None else size
        _must_be_a_size(fight, wanted)
        if not 0 < old <= wanted:
            raise NoSuchProof(f"A checkpoint of {old} lines is no older one of {wanted}.")
        return wanted, consistency(_leaves(fight, wanted), old)

    def roll_proof(self, encounter: str, roll: int) -> bytes:
        """Return the file that proves one roll, by its public lines alone; NoSuchProof."""
        fight = self._fights.fight(encounter)
        return proofs.proof([line.raw for line in fight.lines], self.notes_of(fight), roll)


def cosigner(table: Table, party: str) -> NoteKey:
    """Return the key with which a device cosigns."""
    return NoteKey(name=f"{table.origin}/{party}", public=key_of(table.devices[party].key), kind=COSIGNER)


def _must_be_a_size(fight: Fight, size: int) -> None:
    if not 0 < size <= fight.version + 1:
        raise NoSuchProof(f"The fight has {fight.version + 1} lines, not {size}.")


def _root(fight: Fight, size: int) -> bytes:
    return fight.log.tree(size - 1).root() if size >= fight.log.first else root(_leaves(fight, size))


def _leaves(fight: Fight, size: int) -> list[bytes]:
    return fight.log.leaves(size)
