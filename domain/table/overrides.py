"""Rulings against the rules: a value is what the referee, or the table as a whole, says it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from domain.encounter import Combatant, Encounter
from domain.events import (
    ConditionApplied,
    ConditionEnded,
    DamageApplied,
    Event,
    LifeStateChanged,
    ResourceChanged,
    RulingMade,
    VitalsRestored,
)
from domain.refusals import Refused
from domain.story import Story
from domain.table.commands import TABLE, Override
from domain.table.interruptions import Rules, must_be_calm
from domain.table.words import nearest, plain

WHY = "ruling"
Value = int | str


def override(story: Story, command: Override, rules: Rules) -> None:
    """Tell the ruling, then the value as it changes, then what follows from it."""
    rule = rules.WHAT_ONE_MAY_DO
    if command.who not in story.now.combatants:
        raise Refused("unknown_id", f"{command.who} is nobody in this fight.", rule=rule)
    by = story.now.referee or TABLE
    if command.by != by:
        message = f"{command.by} cannot overrule anything: that is for {_all(by)}."
        raise Refused("not_your_decision", message, rule=rule)
    must_be_calm(story.now, rules, f"{command.by} cannot overrule anything now")
    command = replace(command, what=named(story.now, command.who, command.what, rules))
    before, change = changing(story, command, rules)
    stated = {"who": command.who, "what": command.what, "before": before, "reason": command.reason}
    about = {"dispute": command.dispute} if command.dispute is not None else {}
    ruling = RulingMade(
        by=command.by, subject="override", value=command.value, parameters={**stated, **about}, rules=(rule,)
    )
    story.tell(ruling)
    change(story)
    rules.INTERRUPTIONS.follow(story, (command.who,))


def values(encounter: Encounter, who: str, rules: Rules) -> tuple[str, ...]:
    """Return what can be overruled of somebody, beside conditions."""
    one = encounter.combatants[who]
    return ("life", "place", *one.pools, *rules.INTERRUPTIONS.numbers(encounter, one))


def named(encounter: Encounter, who: str, what: str, rules: Rules) -> str:
    """Return the value that is meant: one that there is, as it is written, or a condition, however it is written."""
    one, rule = encounter.combatants[who], rules.WHAT_ONE_MAY_DO
    there = values(encounter, who, rules)
    if what in there or what in one.conditions:
        return what
    known = rules.INTERRUPTIONS.words(encounter)["conditions"]
    if (condition := plain(what)) in known or rules.INTERRUPTIONS.kept.fullmatch(condition):
        return condition
    raise Refused("invalid_value", _unknown(one.id, what, there, known), rule=rule)


def _unknown(who: str, what: str, values: tuple[str, ...], known: frozenset[str]) -> str:
    """Return why nothing of that name can be overruled, with the name likest to it and those there are."""
    like = nearest(what, [*values, *known])
    meant = f"; is {like} meant" if like else ""
    more = f"; conditions are {', '.join(sorted(known))}" if known and not like else ""
    return f"{who} has nothing called {what!r}{meant}: there are {', '.join(values)}{more}."


def _all(by: str) -> str:
    return "all who play, as the settlement of a dispute (by: table)" if by == TABLE else by


Change = Callable[[Story], None]


def changing(story: Story, command: Override, rules: Rules) -> tuple[Value | None, Change]:
    """Return what the value is now and how it changes; refuses one that it cannot be."""
    one, what, value = story.who(command.who), command.what, command.value
    if what == "place":
        return one.at, _placed(one, value, rules)
    if what == "life":
        return one.life, _told(_living(one, value, rules))
    if what in one.pools:
        return one.pools[what].now, _told(_pooled(one, command, rules))
    numbers = rules.INTERRUPTIONS.numbers(story.now, one)
    if what in numbers:
        return numbers[what], _told(_resource(one, command, numbers[what], rules))
    return _condition_now(one, what), _told(_condition(one, what, value, rules))


def _told(event: Event) -> Change:
    return lambda story: story.tell(event)


def _placed(one: Combatant, value: Value, rules: Rules) -> Change:
    if value == one.at:
        raise _none(one, f"is at {value} already", rules)
    return lambda story: rules.INTERRUPTIONS.put(story, one.id, str(value))


def _living(one: Combatant, value: Value, rules: Rules) -> Event:
    """Return a change of life; nobody is active without what keeps them so."""
    answers = rules.INTERRUPTIONS
    if value not in answers.lives:
        raise _none(one, f"cannot be {value}: the states of life are {', '.join(answers.lives)}", rules)
    if value == one.life:
        raise _none(one, f"is {value} already", rules)
    empty = next((pool.name for pool in one.pools.values() if pool.name in answers.vital and not pool.now), None)
    if value == "active" and (empty or one.kind == "object"):
        why = f" without {empty}: overrule that first" if empty else ", being a thing"
        raise _none(one, f"cannot be active{why}", rules)
    return LifeStateChanged(who=one.id, origin=one.life, to=str(value), why=WHY, rules=(rules.WHAT_ONE_MAY_DO,))


def _pooled(one: Combatant, command: Override, rules: Rules) -> Event:
    """Return points lost or given back; a pool that keeps somebody active is not emptied, their life is ruled on."""
    pool, rule = one.pools[command.what], rules.WHAT_ONE_MAY_DO
    after = _number(one, command, pool.now, rules)
    least = int(pool.name in rules.INTERRUPTIONS.vital and one.life == "active")
    if not least <= after <= pool.max:
        more = ": to have them fall, overrule their life" if least and not after else ""
        raise _none(one, f"can have {least} to {pool.max} {pool.name}{more}", rules)
    amount = abs(after - pool.now)
    if after < pool.now:
        return DamageApplied(
            to=one.id, by=command.by, amount=amount, pool=pool.name, before=pool.now, after=after, why=WHY,
            rules=(rule,),
        )  # fmt: skip
    return VitalsRestored(
        to=one.id, amount=amount, pool=pool.name, before=pool.now, after=after, why=WHY, rules=(rule,)
    )


def _number(one: Combatant, command: Override, now: int, rules: Rules) -> int:
    """Return the value as a number that differs from the present one."""
    if not isinstance(command.value, int):
        raise _none(one, f"has a number of {command.what}, not {command.value}", rules)
    if command.value == now:
        raise _none(one, f"has {now} {command.what} already", rules)
    return command.value


def _resource(one: Combatant, command: Override, before: int, rules: Rules) -> Event:
    rule, after = rules.WHAT_ONE_MAY_DO, _number(one, command, before, rules)
    return ResourceChanged(who=one.id, resource=command.what, before=before, after=after, why=WHY, rules=(rule,))


def _condition_now(one: Combatant, condition: str) -> Value | None:
    held = one.conditions.get(condition)
    if held is None:
        return 0
    return held.value if held.value is not None else one.stacks(condition)


def _condition(one: Combatant, condition: str, value: Value, rules: Rules) -> Event:
    """Return a condition begun, ended, made more or less."""
    rule, held, now = (rules.WHAT_ONE_MAY_DO,), one.conditions.get(condition), one.stacks(condition)
    if value == _condition_now(one, condition):
        raise _none(one, f"is {condition} {value} already" if value else f"is not {condition}", rules)
    if rules.INTERRUPTIONS.kept.fullmatch(condition):
        raise _none(one, f"is {condition} or not by the rules alone: it follows from other values", rules)
    if isinstance(value, str):
        until = held.until if held is not None else None
        return ConditionApplied(to=one.id, condition=condition, source=WHY, value=value, until=until, rules=rule)
    if value == 0:
        return ConditionEnded(to=one.id, condition=condition, reason=WHY, rules=rule)
    if value < now:
        return ConditionEnded(to=one.id, condition=condition, reason=WHY, stacks=now - value, left=value, rules=rule)
    stacks = value - now if now else value
    return ConditionApplied(to=one.id, condition=condition, source=WHY, stacks=stacks, rules=rule)


def _none(one: Combatant, why: str, rules: Rules) -> Refused:
    return Refused("invalid_value", f"{one.id} {why}.", rule=rules.WHAT_ONE_MAY_DO)
