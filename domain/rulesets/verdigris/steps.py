"""What a rule of verdigris hands to the next: the steps of an agenda, and what a question holds of them.

Whatever waits for a test takes its success levels and its sixes as ``sl`` and ``sixes``, and from the ledger's dice the
number of the ``roll`` that made the last of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from domain.encounter import Decision, Encounter, Turn
from domain.events import Facts
from domain.facts import facts_of, stated
from domain.rulesets.verdigris.traits import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """A step that goes on with the result of a test."""

    sl: int = 0
    sixes: int = 0
    roll: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow(Tested):
    """Who strikes whom with what kind of weapon; ``max`` is its listed maximum, ``called`` the shot that was called."""

    who: str
    target: str
    category: str
    damage: int | str
    bonus: int
    max: int | None = None
    called: str | None = None
    intent: str | None = None
    step: Literal["defend"] = "defend"


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipOut:
    """Somebody is about to test for getting out of a melee."""

    who: str
    step: Literal["slip_out"] = "slip_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slipped(Tested):
    """Somebody has tested for getting out of a melee."""

    who: str
    step: Literal["slipped"] = "slipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetOut:
    """Somebody gets out of a melee."""

    who: str
    step: Literal["get_out"] = "get_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calmed(Tested):
    """A rider has tested for holding a frightened mount."""

    who: str
    mount: str
    step: Literal["calmed"] = "calmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Startled:
    """The referee says what a frightened mount does: it runs ``to`` a zone, or stands."""

    rider: str
    mount: str
    to: str | None = None
    step: Literal["startled"] = "startled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A mount is about to run, ``to`` a zone or where it is quietest."""

    mount: str
    to: str | None = None
    step: Literal["run"] = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bolted:
    """A mount runs to a zone, which the referee may still have to name."""

    mount: str
    to: str = ""
    step: Literal["bolted"] = "bolted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered(Tested):
    """A rider has tested for an order that the mount has not learnt."""

    who: str
    step: Literal["ordered"] = "ordered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grappled(Tested):
    """Somebody has tested for taking hold of a foe."""

    who: str
    target: str
    step: Literal["grappled"] = "grappled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Struggled(Tested):
    """Somebody has tested for getting rid of what entangles them."""

    who: str
    step: Literal["struggled"] = "struggled"


Step: TypeAlias = Blow | SlipOut | Slipped | GetOut | Calmed | Startled | Run | Bolted | Ordered | Grappled | Struggled
Agenda: TypeAlias = tuple[Step, ...]
"""Steps still to be taken, the next one first. What interrupts them carries them in its question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What every open question has: its number, in the order of asking."""

    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A test as it fell: each face with the term it belongs to, and what may wear by it."""

    who: str
    faces: tuple[tuple[str, int], ...]
    mod: int
    roll: int | None = None
    attribute: Number | None = None
    weapon: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoll(Question):
    """A throw that may be pushed, and what waits for it."""

    who: str
    test: Throw
    then: Agenda


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Question):
    """Whose turn comes next is to be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Initiative(Question):
    """The roll that answers."""

    rolls: str = stated("initiative")


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeAttack(Question):
    """What gives the chance to strike, at whom, and what goes on afterwards."""

    trigger: str = stated("")
    target: str = stated("")
    then: Agenda = stated(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Fright(Question):
    """Whose mount is frightened."""

    who: str
    mount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GrappleTurn(Question):
    """Who may break the grapple or turn it round, and what goes on afterwards."""

    who: str
    then: Agenda = stated(())


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedToRule(Question):
    """What the referee is to rule on: whose mount, or whose called shot with what intent; what goes on afterwards."""

    subject: str
    mount: str | None = None
    intent: str | None = None
    attacker: str | None = None
    target: str | None = None
    then: Agenda = stated(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The referee sets up, and starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The encounter has ended."""


Asked: TypeAlias = Turn | Choice | Initiative | OpenRoll | FreeAttack | Fright | GrappleTurn | AskedToRule
"""What can be asked, a turn among it."""
Awaited: TypeAlias = Asked | Setup | Over
"""Everything that a fight can wait for."""
Q = TypeVar("Q", bound=Question)
KINDS: dict[str, type[Any]] = {
    "turn": Turn,
    "choose_actor": Choice,
    "initiative_roll": Initiative,
    "push": OpenRoll,
    "opportunity_attack": FreeAttack,
    "mount_control": Fright,
    "grapple_turn": GrappleTurn,
    "ruling": AskedToRule,
}
"""By the kind of a decision, what it holds."""


def asked_by(decision: Decision) -> Asked:
    """Return what a decision asks."""
    asked: Asked = decision.step(KINDS[decision.kind])
    return asked


def asked_in(encounter: Encounter) -> Asked | None:
    """Return what the question on top asks, a turn too; None before the fight has begun."""
    return None if encounter.decision is None else asked_by(encounter.decision)


def on_top(encounter: Encounter, kind: type[Q]) -> Q | None:
    """Return the question on top if it is of that kind."""
    asked = asked_in(encounter)
    return asked if isinstance(asked, kind) else None


def awaited(encounter: Encounter) -> Awaited:
    """Return what the encounter waits for: the question on top, or else the set-up."""
    return Over() if encounter.outcome is not None else asked_in(encounter) or Setup()


def numbered(context: Facts, asked: int) -> Facts:
    """Return what a question holds under the number after so many others."""
    return {**context, **facts_of(Question(id=f"D{asked + 1}"))}
