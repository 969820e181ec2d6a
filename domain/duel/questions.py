"""What the open questions of the two games hold of the step that they interrupt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Answer = Literal["engage", "decline"]
"""What is said to a contact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Who has entered a space with several units of one owner, of whom one is to be named (champion)."""

    versus: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Who is asked whether to fight whom, as the first (1) or as the next (2); ``before`` the first one's answer."""

    who: str
    versus: str
    step: int
    before: Answer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """Who may flee how many spaces from which combat."""

    who: str
    spaces: int
    engagement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursuit:
    """Who may chase which quarry, and the combat that it has left."""

    who: str
    quarry: str
    engagement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """An item that an owner has played in an attack, on which unit, and what it counts for there."""

    owner: str
    item: str
    on: str
    kind: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """An attack under way: who against whom, items played, owners asked, the defender's number of dice, faces.

    ``who`` is asked for a number of dice. No number of dice (0) and no faces stand for what is not settled yet.
    """

    attacker: str
    defender: str
    who: str | None = None
    plays: tuple[Play, ...] = ()
    asked: tuple[str, ...] = ()
    count: int = 0
    attack: tuple[int, ...] = ()
    defense: tuple[int, ...] = ()

    def worth(self, kind: str, unit: str) -> int:
        """Return the sum of the played items of a kind on a unit; an extra die counts one."""
        return sum(play.amount for play in self.plays if play.kind == kind and play.on == unit)
