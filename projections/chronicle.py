"""The chronicle: one plain sentence for each accepted command, for the set-up and for each taking back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import accumulate, islice
from typing import Any, TypeAlias

from domain.events import (
    EVENTS,
    BoardChanged,
    CombatantJoined,
    DiceRolled,
    EncounterEnded,
    EncounterOpened,
    Event,
    HistoryRewound,
    MessageRecorded,
    RulingMade,
)
from domain.table.policies import DAY
from ledger.line.entries import (
    CommandAccepted,
    DisputeRaised,
    DisputeSettled,
    EntropyRevealed,
    LedgerClosed,
    Sealed,
    TableDiceTyped,
    Unsealed,
)
from ledger.line.lines import Line, untold
from ledger.table.log import HAPPENING
from projections import lost_keys
from projections.lost_keys import NONE, LostKeys, told_of
from projections.marking import Clause, WhoPart, clauses, cut, joined, marked, of_seats_alone
from projections.sentences.beginnings import size
from projections.sentences.clauses import clause
from projections.sentences.commands import command_of_nothing_seen, command_told, command_waits
from projections.sentences.moves import Way, ways
from projections.sentences.rolls import Rolled, rolled
from projections.sentences.seats import NOBODY, Seats, of_seats, seated, told_to
from projections.sentences.surroundings import Kind, at_the_table, unsettled
from projections.sentences.thresholds import held
from projections.settings import off_default
from projections.skips import Rewinds, skips
from projections.wording import counted, facts, inert, listed, quoted, sentence, span

NEVER_UNDONE = ("request", "table")
REWINDS = {
    "until-roll": "free until somebody rolls",
    "referee": "left to the referee",
    "free": "always free",
    "none": "ruled out",
}
"""Who may take something back."""
Disputes: TypeAlias = tuple[tuple[int, int | None], ...]
"""The line that each dispute was raised in, and the line that settled it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One sentence: lines ``n`` to ``last``, who said it and when, the dice and the rules in it.

    ``words`` counts what somebody said in it, ``rulings`` what the referee ruled. ``undone_by`` is the line of the
    rewind that skips it; such an entry is shown struck through. ``clauses`` are the text in parts: the headline, what
    came of it, the rules it rests on. ``moves`` are the ways that were gone. ``only`` are the seats that may read it
    besides the referee, where not all may.
    """

    n: int
    last: int
    at: int
    kind: Kind
    text: str
    seat: str | None = None
    clauses: tuple[Clause, ...] = ()
    moves: tuple[Way, ...] = ()
    dice: tuple[Rolled, ...] = ()
    rules: tuple[str, ...] = ()
    words: int = 0
    rulings: int = 0
    undone_by: int | None = None
    only: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """The entries so far, the lines of the newest group, which may still grow, every rewind and every dispute."""

    entries: tuple[Entry, ...] = ()
    group: tuple[Line, ...] = ()
    rewinds: Rewinds = ()
    disputes: Disputes = ()
    keys: LostKeys = NONE
    seats: Seats = NOBODY


def chronicle(lines: Iterable[Line], viewer: str | None = None) -> tuple[Entry, ...]:
    """Return the entries of the lines, oldest first, those that were taken back marked as they stand now.

    To the seat of a ``viewer`` they are told with no more of pools than it is shown.
    """
    known = list(lines)
    disputes, keys = _disputes(known), lost_keys.lost_keys(known)
    seats = dict(
        zip(
            (line.n for line in known), islice(accumulate(known, seated, initial=told_to(viewer)), 1, None), strict=True
        )
    )
    entries: list[Entry] = []
    for group in _grouped(known):
        told = entry_of(group, disputes, keys, seats[group[-1].n], partial(told_under, entries))
        entries += [] if told is None else [told]
    rewinds = tuple(each for line in known for each in rewinds_in(line))
    return marked_now(entries, rewinds, known[-1].n if known else -1)


def entry_with(lines: Sequence[Line], n: int, apart: Sequence[Line] | None = None) -> Entry | None:
    """Return the entry that tells of a line, as the chronicle of these lines has it; None if none does.

    ``apart`` are those of the lines that name, contest, take back or change keys, where they are known; all lines else.
    """
    telling = lines if apart is None else apart

    def among(line: int) -> list[Line]:
        return next(each for each in _near(lines, line) if line in {one.n for one in each})

    group = among(n)
    seats = reduce(seated, (line for line in telling if line.n <= group[-1].n), NOBODY)
    told = entry_of(group, _disputes(telling), lost_keys.lost_keys(telling), seats, lambda line: among(line)[0].n)
    rewinds = tuple(each for line in telling for each in rewinds_in(line))
    return None if told is None else marked_now([told], rewinds, lines[-1].n)[0]


def _near(lines: Sequence[Line], n: int) -> Iterator[list[Line]]:
    """Yield the groups from the last command up to a line on, to the next one: no line before or after joins them."""
    first = next((at for at in range(n, 0, -1) if isinstance(lines[at].entry, CommandAccepted)), 0)
    after = (at for at in range(n + 1, len(lines)) if isinstance(lines[at].entry, CommandAccepted))
    return _grouped(lines[first : next(after, len(lines))])


def project(told: Chronicle, line: Line) -> Chronicle:
    """Return the chronicle with one more line."""
    grows = bool(told.group) and belongs(line, told.group[0])
    group = (*told.group, line) if grows else (line,)
    disputes = disputed(line, told.disputes)
    keys, seats = lost_keys.project(told.keys, line), seated(told.seats, line)
    entries = _replaced(told.entries, group, disputes, keys, seats)
    rewinds = (*told.rewinds, *rewinds_in(line))
    kept = group if grows or leads(line) else told.group
    return Chronicle(
        entries=marked_now(entries, rewinds, line.n),
        group=kept,
        rewinds=rewinds,
        disputes=disputes,
        keys=keys,
        seats=seats,
    )


def _replaced(
    entries: tuple[Entry, ...], group: tuple[Line, ...], disputes: Disputes, keys: LostKeys, seats: Seats
) -> list[Entry]:
    """Return the entries with that of the group in its place, or at the end."""
    others = [entry for entry in entries if entry.n != group[0].n]
    told = entry_of(group, disputes, keys, seats, partial(told_under, others))
    return sorted([*others, *([] if told is None else [told])], key=lambda entry: entry.n)


def told_under(entries: Sequence[Entry | None], line: int) -> int:
    """Return the number under which entries tell of a line; its own where none does."""
    return next((each.n for each in reversed(entries) if each is not None and each.n <= line <= each.last), line)


def leads(line: Line) -> bool:
    """Return whether lines that follow may belong to this one."""
    return isinstance(line.entry, CommandAccepted | BoardChanged) or branches_off(line)


def belongs(line: Line, first: Line) -> bool:
    """Return whether a line is told together with the first of a group."""
    if branches_off(first):
        return line.cause is None and line.type in HAPPENING
    if isinstance(first.entry, BoardChanged):
        return isinstance(line.entry, BoardChanged) and line.cause == first.cause
    return line.cause == first.n and not isinstance(line.entry, HistoryRewound)


def branches_off(line: Line) -> bool:
    """Return whether a line opens a fork: what follows it up to the first command is another fight's."""
    return isinstance(line.entry, EncounterOpened) and line.entry.fork is not None


