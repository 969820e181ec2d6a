"""Dice and choices that hang on what they are for: a rule that changes one roll of a fight leaves the others alone.

Two fights of the same number that differ in a house rule, or a sheet, share all the chance that both have.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import count

from bots.players import Choices
from domain.dice import Notation, Thrown

WORD = 8
"""Bytes of which a face is drawn."""


class KeyedDice:
    """The dice of fight ``number`` under a seed: by roller, purpose, how many-th such roll, and die."""

    def __init__(self, seed: int, number: int) -> None:
        self._key = _key(seed, "dice", number)
        self._thrown: Counter[tuple[str, str]] = Counter()

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return the next faces of a roller for a purpose."""
        self._thrown[by, purpose] += 1
        times = self._thrown[by, purpose]
        faces = (face(self._key, f"{by}\n{purpose}\n{times}\n{die}", dice.sides) for die in range(dice.count))
        return Thrown(faces=tuple(faces), source="simulated")


class KeyedChoices(Choices):
    """The choices of fight ``number`` under a seed: by seat, and how many commands the seat has given."""

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(seed)
        self._key = _key(seed, "choices", number)

    def of(self, seat: str, given: int) -> Choices:
        """Return the choices of a seat that has given so many commands."""
        return Choices(int.from_bytes(_digest(self._key, f"{seat}\n{given}")[:WORD]))


def face(key: bytes, what: str, sides: int) -> int:
    """Return a face of a die, each as likely as another: a word beyond the last whole row of faces is thrown away."""
    whole = 256**WORD - 256**WORD % sides
    return next(word % sides + 1 for word in _words(key, what) if word < whole)


def _words(key: bytes, what: str) -> Iterator[int]:
    for part in count():
        digest = _digest(key, f"{what}\n{part}")
        for start in range(0, len(digest), WORD):
            yield int.from_bytes(digest[start : start + WORD])


def _key(seed: int, kind: str, number: int) -> bytes:
    return _digest(str(seed).encode(), f"lab\n{kind}\n{number}")


def _digest(key: bytes, what: str) -> bytes:
    return hmac.digest(key, what.encode(), "sha256")
