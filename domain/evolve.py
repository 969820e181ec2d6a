"""The fold: what has happened is laid onto the encounter as it stands. Never refuses, never rolls, knows no rule."""

from __future__ import annotations

from typing import assert_never

from domain.changing import changed
from domain.encounter import (
    IN_RESERVE,
    Combatant,
    Condition,
    Decision,
    Deed,
    Encounter,
    Engagement,
    Ruling,
    Thing,
)
from domain.events import (
    BoardChanged,
    CombatantJoined,
    CombatantMoved,
    ConditionApplied,
    ConditionEnded,
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
    OrderSet,
    OutcomeResolved,
    PhaseChanged,
    ResourceChanged,
    RoundEnded,
    RoundStarted,
    RulingMade,
    SurpriseSet,
    TurnEnded,
    TurnStarted,
    VitalsRestored,
)
from domain.items import FACE_DOWN, Item
from domain.places import EMPTY_BOARDS


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """Return ``encounter`` after ``event``. Never refuses: the event has happened."""
    after = _after(encounter, event)
    if after.ending and after.ending == encounter.ending and not isinstance(event, MessageRecorded):
        # Whoever wanted the end wanted it as things stood; words change nothing.
        return changed(after, ending=())
    return after


def _after(encounter: Encounter, event: Event) -> Encounter:  # one line for each kind of event
    """Return ``encounter`` after ``event``, with whoever wanted the end before."""
    match event:
        case MessageRecorded():
            return encounter
        case OutcomeResolved():
            return _resolved(encounter, event)
        case DiceRolled():
            return _rolled(encounter, event)
        case DeclarationMade():
            return _declared(encounter, event)
        case CombatantMoved():
            return _moved(encounter, event)
        case ResourceChanged(who=who, resource=resource, after=after):
            spender = encounter.combatants[who]
            return _with(encounter, changed(spender, resources={**spender.resources, resource: after}))
        case DamageApplied():
            return _harmed(_pooled(encounter, event.to, event.pool, event.after), event)
        case VitalsRestored(to=to, pool=pool, after=after):
            return _pooled(encounter, to, pool, after)
        case TurnStarted():
            return _turn_started(encounter, event)
        case TurnEnded():
            return _turn_ended(encounter, event)
        case DecisionOpened(kind=kind, owner=owner, options=options, context=context):
            opened = Decision(kind=kind, owner=owner, options=options, context=context)
            return changed(encounter, decisions=(*encounter.decisions, opened), asked=encounter.asked + 1)
        case DecisionLapsed(reason=reason):
            # What happens instead of an answer that came too late closes the question as an answer would have.
            return encounter if reason == "time_out" else changed(encounter, decisions=encounter.decisions[:-1])
        case EngagementChanged():
            return _engagement_changed(encounter, event)
        case ConditionApplied():
            return _condition_applied(encounter, event)
        case ConditionEnded():
            return _condition_ended(encounter, event)
        case LifeStateChanged(who=who, to=to):
            return _with(encounter, changed(encounter.combatants[who], life=to))
        case ItemUsed(who=who, item=item, consumed=consumed):
            holder = _holder(encounter, who, item)
            shown = _shown(encounter, holder, event.card)
            return _without(shown, holder, item)[0] if consumed else shown
        case ItemMoved(item=item, origin=origin, to=to):
            rest, thing = _without(_shown(encounter, origin, event.card), origin, item)
            return changed(rest, hands={**rest.hands, to: (*rest.things(to), *thing)})
        case RulingMade():
            return _ruled(encounter, event)
        case RoundStarted(round=number):
            begun = changed(encounter, acted=(), deeds=(), resolved=())
            return changed(begun, round=number, harm={}, harm_before=encounter.harm)
        case RoundEnded():
            return _round_ended(encounter)
        case PhaseChanged(to=to):
            return changed(encounter, phase=to)
        case OrderSet(order=order, first=first):
            return changed(encounter, order=order or encounter.order, first=first)
        case SurpriseSet(surprising=surprising, surprised=surprised):
            return changed(encounter, surprising=surprising, surprised=surprised)
        case BoardChanged(change=change):
            return changed(encounter, board=encounter.board.changed(change, event.stated))
        case CombatantJoined():
            return _joined(encounter, event)
        case EncounterOpened():
            return _opened(event)
        case EncounterEnded(outcome=outcome, winner=winner):
            return changed(encounter, outcome=outcome, winner=winner)
        case _:
            assert_never(event)


