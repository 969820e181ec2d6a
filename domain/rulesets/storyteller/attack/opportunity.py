"""Reactions: opportunity attacks in the middle of somebody's move (STO-31 to STO-35, STO-62 to STO-65, STO-81)."""

from __future__ import annotations

from dataclasses import dataclass

from domain.encounter import Combatant, Encounter
from domain.events import DecisionLapsed, DecisionOpened, DeclarationMade
from domain.facts import facts_of
from domain.places.grid import between, sees
from domain.refusals import Refused
from domain.rulesets.storyteller.actors import able, foes, has_reaction, hostile, on_grid, reach, speed, stands_as
from domain.rulesets.storyteller.attack.aiming import obstacle
from domain.rulesets.storyteller.attack.attacking import Aim, chosen_attack, strike
from domain.rulesets.storyteller.attack.cover import ruled_level
from domain.rulesets.storyteller.commands import DeclineReaction, React
from domain.rulesets.storyteller.guards import must_be_able, pending
from domain.rulesets.storyteller.order.spending import change
from domain.rulesets.storyteller.order.turns import settle
from domain.rulesets.storyteller.questions import Departure, Walk, asked_in
from domain.rulesets.storyteller.rolls import Lean
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import attacks_of
from domain.story import Story
from domain.table.guards import known
from domain.table.voices import owner_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """Somebody who may strike, as what size they stand, how far they reach, and whether cover is as it is ruled."""

    who: Combatant
    fills: str
    within: int
    ruled: bool


def watchers(encounter: Encounter, mover: Combatant) -> list[Watcher]:
    """STO-63, S-G25. Return who may strike at somebody that moves away: hostile, able, with the reaction left.

    Nobody, where the mover has disengaged. In the order of initiative (S-G55).
    """
    if mover.under("disengaged"):
        return []
    found = {foe.id: foe for foe in foes(encounter, mover) if foe.at and able(foe) and has_reaction(foe)}
    return [each for who in encounter.order if who in found and (each := _watcher(encounter, found[who], mover))]


def _watcher(encounter: Encounter, foe: Combatant, mover: Combatant) -> Watcher | None:
    """STO-114. Return somebody as one who watches a mover; None against total cover by a ruling."""
    ruled = ruled_level(encounter, foe.id, mover.id)
    if ruled == "total":
        return None
    return Watcher(who=foe, fills=stands_as(foe), within=reach(foe), ruled=ruled is not None)


def provoked(
    encounter: Encounter, watching: list[Watcher], here: str, size: str, there: str, size_there: str
) -> tuple[str, ...]:
    """STO-81, S-G23. Return whose reach a step leaves; or, by a house rule, who has the mover going farther away."""
    settings = settings_of(encounter)
    any_move = settings.opportunity_trigger == "any_move_away"
    found = []
    for each in watching:
        foe, fills, within = each.who, each.fills, each.within
        before = between(foe.at, fills, here, size, settings.diagonals)
        if before > within:
            continue
        after = between(foe.at, fills, there, size_there, settings.diagonals)
        leaves = after > before if any_move else after > within
        if leaves and (each.ruled or sees(encounter.grid, foe.at, fills, here, size)):
            found.append(foe.id)
    return tuple(found)


def blows(encounter: Encounter, who: Combatant, mover: Combatant) -> tuple[str, ...]:
    """STO-62 to STO-64. Return the melee attacks that somebody can strike at a mover with; none at a friend."""
    if not hostile(encounter, who, mover):
        return ()
    return tuple(
        attack.id for attack in attacks_of(who) if not attack.ranged and obstacle(encounter, who, attack, mover) is None
    )


def ask(story: Story, reactors: tuple[str, ...], leaving: Departure) -> None:
    """STO-62, STO-63: those who have the mover within reach are asked, each for themselves, before the step is made."""
    story.tell(
        DecisionOpened(
            kind="opportunity_attack",
            owner=owner_of(story.now, reactors),
            options=(*reactors, "none"),
            context=facts_of(leaving),
            rules=(
                "STO-31",
                "STO-33",
                "STO-62",
                "STO-63",
                *(("STO-81",) if on_grid(story.now) else ("STO-97", "STO-98")),
            ),
        )
    )


