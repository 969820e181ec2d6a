"""What an operator who holds the log key can make of a fight: the same lines with another end, signed anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from ledger.application import Ledger
from ledger.line.canonical import canon_trusted
from ledger.line.tree import leaf, root
from ledger.proof import notes
from ledger.proof.anchoring import MARK
from ledger.proof.notes import checkpoint_text

Change = Callable[[dict[str, Any]], None]


def lines_of(raw: bytes) -> list[bytes]:
    """Return the lines of a file without what stands beside them."""
    return [row for row in raw.splitlines() if b'"type":' in row and not row.startswith(MARK)]


def told_otherwise(lines: list[bytes], n: int, change: Change) -> list[bytes]:
    """Return the lines with line ``n`` changed, and every line after it chained to it."""
    told = lines[:n]
    for line in lines[n:]:
        value = orjson.loads(line)
        if value["n"] == n:
            change(value)
        value["prev"] = leaf(told[-1]).hex() if told else "0" * 64
        told.append(canon_trusted(value))
    return told


def signed(ledger: Ledger, lines: list[bytes]) -> str:
    """Return the checkpoint of lines, signed with the key of the log."""
    origin: str = orjson.loads(lines[0])["origin"]
    text = checkpoint_text(origin, len(lines), root(map(leaf, lines)))
    return notes.signed(text, origin, ledger._signer)


def filed(ledger: Ledger, lines: list[bytes], *beside: bytes) -> bytes:
    """Return the file of lines, with what stands beside them and a fresh checkpoint of them all."""
    note = canon_trusted({"note": signed(ledger, lines)})
    return b"\n".join([*lines, *beside, note]) + b"\n"
