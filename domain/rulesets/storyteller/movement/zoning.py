"""Moving in battle zones: close, withdraw, cross; detached and inaccessible zones (STO-91 to STO-106)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from domain.encounter import Combatant, Encounter
from domain.events import CombatantMoved, DeclarationMade, EngagementChanged
from domain.facts import facts_of, read
from domain.places.zones import Link
from domain.refusals import Refused
from domain.rulesets.storyteller.actors import IN_TRANSIT, able, foes, has_reaction, hostile, speed
from domain.rulesets.storyteller.attack.cover import ruled_level
from domain.rulesets.storyteller.attack.harm import leave_cluster
from domain.rulesets.storyteller.attack.opportunity import ask
from domain.rulesets.storyteller.commands import Move
from domain.rulesets.storyteller.guards import must_have_turn, must_stand, pending
from domain.rulesets.storyteller.order.spending import left, spend
from domain.rulesets.storyteller.order.turns import CROSSES_AT, REPOSITIONS_AT, feet_in_zones
from domain.rulesets.storyteller.questions import Way, ZoneMove
from domain.story import Story
from domain.table.guards import known


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The way into a detached zone: how much of it is made, and while it lasts from where and to where (S-G43)."""

    progress: str = ""
    leaving: str = ""
    bound_for: str = ""
    made: int = 0
    turns: int = 0


def move(story: Story, command: Move) -> None:
    """STO-91: in zones one moves inside the zone, to somebody or away from everybody, or into another."""
    who = known(story.now, command.who, "STO-91")
    way = _wanted(story.now, who, command)
    must_stand(story.now, who, "move", "STO-91")
    must_have_turn(story.now, who, "move")
    if speed(who) == 0:
        raise _refused(story.now, "speed_zero", f"{who.id} cannot move: the speed is 0.", "STO-23")
    resource = "crossing" if way.zone is not None else "reposition"
    _must_be_fast_enough(story.now, who, resource)
    if who.under("prone"):
        message = f"{who.id} cannot move: {who.id} is prone, and crawling takes one nowhere in time; stand up first."
        raise _refused(story.now, "prone", message, "STO-88")
    _must_lead_somewhere(story.now, who, way)
    rules = ("STO-95",) if resource == "crossing" else ("STO-94",)
    near = (command.near,) if command.near is not None else ()
    story.tell(
        DeclarationMade(who=who.id, kind="move", targets=near, parameters=facts_of(way), rules=("STO-91", *rules))
    )
    spend(story, who.id, resource, "move", *rules)
    cluster = story.now.engaged(who.id, "fighting")
    struck = watching(story.now, who)
    if cluster is not None and struck:
        ask(story, struck, ZoneMove(target=who.id, at=cluster.id, way=way))
    else:
        arrive(story, who.id, way)


def _wanted(encounter: Encounter, who: Combatant, command: Move) -> Way:
    """STO-91. Return the one thing that a move in zones is; refuses none, two, and ids nobody has."""
    way = Way(near=command.near, withdraw=command.withdraw, zone=command.zone)
    if len(facts_of(way)) != 1 or command.path is not None or command.mode is not None:
        message = f"{who.id} cannot move like that: in zones a move is near somebody, withdraw, or to a zone."
        raise _refused(encounter, "invalid_value", message, "STO-91")
    if command.near is not None:
        known(encounter, command.near, "STO-94")
    if command.zone is not None and command.zone not in encounter.zones:
        raise _refused(encounter, "unknown_id", f"There is no zone {command.zone}.", "STO-91")
    return way


def _must_be_fast_enough(encounter: Encounter, who: Combatant, resource: str) -> None:
    """STO-94, STO-95, S-G38. Refuse a reposition below 25 feet, a crossing below 50, and either when it is spent."""
    if left(who, resource) > 0:
        return
    total = feet_in_zones(encounter, who)
    least, rule = (CROSSES_AT, "STO-95") if resource == "crossing" else (REPOSITIONS_AT, "STO-94")
    if total < least:
        message = f"{who.id} cannot move there: that takes {least} feet, and this turn has {total}."
        raise _refused(encounter, "too_slow", message, rule)
    message = f"{who.id} cannot move there: what this turn had of such moves is spent."
    raise _refused(encounter, "not_enough_movement", message, rule)


def _must_lead_somewhere(encounter: Encounter, who: Combatant, way: Way) -> None:
    found = no_way(encounter, who, way)
    if found is not None:
        code, message, rule = found
        raise _refused(encounter, code, f"{who.id} cannot move there: {message}.", rule)


def no_way(encounter: Encounter, who: Combatant, way: Way) -> tuple[str, str, str] | None:
    """STO-94 to STO-104. Return why a move in zones cannot be made: code, rest of the sentence, rule."""
    if way.zone is not None:
        return _no_crossing(encounter, who, way.zone)
    if who.at == IN_TRANSIT:
        return "not_adjacent", "on the way between two zones one can only go on", "STO-102"
    if way.withdraw is not None:
        fighting = encounter.engaged(who.id, "fighting") is not None
        return None if fighting else ("illegal_target", "there is nobody to withdraw from", "STO-98")
    return _no_closing(encounter, who, encounter.combatants[way.near or ""])


