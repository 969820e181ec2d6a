"""Dice: what the rules ask for and what they get. The domain never sees where faces come from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

MOST_DICE = 200
MOST_SIDES = 1000

_SIGN = re.compile(r"\s*([+-])\s*")
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{HYPHEN}": "-"})
_FLAT = re.compile(r"[0-9]{1,3}")
_NOTATION = re.compile(r"(?P<count>[1-9]\d{0,2})?d(?P<sides>[1-9]\d{0,3})(?P<mod>[+-]\d{1,3})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """Dice as people write them: ``count`` dice with ``sides`` faces, plus ``mod``."""

    count: int
    sides: int
    mod: int = 0

    def __str__(self) -> str:
        """Return the canonical form: ``2d6``, ``1d6+2``."""
        return f"{self.count}d{self.sides}" + (f"{self.mod:+d}" if self.mod else "")


def notation(text: str) -> Notation:
    """Return the dice that ``text`` writes (``2d6``, ``d20+3``); ValueError says what is wrong with it."""
    return _read(text, text, 2)


def printed(text: str) -> Notation | int:
    """Return the dice that somebody wrote as a page prints them: ``2d6 + 3``, ``1D6``; or a number, flat or of ``1d1``.

    ValueError says what is wrong with it. A number has no die, and nothing is rolled for it.
    """
    plain = _SIGN.sub(r"\1", text.strip().translate(_MINUS)).lower()
    if _FLAT.fullmatch(plain):
        return int(plain)
    asked = _read(plain, text, 1)
    return asked if asked.sides > 1 else max(0, asked.count + asked.mod)


def canonical(text: str) -> str | int:
    """Return dice in the one form in which they are kept, or the number that is written; ValueError as ``printed``."""
    asked = printed(text)
    return asked if isinstance(asked, int) else str(asked)


def _read(plain: str, text: str, least: int) -> Notation:
    match = _NOTATION.fullmatch(plain)
    if match is None:
        raise ValueError(f"{text[:40]!r} is not dice: write them like 2d6 or 1d6+2.")
    count, sides, mod = int(match["count"] or 1), int(match["sides"]), int(match["mod"] or 0)
    if count > MOST_DICE or not least <= sides <= MOST_SIDES:
        raise ValueError(f"{text!r} is out of bounds: at most {MOST_DICE} dice with 2 to {MOST_SIDES} sides.")
    return Notation(count=count, sides=sides, mod=mod)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """Faces in the order rolled, where they came from and, from the ledger, the number of the roll."""

    faces: tuple[int, ...]
    source: str
    roll: int | None = None


class Dice(Protocol):
    """Whatever gives faces: the ledger's entropy, a table's typed dice, a script."""

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return one face a die, each in 1..sides. Raises DiceNeeded if there are none to give yet."""
        ...


class DiceNeeded(Exception):
    """The command is legal and rolls: ``by`` rolls ``dice`` for ``purpose``, and no faces are there yet."""

    def __init__(self, by: str, purpose: str, dice: Notation) -> None:
        super().__init__(f"{by} rolls {dice} for {purpose}")
        self.by = by
        self.purpose = purpose
        self.dice = dice


class NoDice:
    """Dice that are always needed: to find out whether a command is legal, and whether it rolls."""

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Raise DiceNeeded."""
        raise DiceNeeded(by, purpose, dice)


class Scripted:
    """Faces from a list, in order; DiceNeeded when it is spent, ValueError for a face that the die has not."""

    def __init__(self, faces: list[int], source: str = "loaded") -> None:
        self._faces = faces
        self._source = source
        self._next = 0

    @property
    def left(self) -> list[int]:
        """Return the faces nobody has rolled yet."""
        return self._faces[self._next :]

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return the next ``dice.count`` faces."""
        faces = tuple(self._faces[self._next : self._next + dice.count])
        if len(faces) < dice.count:
            raise DiceNeeded(by, purpose, dice)
        for face in faces:
            if not 1 <= face <= dice.sides:
                raise ValueError(f"{face} is not a face of a d{dice.sides} ({by} rolls {dice} for {purpose}).")
        self._next += dice.count
        return Thrown(faces=faces, source=self._source)
