"""What happened around a fight, in sentences: seats, requests to go back, disputes, dice that were seen, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from domain.table.names import ENCOUNTER
from ledger.line.entries import (
    DisputeAnswered,
    DisputeRaised,
    DisputeSettled,
    LedgerClosed,
    Renamed,
    RewindAnswered,
    RewindAsked,
    RewindLapsed,
    SeatJoined,
    SeatKeyAsked,
    SeatKeyChanged,
    SeatKeyVetoed,
    TableDiceAttested,
    Withheld,
)
from ledger.table.table import BOT
from projections.lost_keys import asking
from projections.wording import fact, inert, listed, quoted, sentence, spaced

Kind: TypeAlias = Literal["set_up", "command", "rewind", "request", "table"]
Surrounding: TypeAlias = tuple[Kind, str | None, str]
"""The kind of an entry, the seat that said it, and the sentence."""


def at_the_table(entry: object, number: Callable[[int], int]) -> Surrounding | None:
    """Return what a line of the ledger tells; None for its own work.

    ``number`` says under which number the chronicle tells of a line.
    """
    match entry:
        case SeatJoined() | SeatKeyChanged() | SeatKeyAsked() | SeatKeyVetoed():
            return "table", entry.seat, sentence(_seated(entry))
        case RewindAsked(to_version=to_version, by=by, reason=reason):
            why = f": {quoted(reason)}" if any(map(str.isalnum, reason)) else ""
            return "request", by, sentence(f"Seat {inert(by)} asked to go back to line {to_version}{why}")
        case RewindAnswered(seat=seat, agree=agree):
            return "request", seat, sentence(f"Seat {inert(seat)} {'agreed' if agree else 'did not agree'} to go back")
        case RewindLapsed(reason=reason):
            return "request", None, sentence(f"The request to go back lapsed: {inert(reason)}")
        case Withheld(of=of, by=by, reason=reason):
            why = f": {quoted(reason)}" if reason else ""
            return "table", by, sentence(f"Seat {inert(by)} keeps shut what line {number(of)} sealed{why}")
        case Renamed(of=of, name=name, by=by):
            what = "the fight" if of == ENCOUNTER else inert(of)
            return "table", by, sentence(f"Seat {inert(by)} called {what} {quoted(name)}")
        case LedgerClosed(by=by, disputes=disputes):
            who = f" by seat {inert(by)}" if by is not None else ""
            still = f"; {unsettled(disputes)}" if disputes else ""
            return "table", by, sentence(f"The ledger was closed{who}{still}")
        case _:
            return _disputed(entry, number)


def _seated(entry: SeatJoined | SeatKeyChanged | SeatKeyAsked | SeatKeyVetoed) -> str:
    """Return who took a seat, or with which device; of a key that was changed, which others vouched for the new one."""
    who = f"Seat {inert(entry.seat)}"
    if isinstance(entry, SeatKeyAsked):
        return asking(entry)
    if isinstance(entry, SeatKeyVetoed):
        return f"{who} said no to the key asked for in line {entry.of}"
    if isinstance(entry, SeatKeyChanged):
        vouched = sorted(entry.vouched or {})
        if not vouched:
            return f"{who} replaced the key of its device {inert(entry.party)}, and the old one had not said no in time"
        by = f", vouched for by {listed(vouched)}" if vouched != [entry.party] else ""
        return f"{who} changed the key of its device {inert(entry.party)}{by}"
    if entry.party is not None:
        return f"{who} came with the device {inert(entry.party)}"
    if entry.kind == BOT:
        return f"A bot of the server plays for seat {inert(entry.seat)}"
    them = f" and controlled {listed(entry.controls)}" if entry.controls else ""
    return f"{who} joined as a {inert(entry.role)}{them}"


def _disputed(entry: object, number: Callable[[int], int]) -> Surrounding | None:
    match entry:
        case DisputeRaised(of=of, by=by, reason=reason):
            return "table", by, sentence(f"Seat {inert(by)} contested line {number(of)}: {quoted(reason)}")
        case DisputeAnswered(dispute=dispute, result=result, reason=reason, seat=seat, action=action):
            how = f" by {spaced(str(action.get('what')))} {fact(action.get('value'))}" if action else ""
            said = f"Seat {inert(seat)} would have the dispute of line {dispute} end as {inert(result)}{how}"
            return "table", seat, sentence(f"{said}: {quoted(reason)}")
        case DisputeSettled(dispute=dispute, result=result, by=by, line=line):
            ended = {"stands": "the line stands", "rewound": "it was taken back"}.get(result, "a value was corrected")
            there = f" (line {number(line)})" if line is not None else ""
            who = f"{'seat' if len(by) == 1 else 'seats'} {listed(by)}"
            return "table", None, sentence(f"The dispute of line {dispute} was settled by {who}: {ended}{there}")
        case TableDiceAttested(of=of, verdict=verdict, seat=seat):
            said = {"saw": "saw", "unseen": "did not see"}.get(verdict, "contested")
            return "table", seat, sentence(f"Seat {inert(seat)} {said} the dice of line {number(of)}")
        case _:
            return None


def unsettled(disputes: Sequence[int]) -> str:
    """Return that disputes are open, by their lines."""
    if len(disputes) == 1:
        return f"the dispute of line {disputes[0]} was not settled"
    return f"the disputes of lines {listed(disputes)} were not settled"