def _no_closing(encounter: Encounter, who: Combatant, other: Combatant) -> tuple[str, str, str] | None:
    """STO-94, S-G40. Return why somebody cannot be closed with: oneself, the fallen, elsewhere, next to already."""
    cluster = encounter.engaged(other.id, "fighting")
    if other.id == who.id or not other.alive:
        return "illegal_target", f"{other.id} is nobody to close with", "STO-94"
    if other.at != who.at:
        return "not_adjacent", f"{other.id} is not in {who.at}", "STO-94"
    if cluster is not None and who.id in cluster.members:
        return "illegal_target", f"{other.id} is next to {who.id} already", "STO-94"
    if cluster is None and not hostile(encounter, who, other):
        return "illegal_target", f"{other.id} is a friend who fights nobody", "STO-94"
    return None


def _no_crossing(encounter: Encounter, who: Combatant, zone: str) -> tuple[str, str, str] | None:
    """STO-95, STO-102, STO-104. Return why a zone cannot be crossed to."""
    under_way = who.at == IN_TRANSIT
    passage = read(Passage, who.stance)
    if under_way and passage.bound_for != zone:
        return "not_adjacent", f"the way leads to {passage.bound_for}", "STO-102"
    link = encounter.zones.link(passage.leaving if under_way else who.at, zone)
    if link is None:
        return "not_adjacent", f"{zone} is not next to {who.at}", "STO-95"
    if link.state == "inaccessible":
        closed = (link.reason or "closed").replace("_", " ")
        return "zone_inaccessible", f"{zone} cannot be reached ({closed})", "STO-104"
    if under_way and crossed(encounter, who):
        return "not_enough_movement", f"the way takes {passage.turns} turns, and this one is counted", "STO-102"
    return None


def crossed(encounter: Encounter, who: Combatant) -> bool:
    """S-G43. Return whether somebody has made for another zone in this turn."""
    return any(deed.kind == "move" and "zone" in deed.said and deed.who == who.id for deed in encounter.deeds)


def watching(encounter: Encounter, who: Combatant) -> tuple[str, ...]:
    """STO-63, STO-97, STO-98, S-G58. Return who of a fight may strike as one leaves it, in initiative order."""
    cluster = encounter.engaged(who.id, "fighting")
    if cluster is None or who.under("disengaged"):
        return ()
    found = [
        foe.id
        for foe in foes(encounter, who)
        if foe.id in cluster.members
        and able(foe)
        and has_reaction(foe)
        and ruled_level(encounter, foe.id, who.id) != "total"
    ]
    return tuple(each for each in encounter.order if each in found)


def arrive(story: Story, who: str, way: Way) -> None:
    """STO-91, STO-97: the move is made; the old fight goes on without the mover, a new one begins or is joined."""
    if way.zone is not None:
        _cross(story, story.who(who), way.zone)
        return
    here = story.who(who).at
    mode = "withdraw" if way.near is None else "close"
    details = facts_of(Way(near=way.near))
    rules = ("STO-91", "STO-94") if mode == "close" else ("STO-91", "STO-94", "STO-98")
    story.tell(CombatantMoved(who=who, origin=here, to=here, mode=mode, details=details, rules=rules))
    leave_cluster(story, who, "left", "STO-97")
    if way.near is not None:
        _join(story, who, way.near)


def _join(story: Story, who: str, other: str) -> None:
    """STO-94, S-G40: whoever closes with somebody fights them, and all who are there already."""
    cluster = story.now.engaged(other, "fighting")
    if cluster is None:
        change = EngagementChanged(
            id=story.now.next_id("fighting", "F"),
            change="formed",
            kind="fighting",
            zone=story.who(who).at,
            members=(who, other),
            rules=("STO-94",),
        )
    else:
        members = (*cluster.members, who)
        change = EngagementChanged(
            id=cluster.id, change="joined", kind="fighting", who=who, members=members, rules=("STO-94", "STO-97")
        )
    story.tell(change)


def _cross(story: Story, who: Combatant, zone: str) -> None:
    """STO-95, STO-102, S-G43: into an adjacent zone at once, into a detached one with the last of several turns."""
    origin = read(Passage, who.stance).leaving if who.at == IN_TRANSIT else who.at
    link = story.now.zones.link(origin, zone) or Link()
    if who.at != IN_TRANSIT and link.state == "adjacent":
        story.tell(CombatantMoved(who=who.id, origin=who.at, to=zone, mode="zone", rules=("STO-91", "STO-95")))
    else:
        _on_the_way(story, who, origin, zone, link)
    leave_cluster(story, who.id, "left", "STO-97")


def _on_the_way(story: Story, who: Combatant, origin: str, zone: str, link: Link) -> None:
    so_far = read(Passage, who.stance)
    made, turns = (so_far.made + 1, so_far.turns) if who.at == IN_TRANSIT else (1, link.turns)
    to = zone if made >= turns else IN_TRANSIT
    passage = Passage(progress=f"{made}/{turns}")
    if to == IN_TRANSIT:
        passage = replace(passage, leaving=origin, bound_for=zone, made=made, turns=turns)
    story.tell(
        CombatantMoved(
            who=who.id,
            origin=who.at,
            to=to,
            mode="detached",
            details=facts_of(passage),
            rules=("STO-91", "STO-101", "STO-102"),
        )
    )


def _refused(encounter: Encounter, code: str, message: str, rule: str) -> Refused:
    return Refused(code, message, rule=rule, pending=pending(encounter))
