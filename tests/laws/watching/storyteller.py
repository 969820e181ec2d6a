"""What must always hold in a fight of storyteller, watched event by event."""

from __future__ import annotations

from typing import Any

from domain.encounter import Combatant, Encounter
from domain.events import (
    CombatantMoved,
    ConditionEnded,
    DamageApplied,
    DeclarationMade,
    DiceRolled,
    Event,
    OutcomeResolved,
    ResourceChanged,
    RoundStarted,
    TurnStarted,
)
from domain.evolve import evolve
from domain.places.grid import SIZES, Grid, between, body, room, xy
from tests.laws.fights import Step


class Watch:
    """Follows one fight and asserts what must always hold."""

    def __init__(self) -> None:
        self.turns: list[str] = []
        self.reactions: dict[str, int] = {}
        self.spent: dict[str, int] = {}
        self.fallen_by: str | None = None
        self.rallied: set[str] = set()
        self.roll: DiceRolled | None = None

    def step(self, step: Step) -> None:
        """Assert the invariants over one command, event by event, and at its end."""
        state = step.before
        for event in step.events:
            after = evolve(state, event)
            self.event(state, event, after)
            state = after
        rests(state)
        if step.command.do == "move" and isinstance(state.board, Grid):
            apart(step, state)

    def event(self, before: Encounter, event: Event, after: Encounter) -> None:
        match event:
            case RoundStarted():
                self.turns = []
                assert event.seconds == 6
            case TurnStarted(who=who):
                self.turn(before, who, event)
            case DeclarationMade(who=who) if who in before.combatants:
                assert before.combatants[who].life == "active", "the fallen declare nothing"
                assert not before.combatants[who].under("surprised")
                if event.kind == "attack":
                    self.in_reach(before, event)
            case ResourceChanged():
                self.spends(before, event)
            case DiceRolled(purpose="attack"):
                self.roll = event
                self.dice(before, event)
            case OutcomeResolved(kind="attack"):
                self.outcome(before, event)
            case DamageApplied(to=to, after=left):
                self.fallen_by = event.by if left == 0 else None
                assert sum(event.parts.values()) == event.amount
                assert before.combatants[to].life != "dead" or before.combatants[to].kind == "object"
            case CombatantMoved(who=who):
                self.moved(before, event, after)
            case ConditionEnded(condition="prone", reason=reason):
                assert reason in ("stood_up", "ruling")
            case _:
                pass

    def turn(self, before: Encounter, who: str, event: TurnStarted) -> None:
        assert who not in self.turns, "one turn a round"
        start = before.order.index(self.turns[-1]) + 1 if self.turns else 0
        place = before.order.index(who)
        assert place >= start, "in the order of initiative"
        for passed in before.order[start:place]:
            skipped = before.combatants[passed]
            assert not skipped.alive or (before.round == 0 and skipped.under("surprised")), "nobody is passed over"
        self.turns.append(who)
        self.reactions[who] = 0
        self.spent = {}
        if before.combatants[who].under("surprised"):
            assert not any(event.budgets.values())

    def spends(self, before: Encounter, event: ResourceChanged) -> None:
        if event.resource == "reaction" and event.after < event.before:
            who = before.combatants[event.who]
            assert not who.under("surprised")
            assert not who.under("incapacitated") or event.why == "activity"
            self.reactions[event.who] = self.reactions.get(event.who, 0) + 1
            assert self.reactions[event.who] <= 1, "one reaction between two turns"
        elif event.resource == "rally":
            assert event.who not in self.rallied
            self.rallied.add(event.who)
        elif event.after < event.before:
            key = f"{event.who} {event.resource}"
            self.spent[key] = self.spent.get(key, 0) + event.before - event.after
            if event.resource in ("action", "bonus", "interaction", "reposition"):
                assert self.spent[key] <= 1, f"one {event.resource} a turn"

    def in_reach(self, before: Encounter, event: DeclarationMade) -> None:
        who, target = before.combatants[event.who], before.combatants.get(event.parameters.get("target", ""))
        listed: list[dict[str, Any]] = who.sheet.get("attacks", [])
        chosen = next((each for each in listed if each["id"] == event.parameters["attack"]), {})
        if target is None or not isinstance(before.board, Grid):
            return
        feet = between(who.at, fills(who), target.at, fills(target), before.house_rules["diagonals"])
        furthest = chosen.get("range") or chosen.get("reach") or who.sheet["reach"]
        assert feet <= (furthest[1] if isinstance(furthest, list) else furthest)

    def dice(self, before: Encounter, event: DiceRolled) -> None:
        if before.house_rules["advantage_model"] == "extra_die":
            assert len(event.keep or event.faces) == 3
            assert (event.mode is None) == (len(event.faces) == 3)
        kept = event.keep or event.faces
        assert event.total == sum(kept) + (event.mod or 0)

    def outcome(self, before: Encounter, event: OutcomeResolved) -> None:
        assert self.roll is not None
        assert (event.whom is None) == (event.versus is None)
        if event.versus is None:
            assert (event.result, event.details["reason"]) == ("miss", "st_only")
        elif "used" not in event.details:
            assert isinstance(event.versus, int)
            assert (event.result == "hit") == ((self.roll.total or 0) >= event.versus)

    def moved(self, before: Encounter, event: CombatantMoved, after: Encounter) -> None:
        who = before.combatants[event.who]
        if event.mode in ("placed", "forced"):
            return
        assert who.alive
        assert not who.under("surprised")
        if not isinstance(before.board, Grid):
            if event.mode == "zone":
                link = before.zones.link(event.origin, event.to)
                assert link is not None
                assert link.state == "adjacent"
            return
        assert who.under("prone") == (event.mode == "crawl")
        here, least = event.origin, 0
        for place in event.path:
            (ax, ay), (bx, by) = xy(here), xy(place)
            assert max(abs(ax - bx), abs(ay - by)) == 1
            here, least = place, least + 5
        assert here == event.to
        assert least <= (event.cost or 0) <= 4 * least


