"""What must always hold in the two board games, watched event by event."""

from __future__ import annotations

from domain.deciding import pending
from domain.duel.guards import fugitive
from domain.encounter import Encounter
from domain.events import (
    CombatantMoved,
    DamageApplied,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EngagementChanged,
    Event,
    ItemUsed,
    MessageRecorded,
    OutcomeResolved,
    ResourceChanged,
    TurnEnded,
    TurnStarted,
    VitalsRestored,
)
from domain.evolve import evolve
from tests.laws.fights import Step

DISSOLVED_BECAUSE = {"disengaged", "death", "merged", "relocated"}


class Watch:
    """Follows one fight and asserts what must always hold."""

    def __init__(self) -> None:
        self.gone: set[str] = set()
        self.last_turn: dict[str, str] = {}
        self.plays: set[str] = set()
        self.deeds: list[str] = []
        self.rolls: list[DiceRolled] = []
        self.margin = 0
        self.came: dict[str, set[str]] = {}
        """By the combat, who came into it by a way of their own: its aggressors."""

    def step(self, step: Step) -> None:
        """Assert the invariants over one command, event by event, and at its end."""
        state = step.before
        for event in step.events:
            after = evolve(state, event)
            self.event(state, event, after)
            state = after
        assert state == step.after
        rests(step.after)

    def event(self, before: Encounter, event: Event, after: Encounter) -> None:
        """Assert what must hold after every single event."""
        for combatant in after.combatants.values():
            health = combatant.pools["health"]
            assert 0 <= health.now <= health.max
            assert combatant.movement >= 0
            assert combatant.at in after.board
        match event:
            case TurnStarted(who=who):
                self.turn_started(after, who, event.engagement or "")
            case TurnEnded():
                assert len(self.deeds) <= 1, "one thing a turn"
            case DeclarationMade(who=who, kind=kind):
                self.declared(before, who, kind)
            case DecisionOpened(kind="chase", context=context):
                came = self.came[context["engagement"]]
                assert context["who"] in came, "an aggressor chases"
                assert context["quarry"] not in came, "an aggressor who flees is chased by nobody"
            case DecisionOpened(kind="flight", owner=owner):
                assert after.combatants[event.context["who"]].side == owner
            case DiceRolled():
                self.rolled(event)
            case OutcomeResolved(kind="disengage", who=who):
                self.disengaged(before, event)
            case OutcomeResolved(kind="attack", details=details) if "pairs" in details:
                self.paired(before, event)
            case CombatantMoved(who=who, origin=origin, to=to, mode=mode):
                assert before.combatants[who].alive
                assert before.combatants[who].at == origin
                if mode != "placed":
                    assert to in before.board.next_to(origin)
                    assert event.cost == 1
            case ResourceChanged(who=who):
                self.spent(before, event)
            case DamageApplied(amount=amount, before=had, after=has):
                assert amount > 0
                assert has == max(0, had - amount)
            case VitalsRestored(amount=amount, before=had, after=has):
                assert has == had + amount
            case ItemUsed():
                self.used(before, event, after)
            case EngagementChanged():
                self.regrouped(event)
                self.entered(before, event)
            case MessageRecorded(channel="negotiation"):
                top = before.decision
                assert top is not None
                assert (top.kind, top.context["step"]) == ("engage", 1)
            case _:
                pass

    def turn_started(self, after: Encounter, who: str, engagement: str) -> None:
        combat = after.engagements[engagement]
        if len(combat.order) == 2 and self.last_turn.get(engagement):
            assert self.last_turn[engagement] != who, "turns alternate"
        self.last_turn[engagement] = who
        self.deeds = []

    def declared(self, before: Encounter, who: str, kind: str) -> None:
        if kind in ("attack", "use_item", "disengage"):
            self.deeds.append(kind)
            self.plays, self.rolls = set(), []
        if kind not in ("play_item", "pass_item", "end_encounter", "refuse_end"):
            assert before.combatants[who].alive, "the dead declare nothing"

    def rolled(self, event: DiceRolled) -> None:
        count, sides = event.dice.split("+")[0].split("d")
        assert len(event.faces) == int(count)
        assert all(1 <= face <= int(sides) for face in event.faces)
        assert event.total in (None, sum(event.faces) + (event.mod or 0))
        self.rolls.append(event)

    def disengaged(self, before: Encounter, event: OutcomeResolved) -> None:
        combat = before.engagement_of(event.who)
        assert combat is not None
        dice = {roll.by: roll.faces[0] for roll in self.rolls if roll.purpose == "disengage"}
        if before.house_rules.get("disengage_three_way") != "beat_named":
            assert set(dice) == set(combat.members), "one die a member"
        own = dice.pop(event.who)
        assert event.margin == own - max(dice.values())
        assert (event.result == "success") == (own > max(dice.values()))
        adds = before.system == "pursuit" and event.who in self.came[combat.id]
        added = before.combatants[event.who].movement if adds else 0
        assert event.details["spaces"] in (0, event.margin + added)
        self.margin = event.details["spaces"]

    def paired(self, before: Encounter, event: OutcomeResolved) -> None:
        pairs = [tuple(map(int, pair.split(":"))) for pair in event.details["pairs"]]
        limit = before.combatants[event.who].sheet["dice_limit"]
        assert 1 <= len(pairs) <= limit
        assert event.details["beaten"] == sum(own > other for own, other in pairs)
        if event.details["counter"]:
            assert event.details["beaten"] == 0
            assert len(pairs) == 2 or before.house_rules["counter_needs"] == "all_pairs"

    def spent(self, before: Encounter, event: ResourceChanged) -> None:
        assert event.before == before.combatants[event.who].movement
        assert event.before != event.after
        if event.after > event.before:
            assert event.why in ("begin_move", "flight_left"), "an allowance never rises within a move"
        if event.why in ("attack", "item", "step"):
            assert event.after == event.before - 1
        if event.why in ("attack", "item"):
            combat = before.engagement_of(event.who)
            assert combat is not None
            assert event.who in self.came[combat.id], "whoever was found there pays nothing"

    def used(self, before: Encounter, event: ItemUsed, after: Encounter) -> None:
        side = before.combatants[event.who].side if event.who in before.combatants else event.who
        held = [card.id for card in before.hands[side]]
        left = [card.id for card in after.hands[side]]
        assert event.item in held
        assert len(held) - len(left) == (1 if event.consumed else 0)
        if event.mode == "in_attack":
            assert event.who not in self.plays, "one item an owner an attack"
            self.plays.add(event.who)
        if event.mode == "trap":
            assert all(
                combat.place != event.on for combat in before.engagements.values() if event.who in combat.members
            )

    def entered(self, before: Encounter, event: EngagementChanged) -> None:
        if event.change == "formed":
            self.came[event.id] = {max(event.order, key=lambda who: before.combatants[who].arrived)}
        elif event.change == "joined" and event.who is not None:
            self.came[event.id].add(event.who)

    def regrouped(self, event: EngagementChanged) -> None:
        assert event.id not in self.gone, "nothing follows a dissolved combat"
        if event.change == "dissolved":
            assert event.reason in DISSOLVED_BECAUSE
            self.gone.add(event.id)


