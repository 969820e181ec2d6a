"""What must always hold in a fight of verdigris, watched event by event."""

from __future__ import annotations

from domain.deciding import pending
from domain.encounter import Combatant, Encounter
from domain.events import (
    CombatantMoved,
    ConditionApplied,
    DamageApplied,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EncounterEnded,
    Event,
    OutcomeResolved,
    ResourceChanged,
    RoundEnded,
    RoundStarted,
    TurnStarted,
)
from domain.evolve import evolve
from tests.laws.fights import Step

FREE = ("opportunity_attack",)
BLOWS = ("attack", "mount_attack", *FREE)
TESTS = ("attack", "grapple", "struggle", "leave_melee", "riding")


class Watch:
    """Follows one fight and asserts what must always hold."""

    def __init__(self) -> None:
        self.rolled: set[int] = set()
        self.last_side: str | None = None
        self.blow: tuple[str, str] = ("", "")
        self.levels = 0
        self.dodged = 0
        self.injuries = 0
        self.owed = 0
        self.pushed = False
        self.spent: dict[tuple[str, str], int] = {}

    def step(self, step: Step) -> None:
        """Assert the invariants over one command, event by event, and at its end."""
        state = step.before
        for event in step.events:
            after = evolve(state, event)
            self.event(state, event, after)
            state = after
        rests(state)
        assert self.injuries == self.owed, (
            "an injury for every lost Wound and every enemy's critical hit on a character"
        )

    def event(self, before: Encounter, event: Event, after: Encounter) -> None:
        """Assert what must hold at a single event."""
        assert before.outcome is None, "nothing happens after the end"
        match event:
            case RoundStarted():
                self.last_side = None
            case TurnStarted(who=who):
                self.turn_started(before, who)
            case RoundEnded():
                self.round_ended(before)
            case DiceRolled():
                self.dice(before, event)
            case DeclarationMade(who=who, kind=kind):
                self.declared(before, event, who, kind)
            case OutcomeResolved(kind="attack"):
                self.struck(before, event)
            case OutcomeResolved(kind="push"):
                self.levels = event.details["sl"]
            case DamageApplied():
                self.hurt(event)
            case CombatantMoved(who=who, origin=origin, to=to):
                assert before.combatants[who].stacks("entangled") == 0, "the entangled go nowhere"
                assert before.round is None or origin == to or to in before.board.next_to(origin)
            case ResourceChanged(who=who, resource=resource):
                self.paid(event, who, resource)
            case ConditionApplied(condition=condition, source="critical_injury"):
                assert condition.startswith("injury_") or condition == "dazed"
            case DecisionOpened(kind="push", context=context):
                assert before.combatants[context["who"]].kind == "pc", "players push, and nobody else"
                assert not self.pushed, "one push a test"
            case DecisionOpened(kind="opportunity_attack", context=context):
                assert context["trigger"] in ("leave_melee", "bolt") or ruled_met(before)
            case EncounterEnded(outcome=outcome) if outcome != "ended":
                standing = {one.side for one in before.combatants.values() if one.kind != "mount" and fit(before, one)}
                assert standing <= {outcome}, "the side that stands has won"
            case _:
                pass
        if isinstance(event, TurnStarted):
            assert all(after.combatants[event.who].resources[name] in (0, 1) for name in event.budgets)

    def turn_started(self, before: Encounter, who: str) -> None:
        one = before.combatants[who]
        assert who not in before.acted, "one turn a round"
        assert one.life in ("active", "dying")
        assert not ridden(before, one), "a ridden mount has no turn"
        others = [each for each in waiting(before) if each.side != one.side]
        if before.round == 1 and before.surprising is not None:
            assert one.side == before.surprising or not [each for each in others if each.side == before.surprising]
        elif others:
            assert self.last_side != one.side, "the sides alternate"
            assert self.last_side is not None or one.side == before.first
        self.last_side = one.side
        self.spent = {}

    def round_ended(self, before: Encounter) -> None:
        lost = before.round == 1 and before.surprising and before.house_rules["surprised_side"] == "loses_round"
        left = [one for one in waiting(before) if not lost or one.side == before.surprising]
        assert not left, "a round ends when everybody has had a turn"

    def dice(self, before: Encounter, event: DiceRolled) -> None:
        if event.purpose == "initiative":
            assert before.round not in self.rolled, "one roll a round"
            self.rolled.add(before.round or 0)
            assert event.dice == "1d6"
        if event.pool is not None:
            pooled(before, event)
        if event.purpose in TESTS:
            self.pushed, self.levels = False, event.sl or 0
            assert event.penalty is None or event.penalty > 0
        if event.purpose == "push":
            self.pushed = True
        if event.purpose == "dodge":
            self.dodged = event.sl or 0
        if event.purpose == "critical_injury":
            self.injuries += 1

    def declared(self, before: Encounter, event: DeclarationMade, who: str, kind: str) -> None:
        if kind in BLOWS:
            self.blow, self.dodged = (who, event.parameters["target"]), 0
            assert fit(before, before.combatants[who])
        if kind in FREE:
            top = before.decision
            assert top is not None
            assert top.kind == "opportunity_attack", "no free attack without its chance"
            assert who in top.options
        if kind == "choose_actor":
            assert event.parameters["actor"] in before.combatants

    def struck(self, before: Encounter, event: OutcomeResolved) -> None:
        who, target = (before.combatants[name] for name in self.blow)
        assert event.margin == self.levels - self.dodged
        assert (event.result == "hit") == (event.margin > 0), "a hit has more than the Dodge"
        if "critical" in event.details:
            assert event.result == "hit"
            spared = target.kind != "pc" or who.side == "party"
            self.owed += 0 if spared else 1

    def hurt(self, event: DamageApplied) -> None:
        if event.pool == "wounds":
            assert event.amount == 1
            self.owed += 1
        if event.why == "attack":
            names = set(event.parts)
            assert names in ({name, "sl", "withstand"} for name in ("base", "max", "crit"))
            assert event.amount == sum(event.parts.values()) > 0

    def paid(self, event: ResourceChanged, who: str, resource: str) -> None:
        if resource in ("movement", "action", "belt", "mount_attack"):
            assert event.after == event.before - 1
            self.spent[who, resource] = self.spent.get((who, resource), 0) + 1
            assert self.spent[who, resource] == 1, "one of each a turn"


