"""What the checkpoints of a file, and those that players kept, say of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger import notes
from ledger.canonical import parse_strict
from ledger.forms import Wrong
from ledger.keys import key_of
from ledger.notes import COSIGNER, NoteKey, NoteRefused, Opened
from ledger.table import Table
from ledger.tree import roots

MARK = b'{"note":'


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A checkpoint that fits the lines: of how many, and which devices cosigned it."""

    size: int
    parties: tuple[str, ...] = ()


def note_of(row: bytes, number: int) -> str:
    """Return the checkpoint that a row of a file holds; Wrong if it holds none."""
    value = parse_strict(row)
    if value.keys() != {"note"} or type(value["note"]) is not str:
        raise Wrong("This is neither a line of the ledger, nor the words of one, nor a checkpoint.", line=number)
    return str(value["note"])


def anchors(table: Table, leaves: Sequence[bytes], found: Iterable[tuple[int, str]]) -> tuple[Anchor, ...]:
    """Return what checkpoints anchor, each given with the row that it stands in; Wrong says which does not fit.

    ``table`` tells the keys: the log's from line 0, and those that devices have or had.
    """
    opened = [(number, _opened(table, note, number)) for number, note in found]
    known = roots(leaves, {each.size for _, each in opened})
    for number, each in opened:
        if each.size > len(leaves) or each.size == 0:
            raise Wrong(
                f"The checkpoint is of {each.size} lines, and here are {len(leaves)}: the end was cut off.", number
            )
        if known[each.size] != each.root:
            raise Wrong(f"The checkpoint of {each.size} lines is one of another history.", number)
    return tuple(Anchor(size=each.size, parties=tuple(_parties(table, each))) for _, each in opened)


def _opened(table: Table, note: str, number: int) -> Opened:
    if table.log_key is None or table.origin is None:
        raise Wrong("The checkpoint has nothing to hold on to: line 0 names no key of the log.", number)
    try:
        log = notes.read_vkey(table.log_key)
        opened = notes.opened(note, [log, *cosigners(table)])
    except NoteRefused as refused:
        raise Wrong(str(refused), number) from None
    if opened.origin != table.origin or log.name != table.origin:
        raise Wrong(f"The checkpoint is of {opened.origin}, not of {table.origin}.", number)
    if not any(each.key == log for each in opened.signatures):
        raise Wrong("The checkpoint is not signed with the key of the log.", number)
    return opened


def cosigners(table: Table) -> list[NoteKey]:
    """Return the keys with which devices cosign, those included that were changed since."""
    keys = [*((device.party, device.key) for device in table.devices.values()), *table.former]
    return [NoteKey(name=f"{table.origin}/{party}", public=key_of(key), kind=COSIGNER) for party, key in keys]


def _parties(table: Table, opened: Opened) -> list[str]:
    front = f"{table.origin}/"
    return sorted(each.key.name.removeprefix(front) for each in opened.signatures if each.key.kind == COSIGNER)