def fills(who: Combatant) -> str:
    """Return the size of the squares that somebody fills."""
    size: str = who.sheet["size"]
    return SIZES[max(0, SIZES.index(size) - 1)] if who.under("squeezing") else size


def rests(encounter: Encounter) -> None:
    """Assert what must hold once a command is done."""
    for who in encounter.combatants.values():
        if who.kind == "object":
            continue
        zero = who.pools["hp"].now == 0
        assert zero == (who.life in ("down", "dead")), who
        if who.life == "active":
            assert not who.under("surprised") or who.id not in encounter.acted
        if isinstance(encounter.board, Grid) and who.at and who.life != "dead":
            fit = room(encounter.board, who.at, who.sheet["size"])
            assert fit is not None
            assert who.under("squeezing") == (fit != who.sheet["size"])
    if not isinstance(encounter.board, Grid):
        clusters(encounter)
    top = encounter.decision
    if encounter.outcome is None and top is not None and top.kind == "turn":
        assert encounter.combatants[top.context["who"]].alive, "whoever has the turn can act"


def apart(step: Step, encounter: Encounter) -> None:
    """Assert that a mover who came to the end of the way is in nobody's space."""
    mover = encounter.combatants[step.body["who"]]
    if mover.at != step.body["path"][-1]:
        return
    mine = set(body(mover.at, fills(mover)))
    for who in encounter.combatants.values():
        if who.id != mover.id and who.kind != "object" and who.life != "dead" and who.at:
            assert mine.isdisjoint(body(who.at, fills(who))), f"{mover.id} ends in the space of {who.id}"


def clusters(encounter: Encounter) -> None:
    """Assert that each fight lies in one zone, and that nobody is in two."""
    members = [member for each in encounter.engagements.values() for member in each.members]
    assert len(members) == len(set(members))
    for each in encounter.engagements.values():
        assert each.kind == "fighting"
        assert len(each.members) > 1
        assert {encounter.combatants[member].at for member in each.members} == {each.place}
        assert all(encounter.combatants[member].alive for member in each.members)