def _grouped(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield the lines of one sentence each, ordered by their first."""
    groups: list[list[Line]] = []
    leading: list[Line] = []
    for line in lines:
        if leading and belongs(line, leading[0]):
            leading.append(line)
            continue
        groups.append([line])
        if leads(line):
            leading = groups[-1]
    yield from groups


def _disputes(lines: Iterable[Line]) -> Disputes:
    """Return when each dispute was raised and settled."""
    return reduce(lambda known, line: disputed(line, known), lines, ())


def disputed(line: Line, known: Disputes) -> Disputes:
    """Return when each dispute was raised and settled, after one more line."""
    if isinstance(line.entry, DisputeRaised):
        return (*known, (line.n, None))
    if isinstance(line.entry, DisputeSettled):
        return tuple({**dict(known), line.entry.dispute: line.n}.items())
    return known


def _at_the_end(group: Sequence[Line], events: Sequence[Event], disputes: Disputes, keys: LostKeys) -> str:
    """Return which disputes were open when the fight ended, and which keys had been replaced, if it ended here."""
    last = group[-1].n
    still = [n for n, settled in disputes if n < last and (settled is None or settled > last)]
    ended = any(isinstance(event, EncounterEnded) for event in events)
    open_ones = [unsettled(still)] if ended and still else []
    replaced = [each for each in keys.replaced if each.line < last]
    others = [told_of(replaced)] if replaced and (ended or isinstance(group[0].entry, LedgerClosed)) else []
    return "".join(f"{cut('detail')} {sentence(_upper(each))}" for each in (*open_ones, *others))


def entry_of(
    group: Sequence[Line], disputes: Disputes, keys: LostKeys, seats: Seats, number: Callable[[int], int]
) -> Entry | None:
    """Return the entry of a group; lines that are only the ledger's own work have none.

    ``number`` says under which number the chronicle tells of an earlier line.
    """
    first = group[0]
    events = [event for line in (group[:1] if branches_off(first) else group) for event in line.events]
    named = of_seats(events, seats)
    lines = {id(event): line.n for line in group for event in line.events}
    thrown = (event for event in named if isinstance(event, DiceRolled))
    with marked(seats.cast, lines, {id(event): place for place, event in enumerate(thrown)}) as marks:
        said = _said(group, named, number)
        if said is None:
            return None
        kind, seat, sentences = said
        told = clauses(sentences + _at_the_end(group, events, disputes, keys), marks)
    known = held(events, seats.system, seats.house_rules)
    return Entry(
        n=first.n,
        last=group[-1].n,
        at=first.at,
        kind=kind,
        text=joined(told),
        clauses=told,
        moves=ways(events),
        seat=seat,
        dice=tuple(
            rolled(event, known.get(place)) for place, event in enumerate(events) if isinstance(event, DiceRolled)
        ),
        rules=tuple(dict.fromkeys(rule for event in events for rule in event.rules)),
        words=sum(isinstance(event, MessageRecorded) for event in events),
        rulings=sum(isinstance(event, RulingMade) for event in events),
        only=_readers(group),
    )


def _readers(group: Sequence[Line]) -> tuple[str, ...] | None:
    """Return who may read what lies behind sealed lines, for one who may; None where nothing is sealed."""
    sealed = (line.inner for line in group if line.type == "Sealed" and line.inner is not None and line.inner.payload)
    return next((inner.to for inner in sealed), None)


def _said(
    group: Sequence[Line], events: Sequence[Event], number: Callable[[int], int]
) -> tuple[Kind, str | None, str] | None:
    """Return the kind, the seat and the sentence of a group."""
    match group[0].entry:
        case CommandAccepted(decl=decl):
            if "action" not in decl:
                return "command", decl.get("seat"), _unseen(decl["seat"], events)
            opened = [clause(each) for line in group if isinstance(line.entry, Unsealed) for each in _opened_by(line)]
            return "command", decl.get("seat"), _with_opened(_commanded(decl["action"], group, events, number), opened)
        case HistoryRewound(by=by) as rewound:
            with of_seats_alone():
                return "rewind", by, sentence(_upper(clause(rewound)))
        case EncounterOpened():
            begun = next(event for event in events if isinstance(event, EncounterOpened))
            return "set_up", None, sentence(f"{_opened(begun)}{_branched(begun, len(group) - 1)}")
        case BoardChanged():
            return "set_up", None, sentence(_laid(events))
        case CombatantJoined() as joined:
            return "set_up", None, sentence(clause(joined))
        case entry if isinstance(entry, EVENTS):
            return "set_up" if group[0].cause is None else "command", None, command_told({}, events)
        case entry:
            with of_seats_alone():
                return at_the_table(entry, number)


def _commanded(
    action: dict[str, Any], group: Sequence[Line], events: Sequence[Event], number: Callable[[int], int]
) -> str:
    """Return what a command came to, or that its dice are awaited, or that nothing of it is seen."""
    first = group[0].entry
    if events or not isinstance(first, CommandAccepted):
        return command_told(action, events)
    others = {type(line.entry) for line in group[1:]}
    if first.roll is None or others & {EntropyRevealed, Sealed, Unsealed}:
        return command_of_nothing_seen(action, number)
    typed = [line.entry for line in group if isinstance(line.entry, TableDiceTyped)]
    return command_waits(action, typed, first.contributors or {})


def _unseen(seat: str, events: Sequence[Event]) -> str:
    """Return that a seat did something unseen, and what everybody sees of it."""
    told = command_told({}, events) if events else ""
    return " ".join(filter(None, (sentence(f"Seat {inert(seat)} did something that is sealed"), told)))


def _opened_by(line: Line) -> Sequence[Event]:
    """Return the events that a line brings to light."""
    payload = line.entry.payload if isinstance(line.entry, Unsealed) else {}
    try:
        return untold(payload.get("events", ()))
    except (ValueError, TypeError, KeyError, AttributeError):
        return ()


def _with_opened(told: str, opened: Sequence[str]) -> str:
    return f"{told}{cut('detail')} {sentence(f'It came to light that {listed(opened)}')}" if opened else told


def _opened(event: EncounterOpened) -> str:
    """Return what is frozen for the whole fight."""
    off = off_default(event.system, event.house_rules)
    house = {name: _in_short(value) for name, value in off.items()}
    rules = f"the house rules {facts(house)}" if house else "no house rules"
    dice = {"ledger": "dice from the ledger", "table": "dice typed in by hand", "loaded": "loaded dice"}
    called = "" if event.title is None else f", called {quoted(event.title)},"
    return (
        f"{_upper(clause(event))}{called} with {rules}, {dice.get(event.dice, inert(event.dice))}, "
        f"and taking back {REWINDS.get(event.rewind, inert(event.rewind))}{_agreed(event)}"
    )


def _branched(event: EncounterOpened, repeated: int) -> str:
    """Return where a fork branched off; nothing of a fight that is none."""
    if event.fork is None:
        return ""
    whence = f"line {event.fork['n']} of encounter {inert(event.fork['encounter'])}"
    return f"; it branched off at {whence}, and what had happened until then is repeated in {counted(repeated, 'line')}"


def _agreed(event: EncounterOpened) -> str:
    """Return what else was agreed on beforehand, where it is not what is usual."""
    agreed = [
        clause
        for holds, clause in (
            (event.clock is not None, f"{span(event.clock or 0)} a decision"),
            (event.overrides == "none", "nothing overruled"),
            (event.hands == "private", "hands that only their holders see"),
            (event.attest == "opponent", "typed dice attested by another seat"),
            (event.entropy == "roller", "rolls salted by the roller alone"),
            (event.missing == "consent", "no link left out without consent"),
            (event.key_wait not in (None, DAY), f"{span(event.key_wait or 0)} until a lost key is replaced"),
        )
        if holds
    ]
    return f"; agreed were {listed(agreed)}" if agreed else ""


def _in_short(value: object) -> object:
    """Return a house rule as it is, a table of them by its length."""
    if isinstance(value, list | tuple) and any(isinstance(each, dict) for each in value):
        return f"of {counted(len(value), 'entry')}"
    return value


def _laid(events: Sequence[Event]) -> str:
    """Return the size of the board."""
    changes = ((event.change, event.detail) for event in events if isinstance(event, BoardChanged))
    return f"The board was laid with {size(changes)}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def rewinds_in(line: Line) -> Rewinds:
    """Return the rewind that a line is, if it is one."""
    return ((line.n, line.entry.to_version),) if isinstance(line.entry, HistoryRewound) else ()


def marked_now(entries: Iterable[Entry], rewinds: Rewinds, last: int) -> tuple[Entry, ...]:
    """Return the entries with those struck that no longer count; what only happened at the table always counts."""
    skipped = skips(rewinds, last)
    return tuple(
        entry if entry.undone_by == undone else replace(entry, undone_by=undone)
        for entry in entries
        for undone in (None if entry.kind in NEVER_UNDONE else skipped.by(entry.last),)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Which entries are wanted: between two lines, those that name somebody, those in which a text stands, so many.

    Of too many they are the first ``after`` a line, if one is given, or else the last.
    """

    after: int | None = None
    before: int | None = None
    who: str | None = None
    find: str | None = None
    limit: int | None = None


def chosen(entries: Iterable[Entry], sought: Sought) -> tuple[Entry, ...]:
    """Return the entries that are wanted, oldest first."""
    text = None if sought.find is None else sought.find.casefold()
    found = tuple(
        entry
        for entry in entries
        if (sought.after is None or entry.n > sought.after)
        and (sought.before is None or entry.n < sought.before)
        and (sought.who is None or _names(entry, sought.who))
        and (text is None or text in entry.text.casefold())
    )
    if sought.limit is None:
        return found
    return found[: sought.limit] if sought.after is not None else found[max(0, len(found) - sought.limit) :]


def _names(entry: Entry, who: str) -> bool:
    """Return whether an entry names a combatant, or tells of a roll of theirs."""
    parts = (part for clause in entry.clauses for part in clause.parts)
    return any(isinstance(part, WhoPart) and part.who == who for part in parts) or who in {
        roll.by for roll in entry.dice
    }


def text(entries: Iterable[Entry]) -> str:
    """Return the chronicle as plain text, one entry a line; what was taken back stands in brackets."""
    return "".join(
        f"{entry.n:>5}  {entry.text}\n"
        if entry.undone_by is None
        else f"{entry.n:>5}  [{entry.text}] (taken back by line {entry.undone_by})\n"
        for entry in entries
    )


_MARKUP = re.compile(r"([\\`*_\[\]<>&~|#@]|(?<=:)/|(?<=\bwww)\.)")


def markdown(entries: Iterable[Entry]) -> str:
    """Return the chronicle as a Markdown list; what was taken back is struck through, and no text is markup."""
    return "".join(
        f"- `{entry.n}` {_MARKUP.sub(_escaped, entry.text)}\n"
        if entry.undone_by is None
        else f"- `{entry.n}` ~~{_MARKUP.sub(_escaped, entry.text)}~~ (taken back by line {entry.undone_by})\n"
        for entry in entries
    )


def _escaped(match: re.Match[str]) -> str:
    return "\\" + match[0]
