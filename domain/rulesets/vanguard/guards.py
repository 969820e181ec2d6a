"""What the encounter waits for, and the refusals that follow from it: ids, standing, phase."""

from __future__ import annotations

from typing import assert_never

from domain.encounter import Combatant, Decision, Encounter, Turn
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard.positions import groups, standing
from domain.rulesets.vanguard.questions import (
    Awaited,
    Characters,
    Meeting,
    Mending,
    Monsters,
    Over,
    Setup,
    Stances,
    asked_by,
)
from domain.rulesets.vanguard.sheets import MONSTERS, PARTY
from domain.table.guards import known


def awaited(encounter: Encounter) -> Awaited:
    """Return what the encounter waits for: an open question, a turn, or a part of the round."""
    if encounter.outcome is not None:
        return Over()
    if encounter.decisions:
        return asked_by(_open(encounter)[-1])
    if encounter.phase == "characters":
        return Characters()
    return Monsters() if encounter.phase == "monsters" else Setup()


def _open(encounter: Encounter) -> list[Decision]:
    """Return what is open: the turns, and over them the questions."""
    return sorted(encounter.decisions, key=lambda each: not isinstance(asked_by(each), Turn))


def pending(encounter: Encounter) -> Pending:
    """Return whose answer the encounter waits for, and with what options."""
    waited = awaited(encounter)
    match waited:
        case Over():
            return Pending(kind="over")
        case Meeting() | Mending() | Stances():
            top = _open(encounter)[-1]
            return Pending(kind=top.kind, owner=top.owner, options=tuple(map(str, top.options)))
        case Turn(who=who):
            return Pending(kind="turn", owner=PARTY, who=who)
        case Characters():
            return Pending(kind="characters", owner=PARTY, options=yet_to_act(encounter))
        case Monsters():
            return Pending(kind="monsters", owner=encounter.referee, options=next_groups(encounter)[:1])
        case Setup():
            return Pending(kind=encounter.phase, owner=encounter.referee)
        case _:
            assert_never(waited)


def yet_to_act(encounter: Encounter) -> tuple[str, ...]:
    """VAN-9: return the characters who have a turn left in this round; the healed have none (N-G31)."""
    able = (who for who in standing(encounter) if not who.under("recovering"))
    return tuple(who.id for who in able if who.id not in encounter.acted)


def next_groups(encounter: Encounter) -> tuple[str, ...]:
    """VAN-35: return the groups that have not attacked in this round: those in front first, each guard as listed."""
    everyone = [*groups(encounter, "front"), *groups(encounter, "rear")]
    return tuple(group.id for group in everyone if group.id not in encounter.acted)


def lineup(encounter: Encounter) -> dict[str, int | None]:
    """VAN-7, VAN-8: return who has a turn in a round: the characters, in any order, then the groups in theirs."""
    everybody = [*standing(encounter), *groups(encounter, "front"), *groups(encounter, "rear")]
    return {who.id: None for who in everybody}


def must_be_the_party(encounter: Encounter, by: str, deed: str, rule: str) -> None:
    """N-G42: refuse what only the party as a whole may do."""
    if by != PARTY:
        message = f"{by} cannot {deed}: that is the party's, by the word of its leader."
        raise Refused("not_your_decision", message, rule=rule, pending=pending(encounter))


def must_wait_for(encounter: Encounter, who: str, deed: str, kinds: tuple[type[Awaited], ...], rule: str) -> Pending:
    """Return what is pending if it is one of ``kinds``; refuses what comes at another time."""
    waited, waiting = awaited(encounter), pending(encounter)
    if not isinstance(waited, kinds):
        message = f"{who} cannot {deed}: {situation(waited)}."
        raise Refused("wrong_phase", message, rule=rule, pending=waiting)
    return waiting


def situation(waited: Awaited) -> str:
    """Return what is going on, in words."""
    match waited:
        case Setup():
            return "the encounter has not started"
        case Meeting():
            return "the party has not chosen how to meet the monsters"
        case Mending():
            return "the party must mend its formation first"
        case Stances():
            return "the stances of the round are being chosen"
        case Characters() | Turn():
            return "the characters are acting"
        case Monsters():
            return "the monsters are acting"
        case Over():
            return "the encounter is over"
        case _:
            assert_never(waited)


def must_stand(encounter: Encounter, who: Combatant, deed: str, rule: str) -> None:
    """VAN-9: refuse whatever monsters, the fallen and the dead want as characters."""
    if who.side == MONSTERS:
        message = f"{who.id} cannot {deed}: monsters attack in their part of the round, and do nothing else."
        raise Refused("incapable", message, rule=rule, pending=pending(encounter))
    if who.life == "dead":
        raise Refused("dead", f"{who.id} cannot {deed}: {who.id} is dead.", rule=rule, pending=pending(encounter))
    if not who.alive:
        message = f"{who.id} cannot {deed}: {who.id} has {'left the fight' if who.gone else 'fallen'}."
        raise Refused("incapable", message, rule=rule, pending=pending(encounter))


def must_act_now(encounter: Encounter, who: str, deed: str, rule: str) -> Combatant:
    """VAN-7, VAN-8, VAN-9: return the character if it is their time to act; once a round, in the characters' part."""
    actor = known(encounter, who, rule)
    must_stand(encounter, actor, deed, "VAN-9")
    if actor.under("recovering"):
        message = f"{who} cannot {deed}: {who} is back on their feet, and acts from the next round on."
        raise Refused("incapable", message, rule="VAN-9", pending=pending(encounter))
    waited = awaited(encounter)
    rule_of_time = "VAN-8" if isinstance(waited, Monsters) else "VAN-7"
    waiting = must_wait_for(encounter, who, deed, (Characters, Turn), rule_of_time)
    if who in encounter.acted:
        message = f"{who} cannot {deed}: {who} has acted in this round."
        raise Refused("already_acted", message, rule="VAN-9", pending=waiting)
    if isinstance(waited, Turn) and waited.who != who:
        message = f"{who} cannot {deed}: it is {waited.who}'s turn."
        raise Refused("out_of_turn", message, rule="VAN-9", pending=waiting)
    return actor
