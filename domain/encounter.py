"""The encounter as it stands: frozen values that ``evolve`` folds and the rules read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict, TypeVar, cast

from domain.events import Chosen, Facts, Pool
from domain.facts import known, read_either
from domain.items import Carried, Item
from domain.places import Board
from domain.places.grid import Grid
from domain.places.ranks import Ranks
from domain.places.tiles import EMPTY, Tiles
from domain.places.zones import Zones

IN_RESERVE = "in_reserve"
"""The condition of whoever is in the fight, and neither on the board nor known to the rules."""
S = TypeVar("S")
T = TypeVar("T")
Thing = Item | Carried
"""What can be in a hand, on a belt, in a pack, on the ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What somebody is under: how often, what it is worth, until when, where it comes from."""

    stacks: int | None = None
    value: str | int | None = None
    until: str | None = None
    source: str | None = None
    details: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A ruling of the referee; ``n`` counts declarations and rulings of the encounter up to it."""

    n: int
    subject: str
    value: str | int | None
    parameters: Facts

    @property
    def said(self) -> Ruled:
        """Return what it states beside its value."""
        return cast("Ruled", self.parameters)


class Ruled(TypedDict, total=False):
    """What a ruling may state beside its value: for whom it holds, from which source, and how much it gives."""

    attacker: str
    target: str
    pair: str
    source: str | None
    mode: str
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What somebody declared in the turn that is going on."""

    who: str
    kind: str
    targets: tuple[str, ...]
    parameters: Facts

    @property
    def said(self) -> Chosen:
        """Return what was chosen with it."""
        return cast("Chosen", self.parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Combatant:
    """Somebody in the fight. ``side`` owns its cards and answers its questions; ``controller`` is the seat.

    ``arrived`` counts the steps of the encounter up to its last one: of two on a tile, the later arrival entered.
    ``stance`` holds the details of its last change of place.
    """

    id: str
    side: str
    kind: str
    at: str
    name: str | None = None
    arrived: int = 0
    controller: str | None = None
    pools: dict[str, Pool] = field(default_factory=dict)
    resources: dict[str, int] = field(default_factory=dict)
    conditions: dict[str, Condition] = field(default_factory=dict)
    stance: Facts = field(default_factory=dict)
    life: str = "active"
    sheet: Facts = field(default_factory=dict)

    @property
    def alive(self) -> bool:
        """Return whether it can act and be met."""
        return self.life == "active"

    @property
    def gone(self) -> bool:
        """Return whether it is out of the fight for good: dead, or left."""
        return self.life in ("dead", "left")

    @property
    def movement(self) -> int:
        """Return the allowance it has left, in spaces."""
        return self.resources.get("movement", 0)

    def under(self, condition: str) -> bool:
        """Return whether it is under a condition."""
        return condition in self.conditions

    def stacks(self, condition: str) -> int:
        """Return how often it is under a condition."""
        held = self.conditions.get(condition)
        return 0 if held is None else 1 if held.stacks is None else held.stacks


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """An open question: whose it is, what may be answered, and the step it interrupts."""

    kind: str
    owner: str | tuple[str, ...]
    options: tuple[str | int, ...] = ()
    context: Facts = field(default_factory=dict)

    @property
    def who(self) -> str | None:
        """Return the combatant that is asked, where it is one's to answer."""
        who: str | None = self.context.get("who")
        return who

    def step(self, kind: type[S]) -> S:
        """Return the step that it interrupts, which the rules of a system have given a name."""
        return known(kind, self.context)

    def step_of(self, one: type[S], other: type[T]) -> S | T:
        """Return the step that it interrupts, which is of one of two kinds."""
        return read_either(one, other, self.context)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What an open turn holds: whose it is, in which role and in which combat, where it is one's."""

    who: str
    role: str | None
    engagement: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """A combat, melee, grapple or cluster: where, who (the aggressor first), the turn list, who had the last turn.

    With a turn list, ``holder`` is whoever has the next turn out of order; without one, whoever has hold of the others.
    ``aggressors`` are the members who came in; whoever was found there is none. ``keeps`` is how much of their own
    allowance its fugitive may keep.
    """

    id: str
    kind: str
    place: str
    members: tuple[str, ...]
    order: tuple[str, ...]
    last: str | None = None
    holder: str | None = None
    aggressors: tuple[str, ...] = ()
    keeps: int = 0

    @property
    def next_up(self) -> str:
        """Return whose turn comes next: the holder, or the one after the last, cyclic."""
        if self.holder is not None:
            return self.holder
        if self.last not in self.order:
            return self.order[0]
        return self.order[(self.order.index(self.last) + 1) % len(self.order)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter:
    """One fight, folded: board, combatants, hands, combats, the stack of open decisions, whose turn and round it is.

    ``reserve`` are those who wait to be revealed: no rule knows of them.
    ``acted`` had their turn in this round; ``deeds`` were declared in this turn, and ``resolved`` are the outcomes in
    it, as (who, kind); ``harm`` sums by target and doer what
    pools lost in this round, ``harm_before`` in the last; ``aimed`` is the moment of the last declaration of one at
    another of a kind, counted like ``n`` of rulings; ``initiatives`` are the totals rolled, the latest last;
    ``formed`` counts combats by kind, ``asked`` the questions opened; ``pursuers`` were the aggressors of the combat
    that was fled last; ``ending`` are the seats that want the end, with nothing told since; ``voices`` are the seats
    that alone speak for a side, where it has one; ``words`` are those that the table has declared,
    ``names`` what things and places are called, ``disclosure`` what a side shows of its pools;
    ``winner`` is the side that won, ``fork`` the line of another fight that this one branched off at.
    """

    id: str = ""
    system: str = ""
    version: str = ""
    house_rules: Facts = field(default_factory=dict)
    rewind: str = "until-roll"
    dice: str = "ledger"
    clock: int | None = None
    overrides: str = "open"
    private_hands: bool = False
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    disclosure: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    voices: dict[str, str] = field(default_factory=dict)
    referee: str | None = None
    fork: Facts | None = None
    board: Board = EMPTY
    combatants: dict[str, Combatant] = field(default_factory=dict)
    reserve: dict[str, Combatant] = field(default_factory=dict)
    hands: dict[str, tuple[Thing, ...]] = field(default_factory=dict)
    engagements: dict[str, Engagement] = field(default_factory=dict)
    formed: dict[str, int] = field(default_factory=dict)
    phase: str = "setup"
    round: int | None = None
    order: tuple[str, ...] = ()
    first: str | None = None
    surprising: str | None = None
    surprised: tuple[str, ...] = ()
    initiatives: dict[str, int] = field(default_factory=dict)
    acted: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    resolved: tuple[tuple[str, str], ...] = ()
    harm: dict[str, dict[str, int]] = field(default_factory=dict)
    harm_before: dict[str, dict[str, int]] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    moment: int = 0
    aimed: dict[tuple[str, str, str], int] = field(default_factory=dict)
    steps: int = 0
    decisions: tuple[Decision, ...] = ()
    asked: int = 0
    mover: str | None = None
    moved_last: str | None = None
    pursuers: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()
    declined: frozenset[tuple[str, str]] = frozenset()
    outcome: str | None = None
    winner: str | None = None

    @property
    def tiles(self) -> Tiles:
        """Return the board of an encounter on tiles."""
        return cast(Tiles, self.board)

    @property
    def zones(self) -> Zones:
        """Return the board of an encounter in zones."""
        return cast(Zones, self.board)

    @property
    def grid(self) -> Grid:
        """Return the board of an encounter on a battle grid."""
        return cast(Grid, self.board)

    @property
    def ranks(self) -> Ranks:
        """Return the room of an encounter in ranks."""
        return cast(Ranks, self.board)

    @property
    def decision(self) -> Decision | None:
        """Return the question on top of the stack."""
        return self.decisions[-1] if self.decisions else None

    @property
    def settled(self) -> bool:
        """Return whether fewer than two sides have anybody left."""
        return len({combatant.side for combatant in self.living}) < 2

    @property
    def upright(self) -> frozenset[str]:
        """Return the sides that have somebody who can act: a mount alone fights for nobody, and the dying may."""
        able = ("active", "dying") if self.house_rules.get("deaths_door_acts") else ("active",)
        return frozenset(one.side for one in self.combatants.values() if one.life in able and one.kind != "mount")

    @property
    def living(self) -> tuple[Combatant, ...]:
        """Return everybody alive, in the order of joining."""
        return tuple(c for c in self.combatants.values() if c.alive)

    def foes_at(self, who: str) -> tuple[Combatant, ...]:
        """Return the living of other sides on the tile of ``who``, in the order of joining."""
        me = self.combatants[who]
        return tuple(c for c in self.combatants.values() if c.at == me.at and c.side != me.side and c.alive)

    def tiles_of_foes(self, side: str) -> frozenset[str]:
        """Return where the living of other sides stand."""
        return frozenset(c.at for c in self.living if c.side != side)

    def both_declined(self, one: str, other: str) -> bool:
        """Return whether each of the two has declined to fight the other, where they stand now."""
        return {(one, other), (other, one)} <= self.declined

    @property
    def turn(self) -> str | None:
        """Return who has the turn: the newest one that is open."""
        for decision in reversed(self.decisions):
            if decision.kind == "turn":
                return decision.who
        return None

    def engaged(self, who: str, kind: str) -> Engagement | None:
        """Return the combat of a kind that somebody is a member of."""
        return next((each for each in self.engagements.values() if each.kind == kind and who in each.members), None)

    def next_id(self, kind: str, letter: str) -> str:
        """Return the id of the next combat of a kind: ``M1``, ``M2`` … in the order of forming."""
        return f"{letter}{self.formed.get(kind, 0) + 1}"

    def things(self, holder: str) -> tuple[Thing, ...]:
        """Return what lies with a holder: a side, or a place of somebody or of the board (``belt:Aila``)."""
        return self.hands.get(holder, ())

    def hand(self, side: str) -> tuple[Item, ...]:
        """Return the cards of a side."""
        return tuple(card for card in self.things(side) if isinstance(card, Item))

    def card(self, side: str, item: str) -> Item | None:
        """Return the card of that id in the hand of a side."""
        return next((card for card in self.hand(side) if card.id == item), None)

    def carried(self, who: str, *places: str) -> tuple[Carried, ...]:
        """Return what somebody carries in these places of theirs."""
        found = (thing for place in places for thing in self.things(f"{place}:{who}"))
        return tuple(thing for thing in found if isinstance(thing, Carried))

    def engagement_of(self, who: str) -> Engagement | None:
        """Return the newest combat with ``who`` in it and standing on its tile."""
        at = self.combatants[who].at
        for engagement in reversed(self.engagements.values()):
            if engagement.place == at and who in engagement.members:
                return engagement
        return None
