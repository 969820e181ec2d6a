"""The audit: does the chain hold, do the dice follow, and would the rules decide the same again?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import orjson

from domain.deciding import RULESETS
from domain.events import DiceRolled, EncounterOpened, HistoryRewound, RulingMade
from ledger.line.entries import CommandAccepted, TableDiceTyped
from ledger.line.lines import Line, decode
from ledger.proof.sealed import payloads_in
from ledger.proof.verifying import Verification, rows_of, verify
from ledger.table.log import Log
from projections.rerun import Unfoldable, Verdict, decided_again, recorded_states
from projections.wording import counted, inert, listed

Overall = Literal["exact", "same outcome", "differs", "not decided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with line ``n``."""

    n: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The rules decided again: the result of the whole, and a verdict for each command.

    ``stored`` is the rules version of the fight, ``program`` that of this program: a difference is a fault only where
    the two are one. ``at`` is the first line that differs.
    """

    result: Overall
    at: int | None = None
    stored: str
    program: str | None
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What anybody should know of a fight: throws of dice by their source, rolls that are void, takings back.

    ``withheld`` lines have words that are not there: they were deleted, or left out of the file. ``unopened`` lines are
    sealed: what came of them is not known here. ``overrides`` are rulings that set a value against the rules.
    """

    commands: int
    throws: int
    table_dice: int
    loaded_dice: int
    voided_rolls: tuple[int, ...]
    rewinds: int
    rulings: int
    withheld: int
    unopened: int = 0
    overrides: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What was looked at and found; ``ok`` where nothing speaks against the fight.

    The form of set-up, rewinds and rulings is the verification's; ``faults`` are lines that cannot be read or folded.
    """

    ok: bool
    encounter: str
    system: str
    verification: Verification
    faults: tuple[Fault, ...]
    rules: Decided
    counts: Counts
    sentences: tuple[str, ...]


def audit(
    source: bytes | Sequence[Line],
    kept: Sequence[str] = (),
    log_key: str | None = None,
    operators: Sequence[str] = (),
) -> Audit:
    """Return what an exported file, or the lines of a fight, show. Never raises: what is broken is told.

    ``kept`` are checkpoints that players kept, ``log_key`` is one to trust, ``operators`` are seats of
    whoever runs the server; Misused if they are no such thing.
    """
    raw = source if isinstance(source, bytes) else b"".join(line.raw + b"\n" for line in source)
    verification = verify(raw, kept, log_key, operators)
    is_open = not verification.unopened
    lines, unread = (
        _lines(raw, verification.lines, is_open=is_open) if isinstance(source, bytes) else (list(source), ())
    )
    rules, unfolded = _decided(lines)
    found = (*unread, *unfolded)
    opened = lines[0].entry if lines else None
    counts = _counts(lines, verification)
    fair = rules.result != "differs" or rules.stored != rules.program
    return Audit(
        ok=_fault_of(verification) is None and not found and fair,
        encounter=verification.encounter,
        system=opened.system if isinstance(opened, EncounterOpened) else "",
        verification=verification,
        faults=found,
        rules=rules,
        counts=counts,
        sentences=(
            verification.sentence,
            *(_fault(each) for each in found),
            *_summed(rules, counts, verification),
        ),
    )


def _fault_of(verification: Verification) -> tuple[int, str] | None:
    """Return the first line that is broken or not known here, and why."""
    return verification.broken or verification.newer


def _promised(verification: Verification) -> Iterator[str]:
    """Yield what the rolls of the ledger's dice rest on, and in how many of them each seat took part."""
    if verification.dice != "ledger":
        return
    total = len(verification.rolls)
    for promise, times in Counter(each.promise for each in verification.rolls).items():
        yield f"{times} of {counted(total, 'roll')}: {promise}."
    for seat, each in verification.seats.items():
        if each.of and each.devices:
            yield f"{seat}{each.marks}: {each.part}."


def _summed(rules: Decided, counts: Counts, verification: Verification) -> tuple[str, ...]:
    """Return what the rules and the counts say; of a broken file only about what stands before the broken line."""
    if _fault_of(verification) is None:
        return _rules(rules, counts), *_promised(verification), _counted(counts)
    if not counts.commands:
        return ()
    return f"Before that line: {_rules(rules, counts)}", f"Before that line: {_counted(counts)}"


def first_fault(lines: Sequence[Line]) -> Fault | None:
    """Return what cannot stand in lines that verify: what nothing folds, or what the rules of that version forbid."""
    rules, faults = _decided(lines)
    if faults:
        return faults[0]
    if rules.at is None or rules.stored != rules.program:
        return None
    return Fault(n=rules.at, what=_difference(rules))


def _lines(raw: bytes, whole: int, *, is_open: bool) -> tuple[list[Line], tuple[Fault, ...]]:
    """Return the lines of a file as far as they are whole and can be read, with the words that stand behind them."""
    rows = rows_of(raw)
    # What was opened is used once all is open: of a part nobody can fold what really happened.
    words = {**(payloads_in(rows[:whole]) if is_open else {}), **_words(rows[whole:])}
    lines: list[Line] = []
    for n, row in enumerate(rows[:whole]):
        try:
            lines.append(decode(row, words.get(n)))
        except (ValueError, LookupError, TypeError) as fault:
            return lines, (Fault(n=n, what=f"This program cannot read it: {type(fault).__name__}."),)
    return lines, ()


