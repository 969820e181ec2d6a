"""The fight as data at one version: what a page, a file or a comparison needs of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from domain.encounter import Combatant, Condition, Encounter, Ruling
from domain.events import Pool
from domain.table.disclosure import blurred, of_seat, shown
from ledger.table.fight import Fight
from projections import lost_keys, naming
from projections.board import BoardView, board
from projections.disputes import OpenDispute, standing
from projections.initiative import InitiativeView, initiative
from projections.lost_keys import NONE, LostKeys
from projections.naming import NAMELESS, Names
from projections.settings import off_default
from projections.values import carried_by, combat_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionView:
    """What somebody is under: how often, what it is worth, until when, where it comes from."""

    name: str
    stacks: int | None = None
    value: str | int | None = None
    until: str | None = None
    source: str | None = None
    details: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingView:
    """The newest ruling on a subject for the same people; ``n`` counts declarations and rulings up to it."""

    n: int
    subject: str
    value: str | int | None
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantView:
    """A combatant as it stands, called ``name`` if it has one beside its id; ``combat`` is the id of the one it is in.

    ``carried`` are the ids of what it has in hand, on its belt, in its pack; ``stance`` is said of its last move.
    Where the pools are not shown to whoever looks, ``vague`` says by pool words or tenths of a bar, as far as agreed.
    """

    id: str
    name: str | None
    side: str
    kind: str
    controller: str | None
    life: str
    at: str
    pools: dict[str, Pool]
    resources: dict[str, int]
    conditions: tuple[ConditionView, ...]
    carried: dict[str, tuple[str, ...]]
    stance: dict[str, Any]
    combat: str | None
    sheet: dict[str, Any]
    vague: dict[str, str | int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A fight at ``version``, called ``title``.

    ``names`` say by id what something is called, ``true_names`` what it is called in truth, as only some know.

    ``settings`` are the house rules off their default, ``hands`` item ids by holder: a side with its cards, or a place
    of somebody or of the board (``belt:Aila``, ``ground:Yard``). ``clock`` is how many seconds a decision has, if that
    is limited; ``overrides`` tells whether values may be overruled; ``reserve`` are whom only the referee knows,
    ``keys`` those that ask for a lost one's place, or took it; ``winner`` is the side that won;
    ``fork`` is the encounter that this one branched off from, as what-if, with the number and hash of the line.
    """

    encounter: str
    title: str | None
    names: dict[str, str]
    true_names: dict[str, str]
    system: str
    rules: str
    version: int
    settings: dict[str, Any]
    rewind: str
    dice: str
    clock: int | None
    overrides: str
    private_hands: bool
    combatants: tuple[CombatantView, ...]
    hands: dict[str, tuple[str, ...]]
    board: BoardView
    initiative: InitiativeView
    rulings: tuple[RulingView, ...]
    outcome: str | None
    winner: str | None = None
    reserve: tuple[CombatantView, ...] = ()
    disputes: tuple[OpenDispute, ...] = ()
    keys: LostKeys = NONE
    fork: dict[str, Any] | None = None


def view(fight: Fight, at: int | None = None) -> View:
    """Return the fight at a version, the newest without one; IndexError if there is no such version."""
    version = fight.version if at is None else at
    return viewed(
        fight.at(version),
        version,
        standing(fight, version),
        lost_keys.at(fight, version),
        naming.at(fight, version),
        fight.seat,
    )


def viewed(
    encounter: Encounter,
    version: int,
    disputes: tuple[OpenDispute, ...] = (),
    keys: LostKeys = NONE,
    names: Names = NAMELESS,
    seat: str | None = None,
) -> View:
    """Return the encounter as data; ``disputes`` are those that are open at the version."""
    called, vague, whole = names.of(encounter), of_seat(encounter, seat), encounter
    encounter = blurred(encounter, seat)
    return View(
        encounter=encounter.id,
        title=names.title,
        names=called,
        true_names=names.sealed(encounter),
        system=encounter.system,
        rules=encounter.version,
        version=version,
        settings=off_default(encounter.system, encounter.house_rules),
        rewind=encounter.rewind,
        dice=encounter.dice,
        clock=encounter.clock,
        overrides=encounter.overrides,
        private_hands=encounter.private_hands,
        combatants=tuple(
            replace(_combatant(encounter, each, called), vague=shown(whole.combatants[each.id], vague[each.id]))
            if each.id in vague
            else _combatant(encounter, each, called)
            for each in encounter.combatants.values()
        ),
        hands={holder: tuple(thing.id for thing in things) for holder, things in encounter.hands.items()},
        board=board(encounter),
        initiative=initiative(encounter),
        rulings=standing_rulings(encounter),
        outcome=encounter.outcome,
        winner=encounter.winner,
        disputes=disputes,
        keys=keys,
        reserve=tuple(_combatant(encounter, each, called) for each in encounter.reserve.values()),
        fork=encounter.fork,
    )


def standing_rulings(encounter: Encounter) -> tuple[RulingView, ...]:
    """Return of the rulings on one subject for the same people the newest; what it is good for, the rules say."""
    newest: dict[tuple[str, ...], Ruling] = {}
    for ruling in encounter.rulings:
        about = (str(ruling.parameters.get(name)) for name in ABOUT)
        newest[ruling.subject, *about] = ruling
    return tuple(
        RulingView(n=each.n, subject=each.subject, value=each.value, parameters=each.parameters)
        for each in sorted(newest.values(), key=lambda ruling: ruling.n)
    )


ABOUT = ("who", "attacker", "target", "pair")


def _condition(name: str, held: Condition) -> ConditionView:
    return ConditionView(
        name=name,
        stacks=held.stacks,
        value=held.value,
        until=held.until,
        source=held.source,
        details=held.details,
    )


def _combatant(encounter: Encounter, one: Combatant, called: Mapping[str, str]) -> CombatantView:
    return CombatantView(
        id=one.id,
        name=called.get(one.id),
        side=one.side,
        kind=one.kind,
        controller=one.controller,
        life=one.life,
        at=one.at,
        pools=one.pools,
        resources=one.resources,
        conditions=tuple(_condition(name, held) for name, held in one.conditions.items()),
        carried=carried_by(encounter, one),
        stance=one.stance,
        combat=combat_of(encounter, one) if one.id in encounter.combatants else None,
        sheet=one.sheet,
    )
