"""What a player asks about the fight, answered in sentences from what their own client knows: nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from textwrap import wrap
from typing import Any

from pydantic import ValidationError

from domain.refusals import Refused
from ledger.actions import command_of
from ledger.fight import Fight
from projections.odds import Exact, NotCounted, Odds, odds
from projections.reasons import reasons
from projections.values import UnknownSubject
from projections.why import why
from projections.wording import listed, spaced


def why_so(fight: Fight, subject: str) -> list[str]:
    """Return why a line is there, or a value is what it is."""
    try:
        return list(why(fight.lines, subject).sentences)
    except UnknownSubject as unknown:
        return [str(unknown)]


def not_on_offer(fight: Fight, seat: str) -> list[str]:
    """Return why the usual commands of a seat are not on offer."""
    found = [f"{spaced(each.do)} {each.who}: {each.sentence}" for each in reasons(fight.encounter, seat)]
    return found or ["Nothing that you would usually do is shut just now."]


def odds_of(fight: Fight, action: dict[str, Any]) -> list[str]:
    """Return what a command can come to, with chances; nothing is rolled."""
    try:
        return list(_odds_told(odds(fight.encounter, command_of(action, fight.encounter.system))))
    except (Refused, NotCounted) as no:
        return [str(no)]
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        return [f"That is no command: {first['msg']}."]


def _odds_told(found: Odds) -> Iterator[str]:
    if found.empty:
        yield "It decides nothing by dice."
    if found.hit is not None:
        yield f"It hits: {_percent(found.hit)}."
    for result in found.results:
        yield f"{spaced(result.kind)} of {result.who}: {spaced(result.result)}: {_percent(result.chance)}."
    for verb, spreads in (("loses", found.losses), ("wins", found.gains)):
        for each in spreads:
            shares = listed(f"{share.points}: {_percent(share.chance)}" for share in each.spread)
            yield f"{each.who} {verb} {spaced(each.pool)}: {shares}; {_short(each.mean)} on average."
    for fate in found.fates:
        yield f"{fate.who} is {spaced(fate.life)} then: {_percent(fate.chance)}."
    yield from (f"Taken for granted: {each}" for each in found.assumes)


def _percent(chance: Exact) -> str:
    return f"{(Decimal(chance.decimal) * 100).quantize(Decimal('0.1'))} %"


def _short(mean: Exact) -> str:
    return str(Decimal(mean.decimal).quantize(Decimal("0.01")))


def rows(sentences: Iterable[str], width: int) -> Iterator[str]:
    """Yield sentences in rows of a terminal, no word broken, what follows set in."""
    for each in sentences:
        yield from wrap(each, max(20, width), subsequent_indent="  ", break_long_words=False) or [""]
