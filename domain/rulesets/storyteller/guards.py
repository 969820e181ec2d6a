"""What a fight of storyteller waits for, and the refusals that follow from it: ids, standing, phase, owner."""

from __future__ import annotations

from domain.encounter import Combatant, Decision, Encounter
from domain.refusals import Pending, Refused
from domain.rulesets.storyteller.sheets import sheet_of
from domain.table.guards import owners
from domain.table.voices import owner_of

PHASES = {"setup": "STO-4", "surprise": "STO-4", "positions": "STO-5", "initiative": "STO-6"}
"""The steps before the first turn, and the rule that comes in the way of whatever is not theirs."""

QUESTIONS = {
    "stealth": ("the stealth checks of those who hide", "STO-10"),
    "initiative_tie": ("the order of those who are tied", "STO-21"),
    "opportunity_attack": ("whether to strike at whoever moves away", "STO-35"),
    "ruling": ("a ruling of the storyteller", "STO-44"),
}


def pending(encounter: Encounter) -> Pending:
    """Return what the encounter waits for: the question on top of the stack, or else the step of the set-up."""
    if encounter.outcome is not None:
        return Pending(kind="over")
    top = encounter.decision
    if top is not None:
        options = tuple(str(option) for option in top.options)
        return Pending(kind=top.kind, owner=top.owner, who=_asked(top), options=options)
    if encounter.phase == "initiative":
        rollers = to_roll(encounter)
        return Pending(kind="initiative", owner=owner_of(encounter, rollers), options=tuple(rollers))
    return Pending(kind=encounter.phase, owner=encounter.referee)


def _asked(top: Decision) -> str | None:
    """Return the combatant a question is for: whoever has the turn, or the first who has to answer."""
    if top.kind == "opportunity_attack":
        return str(top.options[0])
    if top.kind == "ruling":  # it names who asked, and not who answers
        return None
    return top.who


def to_roll(encounter: Encounter) -> list[str]:
    """STO-6. Return everybody who has not rolled initiative yet, alone or with their group."""
    return [
        who.id
        for who in encounter.combatants.values()
        if who.kind != "object"
        and not who.gone
        and who.id not in encounter.initiatives
        and sheet_of(who).initiative_group not in encounter.initiatives
    ]


def must_control(encounter: Encounter, by: str, who: Combatant, deed: str, rule: str) -> None:
    """STO-15. Refuse to do for somebody what only the seat that controls them may do."""
    if by != who.controller:
        message = f"{by} cannot {deed} for {who.id}: that is for {who.controller}."
        raise Refused("not_your_decision", message, rule=rule, pending=pending(encounter))


def must_be_able(encounter: Encounter, who: Combatant, deed: str, rule: str) -> None:
    """STO-13, STO-30. Refuse whatever the dead, the fallen, the surprised and the incapacitated want to do."""
    must_stand(encounter, who, deed, rule)
    if who.under("surprised"):
        message = f"{who.id} cannot {deed}: {who.id} is surprised until the first turn is over."
        raise Refused("surprised", message, rule="STO-13", pending=pending(encounter))
    if who.under("incapacitated"):
        message = f"{who.id} cannot {deed}: {who.id} is incapacitated."
        raise Refused("incapable", message, rule=rule, pending=pending(encounter))


def must_stand(encounter: Encounter, who: Combatant, deed: str, rule: str) -> None:
    """S-G1. Refuse whatever the dead and the fallen want to do, and whatever a thing is said to do."""
    if who.life == "dead":
        raise Refused("dead", f"{who.id} cannot {deed}: {who.id} is dead.", rule=rule, pending=pending(encounter))
    if not who.alive:
        state = "is a thing" if who.kind == "object" else "has left the fight" if who.gone else f"is {who.life}"
        message = f"{who.id} cannot {deed}: {who.id} {state}."
        raise Refused("incapable", message, rule=rule, pending=pending(encounter))


def must_have_turn(encounter: Encounter, who: Combatant, deed: str) -> None:
    """STO-7. Refuse what is done in a turn while there is none, while a question is open, or in another's turn."""
    must_be_turns(encounter, who, deed)
    if encounter.turn != who.id:
        message = f"{who.id} cannot {deed}: it is {encounter.turn}'s turn."
        raise Refused("out_of_turn", message, rule="STO-7", pending=pending(encounter))


def must_be_turns(encounter: Encounter, who: Combatant, deed: str) -> None:
    """STO-7. Refuse what is done in anybody's turn while there is none, and while a question is open."""
    cannot = f"{who.id} cannot {deed}"
    top = encounter.decision
    if top is None or encounter.round is None:
        phase = pending(encounter)
        message = f"{cannot}: turns begin when everybody has rolled initiative; it is {standing(encounter)}."
        raise Refused("wrong_phase", message, rule=PHASES[encounter.phase], pending=phase)
    if top.kind != "turn":
        raise asked_first(encounter, top, cannot, str(who.controller))


def asked_first(encounter: Encounter, top: Decision, cannot: str, seat: str) -> Refused:
    """Return the refusal of what comes while a question is open: to the seat that has to answer, or to another."""
    question, rule = QUESTIONS[top.kind]
    waiting = pending(encounter)
    if seat in owners(top.owner):
        return Refused("decision_pending", f"{cannot}: {question} comes first.", rule=rule, pending=waiting)
    whose = waiting.whose
    return Refused("not_your_decision", f"{cannot}: {question} is awaited from {whose}.", rule=rule, pending=waiting)


def must_be_in(encounter: Encounter, phases: tuple[str, ...], by: str, deed: str, rule: str) -> None:
    """STO-4 to STO-6. Refuse what belongs to another step; ``turn`` is the time from the first turn on.

    Whatever changes the board or who is on it waits until no question is open in the middle of a step.
    """
    waiting = pending(encounter)
    if waiting.kind in phases:
        return
    top = encounter.decision
    if top is not None and top.kind != "turn":
        raise asked_first(encounter, top, f"{by} cannot {deed}", by)
    message = f"{by} cannot {deed} now: it is {standing(encounter)}."
    raise Refused("wrong_phase", message, rule=rule, pending=waiting)


def standing(encounter: Encounter) -> str:
    """Return in words which step of the fight it is."""
    words = {
        "setup": "still the set-up",
        "surprise": "time to determine surprise",
        "positions": "time to take positions",
        "initiative": "time to roll initiative",
    }
    return f"{encounter.turn}'s turn" if encounter.turn is not None else words[encounter.phase]