def _words(rows: Sequence[bytes]) -> dict[int, dict[str, str]]:
    """Return the words kept beside lines; rows that are none, as in a broken file, are passed by."""
    words: dict[int, dict[str, str]] = {}
    for row in rows:
        if not row.startswith(b'{"n":'):
            continue
        try:
            value = orjson.loads(row)
        except orjson.JSONDecodeError:
            continue
        if isinstance(value, dict) and isinstance(value.get("payload"), dict):
            words[value.get("n", -1)] = value["payload"]
    return words


def _decided(lines: Sequence[Line]) -> tuple[Decided, tuple[Fault, ...]]:
    """Return the rules decided again, as far as this program knows the system and the lines are a fight."""
    lines = Log(lines).recent
    opened = lines[0].entry if lines else None
    if not isinstance(opened, EncounterOpened):
        return Decided(result="not decided", stored="", program=None), ()
    ruleset = RULESETS.get(opened.system)
    program = ruleset.VERSION if ruleset is not None else None
    undecided = Decided(result="not decided", stored=opened.version, program=program)
    try:
        if program is None:
            recorded_states(lines)
            return undecided, ()
        verdicts = decided_again(lines)
    except Unfoldable as unfoldable:
        return undecided, (Fault(n=unfoldable.n, what=str(unfoldable)),)
    results = {verdict.result for verdict in verdicts}
    differing = [verdict.at for verdict in verdicts if verdict.result == "differs" and verdict.at is not None]
    other: Overall = "same outcome" if "same outcome" in results else "exact"
    decided = Decided(
        result="differs" if "differs" in results else other,
        at=min(differing, default=None),
        stored=opened.version,
        program=program,
        verdicts=verdicts,
    )
    return decided, ()


def _counts(lines: Sequence[Line], verification: Verification) -> Counts:
    events = (event for line in lines for event in line.events)
    sources = Counter(event.source for event in events if isinstance(event, DiceRolled))
    # Dice may be typed in and never come to an outcome; they were thrown all the same.
    typed = max(sources["table"], sum(isinstance(line.entry, TableDiceTyped) for line in lines))
    return Counts(
        commands=sum(isinstance(line.entry, CommandAccepted) for line in lines),
        throws=sources.total() - sources["table"] + typed,
        table_dice=typed,
        loaded_dice=sources["loaded"],
        voided_rolls=verification.voided,
        rewinds=sum(isinstance(line.entry, HistoryRewound) for line in lines),
        rulings=sum(line.type == "RulingMade" for line in lines),
        overrides=sum(isinstance(line.entry, RulingMade) and line.entry.subject == "override" for line in lines),
        withheld=len(verification.wordless),
        unopened=len(verification.unopened),
    )


def _fault(fault: Fault) -> str:
    return f"Line {fault.n}: {inert(fault.what)}"


def _rules(rules: Decided, counts: Counts) -> str:
    """Return the result of deciding again, both rules versions named."""
    if rules.result == "not decided":
        return f"The rules ({inert(rules.stored) or 'unnamed'}) were not decided again."
    stored = inert(rules.stored)
    under = (
        f"{stored}, the version it was played under"
        if rules.program == rules.stored
        else (f"{rules.program}; it was played under {stored}, so that a difference is no fault")
    )
    every = "Every command that is open here" if counts.unopened else "Every command"
    if rules.result == "exact":
        return f"{every} decides exactly as recorded under {under}."
    if rules.result == "same outcome":
        return f"{every} comes to the recorded outcome under {under}."
    return f"The rules decide otherwise at line {rules.at} under {under}: {_difference(rules)}."


def _difference(rules: Decided) -> str:
    """Return what the first command that differs says."""
    first = next(each for each in rules.verdicts if each.result == "differs" and each.at == rules.at)
    return inert(first.what).removesuffix(".")


def _counted(counts: Counts) -> str:
    """Return the counts in one sentence."""
    voided = f" ({listed(_runs(counts.voided_rolls))})" if counts.voided_rolls else ""
    thrown = f"{counted(counts.throws, 'throw')} of dice"
    withheld = f"; the words of {counted(counts.withheld, 'line')} are withheld" if counts.withheld else ""
    withheld += f"; {counted(counts.unopened, 'line')} still sealed" if counts.unopened else ""
    overruled = f" ({counts.overrides} against the rules)" if counts.overrides else ""
    return (
        f"{counted(counts.commands, 'command')}, {thrown}, {counts.table_dice} of them typed in by hand "
        f"and {counts.loaded_dice} loaded, {counted(len(counts.voided_rolls), 'void roll')}{voided}, "
        f"{counted(counts.rewinds, 'rewind')}, {counted(counts.rulings, 'ruling')}{overruled}{withheld}."
    )


def _runs(rolls: Sequence[int]) -> Iterator[str]:
    """Yield the numbers, three or more that follow each other as one run."""
    for _, run in groupby(enumerate(rolls), key=lambda each: each[1] - each[0]):
        numbers = [str(number) for _, number in run]
        if len(numbers) > 2:
            yield f"{numbers[0]} to {numbers[-1]}"
        else:
            yield from numbers