def _opened(event: EncounterOpened) -> Encounter:
    return Encounter(
        id=event.encounter,
        system=event.system,
        version=event.version,
        house_rules=event.house_rules,
        rewind=event.rewind,
        dice=event.dice,
        clock=event.clock,
        overrides=event.overrides or "open",
        private_hands=event.hands == "private",
        words={kind: tuple(words) for kind, words in (event.words or {}).items()},
        names={str(each["of"]): str(each["name"]) for each in event.names},
        disclosure={str(each["side"]): str(each["shows"]) for each in event.disclosure},
        seats={seat["id"]: seat["role"] for seat in event.seats},
        voices={seat["voice"]: seat["id"] for seat in event.seats if "voice" in seat},
        referee=event.referee,
        fork=event.fork,
        board=EMPTY_BOARDS[event.positions],
    )


def _with(encounter: Encounter, combatant: Combatant) -> Encounter:
    return changed(encounter, combatants={**encounter.combatants, combatant.id: combatant})


def _pooled(encounter: Encounter, to: str, pool: str, after: int) -> Encounter:
    target = encounter.combatants[to]
    points = changed(target.pools[pool], now=after)
    return _with(encounter, changed(target, pools={**target.pools, pool: points}))


def _harmed(encounter: Encounter, event: DamageApplied) -> Encounter:
    """Return the encounter with what the pool lost added to the sums of the round, where there are rounds."""
    if encounter.round is None:
        return encounter
    doers = encounter.harm.get(event.to, {})
    summed = {**doers, event.by: doers.get(event.by, 0) + event.before - event.after}
    return changed(encounter, harm={**encounter.harm, event.to: summed})


def _moved(encounter: Encounter, event: CombatantMoved) -> Encounter:
    who, steps = event.who, encounter.steps + 1
    moved = changed(encounter.combatants[who], at=event.to, arrived=steps, stance=event.details)
    apart = frozenset(pair for pair in encounter.declined if who not in pair) if encounter.declined else frozenset()
    return changed(encounter, combatants={**encounter.combatants, who: moved}, steps=steps, declined=apart)


def _rolled(encounter: Encounter, event: DiceRolled) -> Encounter:
    """Return the encounter after a roll: it may answer the open question, and an initiative's total is kept."""
    top = encounter.decision
    if top is not None and top.context.get("rolls") == event.purpose:
        encounter = changed(encounter, decisions=_answered(encounter.decisions, event.by, event.total))
    if event.purpose == "initiative" and event.total is not None:
        others = {roller: total for roller, total in encounter.initiatives.items() if roller != event.by}
        return changed(encounter, initiatives={**others, event.by: event.total})
    return encounter


def _answered(decisions: tuple[Decision, ...], who: str, total: int | None = None) -> tuple[Decision, ...]:
    """Return the stack after an answer to the question on top, which stays open while others have to answer too.

    Where it is a roll that answers, its total is kept for whoever answers last.
    """
    top = decisions[-1]
    if not top.context.get("each"):
        return decisions[:-1]
    left = tuple(option for option in top.options if option != who)
    if all(option == "none" for option in left):
        return decisions[:-1]
    context = top.context
    if total is not None:
        # Pairs, for a name is no key of a line, and the question may be written down again.
        rolled = {**dict(context.get("rolled", ())), who: total}
        context = {**context, "rolled": [[each, reached] for each, reached in rolled.items()]}
    return (*decisions[:-1], changed(top, options=left, context=context))


