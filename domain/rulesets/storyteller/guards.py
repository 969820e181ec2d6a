"""What a fight of storyteller waits for, and the refusals that follow from it: ids, standing, phase, owner."""

from __future__ import annotations

from typing import assert_never

from domain.encounter import Combatant, Encounter, Turn
from domain.refusals import Pending, Refused
from domain.rulesets.storyteller.questions import (
    PHASES,
    Asked,
    AskedToRule,
    Awaited,
    Hiding,
    Initiative,
    Over,
    Phase,
    Positions,
    Question,
    Setup,
    Surprise,
    Tie,
    Walk,
    ZoneMove,
    asked_in,
    awaited,
)
from domain.rulesets.storyteller.sheets import sheet_of
from domain.table.guards import owners
from domain.table.voices import owner_of


def pending(encounter: Encounter) -> Pending:
    """Return whose answer the encounter waits for, and with what options."""
    waited = awaited(encounter)
    match waited:
        case Over():
            return Pending(kind="over")
        case Initiative():
            rollers = to_roll(encounter)
            return Pending(kind="initiative", owner=owner_of(encounter, rollers), options=tuple(rollers))
        case Setup() | Surprise() | Positions():
            return Pending(kind=encounter.phase, owner=encounter.referee)
        case Hiding() | Tie() | AskedToRule() | Walk() | ZoneMove() | Turn():
            top = encounter.decisions[-1]
            options = tuple(str(option) for option in top.options)
            return Pending(kind=top.kind, owner=top.owner, who=_who(waited, options), options=options)
        case _:
            assert_never(waited)


def _who(asked: Asked, options: tuple[str, ...]) -> str | None:
    """Return the combatant a question is for: whoever has the turn, or the first who has to answer."""
    match asked:
        case Walk() | ZoneMove():
            return options[0]
        case Turn(who=who):
            return who
        case AskedToRule() | Hiding() | Tie():  # a ruling names who asked, and not who answers
            return None
        case _:
            assert_never(asked)


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
    asked = asked_in(encounter)
    if asked is None or encounter.round is None:
        words, rule = _step(PHASES[encounter.phase])
        message = f"{cannot}: turns begin when everybody has rolled initiative; it is {words}."
        raise Refused("wrong_phase", message, rule=rule, pending=pending(encounter))
    if isinstance(asked, Question):
        raise asked_first(encounter, asked, cannot, str(who.controller))


def asked_first(encounter: Encounter, asked: Question, cannot: str, seat: str) -> Refused:
    """Return the refusal of what comes while a question is open: to the seat that has to answer, or to another."""
    words, rule = _question(asked)
    waiting = pending(encounter)
    if seat in owners(waiting.owner):
        return Refused("decision_pending", f"{cannot}: {words} comes first.", rule=rule, pending=waiting)
    whose = waiting.whose
    return Refused("not_your_decision", f"{cannot}: {words} is awaited from {whose}.", rule=rule, pending=waiting)


def _question(asked: Question) -> tuple[str, str]:
    """Return a question in words, and the rule that it rests on."""
    match asked:
        case Hiding():
            return "the stealth checks of those who hide", "STO-10"
        case Tie():
            return "the order of those who are tied", "STO-21"
        case Walk() | ZoneMove():
            return "whether to strike at whoever moves away", "STO-35"
        case AskedToRule():
            return "a ruling of the storyteller", "STO-44"
        case _:
            assert_never(asked)


ANY_STEP = (Setup, Surprise, Positions, Initiative, Turn)
"""Every step of a fight in which no question is open."""


def must_be_in(encounter: Encounter, steps: tuple[type[Awaited], ...], by: str, deed: str, rule: str) -> None:
    """STO-4 to STO-6. Refuse what belongs to another step; ``Turn`` is the time from the first turn on.

    Whatever changes the board or who is on it waits until no question is open in the middle of a step.
    """
    waited = awaited(encounter)
    if isinstance(waited, steps):
        return
    if isinstance(waited, Question):
        raise asked_first(encounter, waited, f"{by} cannot {deed}", by)
    words = f"{waited.who}'s turn" if isinstance(waited, Turn) else _step(PHASES[encounter.phase])[0]
    raise Refused("wrong_phase", f"{by} cannot {deed} now: it is {words}.", rule=rule, pending=pending(encounter))


def _step(phase: Phase) -> tuple[str, str]:
    """Return a step before the first turn in words, and the rule that comes in the way of whatever is not its own."""
    match phase:
        case Setup():
            return "still the set-up", "STO-4"
        case Surprise():
            return "time to determine surprise", "STO-4"
        case Positions():
            return "time to take positions", "STO-5"
        case Initiative():
            return "time to roll initiative", "STO-6"
        case _:
            assert_never(phase)
