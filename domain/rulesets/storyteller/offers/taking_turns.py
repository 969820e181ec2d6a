"""What whoever has the turn may do now (STO-22 to STO-39)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.encounter import Combatant, Encounter
from domain.offers import End, Offer, Open, Threat
from domain.places.grid import MOST_SIDE, Grid, reachable
from domain.rulesets.storyteller.abilities import COSTS, DEEDS, no_use, unfit
from domain.rulesets.storyteller.acting import cannot_stand, may_rally
from domain.rulesets.storyteller.actors import able, on_grid, size, speed, stands_as
from domain.rulesets.storyteller.attack.aiming import obstacle
from domain.rulesets.storyteller.attack.attacking import attacks_open, illegal
from domain.rulesets.storyteller.attack.guessing import place_obstacle
from domain.rulesets.storyteller.doors import beside, in_the_way
from domain.rulesets.storyteller.movement.strikes import Strikes
from domain.rulesets.storyteller.movement.walking import Lie, diagonals_made, modes
from domain.rulesets.storyteller.movement.zoning import no_way, watching
from domain.rulesets.storyteller.order.spending import left
from domain.rulesets.storyteller.questions import Way
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import Ability, Attack, abilities_of, attacks_of

LONGEST = MOST_SIDE
ACTIONS = ("dash", "disengage", "defend", "hide")


def turn(encounter: Encounter) -> Iterator[Offer]:
    """STO-22. Yield everything that the one who has the turn can do, and the end of the turn."""
    who = encounter.combatants[str(encounter.turn)]
    if able(who):
        yield from attacks(encounter, who)
        yield from actions(who)
        yield from abilities(encounter, who)
        yield from interactions(encounter, who)
        asked = Open(kind="text", minimum=1, maximum=80, example="climb the rigging")
        yield Offer(do="activity", who=who.id, open={"value": asked})
    if speed(who):
        yield from (ways if on_grid(encounter) else zone_moves)(encounter, who)
    if who.under("prone"):
        if cannot_stand(encounter, who) is None:
            yield Offer(do="stand", who=who.id)
    else:
        yield Offer(do="drop_prone", who=who.id)
    yield Offer(do="end_turn", who=who.id)


def attacks(encounter: Encounter, who: Combatant) -> Iterator[Offer]:
    """STO-43. Yield each attack with whom it can be made on, and with a place where somebody hidden may be."""
    if not attacks_open(who):
        return
    others = [each for each in encounter.combatants.values() if illegal(who, each) is None]
    for attack in attacks_of(who):
        targets = tuple(each.id for each in others if obstacle(encounter, who, attack, each) is None)
        if targets:
            yield Offer(do="attack", who=who.id, closed={"attack": (attack.id,), "target": targets})
        guess = _a_place(encounter, who, attack)
        if guess is not None:
            place = Open(kind="value", minimum=1, maximum=32, example=guess)
            yield Offer(do="attack", who=who.id, closed={"attack": (attack.id,)}, open={"location": place})


def _a_place(encounter: Encounter, who: Combatant, attack: Attack) -> str | None:
    """STO-69. Return a place that can be attacked: next to somebody, or where they are; a zone may be any."""
    board = encounter.board
    places = (*board.next_to(who.at), who.at) if isinstance(board, Grid) else (who.at, *encounter.zones.links)
    candidates = (place for place in places if place in board)
    return next((place for place in candidates if place_obstacle(encounter, who, attack, place) is None), None)


def actions(who: Combatant) -> Iterator[Offer]:
    """STO-26, STO-66. Yield the actions that everybody has."""
    if not left(who, "action"):
        return
    for action in ACTIONS:
        yield Offer(do=action, who=who.id)
    if may_rally(who):
        yield Offer(do="rally", who=who.id)


def abilities(encounter: Encounter, who: Combatant) -> Iterator[Offer]:
    """STO-26 to STO-29. Yield what somebody has of their own and can use now, with whom it works on."""
    for ability in abilities_of(who):
        if ability.kind != "reaction":
            yield from _used(encounter, who, ability)


def reactions(encounter: Encounter) -> Iterator[Offer]:
    """STO-31, STO-32. Yield the reactions that anybody's own abilities give, for the storyteller to allow."""
    for who in encounter.combatants.values():
        if able(who):
            for ability in abilities_of(who):
                if ability.kind == "reaction":
                    yield from _used(encounter, who, ability)


