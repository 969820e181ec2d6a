"""Disputes: a seat contests a line, and the referee, or all who play where there is none, say how it ends."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter, ValidationError

from domain.table.commands import TABLE, Override
from ledger.line.entries import DisputeAnswered, DisputeRaised, Json
from ledger.refusals import NoDispute, NotYours, TooOften
from ledger.table.accepting import must_play
from ledger.table.fight import Fight
from ledger.table.log import Log
from ledger.table.settling import OVERRULE, counts, open_dispute, outcome, referee_of, skipped_by
from ledger.table.standing import Dispute
from ledger.table.table import Table
from ledger.table.writing import Writing, Written

RESULTS = ("stands", "corrected", "rewound")
MOST_OPEN = 100
"""So many disputes of an encounter can be open at a time."""
MOST_OPEN_OF_ONE = 20
"""So many of them one seat can have raised, so that it leaves room for the others."""


def contest(fight: Fight, writing: Writing, raised: DisputeRaised) -> Written:
    """Write that a seat contests a line; return the line of the dispute, which is its number."""
    must_play(fight, raised.by)
    must_be_contestable(fight.table, fight.version, raised)
    if sum(each.by == raised.by for each in fight.table.open_disputes) >= MOST_OPEN_OF_ONE:
        raise TooOften(f"{raised.by} contests {MOST_OPEN_OF_ONE} lines already: settle some of them first.")
    return Written(writing.write(raised).n)


def must_be_contestable(table: Table, version: int, raised: DisputeRaised) -> None:
    """Refuse a line that is not there, what the seat contests already, and more than can be settled."""
    if not 0 <= raised.of <= version:
        raise NoDispute(f"There is no line {raised.of} to contest: the last one is {version}.")
    standing = table.open_disputes
    if any((each.of, each.by) == (raised.of, raised.by) for each in standing):
        raise NoDispute(f"{raised.by} contests line {raised.of} already.")
    if len(standing) >= MOST_OPEN:
        raise NoDispute(f"{MOST_OPEN} disputes are open: settle some of them first.")


def settle(fight: Fight, writing: Writing, answered: DisputeAnswered) -> Written:
    """Write a word on how a dispute should end, and its end if that settles it; return the line of the word."""
    must_play(fight, answered.seat)
    dispute = must_be_answerable(fight.table, fight.log, fight.version, answered)
    if answered.action is not None and not _can_be_given(answered.action):
        raise _unnamed(answered.dispute)
    line = writing.write(answered, cause=dispute.line)
    settled = outcome(fight.table, fight.log, fight.version, dispute.after(answered, line.n))
    if settled is not None:
        writing.write(settled, cause=dispute.line)
    return Written(line.n)


def must_be_answerable(table: Table, log: Log, version: int, answered: DisputeAnswered) -> Dispute:
    """Return the open dispute that a word is about; refuses whose it is not, and an end that has not come about."""
    dispute = open_dispute(table, answered.dispute)
    referee = referee_of(table)
    if referee is not None and answered.seat != referee:
        raise NotYours(f"{answered.seat} does not settle disputes here: only {referee} does.")
    match answered.result:
        case "stands":
            pass
        case "corrected":
            _must_say_how(answered, alone=referee is not None)
            if referee is not None and not counts(log, version, dispute.corrected):
                raise NoDispute(f"Nothing is corrected yet: first overrule a value, and name dispute {dispute.line}.")
        case "rewound":
            if skipped_by(log, version, dispute.of) is None:
                raise NoDispute(f"Line {dispute.of} still counts: first take back to before it.")
        case _:
            raise NoDispute(f"A dispute ends as one of {', '.join(RESULTS)}, not as {answered.result[:40]}.")
    if answered.result != "corrected" and answered.action is not None:
        raise NoDispute("Only a correction names an action.")
    return dispute


def _can_be_given(action: Json) -> bool:
    """Return whether an action has the form of an override."""
    try:
        _shape().validate_python(action)
    except ValidationError:
        return False
    return action.keys() <= Override.__dataclass_fields__.keys()


def _settles(action: Json, dispute: int) -> bool:
    """Return whether an action is an override by the table that names the dispute, by its number: true is not 1."""
    named = action.get("dispute")
    return (action.get("do"), action.get("by")) == (OVERRULE, TABLE) and type(named) is int and named == dispute


def _must_say_how(answered: DisputeAnswered, *, alone: bool) -> None:
    """Refuse a correction that does not name what all are to agree to, or names it where nobody need agree."""
    if alone and answered.action is not None:
        raise NoDispute("A referee overrules by a command, and names no action here.")
    if not alone and not _settles(answered.action or {}, answered.dispute):
        raise _unnamed(answered.dispute)


def _unnamed(dispute: int) -> NoDispute:
    return NoDispute(f"Name as action the override, by {TABLE}, that settles dispute {dispute}.")


@cache
def _shape() -> TypeAdapter[Override]:
    """Return the shape of an override, made when the first dispute is settled by one."""
    return TypeAdapter(Override)