def pooled(before: Encounter, event: DiceRolled) -> None:
    """Assert that a pool has as many faces as dice, and the success levels that they show."""
    terms = [] if event.pool == "0" else str(event.pool).split("+")
    assert len(event.faces) == sum(int("".join(filter(str.isdecimal, term))) for term in terms)
    shown = sum(face >= before.house_rules["success_on"] for face in event.faces)
    assert event.sl == max(0, shown + (event.mod or 0))
    assert event.mod is None or before.house_rules["modifier_unit"] == "sl"


def ruled_met(encounter: Encounter) -> bool:
    """Return whether the last ruling was that the conditions of a free attack are met."""
    return bool(encounter.rulings) and encounter.rulings[-1].subject == "opportunity_attack"


def fit(encounter: Encounter, one: Combatant) -> bool:
    """Return whether somebody can act."""
    return one.life == "active" or (one.life == "dying" and encounter.house_rules["deaths_door_acts"])


def ridden(encounter: Encounter, one: Combatant) -> bool:
    """Return whether a mount has somebody on its back."""
    riders = [each for each in encounter.combatants.values() if each.sheet.get("mount") == one.id]
    return fit(encounter, one) and any(fit(encounter, each) and not each.under("afoot") for each in riders)


def waiting(encounter: Encounter) -> list[Combatant]:
    """Return everybody who has a turn left in this round."""
    return [
        one
        for one in encounter.combatants.values()
        if one.life in ("active", "dying")
        and one.id not in encounter.acted
        and not ridden(encounter, one)
        and one.sheet.get("came", 0) < (encounter.round or 1)
    ]


def rests(encounter: Encounter) -> None:
    """Assert what must hold whenever a command is done."""
    for one in encounter.combatants.values():
        lives(encounter, one)
    seen: list[str] = []
    for group in encounter.engagements.values():
        members = [encounter.combatants[member] for member in group.members]
        assert len({one.side for one in members}) == 2, "foes on both sides"
        assert len({one.at for one in members}) == 1, "in one zone"
        assert all(fit(encounter, one) for one in members)
        if group.kind == "grapple":
            assert group.holder in group.members
            assert len(members) == 2
        else:
            seen += group.members
            assert {one.at for one in members} == {group.place}
    assert len(seen) == len(set(seen)), "nobody in two melees"
    if encounter.outcome is None:
        asked(encounter)


def lives(encounter: Encounter, one: Combatant) -> None:
    """Assert that hit points, wounds and life go together, and a rider with the mount."""
    wounds = one.pools.get("wounds")
    if one.pools["hp"].now == 0:
        assert one.life in (("dying", "dead") if wounds else ("dead",))
        assert wounds is None or wounds.now == 0
    else:
        assert one.life == "active"
    mount = encounter.combatants.get(one.sheet.get("mount", ""))
    if mount is not None and fit(encounter, one) and fit(encounter, mount) and not one.under("afoot"):
        assert one.at == mount.at
        shared = [encounter.engaged(each.id, "melee") for each in (one, mount)]
        assert shared[0] == shared[1], "rider and mount are in one melee"


def asked(encounter: Encounter) -> None:
    """Assert that just one question can be answered, by somebody who can."""
    waits = pending(encounter)
    assert waits.owner
    if waits.kind in ("turn", "push", "mount_control", "grapple_turn"):
        assert fit(encounter, encounter.combatants[waits.whose])
    if waits.kind == "choose_actor":
        assert waits.options == tuple(one.id for one in waiting(encounter) if one.id in waits.options)
        assert waits.options
    assert sum(each.kind == "turn" for each in encounter.decisions) <= 1
    turns = [each.context["who"] for each in encounter.decisions if each.kind == "turn"]
    assert all(encounter.combatants[who].life != "dead" or len(encounter.decisions) > 1 for who in turns)