def _declared(encounter: Encounter, event: DeclarationMade) -> Encounter:
    if event.kind in ASIDE:
        return _aside(encounter, event)
    top = encounter.decision
    decisions = encounter.decisions
    if top is not None and top.kind != "turn" and top.context.get("until", event.kind) == event.kind:
        decisions = _answered(decisions, event.who)
    if event.kind == "decline" and "versus" in event.said:
        pair = (event.who, event.said["versus"])
        return changed(encounter, decisions=decisions, declined=encounter.declined | {pair})
    if event.kind == "begin_move":
        return changed(encounter, decisions=decisions, mover=event.who, moved_last=event.who)
    if encounter.round is not None:
        return _done(encounter, event, decisions)
    return changed(encounter, decisions=decisions) if decisions is not encounter.decisions else encounter


ASIDE = frozenset({"hand_over", "concede", "end_encounter", "refuse_end"})
"""Declarations that are no answer to what is asked."""


def _aside(encounter: Encounter, event: DeclarationMade) -> Encounter:
    if event.kind == "end_encounter":
        return changed(encounter, ending=(*encounter.ending, event.who))
    return _handed_over(encounter, event) if event.kind == "hand_over" else encounter


def _handed_over(encounter: Encounter, event: DeclarationMade) -> Encounter:
    """Return the encounter with somebody, or the voice of a side, at another seat, which may have come late."""
    who, to = event.who, event.said["to"]
    if to not in encounter.seats:
        encounter = changed(encounter, seats={**encounter.seats, to: "player"})
    if who in encounter.combatants:
        return _with(encounter, changed(encounter.combatants[who], controller=to))
    return changed(encounter, voices={**encounter.voices, who: to})


def _done(encounter: Encounter, event: DeclarationMade, decisions: tuple[Decision, ...]) -> Encounter:
    """Return the encounter with a declaration among the deeds of the turn, and whom it was aimed at."""
    deed = Deed(who=event.who, kind=event.kind, targets=event.targets, parameters=event.parameters)
    moment = encounter.moment + 1
    at = event.said.get("target")
    done = changed(encounter, decisions=decisions, deeds=(*encounter.deeds, deed), moment=moment)
    if "free_attack" in event.said:
        done = _free_attack_made(done, event.who, event.said["free_attack"])
    targets = (*event.targets, *([at] if isinstance(at, str) else ()))
    if not targets:
        return done
    return changed(done, aimed={**encounter.aimed, **{(event.who, target, event.kind): moment for target in targets}})


def _free_attack_made(encounter: Encounter, who: str, number: int) -> Encounter:
    """Return the encounter with how many free attacks somebody has made in the round, where that is counted."""
    one, made = encounter.combatants[who], Condition(stacks=number, until="round_end")
    return _with(encounter, changed(one, conditions={**one.conditions, "free_attack": made}))


def _ruled(encounter: Encounter, event: RulingMade) -> Encounter:
    top = encounter.decision
    decisions = encounter.decisions
    if top is not None and top.kind == "ruling" and top.context.get("subject") == event.subject:
        decisions = decisions[:-1]
    moment = encounter.moment + 1
    ruling = Ruling(n=moment, subject=event.subject, value=event.value, parameters=event.parameters)
    return changed(encounter, decisions=decisions, moment=moment, rulings=(*encounter.rulings, ruling))


def _resolved(encounter: Encounter, event: OutcomeResolved) -> Encounter:
    """Return the encounter with what was resolved in this turn; a death save says how many of its kind there are."""
    if encounter.round is None:
        return encounter
    after = changed(encounter, resolved=(*encounter.resolved, (event.who, event.kind)))
    if event.kind != "death_save" or "count" not in event.stated:
        return after
    who = after.combatants[event.who]
    count = Condition(stacks=event.stated["count"], source="death_save")
    return _with(after, changed(who, conditions={**who.conditions, f"death_save_{event.result}": count}))


