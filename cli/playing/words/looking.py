"""What a player asks about the fight, answered in sentences from what their own client knows: nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import orjson
from pydantic import ValidationError

from cli.playing.asking import Cancelled, whom
from cli.playing.terminal import Terminal
from domain.refusals import Refused
from ledger.calls import refusing
from ledger.line.actions import command_of
from ledger.table.fight import Fight
from ledger.table.knowledge import told_to
from projections import reasons as of_reasons
from projections import why as of_why
from projections.chronicle import text
from projections.marking import calling
from projections.naming import called, spoken
from projections.odds import Exact, NotCounted, Odds
from projections.odds import odds as counted_odds
from projections.odds.disclosure import odds_to
from projections.values import UnknownSubject
from projections.wording import inert, listed, spaced


def why(terminal: Terminal, subject: str) -> None:
    """Tell why a line is there, or a value is what it is; of words that were said, the words."""
    if (said := terminal.words_in(subject)) is not None:
        terminal.screen.tell([said])
        return
    fight = terminal.fight()
    try:
        terminal.screen.tell(of_why.why(fight, subject or "pending").sentences)
    except UnknownSubject as unknown:
        terminal.screen.tell([str(unknown)])


def reasons(terminal: Terminal, _: str) -> None:
    """Tell why the usual commands of the seat are not on offer."""
    fight = terminal.fight()
    shut, names = (
        of_reasons.reasons(fight.encounter, terminal.client.seat),
        refusing.called(fight, terminal.client.seat),
    )
    with calling(called(fight)):
        found = [f"{spaced(each.do)} {whom(each.who)}: {refusing.in_words(each.sentence, names)}" for each in shut]
    terminal.screen.tell(found or ["Nothing that you would usually do is shut just now."])


def odds(terminal: Terminal, rest: str) -> None:
    """Tell what an offer can come to, or a command as JSON."""
    try:
        if rest.startswith("{"):
            action = orjson.loads(rest)
        elif rest.isdecimal():
            action = terminal.offered(int(rest))
        else:
            terminal.screen.say("Name the number of an offer, as in odds 1, or a command as JSON.")
            return
    except Cancelled:
        return
    except orjson.JSONDecodeError as error:
        terminal.screen.say(f"That is no JSON: {error}.")
        return
    seat = terminal.client.seat
    terminal.screen.tell(_odds_of(told_to(terminal.fight(), seat), seat, action))


def _odds_of(fight: Fight, seat: str, action: dict[str, Any]) -> list[str]:
    """Return what a command can come to, with chances; nothing is rolled."""
    try:
        found = counted_odds(fight.encounter, command_of(action, fight.encounter.system))
        with calling(spoken(fight)):
            return list(_odds_told(odds_to(fight, found)))
    except (Refused, NotCounted) as no:
        return [refusing.in_words(str(no), refusing.called(fight, seat))]
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        return [f"That is no command: {first['msg']}."]


def _odds_told(found: Odds) -> Iterator[str]:
    if found.empty:
        yield "It decides nothing by dice."
    if found.hit is not None:
        yield f"It hits: {_percent(found.hit)}."
    for result in found.results:
        yield f"{spaced(result.kind)} of {inert(result.who)}: {spaced(result.result)}: {_percent(result.chance)}."
    for verb, spreads in (("loses", found.losses), ("wins", found.gains)):
        for each in spreads:
            shares = listed(f"{share.points}: {_percent(share.chance)}" for share in each.spread)
            yield f"{inert(each.who)} {verb} {spaced(each.pool)}: {shares}; {_short(each.mean)} on average."
    for fate in found.fates:
        yield f"{inert(fate.who)} is {spaced(fate.life)} then: {_percent(fate.chance)}."
    yield from (f"Taken for granted: {each}" for each in found.assumes)


def _percent(chance: Exact) -> str:
    return f"{(Decimal(chance.decimal) * 100).quantize(Decimal('0.1'))} %"


def _short(mean: Exact) -> str:
    return str(Decimal(mean.decimal).quantize(Decimal("0.01")))


def chronicle(terminal: Terminal, rest: str) -> None:
    """Tell all that happened, or the last of it, with the words that were said."""
    told = text(terminal.entries()).splitlines()
    last = int(rest) if rest.isascii() and rest.isdecimal() else len(told)
    terminal.screen.tell(told[-last:] if last else [], hanging=7)


def export(terminal: Terminal, rest: str) -> None:
    """Write the fight to a new file."""
    if not rest:
        terminal.screen.say("Name a file, as in export fight.ndjson.")
        return
    raw = terminal.client.calls.get(f"/api/encounters/{terminal.client.encounter}/export")
    try:
        with Path(rest).expanduser().open("xb") as file:
            file.write(raw)
    except OSError as error:
        terminal.screen.say(f"The file {rest} cannot be written: {error.strerror}.")
        return
    terminal.screen.say(f"Wrote {rest}: {len(raw)} bytes.")