def asked_anew(story: Story) -> Departure | None:
    """STO-62, STO-63: whoever has no blow any more, as a ruling has it, is asked no more.

    Return the step that goes on if nobody is left to answer.
    """
    leaving = asked_in(story.now)
    if not isinstance(leaving, Departure):
        return None
    top, mover = story.now.decisions[-1], story.who(leaving.target)
    asked = tuple(str(option) for option in top.options if option != "none")
    left = tuple(each for each in asked if blows(story.now, story.who(each), mover))
    if left == asked:
        return None
    story.tell(DecisionLapsed(kind=top.kind, owner=top.owner, reason="no_blow_left", rules=("STO-62", "STO-63")))
    if not left:
        return leaving
    ask(story, left, leaving)
    return None


def react(story: Story, command: React) -> Departure | None:
    """STO-62, STO-64, STO-65: the reaction is one melee attack on the mover. Return the step that goes on then."""
    who = known(story.now, command.who, "STO-62")
    must_be_able(story.now, who, "react", "STO-32")
    _must_have_a_reaction(story.now, who)
    leaving = _must_be_asked(story.now, who)
    target = story.who(leaving.target)
    chosen = chosen_attack(story.now, who, command.attack, "STO-64")
    if chosen.ranged:
        message = f"{who.id} cannot react with {chosen.id}: an opportunity attack is a melee attack."
        raise Refused("no_weapon", message, rule="STO-64", pending=pending(story.now))
    found = obstacle(story.now, who, chosen, target)
    if found is not None:
        message = f"{who.id} cannot react with {chosen.id}: {found.why}."
        raise Refused(found.code, message, rule=found.rule, pending=pending(story.now))
    story.tell(
        DeclarationMade(
            who=who.id,
            kind="opportunity_attack",
            targets=(target.id,),
            parameters={"target": target.id, "attack": chosen.id},
            rules=("STO-32", "STO-62", "STO-64"),
        )
    )
    change(story, who.id, "reaction", 0, "opportunity_attack", "STO-34", "STO-65")
    strike(story, who.id, chosen, Aim(target=target.id), Lean())
    return _step_after(story, leaving)


def _must_have_a_reaction(encounter: Encounter, who: Combatant) -> None:
    """STO-34, STO-65. Refuse a second reaction before the next turn, and a second attack in one."""
    if has_reaction(who):
        return
    struck = any(
        deed.who == who.id and deed.kind == "opportunity_attack" and deed.said["target"] == encounter.turn
        for deed in encounter.deeds
    )
    if struck:
        rule, why = "STO-65", f"one attack is all that {encounter.turn}'s move gave"
    else:
        rule, why = "STO-34", "the reaction is spent until the start of the next turn"
    raise Refused("no_resource", f"{who.id} cannot react: {why}.", rule=rule, pending=pending(encounter))


def _must_be_asked(encounter: Encounter, who: Combatant) -> Departure:
    """STO-32. Return the move on which somebody is asked now; nobody reacts without a trigger."""
    leaving, options = asked_in(encounter), () if encounter.decision is None else encounter.decision.options
    if not isinstance(leaving, Departure) or who.id not in options:
        message = f"{who.id} cannot react: nothing has happened that calls for it."
        raise Refused("no_trigger", message, rule="STO-32", pending=pending(encounter))
    if options[0] != who.id:
        message = f"{who.id} cannot react yet: {options[0]} is asked first."
        raise Refused("not_your_decision", message, rule="STO-62", pending=pending(encounter))
    return leaving


def decline(story: Story, command: DeclineReaction) -> Departure | None:
    """STO-62: one may let the mover go. Return the step that goes on then."""
    who = known(story.now, command.who, "STO-62")
    leaving = _must_be_asked(story.now, who)
    story.tell(DeclarationMade(who=who.id, kind="decline_reaction", taken="none", rules=("STO-62",)))
    return _step_after(story, leaving)


def _step_after(story: Story, leaving: Departure) -> Departure | None:
    """STO-35: when all have answered the interrupted step goes on, if the mover still can; return it then."""
    mover = story.who(leaving.target)
    goes_on = can_go_on(mover, leaving)
    still_open = isinstance(asked_in(story.now), Departure)
    if still_open and goes_on:
        return None
    if still_open:
        top = story.now.decisions[-1]
        reason = "mover_stopped" if mover.alive else "mover_fell"
        story.tell(DecisionLapsed(kind=top.kind, owner=top.owner, reason=reason, rules=("STO-35",)))
    if goes_on:
        return leaving
    settle(story)
    return None


def can_go_on(who: Combatant, leaving: Departure) -> bool:
    """STO-35, STO-88. Return whether a mover can make the rest of a move: up, not held fast, not thrown down in it."""
    if not who.alive or speed(who) == 0:
        return False
    return not who.under("prone") or (isinstance(leaving, Walk) and leaving.mode == "crawl")
