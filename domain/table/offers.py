"""What may be done now beside the rules; all of it is an aside."""

from __future__ import annotations

from collections.abc import Iterator

from domain.encounter import Combatant, Encounter
from domain.meanings import Meaning
from domain.offers import Offer, Open
from domain.table import speech
from domain.table.commands import TABLE, commands
from domain.table.concessions import why_not
from domain.table.interruptions import Rules, is_calm, may_leave
from domain.table.seats import plays
from domain.table.time_claims import awaited

WORDS = Open(kind="text", minimum=1, maximum=200, example="We agreed on that last week.")


def offers(encounter: Encounter, rules: Rules) -> Iterator[Offer]:
    """Yield the commands of every system that would be accepted; of the time nothing is known here."""
    if encounter.outcome is not None:
        return
    here = commands(encounter)
    seats = [seat for seat in encounter.seats if plays(encounter, seat)]
    if "claim_time" in here and awaited(encounter, rules) is not None:
        yield from (Offer(do="claim_time", by=seat, aside=True) for seat in seats)
    yield from (Offer(do="concede", by=seat, aside=True) for seat in seats if why_not(encounter, seat, rules) is None)
    yield from _handed_over(encounter, seats)
    if "say" not in rules.commands(encounter):  # else its own rules say who may speak
        yield from speech.of_seats(encounter)
        yield from speech.of_fighters(encounter)
    if "override" in here and is_calm(rules.pending(encounter), rules):
        by = encounter.referee or TABLE
        yield from (_overruled(one, by, rules) for one in encounter.combatants.values())


def _handed_over(encounter: Encounter, seats: list[str]) -> Iterator[Offer]:
    held = {one.id: one.controller for one in encounter.combatants.values() if may_leave(one)}
    for name, seat in {**held, **encounter.voices}.items():
        if others := tuple(other for other in seats if other != seat):
            means: dict[str, Meaning] = {"who": "side"} if name in encounter.voices else {}
            yield Offer(do="hand_over", who=name, aside=True, closed={"to": others}, means=means)


def _overruled(one: Combatant, by: str, rules: Rules) -> Offer:
    """Return the offer to overrule any value of somebody, with one of them as the example."""
    what, value = _example(one, rules)
    fields = {
        "what": Open(kind="value", minimum=1, maximum=40, example=what),
        "value": Open(kind="value", minimum=0, maximum=999, example=value),
        "reason": WORDS,
        "dispute": Open(kind="value", minimum=0, maximum=2**53 - 1, example=None),
    }
    return Offer(do="override", who=one.id, by=by, aside=True, open=fields)


def _example(one: Combatant, rules: Rules) -> tuple[str, int | str]:
    """Return a value that somebody can be given: one point more or less, or another state of life."""
    least = 1 if one.life == "active" else 0
    pool = next((pool for pool in one.pools.values() if pool.max > least), None)
    if pool is None:
        return "life", next(life for life in rules.INTERRUPTIONS.lives if life not in ("active", one.life))
    return pool.name, pool.now - 1 if pool.now > 1 else pool.now + 1 if pool.now < pool.max else 0
