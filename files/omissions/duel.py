"""Events in the rulebook's short form, spelt out: who is asked, in which combat, at which step, who came in, who moves.

The rules state all of it in their events. Events that people write in check files may leave it to the encounter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter

from domain.duel.guards import fugitive
from domain.duel.questions import Answer, Contact, Duel, Entry
from domain.encounter import Encounter, Turn
from domain.events import DecisionOpened, DeclarationMade, EngagementChanged, Event, Facts, ResourceChanged
from domain.facts import facts_of, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarry:
    """What the short form says of a chase."""

    quarry: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What the short form does not say of a flight or a chase: who is asked, and the combat that is left."""

    who: str
    engagement: str | None


def spelt_out(encounter: Encounter, event: Event) -> list[Event]:
    """Return the event with what it leaves unsaid and the encounter tells; what it says is never replaced."""
    match event:
        case DecisionOpened():
            return [_question(encounter, event)]
        case EngagementChanged(change="formed", members=(), order=order):
            came = sorted(order, key=lambda who: encounter.combatants[who].arrived, reverse=True)
            return [replace(event, members=tuple(came))]
        case ResourceChanged(who=who, why="begin_move", after=after) if encounter.mover != who:
            return [DeclarationMade(who=who, kind="begin_move", parameters={"allowance": after}), event]
        case _:
            return [event]


def _question(encounter: Encounter, event: DecisionOpened) -> DecisionOpened:
    needs, unsaid = UNSAID.get(event.kind, (frozenset(), None))
    if unsaid is None or needs <= event.context.keys():
        return event
    return replace(event, context={**unsaid(encounter, event), **event.context})


def _engage(encounter: Encounter, event: DecisionOpened) -> Facts:
    """Return whose unit answers, whether it entered (step 1) or was there (step 2), and what the other one said."""
    versus = encounter.combatants[read(Entry, event.context).versus]
    met = [foe for foe in encounter.foes_at(versus.id) if foe.side == event.owner]
    if not met:
        return {}
    who = max(met, key=attrgetter("arrived"))
    before: Answer = "decline" if (versus.id, who.id) in encounter.declined else "engage"
    step = 1 if who.arrived > versus.arrived else 2
    return facts_of(Contact(who=who.id, versus=versus.id, step=step, before=before))


def _champion(encounter: Encounter, event: DecisionOpened) -> Facts:
    """Return who entered the space of the units that may answer."""
    foes = encounter.foes_at(str(event.options[0]))
    return facts_of(Entry(versus=max(foes, key=attrgetter("arrived")).id)) if foes else {}


def _turn(encounter: Encounter) -> Turn | None:
    """Return the newest turn that is open."""
    turns = [decision.step(Turn) for decision in encounter.decisions if decision.kind == "turn"]
    return turns[-1] if turns else None


def _flight(encounter: Encounter, _: DecisionOpened) -> Facts:
    """Return who may flee from their turn in which combat, or whose flight from it has stopped short."""
    runners = ((fugitive(encounter, each), each.id) for each in encounter.engagements.values())
    stopped = [Left(who=who, engagement=combat) for who, combat in runners if who is not None]
    turn = _turn(encounter)
    if turn is not None:
        stopped.append(Left(who=turn.who, engagement=turn.engagement))
    return facts_of(stopped[-1]) if stopped else {}


def _chase(encounter: Encounter, event: DecisionOpened) -> Facts:
    """Return who may chase, and the combat that the quarry has left."""
    quarry = encounter.combatants[read(Quarry, event.context).quarry]
    left = [each for each in encounter.engagements.values() if quarry.id in each.members and each.place != quarry.at]
    staying = [member for each in left for member in each.members if encounter.combatants[member].side == event.owner]
    return facts_of(Left(who=staying[0], engagement=left[0].id)) if staying else {}


def _attack(encounter: Encounter, event: DecisionOpened) -> Facts:
    """Return who attacks whom, and which owners have had their item step."""
    turn = _turn(encounter)
    if turn is None:
        return {}
    members = encounter.engagements[turn.engagement or ""].members
    defender = next((member for member in members if member != turn.who), turn.who)
    sides = tuple(encounter.combatants[unit].side for unit in (turn.who, defender))
    if event.kind == "play_item":
        asked = sides[: sides.index(str(event.owner)) + 1]
        return facts_of(Duel(attacker=turn.who, defender=defender, asked=asked))
    items_first = encounter.house_rules["attack_item_timing"] == "before_roll"
    return facts_of(Duel(attacker=turn.who, defender=defender, who=defender, asked=sides if items_first else ()))


UNSAID: dict[str, tuple[frozenset[str], Callable[[Encounter, DecisionOpened], Facts]]] = {
    "engage": (frozenset({"who", "step"}), _engage),
    "champion": (frozenset({"versus"}), _champion),
    "flight": (frozenset({"who", "engagement"}), _flight),
    "chase": (frozenset({"who", "engagement"}), _chase),
    "play_item": (frozenset({"attacker", "defender"}), _attack),
    "defense_dice": (frozenset({"who", "attacker", "defender"}), _attack),
}
"""For each kind of question, what its context must state, and where that comes from if it does not."""
