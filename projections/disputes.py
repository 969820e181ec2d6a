"""Disputes as a table reads them: what is contested, what was said of it, and all that bears on the contested line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.encounter import Encounter
from domain.events import DiceRolled
from domain.ruleset import RULESETS
from domain.table.commands import TABLE
from domain.table.offers import offers as common_offers
from ledger.line.entries import CommandAccepted, DisputeRaised, DisputeSettled, EntropyRevealed
from ledger.line.lines import Line, plain
from ledger.refusals import NoDispute
from ledger.table import attesting
from ledger.table.fight import Fight
from ledger.table.standing import Dispute
from projections.meanings import overruled
from projections.rules import Rule
from projections.sentences.rolls import Rolled, rolled
from projections.skips import skips
from projections.why import Why, why


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDispute:
    """A dispute that nobody has settled: line ``of`` is contested in line ``line``."""

    line: int
    of: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a seat said of how a dispute should end; ``action`` is the override it would have."""

    seat: str
    line: int
    result: str
    reason: str
    action: dict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What bears on a line: the declaration it follows from, its dice and what proves them, its rules, the why.

    ``lines`` are the numbers of the command's lines, whose bytes and proofs anybody can ask for; ``entropy`` is what
    the line says that revealed what the dice came from. ``undone_by`` is the rewind because of which it does not count.
    """

    lines: tuple[int, ...]
    seat: str | None
    declared: dict[str, Any] | None
    sig: str | None
    contributors: dict[str, int] | None
    entropy: dict[str, Any] | None
    dice: tuple[Rolled, ...]
    typed: tuple[attesting.DiceSeen, ...]
    rules: tuple[Rule, ...]
    why: Why
    undone_by: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeView:
    """A dispute: what was said of it, the override that names it, and how it ended, in line ``settled``."""

    line: int
    of: int
    by: str
    at: int
    reason: str
    words: tuple[Said, ...]
    corrected: int | None
    result: str | None
    settled: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeInFull(DisputeView):
    """The same with the evidence.

    ``overrides`` says, by whom, which values all who play can agree to set where no referee settles it.
    """

    evidence: Evidence
    overrides: dict[str, tuple[str, ...]]


def standing(fight: Fight, version: int | None = None) -> tuple[OpenDispute, ...]:
    """Return the disputes that were open at a version, the newest one without one."""
    at = fight.version if version is None else version
    return tuple(
        OpenDispute(line=each.line, of=each.of, by=each.by, reason=each.reason)
        for each in fight.table.disputes.values()
        if each.line <= at and (each.settled is None or each.settled > at)
    )


def project(disputes: tuple[OpenDispute, ...], line: Line) -> tuple[OpenDispute, ...]:
    """Return the open disputes after one more line."""
    match line.entry:
        case DisputeRaised(of=of, by=by, reason=reason):
            return (*disputes, OpenDispute(line=line.n, of=of, by=by, reason=reason))
        case DisputeSettled(dispute=settled):
            return tuple(each for each in disputes if each.line != settled)
        case _:
            return disputes


def disputes(fight: Fight) -> list[DisputeView]:
    """Return every dispute of a fight, the oldest first."""
    return [DisputeView(**_told(fight, each)) for each in fight.table.disputes.values()]


def in_full(fight: Fight, line: int) -> DisputeInFull:
    """Return the dispute raised in a line, with its evidence; NoDispute if none was."""
    dispute = fight.table.disputes.get(line)
    if dispute is None:
        raise NoDispute(f"No dispute was raised in line {line}.")
    overrides = _overrides(fight.encounter) if dispute.settled is None else {}
    return DisputeInFull(**_told(fight, dispute), evidence=evidence(fight, dispute.of), overrides=overrides)


def _overrides(encounter: Encounter) -> dict[str, tuple[str, ...]]:
    """Return by whose it is each value that the table can overrule."""
    offered = common_offers(encounter, RULESETS[encounter.system])
    who = [offer.who or "" for offer in offered if offer.do == "override" and offer.by == TABLE]
    return {each: tuple(overruled(encounter, each)) for each in who}


def _told(fight: Fight, dispute: Dispute) -> dict[str, Any]:
    words = tuple(
        Said(seat=seat, line=word.line, result=word.result, reason=word.reason, action=word.action)
        for seat, word in dispute.words.items()
    )
    return {
        "line": dispute.line,
        "of": dispute.of,
        "by": dispute.by,
        "at": fight.lines[dispute.line].at,
        "reason": dispute.reason,
        "words": words,
        "corrected": dispute.corrected,
        "result": dispute.result,
        "settled": dispute.settled,
    }


def evidence(fight: Fight, n: int) -> Evidence:
    """Return all that bears on a line, as far as the fight is known."""
    lines = fight.lines
    command = lines[n] if isinstance(lines[n].entry, CommandAccepted) else _cause(lines, lines[n])
    group = [lines[n]] if command is None else fight.log.group(command.n)
    accepted = command.entry if command is not None and isinstance(command.entry, CommandAccepted) else None
    events = [event for line in group for event in line.events]
    revealed = next((line.entry for line in group if isinstance(line.entry, EntropyRevealed)), None)
    told = why(fight, n)
    return Evidence(
        lines=tuple(line.n for line in group),
        seat=None if accepted is None else accepted.decl.get("seat"),
        declared=None if accepted is None else accepted.decl,
        sig=None if accepted is None else accepted.sig,
        contributors=None if accepted is None else accepted.contributors,
        entropy=None if revealed is None else plain(revealed),
        dice=tuple(rolled(event) for event in events if isinstance(event, DiceRolled)),
        typed=attesting.typed(fight.table, group),
        rules=tuple(dict.fromkeys(rule for cause in told.chain for rule in cause.rules)),
        why=told,
        undone_by=skips(fight.log.rewinds, fight.version).by(n),
    )


def _cause(lines: Sequence[Line], line: Line) -> Line | None:
    cause = None if line.cause is None else lines[line.cause]
    return cause if cause is not None and isinstance(cause.entry, CommandAccepted) else None
