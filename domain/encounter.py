"""The encounter as it stands: frozen values that ``evolve`` folds and the rules read."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.events import Facts, Pool
from domain.items import Item
from domain.places.tiles import EMPTY, Tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class Combatant:
    """Somebody in the fight. ``side`` owns its cards and answers its questions; ``controller`` is the seat.

    ``arrived`` counts the steps of the encounter up to its last one: of two on a tile, the later arrival entered.
    """

    id: str
    side: str
    kind: str
    at: str
    arrived: int = 0
    controller: str | None = None
    pools: dict[str, Pool] = field(default_factory=dict)
    resources: dict[str, int] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    life: str = "active"
    sheet: Facts = field(default_factory=dict)

    @property
    def alive(self) -> bool:
        """Return whether it can act and be met."""
        return self.life == "active"

    @property
    def movement(self) -> int:
        """Return the allowance it has left, in spaces."""
        return self.resources.get("movement", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """An open question: whose it is, what may be answered, and the step it interrupts."""

    kind: str
    owner: str
    options: tuple[str | int, ...] = ()
    context: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """A combat: where, who (the aggressor first), the turn list, who had the last turn, who holds the next."""

    id: str
    kind: str
    tile: str
    members: tuple[str, ...]
    order: tuple[str, ...]
    last: str | None = None
    holder: str | None = None

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
    """One fight, folded: board, combatants, hands, combats, the stack of open decisions, whose board move it is."""

    id: str = ""
    system: str = ""
    version: str = ""
    house_rules: Facts = field(default_factory=dict)
    rewind: str = "until-roll"
    dice: str = "ledger"
    board: Tiles = EMPTY
    combatants: dict[str, Combatant] = field(default_factory=dict)
    hands: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    engagements: dict[str, Engagement] = field(default_factory=dict)
    formed: int = 0
    steps: int = 0
    decisions: tuple[Decision, ...] = ()
    mover: str | None = None
    moved_last: str | None = None
    declined: frozenset[tuple[str, str]] = frozenset()
    outcome: str | None = None

    @property
    def decision(self) -> Decision | None:
        """Return the question on top of the stack."""
        return self.decisions[-1] if self.decisions else None

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

    def hand(self, side: str) -> tuple[Item, ...]:
        """Return the cards of a side."""
        return self.hands.get(side, ())

    def card(self, side: str, item: str) -> Item | None:
        """Return the card of that id in the hand of a side."""
        return next((card for card in self.hand(side) if card.id == item), None)

    def engagement_of(self, who: str) -> Engagement | None:
        """Return the newest combat with ``who`` in it and standing on its tile."""
        at = self.combatants[who].at
        for engagement in reversed(self.engagements.values()):
            if engagement.tile == at and who in engagement.members:
                return engagement
        return None
