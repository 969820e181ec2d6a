"""What each event says: one clause in the past tense, without its rules and without a full stop."""

from __future__ import annotations

import re
from functools import singledispatch

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
    HistoryRewound,
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
from domain.table.disclosure import tenths, words_for
from projections.marking import Vague, number, vague
from projections.sentences import beginnings, conditions, declarations, groups, moves, outcomes, questions, rolls
from projections.sentences.rulings import ruled
from projections.wording import counted, facts, inert, listed, quoted, spaced, terms, whose

HARMS = {"counter": "in the counter-attack"}
IDLE = {
    "no_melee_attack": "as they have no melee attack now",
    "no_ranged_attack": "as they have no ranged attack now",
    "nobody_in_reach": "as nobody is in their reach",
}
"""Why a turn went by without a deed."""
DEATHS = {"failed_save": "after a failed save", "hit": "of the hit"}
_AT_0 = re.compile(r"([a-z]+)_0")


@singledispatch
def clause(event: object) -> str:
    """Return what happened; a kind of event without words of its own is named."""
    return f"{type(event).__name__} was recorded"


def hurt(event: DamageApplied) -> str:
    """Return the damage without whose it is: ``4 slashing damage (base 2 + success levels 2), hp 5 to 1``."""
    why = f" {HARMS[event.why]}" if event.why in HARMS else ""
    if (known := vague(event.to)) is not None:
        return f"damage{why}{blurred(known, event.pool, event.after)}"
    kind = f" {spaced(event.damage_type)}" if event.damage_type else ""
    parts = f" ({terms(event.parts)})" if event.parts and not _is_plain(event) else ""
    of = f"{event.to}.{event.pool}"
    before, after = number(event.before, of, event), number(event.after, of, event)
    amount = number(event.amount, of, event)
    return f"{amount}{kind} damage{why}{parts}, {spaced(event.pool)} {before} to {after}"


def blurred(known: Vague, pool: str, now: int) -> str:
    """Return what is shown of a pool in place of its numbers, behind a comma; nothing where nothing is."""
    most = known.most.get(pool)
    if known.shows == "nothing" or most is None:
        return ""
    if known.shows == "words":
        return f", {words_for(now, most)} now"
    return f", {counted(tenths(now, most), 'tenth')} left"


def _is_plain(event: DamageApplied) -> bool:
    """Return whether damage is of one part that the sentence names anyway: the dice, the hits, the weapon."""
    return event.parts in [{name: event.amount} for name in ("rolled", "damage", "hits", event.why)]


def spent(event: ResourceChanged, usual: str = "") -> str:
    """Return a budget’s change without whose it is, and why where that is not the ``usual``."""
    why = f" ({UNUSUAL[event.why]})" if event.why in UNUSUAL and event.why != usual else ""
    if event.resource.startswith("uses_"):
        return f"{counted(event.after, 'use')} of {inert(event.resource.removeprefix('uses_'))} left{why}"
    before, after = _from_to(event)
    return f"{resource(event.resource)} {before} to {after}{why}"


def _from_to(event: ResourceChanged) -> tuple[str, str]:
    """Return what a budget was and is."""
    of = f"{event.who}.{event.resource}"
    return number(event.before, of, event), number(event.after, of, event)


def resource(name: str) -> str:
    """Return what a budget is called: that of a thing by the id of the thing, which is no words to be spaced."""
    for ending, words in (("_loaded", "shots in"), ("_bonus", "bonus of")):
        if name.endswith(ending):
            return f"{words} the {inert(name.removesuffix(ending))}"
    return spaced(name)


UNUSUAL = {
    **{each: spaced(each) for each in ("ones", "bolt", "shot", "ruling", "surprise_over", "order")},
    "flight_ended": "the flight is over",
    "flight_left": "left of the flight",
    "combat_ended": "the combat is over",
    "death": "by death",
}
"""Reasons of a budget’s change that the sentence around it does not tell."""


@clause.register
def _(event: EncounterOpened) -> str:
    return beginnings.opened(event)


@clause.register
def _(event: CombatantJoined) -> str:
    return beginnings.joined(event)


@clause.register
def _(event: BoardChanged) -> str:
    return beginnings.laid(event)


@clause.register
def _(event: EncounterEnded) -> str:
    reason = f" ({spaced(event.reason)})" if event.reason else ""
    won = f", won by {inert(event.winner)}" if event.winner is not None else ""
    if event.outcome == "ended":
        return f"the fight was ended{reason}{won}"
    return f"the fight was over: {spaced(event.outcome)}{reason}{won}"


@clause.register
def _(event: PhaseChanged) -> str:
    return f"the phase went from {spaced(event.origin)} to {spaced(event.to)}"


@clause.register
def _(event: RoundStarted) -> str:
    lasts = f" ({counted(event.seconds, 'second')})" if event.seconds else ""
    return f"{'the surprise round' if event.round == 0 else f'round {event.round}'} began{lasts}"


@clause.register
def _(event: RoundEnded) -> str:
    return f"{'the surprise round' if event.round == 0 else f'round {event.round}'} ended"


@clause.register
def _(event: OrderSet) -> str:
    ties = f", ties by {listed(_several(event.ties), 'then')}" if event.ties else ""
    why = f" (by {spaced(event.basis)}{ties})"
    if event.first is not None:
        of = f" of round {event.round}" if event.round is not None else ""
        return f"{inert(event.first)} had the first turn{of}{why}"
    return f"the order was {listed(event.order)}{why}"


