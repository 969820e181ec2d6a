"""What happened in a fight: the vocabulary shared by all rule systems.

Every event is past tense and carries outcomes, never instructions: folding it needs no rule, no die and no clock.
``rules`` names the rule ids it rests on. The stored name of an event is its class name; a field whose JSON name is a
Python keyword carries that name as ``alias``. A stored field is never renamed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from domain.items import Item

Facts: TypeAlias = dict[str, Any]
"""JSON inside the profile: ASCII keys, no floats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """A named store of points: ``now`` of ``max``."""

    name: str
    now: int
    max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterOpened:
    """The first event: everything that is frozen for the whole encounter."""

    encounter: str
    system: str
    version: str
    house_rules: Facts
    positions: str
    size: int
    rewind: str
    dice: str
    entropy: str = "server"
    referee: str | None = None
    seats: tuple[Facts, ...] = ()
    anchor: str | None = None
    fork: Facts | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantJoined:
    """Anyone who can act or be targeted came in: their side, their pools, their cards, the rest of their sheet."""

    who: str
    side: str
    kind: str
    at: str
    controller: str | None = None
    life: str = "active"
    pools: tuple[Pool, ...] = ()
    items: tuple[Item, ...] = ()
    sheet: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChanged:
    """The board gained what ``detail`` lists: ``change`` is tiles, links or trap."""

    change: str
    detail: Facts
    reason: str | None = None
    by: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterEnded:
    """The fight is over: no fight event follows but a rewind."""

    outcome: str
    reason: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """``who`` has the turn, in the ``engagement`` if it is one's; opens the turn decision."""

    who: str
    role: str | None = None
    engagement: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """The turn of ``who`` is over, and with ``ends_move`` their board move too."""

    who: str
    reason: str | None = None
    engagement: str | None = None
    ends_move: bool | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOpened:
    """``owner`` must answer before anything else; ``context`` holds the interrupted step."""

    kind: str
    owner: str
    options: tuple[str | int, ...]
    context: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionLapsed:
    """The decision on top was closed without an answer."""

    kind: str
    owner: str
    reason: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationMade:
    """A participant chose; this closes the question that stands open, if one does."""

    who: str
    kind: str
    targets: tuple[str, ...] = ()
    parameters: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRecorded:
    """Words said on a channel."""

    by: str
    channel: str
    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled:
    """One roll by one roller: every face in the order rolled, and where it came from."""

    by: str
    purpose: str = field(metadata={"alias": "for"})
    dice: str
    faces: tuple[int, ...]
    source: str
    total: int | None = None
    mod: int | None = None
    roll: int | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeResolved:
    """What the rolls meant."""

    kind: str
    who: str
    result: str
    margin: int | None = None
    versus: str | None = None
    details: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantMoved:
    """One step, or one forced change of place."""

    who: str
    origin: str = field(metadata={"alias": "from"})
    to: str
    mode: str
    cost: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngagementChanged:
    """A combat was formed, joined, left, resumed or dissolved.

    ``members`` stand in the order of arriving (the aggressor first), ``order`` is the turn list, ``holder`` whoever
    has the next turn where that is not the next of the order.
    """

    id: str
    change: str
    kind: str = "combat"
    tile: str | None = None
    members: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    holder: str | None = None
    who: str | None = None
    forced: bool | None = None
    reason: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceChanged:
    """A budget of ``who`` went from ``before`` to ``after``."""

    who: str
    resource: str
    before: int
    after: int
    why: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageApplied:
    """``amount`` after all reductions and before the floor at 0; the pool went from ``before`` to ``after``."""

    to: str
    by: str
    amount: int
    pool: str
    before: int
    after: int
    why: str
    parts: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VitalsRestored:
    """``amount`` as it was really restored; the pool went from ``before`` to ``after``."""

    to: str
    amount: int
    pool: str
    before: int
    after: int
    why: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionApplied:
    """``to`` is under ``condition`` from now on."""

    to: str
    condition: str
    source: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeStateChanged:
    """``who`` went from one state of life to another: active, dead."""

    who: str
    origin: str = field(metadata={"alias": "from"})
    to: str
    why: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemUsed:
    """``who`` used an item on somebody or on a tile; a consumed one has left the hand."""

    who: str
    item: str
    on: str
    consumed: bool
    mode: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemMoved:
    """An item went from one hand to another."""

    item: str
    origin: str = field(metadata={"alias": "from"})
    to: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRewound:
    """The state at ``to_version`` holds again. Resolved by ``replay``; ``evolve`` never sees it."""

    to_version: int
    by: str
    reason: str
    voids: tuple[int, ...] = ()
    consents: tuple[Facts, ...] = ()
    rules: tuple[str, ...] = ()


Event: TypeAlias = (
    EncounterOpened
    | CombatantJoined
    | BoardChanged
    | EncounterEnded
    | TurnStarted
    | TurnEnded
    | DecisionOpened
    | DecisionLapsed
    | DeclarationMade
    | MessageRecorded
    | DiceRolled
    | OutcomeResolved
    | CombatantMoved
    | EngagementChanged
    | ResourceChanged
    | DamageApplied
    | VitalsRestored
    | ConditionApplied
    | LifeStateChanged
    | ItemUsed
    | ItemMoved
)
"""What ``decide`` returns and ``evolve`` folds."""

EVENTS: tuple[type[Event], ...] = Event.__args__
