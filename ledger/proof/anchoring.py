"""What the checkpoints of a file, and those that players kept, say of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ledger.dice.keys import key_of
from ledger.line.forms import Wrong
from ledger.line.tree import roots
from ledger.proof import notes
from ledger.proof.notes import COSIGNER, Known, NoteKey, NoteRefused, OpenedNote, Parsed, by_name
from ledger.table.table import Table

if TYPE_CHECKING:
    from ledger.proof.checks import Checked

MARK = b'{"note":'
SKEW = 120_000
"""Milliseconds by which the clock of a cosigner may be behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A checkpoint that fits the lines: of how many, and which devices cosigned it.

    ``kept`` by somebody, not in the file; ``early`` are the devices that dated it before the last of its lines.
    """

    size: int
    parties: tuple[str, ...] = ()
    kept: bool = False
    early: tuple[str, ...] = ()


def anchors(checked: Checked, found: Iterable[tuple[int, str]], kept: Sequence[Parsed]) -> tuple[Anchor, ...]:
    """Return what checkpoints anchor: those of a file with their rows, and those that somebody kept.

    Wrong says which does not fit.
    """
    read = [(number, _parsed(note, number), False) for number, note in found]
    every = [*read, *((checked.lines, note, True) for note in kept)]
    if not every:
        return ()
    known = roots(checked.leaves, {note.size for _, note, _ in every})
    log = _log(checked.table, every[0][0])
    keys = by_name([log, *cosigners(checked.table)])
    return tuple(_anchor(checked, known, log, keys, *each) for each in every)


def _log(table: Table, number: int) -> NoteKey:
    if table.log_key is None or table.origin is None:
        raise Wrong("The checkpoint has nothing to hold on to: line 0 names no key of the log.", number)
    try:
        return notes.read_vkey(table.log_key)
    except NoteRefused as refused:
        raise Wrong(str(refused), number) from None


def _anchor(
    checked: Checked, known: dict[int, bytes], log: NoteKey, keys: Known, number: int, note: Parsed, kept: bool
) -> Anchor:
    opened = _opened(checked.table.origin, log, keys, note, number)
    if not 1 <= note.size <= checked.lines:
        raise Wrong(
            f"The checkpoint is of {note.size} lines, and here are {checked.lines}: the end was cut off.", number
        )
    if known[note.size] != note.root:
        raise Wrong(f"The checkpoint of {note.size} lines is one of another history.", number)
    seconds = (checked.log.lines[note.size - 1].at - SKEW) / 1000
    early = [each for each in opened.signatures if each.seconds is not None and each.seconds < seconds]
    parties = _names(opened, [each for each in opened.signatures if each.key.kind == COSIGNER])
    return Anchor(size=note.size, parties=parties, kept=kept, early=_names(opened, early))


def _parsed(note: str, number: int) -> Parsed:
    try:
        return notes.parsed(note)
    except NoteRefused as refused:
        raise Wrong(str(refused), number) from None


def _opened(origin: str | None, log: NoteKey, keys: Known, note: Parsed, number: int) -> OpenedNote:
    try:
        opened = notes.checked(note, keys)
    except NoteRefused as refused:
        raise Wrong(str(refused), number) from None
    if opened.origin != origin or log.name != origin:
        raise Wrong(f"The checkpoint is of {opened.origin}, not of {origin}.", number)
    if not any(each.key == log for each in opened.signatures):
        raise Wrong("The checkpoint is not signed with the key of the log.", number)
    return opened


def cosigners(table: Table) -> list[NoteKey]:
    """Return the keys with which devices cosign, those included that were changed since."""
    keys = [*((device.party, device.key) for device in table.devices.values()), *table.former]
    return [NoteKey(name=f"{table.origin}/{party}", public=key_of(key), kind=COSIGNER) for party, key in keys]


def _names(opened: OpenedNote, signatures: Iterable[notes.NoteSignature]) -> tuple[str, ...]:
    return tuple(sorted({each.key.name.removeprefix(f"{opened.origin}/") for each in signatures}))