def rests(encounter: Encounter) -> None:
    """Assert what must hold whenever a command is done."""
    waiting = pending(encounter)
    for combatant in encounter.combatants.values():
        assert (combatant.pools["health"].now == 0) == (not combatant.alive)
        if not combatant.alive:
            assert waiting.who != combatant.id, "the dead own no decision"
            assert combatant.movement == 0, "the dead have no allowance"
    for combat in encounter.engagements.values():
        assert len(combat.members) >= 2
        assert set(combat.members) == set(combat.order)
        off = [member for member in combat.members if encounter.combatants[member].at != combat.place]
        assert all(encounter.combatants[member].alive for member in combat.members)
        assert not off or fugitive(encounter, combat) in off
    assert waiting.kind != "fleeing", "whoever must decide is asked"
    if waiting.kind in ("idle", "moving"):
        assert not encounter.engagements, "no combat without a turn"
        assert not any(encounter.foes_at(who.id) for who in encounter.living), "no two foes on a tile"
    movers = [who.id for who in encounter.living if who.movement]
    for who in movers:
        fled = any(who in combat.members for combat in encounter.engagements.values())
        assert who == encounter.mover or fled or waiting.kind == "engage", "only the mover and fugitives have any"
    if encounter.system == "etiquette":
        for combat in encounter.engagements.values():
            assert len({encounter.combatants[member].side for member in combat.members}) == len(combat.members) == 2
