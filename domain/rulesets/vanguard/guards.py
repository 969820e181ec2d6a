"""What the encounter waits for, and the refusals that follow from it: ids, standing, phase."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.refusals import Pending, Refused
from domain.rulesets.vanguard.positions import groups, standing
from domain.rulesets.vanguard.sheets import MONSTERS, PARTY
from domain.table.guards import known

OF_CHARACTERS = frozenset({"characters", "turn"})
"""When a character can act."""


def pending(encounter: Encounter) -> Pending:
    """Return whose answer the encounter waits for: an open question, a turn, or a part of the round."""
    if encounter.outcome is not None:
        return Pending(kind="over")
    question = next((each for each in reversed(encounter.decisions) if each.kind != "turn"), None)
    if question is not None:
        return Pending(kind=question.kind, owner=question.owner, options=tuple(map(str, question.options)))
    if (who := encounter.turn) is not None:
        return Pending(kind="turn", owner=PARTY, who=who)
    if encounter.phase == "characters":
        return Pending(kind="characters", owner=PARTY, options=yet_to_act(encounter))
    if encounter.phase == "monsters":
        return Pending(kind="monsters", owner=encounter.referee, options=next_groups(encounter)[:1])
    return Pending(kind=encounter.phase, owner=encounter.referee)


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


def must_wait_for(encounter: Encounter, who: str, deed: str, kinds: frozenset[str], rule: str) -> Pending:
    """Return what is pending if it is one of ``kinds``; refuses what comes at another time."""
    waiting = pending(encounter)
    if waiting.kind not in kinds:
        message = f"{who} cannot {deed}: {SITUATIONS[waiting.kind]}."
        raise Refused("wrong_phase", message, rule=rule, pending=waiting)
    return waiting


SITUATIONS = {
    "setup": "the encounter has not started",
    "engagement": "the party has not chosen how to meet the monsters",
    "formation": "the party must mend its formation first",
    "stance": "the stances of the round are being chosen",
    "characters": "the characters are acting",
    "turn": "the characters are acting",
    "monsters": "the monsters are acting",
}
"""What is going on, in words."""


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
    too_late = pending(encounter).kind == "monsters"
    waiting = must_wait_for(encounter, who, deed, OF_CHARACTERS, "VAN-8" if too_late else "VAN-7")
    if who in encounter.acted:
        message = f"{who} cannot {deed}: {who} has acted in this round."
        raise Refused("already_acted", message, rule="VAN-9", pending=waiting)
    if waiting.kind == "turn" and waiting.who != who:
        message = f"{who} cannot {deed}: it is {waiting.who}'s turn."
        raise Refused("out_of_turn", message, rule="VAN-9", pending=waiting)
    return actor
