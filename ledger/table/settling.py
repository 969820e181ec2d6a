"""How disputes end: by the word of the referee, or by the same word of all who play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from domain.offers import Offer
from ledger.line.entries import DisputeSettled, Json
from ledger.refusals import NoDispute, NotYours
from ledger.table.fight import Fight
from ledger.table.log import Log
from ledger.table.standing import Dispute, Word, spelled
from ledger.table.table import Table
from ledger.table.writing import Writing

OVERRULE = "override"


def outcome(table: Table, log: Log, version: int, dispute: Dispute) -> DisputeSettled | None:
    """Return how a dispute ends by the words that were said; None while it is not settled."""
    referee = referee_of(table)
    judges = (referee,) if referee is not None else table.players
    words = [dispute.words.get(seat) for seat in judges]
    first = words[0]
    if first is None or any(each is None or each.said != first.said for each in words):
        return None
    line = {"stands": None, "corrected": dispute.corrected}.get(first.result, skipped_by(log, version, dispute.of))
    if first.result != "stands" and line is None:
        return None
    last = max((each for each in words if each is not None), key=lambda word: word.line)
    return DisputeSettled(dispute=dispute.line, result=first.result, by=judges, reason=last.reason, line=line)


def must_be_agreed(table: Table, action: Json) -> None:
    """Refuse an override that names no open dispute, or without a referee one that not all who play have agreed to."""
    if action.get("do") != OVERRULE:
        return
    dispute = open_dispute(table, action["dispute"]) if action.get("dispute") is not None else None
    if referee_of(table) is not None:
        return
    if dispute is None:
        raise NoDispute("Without a referee a value is overruled only to settle a dispute: name it.")
    said = ("corrected", spelled(action))
    missing = [seat for seat in table.players if (word := dispute.words.get(seat)) is None or word.said != said]
    if missing:
        raise NoDispute(f"Not all who play have agreed to this end of dispute {dispute.line}: {missing[0]} has not.")


def allowed(table: Table, offers: Iterable[Offer]) -> list[Offer]:
    """Return offers as the words of the table allow them: a dispute is named only where one is open."""
    may, none_open = may_be_overruled(table), not table.open_disputes
    found = (each for each in offers if may or each.do != OVERRULE)
    return [_without_a_dispute(each) if none_open and each.do == OVERRULE else each for each in found]


def _without_a_dispute(offer: Offer) -> Offer:
    return replace(offer, open={name: each for name, each in offer.open.items() if name != "dispute"})


def may_be_overruled(table: Table) -> bool:
    """Return whether a value can be overruled: a referee does at any time, others once all who play agreed how."""
    if referee_of(table) is not None:
        return True
    words = ([dispute.words.get(seat) for seat in table.players] for dispute in table.open_disputes)
    return any(_agree_how(each) for each in words)


def _agree_how(words: list[Word | None]) -> bool:
    said = {("", b"") if word is None else word.said for word in words}
    return len(said) == 1 and {result for result, _ in said} == {"corrected"}


def must_be_seated(table: Table, action: Json) -> None:
    """Refuse to hand somebody over to a seat from which nobody plays."""
    to = action.get("to")
    if action.get("do") == "hand_over" and to not in table.players:
        raise NotYours(f"{str(to)[:40]} cannot have {str(action.get('who'))[:40]}: nobody plays from that seat.")


def conclude(fight: Fight, writing: Writing, action: Json, line: int) -> None:
    """Write the end of a dispute that all who play have agreed to end by the override in ``line``."""
    if action.get("do") != OVERRULE or action.get("dispute") is None:
        return
    dispute = fight.table.disputes[action["dispute"]].corrected_by(line)
    settled = outcome(fight.table, fight.log, fight.version, dispute)
    if settled is not None:
        writing.write(settled, cause=dispute.line)


def referee_of(table: Table) -> str | None:
    """Return the seat of the referee, where there is one."""
    return next((seat for seat, role in table.seats.items() if role == "referee"), None)


def open_dispute(table: Table, line: object) -> Dispute:
    """Return the dispute raised in a line; refuses one that is none, or settled, and what is no line at all."""
    dispute = table.disputes.get(line) if type(line) is int else None
    if dispute is None:
        raise NoDispute(f"No dispute was raised in line {str(line)[:40]}.")
    if dispute.result is not None:
        raise NoDispute(f"The dispute of line {line} is settled: {dispute.result}.")
    return dispute


def counts(log: Log, version: int, line: int | None) -> bool:
    """Return whether a line is there and was not taken back."""
    return line is not None and any(line in span for span in log.live(version))


def skipped_by(log: Log, version: int, line: int) -> int | None:
    """Return the rewind because of which a line does not count; None if it counts."""
    end = version
    for rewind, to_version in reversed(log.rewinds):
        if rewind <= end:
            if to_version < line < rewind:
                return rewind
            end = to_version
    return None
