"""Exported files taken apart, changed, chained anew, and what the verification says of them."""

import json
from typing import Any

from ledger.line.canonical import canon_trusted
from ledger.line.tree import leaf
from ledger.proof.anchoring import MARK
from ledger.proof.verifying import verify

Rows = list[dict[str, Any]]


def rows_of(raw: bytes) -> Rows:
    """Return the rows of a file without its checkpoints, which no forger keeps."""
    return [json.loads(row) for row in raw.splitlines() if not row.startswith(MARK)]


def without_notes(raw: bytes) -> bytes:
    """Return a file without its checkpoints."""
    return b"".join(row for row in raw.splitlines(keepends=True) if not row.startswith(MARK))


def chained(rows: Rows) -> bytes:
    """Return the file with numbers, causes as they are, and every prev made right again."""
    head, written = bytes(32), []
    for row in rows:
        line = canon_trusted({**row, "prev": head.hex()} if "type" in row else row)
        head = leaf(line)
        written.append(line)
    return b"\n".join(written) + b"\n"


def first(rows: Rows, kind: str, nth: int = 0) -> dict[str, Any]:
    return [row for row in rows if row.get("type") == kind][nth]


def broken_at(raw: bytes) -> int:
    verified = verify(raw)
    assert not verified.ok
    assert verified.broken is not None
    line, reason = verified.broken
    assert reason.endswith((".", "?"))
    assert verified.sentence == f"Broken at line {line}: {reason}"
    return line
