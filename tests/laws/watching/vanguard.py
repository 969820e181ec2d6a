"""What must always hold in a fight of vanguard, watched event by event."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import (
    CombatantMoved,
    ConditionApplied,
    DamageApplied,
    DeclarationMade,
    DiceRolled,
    EncounterEnded,
    Event,
    OutcomeResolved,
    PhaseChanged,
    RoundStarted,
    TurnStarted,
)
from domain.evolve import evolve
from domain.rulesets.vanguard.monsters import outnumbered
from domain.rulesets.vanguard.positions import groups, lacking, menders, standing
from tests.laws.fights import Step

CHARACTERS_DO = frozenset({"attack", "use_item", "cast_spell", "use_ability", "move_position", "pass"})


class Watch:
    """Follows one fight and asserts what must always hold."""

    def __init__(self) -> None:
        self.acted: dict[str, int] = {}
        self.attacked: set[str] = set()
        self.killed: dict[tuple[str, str], int] = {}
        self.killed_before: dict[tuple[str, str], int] = {}
        self.rolled: DiceRolled | None = None
        self.landed = 0

    def step(self, step: Step) -> None:
        """Assert the invariants over one command, event by event, and at its end."""
        state = step.before
        for event in step.events:
            after = evolve(state, event)
            self.event(state, event, after)
            stands(after)
            state = after
        poised(state)

    def event(self, before: Encounter, event: Event, after: Encounter) -> None:
        """Assert what must hold at a single event."""
        assert before.outcome is None, "nothing happens after the end"
        match event:
            case RoundStarted():
                self.acted, self.attacked = {}, set()
                self.killed_before, self.killed = self.killed, {}
                tallied = {(g, who): n for g, doers in after.harm_before.items() for who, n in doers.items() if n}
                assert {pair: n for pair, n in tallied.items() if after.combatants[pair[0]].side == "monsters"} == (
                    self.killed_before
                )
            case PhaseChanged(to="characters"):
                in_formation(after)
                assert not (first_in_the_round(after, "characters") and self.attacked)
            case TurnStarted(who=who):
                self.turn_started(before, who)
            case DeclarationMade(who=who, kind="attack") if "#" in who:
                self.assaulted(before, event)
            case DeclarationMade(who=who, kind=kind) if kind in CHARACTERS_DO and before.decision is not None:
                assert before.combatants[who].alive, "the fallen declare nothing"
                if kind == "attack":
                    reaches(before, event)
            case DiceRolled():
                self.rolled = event
            case OutcomeResolved(kind="attack" | "defense"):
                self.resolved(before, event)
            case DamageApplied():
                self.harmed(before, event)
            case CombatantMoved(who=who, to=to, mode="formation") if before.combatants[who].side == "party":
                assert lacking(after) == 0 or lacking(after) < lacking(before) or to == "front"
            case ConditionApplied(condition="stance", to=to, value=value):
                assert (value == "rearguard") == (before.combatants[to].at == "rear")
            case EncounterEnded(outcome="victory"):
                assert not groups(before)
            case EncounterEnded(outcome="defeat"):
                assert not standing(before)
            case _:
                pass

    def turn_started(self, before: Encounter, who: str) -> None:
        assert who not in self.acted, "once a round"
        self.acted[who] = 0
        party = {one.id for one in before.combatants.values() if one.side == "party"}
        if before.combatants[who].side == "party":
            assert before.phase == "characters"
            return
        assert before.phase == "monsters"
        if first_in_the_round(before, "characters"):
            able = {one.id for one in standing(before) if not one.under("recovering")}
            assert able <= set(self.acted) & party, "all characters before any monster"

    def assaulted(self, before: Encounter, event: DeclarationMade) -> None:
        name, _, _ = event.who.partition("#")
        group, target = before.combatants[name], before.combatants[event.targets[0]]
        assert event.who not in self.attacked, "each member once"
        self.attacked.add(event.who)
        assert target.alive
        assert target.side == "party"
        if target.at == "rear" and group.at == "front":
            bodies = len(standing(before, "front"))
            if not before.house_rules["weight_counts_for_numbers"]:
                assert outnumbered(bodies, sum(one.pools["count"].now for one in groups(before, "front")))

    def resolved(self, before: Encounter, event: OutcomeResolved) -> None:
        assert self.rolled is not None
        assert event.who == self.rolled.by
        total, versus = max(0, self.rolled.total or 0), event.versus
        assert isinstance(versus, int)
        if event.kind == "defense":
            assert versus > 0, "without an attack value there is no attack"
            assert (event.result == "dodged") == (total > versus)
            self.landed = int(event.result == "hit")
            return
        over = total > versus or (total == versus and before.house_rules["equal_hits"])
        assert event.details["hits"] == (total // versus if over else 0)
        assert (event.result == "hit") == (event.details["hits"] > 0)

    def harmed(self, before: Encounter, event: DamageApplied) -> None:
        target = before.combatants[event.to]
        assert target.alive
        if target.side == "party":
            assert "#" in event.by
            assert self.landed == 1, "damage follows a defense roll that did not dodge"
            self.landed = 0
            return
        assert event.before - event.after == min(event.amount, event.before)
        pair = (event.to, event.by)
        self.killed[pair] = self.killed.get(pair, 0) + event.before - event.after


def first_in_the_round(encounter: Encounter, part: str) -> bool:
    """Return whether this part comes first: the characters', save after an ambush."""
    ambush = encounter.round == 1 and encounter.first == "monsters"
    return (part == "monsters") == ambush


def stands(encounter: Encounter) -> None:
    """Assert what holds at every moment."""
    for who in encounter.combatants.values():
        assert who.at in ("front", "rear")
        pool = who.pools["count" if who.side == "monsters" else "health"]
        if encounter.phase == "setup":
            assert (who.life == "active") == (pool.now > 0)
        elif who.life != "active":
            assert pool.now == 0 or who.life == "down"


def poised(encounter: Encounter) -> None:
    """Assert that everybody on their feet has one stance, of their guard, while characters or monsters act."""
    if encounter.phase in ("characters", "monsters") and encounter.decision is None and encounter.outcome is None:
        for who in standing(encounter):
            chosen = who.conditions.get("stance")
            assert chosen is not None, "everybody on their feet has a stance"
            assert (chosen.value == "rearguard") == (who.at == "rear")


def in_formation(encounter: Encounter) -> None:
    """Assert that the party is in formation, or that no free step would bring it nearer to one."""
    if first_in_the_round(encounter, "characters"):
        assert lacking(encounter) == 0 or menders(encounter) == ()


def reaches(before: Encounter, event: DeclarationMade) -> None:
    """Assert that the attack goes from the right guard at one within reach, or by an ability."""
    who, group = before.combatants[event.who], before.combatants[event.parameters["group"]]
    assert group.alive
    if "by_ability" in event.parameters:
        return
    if kind_of(who, event.parameters["weapon"]) == "ranged":
        assert who.at == "rear"
        return
    assert who.at == "front"
    exposed = before.house_rules["empty_front"] == "rear_exposed" and not groups(before, "front")
    assert group.at == "front" or exposed


def kind_of(who: Combatant, weapon: str) -> str:
    """Return the kind of a weapon; bare hands are for the melee."""
    return next((str(card["kind"]) for card in who.sheet.get("weapons", []) if card["id"] == weapon), "melee")
