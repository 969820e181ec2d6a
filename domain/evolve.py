"""The fold: what has happened is laid onto the encounter as it stands. Never refuses, never rolls, knows no rule."""

from __future__ import annotations

from typing import assert_never

from domain.changing import changed
from domain.encounter import Combatant, Decision, Encounter, Engagement
from domain.events import (
    BoardChanged,
    CombatantJoined,
    CombatantMoved,
    ConditionApplied,
    DamageApplied,
    DecisionLapsed,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EncounterEnded,
    EncounterOpened,
    EngagementChanged,
    Event,
    ItemMoved,
    ItemUsed,
    LifeStateChanged,
    MessageRecorded,
    OutcomeResolved,
    ResourceChanged,
    TurnEnded,
    TurnStarted,
    VitalsRestored,
)
from domain.items import Item


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """Return ``encounter`` after ``event``. Never refuses: the event has happened."""
    match event:
        case DiceRolled() | OutcomeResolved() | MessageRecorded():
            return encounter
        case DeclarationMade():
            return _declared(encounter, event)
        case CombatantMoved(who=who, to=to):
            return _moved(encounter, who, to)
        case ResourceChanged(who=who, resource=resource, after=after):
            spender = encounter.combatants[who]
            return _with(encounter, changed(spender, resources={**spender.resources, resource: after}))
        case DamageApplied(to=to, pool=pool, after=after) | VitalsRestored(to=to, pool=pool, after=after):
            target = encounter.combatants[to]
            points = changed(target.pools[pool], now=after)
            return _with(encounter, changed(target, pools={**target.pools, pool: points}))
        case TurnStarted():
            return _turn_started(encounter, event)
        case TurnEnded(who=who, ends_move=ends_move):
            mover = None if ends_move and encounter.mover == who else encounter.mover
            return changed(encounter, decisions=_without_turn(encounter.decisions, who), mover=mover)
        case DecisionOpened(kind=kind, owner=owner, options=options, context=context):
            opened = Decision(kind=kind, owner=owner, options=options, context=context)
            return changed(encounter, decisions=(*encounter.decisions, opened))
        case DecisionLapsed():
            return changed(encounter, decisions=encounter.decisions[:-1])
        case EngagementChanged():
            return _engagement_changed(encounter, event)
        case ConditionApplied(to=to, condition=condition):
            target = encounter.combatants[to]
            if condition in target.conditions:
                return encounter
            return _with(encounter, changed(target, conditions=(*target.conditions, condition)))
        case LifeStateChanged(who=who, to=to):
            return _with(encounter, changed(encounter.combatants[who], life=to))
        case ItemUsed(who=who, item=item, consumed=consumed):
            return _without_card(encounter, _holder(encounter, who), item)[0] if consumed else encounter
        case ItemMoved(item=item, origin=origin, to=to):
            rest, card = _without_card(encounter, origin, item)
            return changed(rest, hands={**rest.hands, to: (*rest.hand(to), *card)})
        case BoardChanged():
            return _board_changed(encounter, event)
        case CombatantJoined():
            return _joined(encounter, event)
        case EncounterOpened():
            return Encounter(
                id=event.encounter,
                system=event.system,
                version=event.version,
                house_rules=event.house_rules,
                rewind=event.rewind,
                dice=event.dice,
            )
        case EncounterEnded(outcome=outcome):
            return changed(encounter, outcome=outcome)
        case _:
            assert_never(event)


def _with(encounter: Encounter, combatant: Combatant) -> Encounter:
    return changed(encounter, combatants={**encounter.combatants, combatant.id: combatant})


def _moved(encounter: Encounter, who: str, to: str) -> Encounter:
    steps = encounter.steps + 1
    moved = changed(encounter.combatants[who], at=to, arrived=steps)
    apart = frozenset(pair for pair in encounter.declined if who not in pair)
    return changed(encounter, combatants={**encounter.combatants, who: moved}, steps=steps, declined=apart)


