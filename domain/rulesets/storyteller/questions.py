"""What storyteller waits for: the open questions, those put to the storyteller among them, and steps before turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from domain.encounter import Decision, Encounter, Turn
from domain.events import DecisionOpened
from domain.facts import facts_of, stated
from domain.story import Story


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedToRule:
    """What the storyteller is to rule on: whose shot, reaction or activity, or who of those who hide rolls."""

    subject: Literal["zone_shot", "reaction", "activity", "stealth_roller"]
    who: str | None = None
    attacker: str | None = None
    target: str | None = None
    location: str | None = None
    attack: str | None = None
    spell: str | None = None
    ability: str | None = None
    value: str | None = None
    hiding: tuple[str, ...] = ()
    until: str = stated("ruling")

    @property
    def declarer(self) -> str:
        """Return who has declared what waits for the ruling."""
        return self.who or self.attacker or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hiding:
    """Who hides, who of them rolls, and the totals so far."""

    rollers: tuple[str, ...] = field(metadata={"alias": "for"})
    hiding: tuple[str, ...]
    each: bool = stated(True)
    rolls: str = stated("stealth")
    rolled: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """The order so far in blocks, which of them are not settled, and by what ties have been settled (STO-21)."""

    blocks: tuple[tuple[str, ...], ...]
    unsettled: tuple[bool, ...]
    ties: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A move in zones: near somebody, away from everybody, or into another zone."""

    near: str | None = None
    withdraw: bool | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """Who leaves the reach of those who may strike, and from which place or fight."""

    target: str
    at: str
    each: bool = stated(True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(Leaving):
    """The rest of a way on the battle grid."""

    path: tuple[str, ...]
    mode: str
    step: Literal["walk"] = "walk"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneMove(Leaving):
    """A move in zones that is still to be made."""

    way: Way
    step: Literal["zones"] = "zones"


Departure: TypeAlias = Walk | ZoneMove
"""A move that is interrupted for those who may strike."""


def departure_of(asked: Decision) -> Departure:
    """Return the move that a question interrupts."""
    return asked.step_of(Walk, ZoneMove)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The storyteller sets up, and opens the fight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprise:
    """The storyteller says who hides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """Everybody takes a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Initiative:
    """Everybody rolls initiative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The encounter has ended."""


Question: TypeAlias = Hiding | Tie | AskedToRule | Walk | ZoneMove
"""What somebody has to answer before anything else is done."""
Asked: TypeAlias = Question | Turn
"""What can be asked, a turn among it."""
Phase: TypeAlias = Setup | Surprise | Positions | Initiative
"""The steps before the first turn."""
Awaited: TypeAlias = Asked | Phase | Over
"""Everything that a fight can wait for."""
PHASES: dict[str, Phase] = {
    "setup": Setup(),
    "surprise": Surprise(),
    "positions": Positions(),
    "initiative": Initiative(),
}
"""The steps before the first turn, by their name."""
KINDS: dict[str, Callable[[Decision], Asked]] = {
    "stealth": lambda decision: decision.step(Hiding),
    "initiative_tie": lambda decision: decision.step(Tie),
    "ruling": lambda decision: decision.step(AskedToRule),
    "opportunity_attack": departure_of,
    "turn": lambda decision: decision.step(Turn),
}
"""By the kind of a decision, how it is read."""


def asked_by(decision: Decision) -> Asked:
    """Return what a decision asks."""
    return KINDS[decision.kind](decision)


def asked_in(encounter: Encounter) -> Asked | None:
    """Return what the question on top asks, a turn too; None before the first turn while nothing is asked."""
    return None if encounter.decision is None else asked_by(encounter.decision)


def awaited(encounter: Encounter) -> Awaited:
    """Return what the encounter waits for: the question on top of the stack, or else the step of the set-up."""
    if encounter.outcome is not None:
        return Over()
    return asked_in(encounter) or PHASES[encounter.phase]


def ask_for_ruling(story: Story, asked: AskedToRule, rule: str) -> None:
    """STO-44: what was declared waits for the storyteller's word."""
    owner = str(story.now.referee)
    story.tell(DecisionOpened(kind="ruling", owner=owner, context=facts_of(asked), rules=(rule,)))
