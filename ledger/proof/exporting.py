"""The file of an encounter, one JSON object a line: its lines as stored, the words beside them, its checkpoints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import orjson

from ledger.line.attachments import Archive
from ledger.line.canonical import canon_trusted
from ledger.line.lines import Line, Words, decode
from ledger.proof.anchoring import MARK
from ledger.proof.verifying import rows_of, verify
from ledger.refusals import Broken, Conflict
from ledger.table.answers import Summary


def written(lines: Sequence[bytes], words: Iterable[tuple[int, bytes, bytes]], notes: Iterable[str] = ()) -> bytes:
    """Return the file; ``words`` are (n, salt, payload), ``notes`` its checkpoints."""
    rows = [*lines]
    for n, salt, payload in words:
        if n < len(lines):
            rows.append(canon_trusted({"n": n, "payload": orjson.loads(payload), "salt": salt.hex()}))
    rows += [canon_trusted({"note": note}) for note in notes]
    return b"\n".join(rows) + b"\n"


def read(raw: bytes) -> tuple[str, list[Line], tuple[Words, ...]]:
    """Return the id, the lines and the words of a file that verifies; Broken names the first line that does not."""
    verified = verify(raw)
    fault = verified.broken or verified.newer
    if fault is not None:
        raise Broken(*fault)
    rows = rows_of(raw)
    words = tuple(
        Words(n=row["n"], payload=row["payload"], salt=bytes.fromhex(row["salt"]))
        for row in map(orjson.loads, rows[verified.lines :])
        if "n" in row
    )
    said = {each.n: each.payload for each in words}
    lines = [decode(row, said.get(n)) for n, row in enumerate(rows[: verified.lines])]
    return verified.encounter, lines, words


def notes_in(raw: bytes) -> list[str]:
    """Return the checkpoints at the end of a file that verifies."""
    return [orjson.loads(row)["note"] for row in rows_of(raw) if row.startswith(MARK)]


def must_be_the_same(stored: bytes, raw: bytes) -> None:
    """Refuse a file that differs from what is stored under its id; the line break at the end may be missing."""
    if rows_of(stored) != rows_of(raw):
        raise Conflict("Another version of this encounter is stored here already: the file was not taken.")


def digest(raw: bytes) -> bytes:
    """Return the hash by which an archived file is known again; the line break at the end may be missing."""
    return sha256(b"\n".join(rows_of(raw)) + b"\n").digest()


def must_be_archived(archive: Archive, raw: bytes) -> None:
    """Refuse a file that differs from the one that an encounter was archived to."""
    if digest(raw) != archive.digest:
        raise Conflict(f"The file is not the one that {archive.encounter} was archived to: it was not taken.")


def archived(archive: Archive) -> Summary:
    """Return an archived encounter in short; of one whose row cannot be read, only that it is archived."""
    try:
        known = orjson.loads(archive.summary)
        return Summary(
            encounter=archive.encounter,
            system=known["system"],
            rules=known["rules"],
            seats=tuple(seat for seat, _ in known["seats"]),
            version=archive.version,
            at=known["opened"],
            changed=known["changed"],
            outcome=known["outcome"],
            imported=known["imported"],
            archived=True,
        )
    except (ValueError, KeyError, TypeError):
        return _unreadable(archive.encounter, archive.version, archived=True)


def summary(encounter: str, version: int, first: bytes, last: bytes, outcome: str | None, imported: bool) -> Summary:
    """Return one encounter in short, from its first and last line."""
    try:
        opened, newest = orjson.loads(first), orjson.loads(last)
        return Summary(
            encounter=encounter,
            system=opened["system"],
            rules=opened["version"],
            seats=tuple(seat["id"] for seat in opened.get("seats", ())),
            version=version,
            at=opened["at"],
            changed=newest["at"],
            outcome=outcome,
            imported=imported,
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return _unreadable(encounter, version, imported=imported)


def _unreadable(encounter: str, version: int, *, imported: bool = False, archived: bool = False) -> Summary:
    return Summary(
        encounter=encounter,
        system="",
        rules="",
        seats=(),
        version=version,
        at=0,
        changed=0,
        outcome=None,
        imported=imported,
        archived=archived,
        damaged=True,
    )