def _declared(encounter: Encounter, event: DeclarationMade) -> Encounter:
    top = encounter.decision
    decisions = encounter.decisions[:-1] if top is not None and top.kind != "turn" else encounter.decisions
    if event.kind == "decline":
        pair = (event.who, event.parameters["versus"])
        return changed(encounter, decisions=decisions, declined=encounter.declined | {pair})
    if event.kind == "begin_move":
        return changed(encounter, decisions=decisions, mover=event.who, moved_last=event.who)
    return changed(encounter, decisions=decisions) if decisions is not encounter.decisions else encounter


def _turn_started(encounter: Encounter, event: TurnStarted) -> Encounter:
    who = encounter.combatants[event.who]
    engaged = encounter.engagements.get(event.engagement or "") or encounter.engagement_of(event.who)
    context = {"who": event.who, "role": event.role, "engagement": engaged.id if engaged else None}
    turn = Decision(kind="turn", owner=who.side, context=context)
    engagements = encounter.engagements
    if engaged is not None:
        engagements = {**engagements, engaged.id: changed(engaged, last=event.who, holder=None)}
    return changed(encounter, engagements=engagements, decisions=(*encounter.decisions, turn))


def _without_turn(decisions: tuple[Decision, ...], who: str) -> tuple[Decision, ...]:
    """Return the stack without the turn of ``who``; nobody has two."""
    return tuple(d for d in decisions if d.kind != "turn" or d.context["who"] != who)


def _engagement_changed(encounter: Encounter, event: EngagementChanged) -> Encounter:
    engagements = dict(encounter.engagements)
    formed = encounter.formed
    if event.change == "dissolved":
        del engagements[event.id]
    elif event.change == "formed":
        number = event.id.removeprefix("E")
        formed = max(formed + 1, int(number) if number.isdecimal() else 0)
        engagements[event.id] = Engagement(
            id=event.id,
            kind=event.kind,
            tile=event.tile or encounter.combatants[event.order[0]].at,
            members=event.members or event.order,
            order=event.order,
        )
    else:
        engagements[event.id] = _regrouped(engagements[event.id], event)
    return changed(encounter, engagements=engagements, formed=formed)


def _regrouped(engagement: Engagement, event: EngagementChanged) -> Engagement:
    """Return the combat after somebody left or joined it, or after it went on elsewhere."""
    if event.change == "resumed":
        return changed(engagement, tile=event.tile or engagement.tile, order=event.order, last=None, holder=None)
    staying = tuple(member for member in engagement.members if member in event.order)
    coming = tuple(member for member in event.order if member not in staying)
    holder = event.holder or engagement.holder
    return changed(engagement, members=staying + coming, order=event.order, holder=holder)


def _holder(encounter: Encounter, who: str) -> str:
    """Return whose hand a user's card comes from: their side's, or their own if they are named as owner."""
    combatant = encounter.combatants.get(who)
    return combatant.side if combatant is not None else who


def _without_card(encounter: Encounter, owner: str, item: str) -> tuple[Encounter, tuple[Item, ...]]:
    """Return the encounter without one card of that id in the owner's hand, and the card."""
    hand = encounter.hand(owner)
    for index, card in enumerate(hand):
        if card.id == item:
            left = hand[:index] + hand[index + 1 :]
            return changed(encounter, hands={**encounter.hands, owner: left}), (card,)
    return encounter, ()


def _board_changed(encounter: Encounter, event: BoardChanged) -> Encounter:
    match event.change:
        case "tiles":
            return changed(encounter, board=encounter.board.with_tiles(event.detail["tiles"]))
        case "links":
            return changed(encounter, board=encounter.board.with_links((a, b) for a, b in event.detail["links"]))
        case "trap":
            return changed(encounter, board=encounter.board.with_trap(event.detail["tile"], event.detail["item"]))
        case _:
            return encounter


def _joined(encounter: Encounter, event: CombatantJoined) -> Encounter:
    combatant = Combatant(
        id=event.who,
        side=event.side,
        kind=event.kind,
        at=event.at,
        controller=event.controller,
        pools={pool.name: pool for pool in event.pools},
        life=event.life,
        sheet=event.sheet,
    )
    hand = (*encounter.hand(event.side), *event.items)
    return changed(_with(encounter, combatant), hands={**encounter.hands, event.side: hand})
