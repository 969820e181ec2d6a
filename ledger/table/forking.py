"""A what-if: a new encounter that repeats another one up to a moment, and goes on from there with dice of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from domain.encounter import Encounter
from domain.events import CombatantJoined, DiceRolled, EncounterOpened, Event, MessageRecorded
from domain.table.names import LONGEST, WHAT_IF
from domain.table.naming import has
from domain.table.policies import DAY
from ledger.dice.entropy import Chains
from ledger.line.attachments import Beside
from ledger.line.entries import Json
from ledger.line.lines import Line, TooLong
from ledger.line.sources import FORK, NONE
from ledger.refusals import NoFork, NotYours
from ledger.table import naming
from ledger.table.fight import Fight
from ledger.table.log import HAPPENING
from ledger.table.opening import LogName, begun, seated
from ledger.table.sealing import is_of_a_seat
from ledger.table.writing import Writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Where a fight branches off: the fight as whoever asks knows it, one of its versions, what everybody knew then."""

    fight: Fight
    version: int
    public: Encounter


def must_be_theirs(fight: Fight, seat: str) -> None:
    """Refuse a fork to a seat that could learn from it what it must not know. NotYours.

    Until the ledger is closed it is the referee's alone; where there is none, it is for who plays alone, or with bots.
    """
    if fight.imported or fight.table.closed or seat == fight.encounter.referee:
        return
    then = " The fight is over: let its ledger be closed first." if fight.encounter.outcome is not None else ""
    if (referee := fight.encounter.referee) is not None:
        raise NotYours(
            f"Until the ledger is closed only {referee} tries out what would have been, as the referee.{then}"
        )
    others = set(fight.table.players) - {seat, *fight.table.automatic()}
    if seat not in fight.table.players or others:
        raise NotYours(
            f"Until the ledger is closed nobody tries out what would have been unless they play alone.{then}"
        )


def must_be_a_moment(fight: Fight, version: int) -> None:
    """Refuse to branch off in the midst of a command, or where there is nothing more to play. NoFork."""
    if version > fight.version:
        raise NoFork(f"There is no line {version}: the newest is {fight.version}.")
    if fight.lines[version].type in HAPPENING and not fight.log.is_end(version):
        before = max((end for end in fight.ends if end < version), default=fight.ends[0])
        raise NoFork(f"Line {version} is in the midst of a command: branch off at line {before}, or after it.")
    if fight.at(version).outcome is not None:
        raise NoFork(f"At line {version} the fight is over: branch off before its end.")


def write(
    moment: Moment, encounter: str, writing: Writing, chains: Chains, log: LogName
) -> tuple[dict[str, str], Beside]:
    """Write the lines of the fork; return each seat's token and what is stored beside the lines."""
    called = naming.names(moment.fight)
    first, *rest = _happened(moment)
    opened, chain = begun(_opened(moment, cast(EncounterOpened, first.entry), called), encounter, chains, log)
    try:
        writing.write(opened)
    except TooLong:
        raise NoFork("Nothing branches off here: so many names were given that they fit into no line 0.") from None
    for line in rest:
        if line.type == "Sealed":
            _seal_again(writing, line)
        elif not isinstance(line.entry, MessageRecorded):
            writing.write(_repeated(cast(Event, line.entry), called))
    return seated(opened, writing, chain)


def _happened(moment: Moment) -> Iterator[Line]:
    """Yield the lines that tell what happened up to the moment and was not taken back.

    What a seat sealed (a note, a secret roll) changes nothing of the fight, and stays with whoever sealed it.
    """
    lines = moment.fight.log.lines
    for span in moment.fight.log.live(moment.version):
        for line in lines[span.start : span.stop]:
            if line.type in HAPPENING and not is_of_a_seat(lines, line.n):
                yield line


def _opened(moment: Moment, was: EncounterOpened, called: dict[str, str]) -> EncounterOpened:
    """Return line 0: the same rules and seats, dice from the ledger, no clock, and names as they are by now."""
    fight, seats = moment.fight, {str(each["id"]): each for each in was.seats}
    people = {*fight.encounter.combatants, *fight.encounter.reserve}
    things = (each for each in sorted(called.items()) if each[0] not in people and has(moment.public, each[0]))
    return replace(
        was,
        dice="ledger",
        clock=None,
        attest=was.attest and "none",
        key_wait=was.key_wait or DAY,
        title=_title(fight.table.title),
        names=tuple({"of": of, "name": name} for of, name in things),
        seats=tuple(seats.get(seat, {"id": seat, "role": role}) for seat, role in fight.table.seats.items()),
        fork={"encounter": fight.id, "leaf": fight.log.leaf(moment.version).hex(), "n": moment.version},
    )


def _title(was: str | None) -> str:
    """Return what the fork is called, so that whoever reads of it sees that it is one."""
    if was is None:
        return WHAT_IF
    return was if was.startswith(WHAT_IF) else f"{WHAT_IF}: {was}"[:LONGEST]


def _repeated(event: Event, called: dict[str, str]) -> Event:
    """Return an event as a fork tells it: of its dice that they were another fight's."""
    match event:
        case DiceRolled(source=source):
            return replace(event, source=_source(source))
        case CombatantJoined(who=who, name=name):
            return replace(event, name=called.get(who, name))
        case _:
            return event


def _seal_again(writing: Writing, line: Line) -> None:
    """Seal for the same seats what happened behind a line, as far as whoever forks knows it; words are left out."""
    payload = {} if line.inner is None else line.inner.payload
    events = [_marked(told) for told in payload.get("events", ()) if told["type"] != "MessageRecorded"]
    if events:
        writing.seal({**payload, "events": events}, None)


def _marked(told: Json) -> Json:
    return {**told, "source": _source(told["source"])} if told["type"] == "DiceRolled" else told


def _source(was: str) -> str:
    return NONE if was == NONE else FORK
