"""What vanguard waits for: the open questions, with the votes so far or what they interrupt, and parts of the round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.encounter import Decision, Turn
from domain.facts import stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """Who votes and who has voted for what, where the party votes (N-G42)."""

    voters: tuple[str, ...] | None = None
    votes: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting(Vote):
    """How the party meets the monsters (VAN-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stances(Vote):
    """Who chooses a stance, until the party is ready."""

    choosing: tuple[str, ...] = field(metadata={"alias": "for"})
    until: str = stated("ready_round")


@dataclass(frozen=True, slots=True, kw_only=True)
class Onslaught:
    """The turn of a group: which member is next, whom they attack, and who was attacked last (VAN-36)."""

    group: str
    member: int
    ranking: tuple[str, ...]
    targets: tuple[str, ...]
    last: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """The next step that mends the formation, and the turn that it interrupts (N-G23); none between the rounds."""

    interrupts: Onslaught | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The referee sets up, and starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Characters:
    """Characters who have not acted in this round do so, in any order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Monsters:
    """The next group acts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The encounter has ended."""


Asked: TypeAlias = Meeting | Mending | Stances | Turn
"""What can be asked, a turn among it."""
Awaited: TypeAlias = Asked | Setup | Characters | Monsters | Over
"""Everything that the game can wait for."""


def asked_by(decision: Decision) -> Asked:
    """Return what a decision asks."""
    return KINDS[decision.kind](decision)


def _mending(decision: Decision) -> Mending:
    return Mending(interrupts=decision.step(Onslaught) if decision.context else None)


KINDS: dict[str, Callable[[Decision], Asked]] = {
    "engagement": lambda decision: decision.step(Meeting),
    "formation": _mending,
    "stance": lambda decision: decision.step(Stances),
    "turn": lambda decision: decision.step(Turn),
}
"""By the kind of a decision, how it is read."""
