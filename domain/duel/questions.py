"""What the two games wait for: the open questions, each with the step that it interrupts, and what goes on without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from domain.encounter import Decision, Turn

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemChoice(Duel):
    """An attack in which an owner is asked whether to play an item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceChoice(Duel):
    """An attack in which the defender is asked for a number of dice."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleeing:
    """Somebody is in flight, and goes on or stops."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """Somebody is on a board move."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """Somebody is on a board move, on a space where a foe stands."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """Nobody's move or combat is going on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The encounter has ended."""


Question: TypeAlias = Entry | Contact | Flight | Pursuit | ItemChoice | DiceChoice
"""What somebody has to answer before anything else is done."""
Standing: TypeAlias = Turn | Fleeing | Moving | Passing | Idle | Over
"""What is going on where no question is open."""
Awaited: TypeAlias = Question | Standing
"""Everything that the two games can wait for."""
Alike: TypeAlias = Flight | Pursuit | Fleeing | Moving | Passing | Over
"""What both games take in the same way."""
Shared: TypeAlias = Alike | Contact | Turn | Idle
"""What both games can wait for."""
KINDS: dict[str, type[Any]] = {
    "turn": Turn,
    "champion": Entry,
    "engage": Contact,
    "flight": Flight,
    "chase": Pursuit,
    "play_item": ItemChoice,
    "defense_dice": DiceChoice,
}
"""By the kind of a decision, what it holds."""


def asked_by(decision: Decision) -> Question | Turn:
    """Return what a decision asks."""
    asked: Question | Turn = decision.step(KINDS[decision.kind])
    return asked