def _several(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(spaced(name) for name in ((names,) if isinstance(names, str) else names))


@clause.register
def _(event: SurpriseSet) -> str:
    basis = f" ({spaced(event.basis)})" if event.basis else ""
    if not event.surprised:
        return f"nobody was surprised{basis}"
    were = "was" if len(event.surprised) == 1 else "were"
    by = f" by {inert(event.surprising)}" if event.surprising else ""
    return f"{listed(event.surprised)} {were} surprised{by}{basis}"


@clause.register
def _(event: TurnStarted) -> str:
    role = f" in the {spaced(event.role)} role" if event.role else ""
    budgets = f" with {facts(event.budgets)}" if event.budgets else ""
    return f"{inert(event.who)} had the turn{role}{budgets}"


@clause.register
def _(event: TurnEnded) -> str:
    if event.reason == "passed":
        return f"{inert(event.who)} passed the turn"
    if event.reason in IDLE:
        return f"{inert(event.who)} did nothing, {IDLE[event.reason]}"
    reason = f" ({spaced(event.reason)})" if event.reason else ""
    return f"{inert(event.who)} ended the turn{reason}"


@clause.register
def _(event: DecisionOpened) -> str:
    return questions.asked(event)


@clause.register
def _(event: DecisionLapsed) -> str:
    if event.reason == "time_out":
        return f"{questions.named(event.owner)}’s time ran out ({spaced(event.kind)})"
    return f"the {spaced(event.kind)} decision of {questions.named(event.owner)} lapsed ({spaced(event.reason)})"


@clause.register
def _(event: DeclarationMade) -> str:
    return declarations.declared(event)


@clause.register
def _(event: RulingMade) -> str:
    return f"ruling by {inert(event.by)} on {ruled(event.subject, event.value, event.parameters)}"


@clause.register
def _(event: MessageRecorded) -> str:
    verb = "narrated" if event.channel == "narration" else "said"
    said = f"{verb} {quoted(event.text)}" if event.text else f"{verb} something that was deleted since"
    channel = "" if event.channel in ("table", "negotiation", "narration") else f" ({spaced(event.channel)})"
    return f"{inert(event.by)} {said}{channel}"


@clause.register
def _(event: DiceRolled) -> str:
    return rolls.told(event)


@clause.register
def _(event: OutcomeResolved) -> str:
    return outcomes.outcome(event)


@clause.register
def _(event: CombatantMoved) -> str:
    return moves.moved([event])


@clause.register
def _(event: EngagementChanged) -> str:
    return groups.regrouped(event)


@clause.register
def _(event: ResourceChanged) -> str:
    why = f" ({UNUSUAL[event.why]})" if event.why in UNUSUAL else ""
    if event.resource.startswith("uses_"):
        return f"{inert(event.who)} had {spent(event)}"
    before, after = _from_to(event)
    return f"{inert(event.who)}’s {resource(event.resource)} went from {before} to {after}{why}"


@clause.register
def _(event: DamageApplied) -> str:
    return f"{inert(event.to)} took {hurt(event)}"


@clause.register
def _(event: VitalsRestored) -> str:
    why = f" ({spaced(event.why)})" if event.why in ("wound", "short_rest", "ruling") else ""
    if (known := vague(event.to)) is not None:
        return f"{inert(event.to)} regained some {spaced(event.pool)}{blurred(known, event.pool, event.after)}{why}"
    parts = f" ({terms(event.parts)})" if len(event.parts) > 1 else ""
    of = f"{event.to}.{event.pool}"
    before, after = number(event.before, of, event), number(event.after, of, event)
    points = f"{number(event.amount, of, event)}{parts}, {spaced(event.pool)} {before} to {after}"
    return f"{inert(event.to)} regained {points}{why}"


@clause.register
def _(event: ConditionApplied) -> str:
    return conditions.came(event)


@clause.register
def _(event: ConditionEnded) -> str:
    return conditions.went(event)


@clause.register
def _(event: LifeStateChanged) -> str:
    who, why = inert(event.who), _of_what(event.why)
    match event.to:
        case "dead":
            return f"{who} died {why}"
        case "down":
            return f"{who} went down {why}"
        case "dying":
            return f"{who} lay dying {why}"
        case "active":
            return f"{who} was up again {why}"
        case "left":
            return f"{who} left the fight {why}"
        case _:
            return f"{who} went from {spaced(event.origin)} to {spaced(event.to)} {why}"


def _of_what(why: str) -> str:
    """Return what somebody fell of: ``hp_0`` is ``with no hp left``."""
    pools = _AT_0.findall(why)
    if pools == ["count"]:
        return "with none of them left"
    if pools and "_".join(f"{pool}_0" for pool in pools) == why:
        return f"with no {' and no '.join(pools)} left"
    return DEATHS.get(why, f"({spaced(why)})")


@clause.register
def _(event: ItemUsed) -> str:
    kept = "" if event.consumed else " and kept it"
    mode = f" ({spaced(event.mode)})" if event.mode else ""
    return f"{inert(event.who)} used the {inert(event.item)} on {inert(event.on)}{mode}{kept}"


@clause.register
def _(event: ItemMoved) -> str:
    return f"the {inert(event.item)} went from {whose(event.origin)} to {whose(event.to)}"


@clause.register
def _(event: HistoryRewound) -> str:
    consents = [consent["seat"] for consent in event.consents]
    agreed = f", with the consent of {listed(consents)}" if consents else ""
    reason = f": {quoted(event.reason)}" if any(map(str.isalnum, event.reason)) else ""
    voided = f"; {counted(len(event.voids), 'roll')} became void" if event.voids else ""
    return f"seat {inert(event.by)} took the fight back to line {event.to_version}{reason}{agreed}{voided}"
