"""What the open questions of vanguard hold: the votes so far, and the turn of a group that they interrupt."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.encounter import Decision
from domain.facts import stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """Who votes and who has voted for what, where the party votes (N-G42)."""

    voters: tuple[str, ...] | None = None
    votes: tuple[tuple[str, str], ...] | None = None


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


def onslaught_of(asked: Decision) -> Onslaught | None:
    """N-G23: return the turn that mending the formation interrupts; None between the rounds."""
    return asked.step(Onslaught) if asked.context else None