def _used(encounter: Encounter, who: Combatant, ability: Ability) -> Iterator[Offer]:
    if not left(who, COSTS[ability.kind][0]):
        return
    targets = _targets(encounter, who, ability)
    if targets and no_use(encounter, who, ability) is None:
        name = "spell" if ability.kind == "spell" else "ability"
        closed = {name: (ability.id,), "target": targets}
        yield Offer(do=DEEDS[ability.kind], who=who.id, aside=ability.kind == "reaction", closed=closed)


def _targets(encounter: Encounter, who: Combatant, ability: Ability) -> tuple[str | None, ...]:
    if ability.aims == "self":
        return (None, who.id)
    return tuple(each.id for each in encounter.combatants.values() if unfit(encounter, who, ability, each) is None)


def interactions(encounter: Encounter, who: Combatant) -> Iterator[Offer]:
    """STO-38. Yield the doors one can turn, and anything else one may handle."""
    if not (left(who, "interaction") or left(who, "action")):
        return
    board = encounter.board
    if isinstance(board, Grid):
        for door in beside(board, who.at, stands_as(who)):
            if in_the_way(encounter, door) or board.doors[door].lock is not None:
                continue
            verb = "close" if board.doors[door].open else "open"
            closed = {"object": (door,), "verb": (verb,)}
            yield Offer(do="interact", who=who.id, closed=closed, means={"object": "door"})
    thing = Open(kind="text", minimum=1, maximum=32, example="lever")
    verb_ = Open(kind="text", minimum=1, maximum=32, example="pull")
    yield Offer(do="interact", who=who.id, open={"object": thing, "verb": verb_})


def ways(encounter: Encounter, who: Combatant) -> Iterator[Offer]:
    """STO-23, STO-63, STO-76. Yield every square where a move can end, its cost, one way, who may strike on it."""
    lie = Lie(encounter, who, crawls=who.under("prone"))
    found = reachable(
        encounter.grid,
        who.at,
        size(who),
        left(who, "movement"),
        lie.cost,
        lie.may_enter,
        may_stop=lie.may_stop,
        diagonals=settings_of(encounter).diagonals,
        diagonals_before=diagonals_made(encounter, who),
    )
    strikes = Strikes(encounter, who, lie)
    short = ((to, cost, way) for to, (cost, way) in found.items() if len(way) <= LONGEST)
    ends = tuple(End(tile=to, cost=cost, path=way, provokes=strikes.on(way)) for to, cost, way in short)
    if not ends:
        return
    path = Open(kind="path", minimum=1, maximum=LONGEST, example=list(ends[0].path), ends=ends)
    threats = strikes.threats(dict.fromkeys((who.at, *(place for end in ends for place in end.path))))
    yield Offer(do="move", who=who.id, closed={"mode": (None, *modes(who))}, open={"path": path}, threats=threats)


def zone_moves(encounter: Encounter, who: Combatant) -> Iterator[Offer]:
    """STO-94 to STO-104. Yield whom one can close with, withdrawing, and the zones one can cross to."""
    if who.under("prone"):
        return
    threats = tuple(Threat(who=foe, places=(who.at,)) for foe in watching(encounter, who))
    if left(who, "reposition"):
        near = tuple(other for other in encounter.combatants if no_way(encounter, who, Way(near=other)) is None)
        if near:
            yield Offer(do="move", who=who.id, closed={"near": near}, threats=threats)
        if no_way(encounter, who, Way(withdraw=True)) is None:
            yield Offer(do="move", who=who.id, closed={"withdraw": (True,)}, threats=threats)
    if left(who, "crossing"):
        zones = tuple(zone for zone in encounter.zones.links if no_way(encounter, who, Way(zone=zone)) is None)
        if zones:
            yield Offer(do="move", who=who.id, closed={"zone": zones}, threats=threats)