def _condition_applied(encounter: Encounter, event: ConditionApplied) -> Encounter:
    if event.condition == IN_RESERVE:
        return _into_reserve(encounter, event)
    target = encounter.combatants[event.to]
    stacks = event.stacks
    if stacks is not None and event.condition in target.conditions:
        stacks += target.stacks(event.condition)
    held = Condition(stacks=stacks, value=event.value, until=event.until, source=event.source, details=event.details)
    return _with(encounter, changed(target, conditions={**target.conditions, event.condition: held}))


def _condition_ended(encounter: Encounter, event: ConditionEnded) -> Encounter:
    if event.condition == IN_RESERVE:
        return _out_of_reserve(encounter, event.to)
    target = encounter.combatants[event.to]
    conditions = dict(target.conditions)
    held = conditions.pop(event.condition, None)
    if event.left and held is not None:
        conditions[event.condition] = changed(held, stacks=event.left)
    return _with(encounter, changed(target, conditions=conditions))


def _into_reserve(encounter: Encounter, event: ConditionApplied) -> Encounter:
    """Return the encounter with somebody put where no rule looks."""
    waiting = encounter.combatants[event.to]
    others = {who: one for who, one in encounter.combatants.items() if who != event.to}
    return changed(encounter, combatants=others, reserve={**encounter.reserve, event.to: waiting})


def _out_of_reserve(encounter: Encounter, who: str) -> Encounter:
    """Return the encounter with somebody of the reserve among the others, as the last who came."""
    left = {other: one for other, one in encounter.reserve.items() if other != who}
    return changed(_with(encounter, encounter.reserve[who]), reserve=left)


def _round_ended(encounter: Encounter) -> Encounter:
    """Return the encounter without the conditions that last until the end of a round."""
    combatants = {
        who: changed(one, conditions={n: c for n, c in one.conditions.items() if c.until != "round_end"})
        if any(held.until == "round_end" for held in one.conditions.values())
        else one
        for who, one in encounter.combatants.items()
    }
    return changed(encounter, combatants=combatants)


def _turn_started(encounter: Encounter, event: TurnStarted) -> Encounter:
    """Return the encounter with the turn on the stack; of a combat with a turn list it is the last one had in it."""
    who = encounter.combatants[event.who]
    engaged = encounter.engagements.get(event.engagement or "") or encounter.engagement_of(event.who)
    context = {"who": event.who, "role": event.role, "engagement": engaged.id if engaged else None}
    turn = Decision(kind="turn", owner=who.side, context=context)
    engagements = encounter.engagements
    if engaged is not None and engaged.order:
        engagements = {**engagements, engaged.id: changed(engaged, last=event.who, holder=None)}
    started = changed(encounter, engagements=engagements, decisions=(*encounter.decisions, turn))
    if encounter.round is None:
        return started
    budgeted = changed(who, resources={**who.resources, **event.budgets})
    return changed(_with(started, budgeted), deeds=(), resolved=())


def _turn_ended(encounter: Encounter, event: TurnEnded) -> Encounter:
    who = event.who
    mover = None if event.ends_move and encounter.mover == who else encounter.mover
    acted = encounter.acted if encounter.round is None else (*encounter.acted, who)
    engagements = encounter.engagements
    if event.keeps is not None and event.engagement in engagements:
        fled = changed(engagements[event.engagement], keeps=event.keeps)
        engagements = {**engagements, event.engagement: fled}
    decisions = _without_turn(encounter.decisions, who)
    return changed(encounter, decisions=decisions, mover=mover, acted=acted, engagements=engagements)


def _without_turn(decisions: tuple[Decision, ...], who: str) -> tuple[Decision, ...]:
    """Return the stack without the turn of ``who``; nobody has two."""
    return tuple(d for d in decisions if d.kind != "turn" or d.context["who"] != who)


