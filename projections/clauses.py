"""What each event says: one clause in the past tense, without its rules and without a full stop."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

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
from projections.rolls import told
from projections.wording import counted, fact, facts, inert, listed, quoted, spaced

REASONS = {
    "health_0": "with no health left",
    "disengaged": "as one of them got away",
    "death": "as nobody was left to fight",
    "merged": "as it became part of another",
    "relocated": "as nobody stood there with a foe any more",
    "counter": "in the counter-attack",
}
MODES = {"walk": "walked", "flee": "fled", "chase": "chased", "placed": "was moved"}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


@singledispatch
def clause(event: object) -> str:
    """Return what happened; a kind of event without words of its own is named."""
    return f"{type(event).__name__} was recorded"


def moved(steps: list[CombatantMoved]) -> str:
    """Return one way for steps that follow each other: ``Bo fled from T4 over T5 to S5``."""
    first = steps[0]
    over = f" over {listed(step.to for step in steps[:-1])}" if len(steps) > 1 else ""
    verb = MODES.get(first.mode, f"moved ({spaced(first.mode)})")
    return f"{inert(first.who)} {verb} from {inert(first.origin)}{over} to {inert(steps[-1].to)}"


def hurt(event: DamageApplied) -> str:
    """Return the damage without whose it is: ``2 damage, health 4 to 2``."""
    why = f" {REASONS[event.why]}" if event.why in REASONS else ""
    return f"{event.amount} damage{why}, {spaced(event.pool)} {event.before} to {event.after}"


@clause.register
def _(event: EncounterOpened) -> str:
    return f"a fight of {inert(event.system)} was opened under the rules {inert(event.version)}"


@clause.register
def _(event: CombatantJoined) -> str:
    side = f" for {inert(event.side)}" if event.side != event.who else ""
    kind = f" as a {inert(event.kind)}" if event.kind != "player" else ""
    pools = [f"{spaced(pool.name)} {pool.now} of {pool.max}" for pool in event.pools]
    hand = [f"in hand {listed(item.id for item in event.items)}"] if event.items else []
    sheet = [f"{spaced(name)} {_card(value)}" for name, value in event.sheet.items() if value is not None]
    return f"{inert(event.who)} joined{side}{kind} at {inert(event.at)}: {', '.join([*pools, *sheet, *hand])}"


def _card(value: object) -> str:
    """Return a card by its id, anything else in full."""
    return inert(value["id"]) if isinstance(value, dict) and "id" in value else fact(value)


@clause.register
def _(event: BoardChanged) -> str:
    match event.change:
        case "tiles":
            return f"{counted(len(event.detail['tiles']), 'tile')} were laid"
        case "links":
            return f"{counted(len(event.detail['links']), 'link')} were laid"
        case "trap":
            return f"the {inert(event.detail['item'])} lay as a trap on {inert(event.detail['tile'])}"
        case _:
            return f"the board changed: {spaced(event.change)}, {facts(event.detail)}"


@clause.register
def _(event: EncounterEnded) -> str:
    return "the fight was ended" if event.outcome == "ended" else f"the fight was over: {spaced(event.outcome)}"


@clause.register
def _(event: PhaseChanged) -> str:
    return f"the phase went from {spaced(event.origin)} to {spaced(event.to)}"


@clause.register
def _(event: RoundStarted) -> str:
    lasts = f", {event.seconds} seconds long" if event.seconds else ""
    return f"round {event.round} began{lasts}"


@clause.register
def _(event: RoundEnded) -> str:
    return f"round {event.round} ended"


@clause.register
def _(event: OrderSet) -> str:
    ties = f", ties by {fact(event.ties)}" if event.ties else ""
    of = f" of round {event.round}" if event.round is not None else ""
    order = f"{inert(event.first)} first" if event.first else listed(event.order)
    return f"the order{of} was {order} (by {spaced(event.basis)}{ties})"


@clause.register
def _(event: SurpriseSet) -> str:
    by = f" by {inert(event.surprising)}" if event.surprising else ""
    basis = f" ({spaced(event.basis)})" if event.basis else ""
    surprised = f"{listed(event.surprised)} surprised" if event.surprised else "nobody surprised"
    return f"the fight began with {surprised}{by}{basis}"


@clause.register
def _(event: TurnStarted) -> str:
    role = f" in the {spaced(event.role)} role" if event.role else ""
    return f"{inert(event.who)} had the turn{role}"


@clause.register
def _(event: TurnEnded) -> str:
    who = inert(event.who)
    return f"{who} passed the turn" if event.reason == "passed" else f"{who} had finished the turn"


@clause.register
def _(event: DecisionOpened) -> str:
    owner = inert(event.context.get("who", event.owner))
    match event.kind:
        case "engage":
            return f"{owner} had to say whether to fight {inert(event.context.get('versus', 'there'))}"
        case "chase":
            return f"{owner} could give chase"
        case "flight":
            return f"{owner} could flee"
        case "play_item":
            return f"{owner} could play an item"
        case "defense_dice":
            return f"{owner} had to choose {listed(event.options, 'or')} dice to defend with"
        case "champion":
            return f"{owner} had to name who answers: {listed(event.options, 'or')}"
        case _:
            return f"{owner} had to decide: {spaced(event.kind)} ({listed(event.options, 'or')})"


@clause.register
def _(event: DecisionLapsed) -> str:
    return f"the {spaced(event.kind)} decision of {inert(event.owner)} lapsed ({spaced(event.reason)})"


@clause.register
def _(event: DeclarationMade) -> str:
    who, told = inert(event.who), event.parameters
    words = _DECLARED.get(event.kind)
    if words is not None:
        return f"{who} {words(event.targets, told)}".rstrip()
    stated = f" ({facts(told)})" if told else ""
    at = f" against {listed(event.targets)}" if event.targets else ""
    return f"{who} declared {spaced(event.kind)}{at}{stated}"


def _weapon(told: dict[str, Any]) -> str:
    weapon = told.get("weapon")
    if weapon is None:
        return ""
    return " without a weapon" if weapon == "unarmed" else f" with the {inert(weapon)}"


def _used(verb: str, targets: tuple[str, ...], told: dict[str, Any]) -> str:
    item = inert(told.get("item", "item"))
    if told.get("as_trap"):
        return f"set the {item} as a trap on {inert(told.get('tile'))}"
    on = f" on {listed(targets)}" if targets else ""
    to = f", towards {inert(told['tile'])}" if told.get("tile") else ""
    return f"{verb} the {item}{on}{to}"


def _over(told: dict[str, Any]) -> str:
    return f"the way {listed(told.get('path', ()))}"


_DECLARED: dict[str, Callable[[tuple[str, ...], dict[str, Any]], str]] = {
    "begin_move": lambda _, told: "began a move" + (f" of {told['allowance']}" if "allowance" in told else ""),
    "end_move": lambda *_: "ended the move",
    "engage": lambda _, told: f"chose to fight {inert(told.get('versus', ''))}",
    "decline": lambda _, told: f"declined to fight {inert(told.get('versus', ''))}",
    "attack": lambda targets, told: f"attacked {listed(targets)}{_weapon(told)}",
    "use_item": lambda targets, told: _used("used", targets, told),
    "play_item": lambda targets, told: _used("played", targets, told),
    "pass_item": lambda *_: "played no item",
    "disengage": lambda _, told: "tried to disengage" + (f" from {inert(told['from'])}" if told.get("from") else ""),
    "flee": lambda _, told: f"chose to flee {_over(told)}",
    "stay": lambda *_: "stayed in the fight",
    "stop": lambda *_: "stopped there",
    "chase": lambda _, told: f"chose to chase {_over(told)}",
    "let_go": lambda _, told: f"let {inert(told.get('quarry', 'the fugitive'))} go",
    "answer_with": lambda *_: "was named to answer",
    "defend_with": lambda _, told: f"chose to defend with {counted(told['count'], 'die')}",
}


@clause.register
def _(event: RulingMade) -> str:
    value = f": {fact(event.value)}" if event.value is not None else ""
    stated = f" ({facts(event.parameters)})" if event.parameters else ""
    return f"ruling by {inert(event.by)} on {spaced(event.subject)}{value}{stated}"


@clause.register
def _(event: MessageRecorded) -> str:
    said = f"said {quoted(event.text)}" if event.text else "said something that was deleted since"
    return f"{inert(event.by)} {said}"


@clause.register
def _(event: DiceRolled) -> str:
    return told(event)


@clause.register
def _(event: OutcomeResolved) -> str:
    who, details = inert(event.who), event.details
    if "pairs" in details:
        return _paired(event)
    margin = f" by {abs(event.margin)}" if event.margin else ""
    match event.kind, event.result:
        case "attack", "hit":
            return f"{who} hit{margin}"
        case "attack", "miss":
            return f"{who} missed{margin}"
        case "disengage", "success":
            there = "with nowhere to go" if details.get("exit") == "none" else f"for {_spaces(details)}"
            return f"{who} got away{margin} {there}"
        case "disengage", "failure":
            return f"{who} did not get away"
        case _:
            stated = f" ({facts(details)})" if details else ""
            return f"{spaced(event.kind)} of {who}: {spaced(event.result)}{margin}{stated}"


def _spaces(details: dict[str, Any]) -> str:
    return f"up to {counted(details.get('spaces', 0), 'space')}"


def _paired(event: OutcomeResolved) -> str:
    details = event.details
    pairs = listed(" against ".join(inert(pair).split(":")) for pair in details["pairs"])
    beaten = f"{counted(details.get('beaten', 0), 'die')} beaten"
    blocked = f", {details['blocked']} blocked" if details.get("blocked") else ""
    rest = {name: value for name, value in details.items() if name not in ("pairs", "beaten", "blocked", "counter")}
    stated = f", {facts(rest)}" if rest else ""
    return f"{pairs}, {beaten}{blocked}{stated}"


@clause.register
def _(event: CombatantMoved) -> str:
    return moved([event])


@clause.register
def _(event: EngagementChanged) -> str:
    first = f", {inert(event.order[0])} first" if event.order else ""
    why = f", {REASONS.get(event.reason, spaced(event.reason))}" if event.reason else ""
    match event.change:
        case "formed":
            forced = "compulsory " if event.forced else ""
            at = f" at {inert(event.tile)}" if event.tile else ""
            return f"{forced}combat {inert(event.id)} began{at}{first}"
        case "joined":
            place = PLACES[len(event.order) - 1] if 0 < len(event.order) <= len(PLACES) else "last"
            return f"{inert(event.who or listed(event.order))} joined combat {inert(event.id)} as {place}"
        case "left":
            return f"{inert(event.who)} left combat {inert(event.id)}"
        case "resumed":
            at = f" at {inert(event.tile)}" if event.tile else ""
            return f"combat {inert(event.id)} went on{at}{first}"
        case "dissolved":
            return f"combat {inert(event.id)} was over{why}"
        case _:
            return f"combat {inert(event.id)} changed: {spaced(event.change)}{why}"


@clause.register
def _(event: ResourceChanged) -> str:
    return f"{inert(event.who)}’s {spaced(event.resource)} went from {event.before} to {event.after}"


@clause.register
def _(event: DamageApplied) -> str:
    return f"{inert(event.to)} took {hurt(event)}"


@clause.register
def _(event: VitalsRestored) -> str:
    return f"{inert(event.to)} regained {event.amount}, {spaced(event.pool)} {event.before} to {event.after}"


@clause.register
def _(event: ConditionApplied) -> str:
    return f"{inert(event.to)} came under {quoted(event.condition)} from the {inert(event.source)}"


@clause.register
def _(event: ConditionEnded) -> str:
    left = f", {event.left} left" if event.left else ""
    stacks = f" {event.stacks} of" if event.stacks is not None else ""
    return f"{inert(event.to)} was rid of{stacks} {quoted(event.condition)}{left} ({spaced(event.reason)})"


@clause.register
def _(event: LifeStateChanged) -> str:
    why = REASONS.get(event.why, spaced(event.why))
    if event.to == "dead":
        return f"{inert(event.who)} died {why}"
    return f"{inert(event.who)} went from {spaced(event.origin)} to {spaced(event.to)} ({why})"


@clause.register
def _(event: ItemUsed) -> str:
    kept = "" if event.consumed else " and kept it"
    return f"{inert(event.who)} used the {inert(event.item)} on {inert(event.on)}{kept}"


@clause.register
def _(event: ItemMoved) -> str:
    return f"the {inert(event.item)} went from {inert(event.origin)} to {inert(event.to)}"


@clause.register
def _(event: HistoryRewound) -> str:
    consents = [consent["seat"] for consent in event.consents]
    agreed = f", with the consent of {listed(consents)}" if consents else ""
    reason = f": {quoted(event.reason)}" if event.reason else ""
    voided = f"; {counted(len(event.voids), 'roll')} became void" if event.voids else ""
    return f"seat {inert(event.by)} took the fight back to line {event.to_version}{reason}{agreed}{voided}"
