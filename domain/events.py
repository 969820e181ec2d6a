"""What happened in a fight: the vocabulary shared by all rule systems.

Every event is past tense and carries outcomes, never instructions: folding it needs no rule, no die and no clock.
``rules`` names the rule ids it rests on. The stored name of an event is its class name; a field whose JSON name is a
Python keyword carries that name as ``alias``. A stored field is never renamed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypedDict, cast

from domain.items import Carried, Item
from domain.places.details import Detail

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
    """The first event: everything that is frozen for the whole encounter.

    ``title`` is what it is called, ``names`` what things and places are; ``disclosure``
    is what the pools of a side show to the others. ``anchor`` begins the server's chain,
    ``origin`` names the log and ``log_key`` (a verifier key) who signs it.
    """

    encounter: str
    system: str
    version: str
    house_rules: Facts
    positions: str
    size: int
    rewind: str
    dice: str
    entropy: str = "server"
    missing: str | None = None
    clock: int | None = None
    attest: str | None = None
    overrides: str | None = None
    hands: str | None = None
    referee: str | None = None
    seats: tuple[Facts, ...] = ()
    anchor: str | None = None
    origin: str | None = None
    log_key: str | None = None
    key_wait: int | None = None
    words: Facts | None = None
    title: str | None = None
    names: tuple[Facts, ...] = ()
    disclosure: tuple[Facts, ...] = ()
    fork: Facts | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantJoined:
    """Anyone who can act or be targeted came in: side, pools, cards, the rest of the sheet, what they are called."""

    who: str
    side: str
    kind: str
    at: str
    name: str | None = None
    controller: str | None = None
    life: str = "active"
    pools: tuple[Pool, ...] = ()
    items: tuple[Item, ...] = ()
    carried: tuple[Carried, ...] = ()
    sheet: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChanged:
    """The board changed as ``detail`` says; what ``change`` may be is its kind's (tiles, zones, ranks, grid)."""

    change: str
    detail: Facts
    reason: str | None = None
    by: str | None = None
    rules: tuple[str, ...] = ()

    @property
    def stated(self) -> Detail:
        """Return what the change states."""
        return cast("Detail", self.detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterEnded:
    """The fight is over: no fight event follows but a rewind. ``winner`` is the side that won, where one did."""

    outcome: str
    reason: str | None = None
    winner: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseChanged:
    """The encounter went from one phase to the next: set-up steps, and the parts of a round that sides have."""

    origin: str = field(metadata={"alias": "from"})
    to: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted:
    """A round began; ``seconds`` is what it stands for, where a system says so."""

    round: int
    seconds: int | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded:
    """A round is over, and with it every condition that lasts until the ``round_end``."""

    round: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet:
    """Who comes when: the list of an initiative, or the side that is ``first`` in a round."""

    basis: str
    order: tuple[str, ...] = ()
    first: str | None = None
    round: int | None = None
    ties: str | tuple[str, ...] | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseSet:
    """Who is surprised, by which side where it is one's."""

    surprised: tuple[str, ...]
    surprising: str | None = None
    basis: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """``who`` has the turn, in the ``engagement`` if it is one's; opens the turn decision and sets the ``budgets``."""

    who: str
    role: str | None = None
    engagement: str | None = None
    budgets: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """The turn of ``who`` is over, and with ``ends_move`` their board move too.

    ``keeps`` is how much of their own allowance a flight that goes on may leave to them.
    """

    who: str
    reason: str | None = None
    engagement: str | None = None
    ends_move: bool | None = None
    keeps: int | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOpened:
    """``owner`` must answer before anything else; ``context`` holds the interrupted step.

    One declaration answers it. Where ``context`` says ``each``, everybody among the options answers for themselves;
    where it says ``until``, only a declaration of that kind does; where it says ``rolls``, a roll for that does.
    """

    kind: str
    owner: str | tuple[str, ...]
    options: tuple[str | int, ...] = ()
    context: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionLapsed:
    """The decision on top was closed without an answer."""

    kind: str
    owner: str | tuple[str, ...]
    reason: str
    rules: tuple[str, ...] = ()


class Chosen(TypedDict, total=False):
    """What is asked of a declaration again: at whom, to which seat or zone, what it ordered, of which number it is."""

    target: str
    versus: str
    to: str
    zone: str
    order: str
    free_attack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationMade:
    """A participant chose; this closes the question that stands open, if one does.

    ``targets`` are those it is meant for, ``taken`` is the option of the open question that it answers with.
    """

    who: str
    kind: str
    targets: tuple[str, ...] = ()
    taken: str | int | None = None
    parameters: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()

    @property
    def said(self) -> Chosen:
        """Return what was chosen with it."""
        return cast("Chosen", self.parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade:
    """The referee decided: on what (``subject``), what (``value``); closes the question on that subject, if open."""

    by: str
    subject: str
    value: str | int | None = None
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
    """One roll by one roller: every face in the order rolled, and where it came from.

    ``pool`` names the parts of a pool in the order of its faces, ``penalty`` the dice taken from it, ``sl`` its
    success levels; ``keep`` are the faces that count under advantage or disadvantage (``mode``). ``parts`` are what
    the dice, or levels, that were given and taken are made of.
    """

    by: str
    purpose: str = field(metadata={"alias": "for"})
    dice: str
    faces: tuple[int, ...]
    source: str
    total: int | None = None
    mod: int | None = None
    roll: int | None = None
    pool: str | None = None
    penalty: int | None = None
    sl: int | None = None
    mode: str | None = None
    keep: tuple[int, ...] = ()
    attempt: int | None = field(default=None, metadata={"alias": "try"})
    parts: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


class Counted(TypedDict, total=False):
    """What is asked of an outcome again: how many of its kind there are by now."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeResolved:
    """What the rolls meant, for ``who`` and, where it was aimed at somebody, for ``whom``.

    ``roll`` is the number of the roll it resolves, where the ledger numbered it.
    """

    kind: str
    who: str
    result: str
    whom: str | None = None
    roll: int | None = None
    margin: int | None = None
    versus: str | int | None = None
    details: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()

    @property
    def stated(self) -> Counted:
        """Return what it counts."""
        return cast("Counted", self.details)


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantMoved:
    """One step or leg of a way, or one forced change of place; ``from`` is empty where there was no place before."""

    who: str
    origin: str = field(metadata={"alias": "from"})
    to: str
    mode: str
    cost: int | None = None
    path: tuple[str, ...] = ()
    details: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngagementChanged:
    """A combat (melee, grapple, cluster) was formed, joined, left, resumed, reversed or dissolved.

    ``members`` stand in the order of arriving (the aggressor first), ``order`` is the turn list, ``holder`` whoever
    has the next turn where that is not the next of the order. ``ends_move``: the board move that was going on is over.
    """

    id: str
    change: str
    kind: str = "combat"
    tile: str | None = None
    zone: str | None = None
    members: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    holder: str | None = None
    who: str | None = None
    forced: bool | None = None
    reason: str | None = None
    ends_move: bool | None = None
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
    """``amount`` after all reductions and before the floor at 0; the pool went from ``before`` to ``after``.

    ``parts`` are the signed terms of the amount.
    """

    to: str
    by: str
    amount: int
    pool: str
    before: int
    after: int
    why: str
    parts: Facts = field(default_factory=dict)
    damage_type: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VitalsRestored:
    """``amount`` as it was really restored, of these ``parts``; the pool went from ``before`` to ``after``."""

    to: str
    amount: int
    pool: str
    before: int
    after: int
    why: str
    parts: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionApplied:
    """``to`` is under ``condition`` from now on; ``stacks`` add to those there are, all else replaces it."""

    to: str
    condition: str
    source: str | None = None
    stacks: int | None = None
    value: str | int | None = None
    until: str | None = None
    details: Facts = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEnded:
    """``to`` is rid of a condition, or of so many ``stacks`` of it where some are ``left``."""

    to: str
    condition: str
    reason: str
    stacks: int | None = None
    left: int | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeStateChanged:
    """``who`` went from one state of life to another: active, down, dying, dead, left."""

    who: str
    origin: str = field(metadata={"alias": "from"})
    to: str
    why: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemUsed:
    """``who`` used an item on somebody or on a tile; a consumed one has left the hand.

    ``card`` is what it is, where not everybody knew.
    """

    who: str
    item: str
    on: str
    consumed: bool
    mode: str | None = None
    card: Item | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemMoved:
    """An item went from one hand (belt, pack, piece of ground) to another.

    ``card`` is what it is, where not everybody knew.
    """

    item: str
    origin: str = field(metadata={"alias": "from"})
    to: str
    card: Item | None = None
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
    | PhaseChanged
    | RoundStarted
    | RoundEnded
    | OrderSet
    | SurpriseSet
    | TurnStarted
    | TurnEnded
    | DecisionOpened
    | DecisionLapsed
    | DeclarationMade
    | RulingMade
    | MessageRecorded
    | DiceRolled
    | OutcomeResolved
    | CombatantMoved
    | EngagementChanged
    | ResourceChanged
    | DamageApplied
    | VitalsRestored
    | ConditionApplied
    | ConditionEnded
    | LifeStateChanged
    | ItemUsed
    | ItemMoved
)
"""What ``decide`` returns and ``evolve`` folds."""

EVENTS: tuple[type[Event], ...] = Event.__args__