def _engagement_changed(encounter: Encounter, event: EngagementChanged) -> Encounter:
    engagements = dict(encounter.engagements)
    formed = encounter.formed
    fled = engagements.get(event.id) if event.reason == "disengaged" else None
    pursuers = fled.aggressors if fled is not None else encounter.pursuers
    if event.change == "dissolved":
        del engagements[event.id]
    elif event.change == "formed":
        number = "".join(filter(str.isdecimal, event.id))
        formed = {**formed, event.kind: max(formed.get(event.kind, 0) + 1, int(number or 0))}
        members = event.members or event.order
        engagements[event.id] = Engagement(
            id=event.id,
            kind=event.kind,
            place=event.tile or event.zone or encounter.combatants[(event.order or members)[0]].at,
            members=members,
            order=event.order,
            holder=event.holder,
            aggressors=members[:1],
        )
    else:
        engagements[event.id] = _regrouped(engagements[event.id], event)
    mover = None if event.ends_move else encounter.mover
    return changed(encounter, engagements=engagements, formed=formed, pursuers=pursuers, mover=mover)


def _regrouped(engagement: Engagement, event: EngagementChanged) -> Engagement:
    """Return the combat after somebody left, joined or reversed it, or after it went on elsewhere."""
    if event.change == "resumed":
        return changed(engagement, place=event.tile or engagement.place, order=event.order, last=None, holder=None)
    holder = event.holder or engagement.holder
    if not event.order:
        return changed(engagement, members=event.members, holder=holder)
    staying = tuple(member for member in engagement.members if member in event.order)
    coming = tuple(member for member in event.order if member not in staying)
    came = tuple(member for member in engagement.aggressors if member in staying)
    return changed(engagement, members=staying + coming, order=event.order, holder=holder, aggressors=(*came, *coming))


def _holder(encounter: Encounter, who: str, item: str) -> str:
    """Return where a user's thing comes from: a place of their own, their side's hand, or their own as an owner."""
    combatant = encounter.combatants.get(who)
    if combatant is None:
        return who
    own = (place for place in encounter.hands if place.endswith(f":{who}"))
    holders = (place for place in own if any(thing.id == item for thing in encounter.hands[place]))
    return next(holders, combatant.side)


def _shown(encounter: Encounter, holder: str, card: Item | None) -> Encounter:
    """Return the encounter with a card turned over where it lay face down; whoever knew the hand knew it before."""
    if card is None:
        return encounter
    things = encounter.things(holder)
    covered = next((n for n, thing in enumerate(things) if thing.id == FACE_DOWN), None)
    if covered is None or any(thing.id == card.id for thing in things):
        return encounter
    turned = (*things[:covered], card, *things[covered + 1 :])
    return changed(encounter, hands={**encounter.hands, holder: turned})


def _without(encounter: Encounter, holder: str, item: str) -> tuple[Encounter, tuple[Thing, ...]]:
    """Return the encounter without one thing of that id where it lies, and the thing."""
    things = encounter.things(holder)
    for index, thing in enumerate(things):
        if thing.id == item:
            left = things[:index] + things[index + 1 :]
            return changed(encounter, hands={**encounter.hands, holder: left}), (thing,)
    return encounter, ()


def _joined(encounter: Encounter, event: CombatantJoined) -> Encounter:
    combatant = Combatant(
        id=event.who,
        side=event.side,
        kind=event.kind,
        at=event.at,
        name=event.name,
        controller=event.controller,
        pools={pool.name: pool for pool in event.pools},
        life=event.life,
        sheet=event.sheet,
    )
    hands = {**encounter.hands, event.side: (*encounter.things(event.side), *event.items)}
    for thing in event.carried:
        holder = f"{thing.place}:{event.who}"
        hands[holder] = (*hands.get(holder, ()), thing)
    return changed(_with(encounter, combatant), hands=hands)
