"""Exported files with one line changed and the chain mended after it, as a forger would."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import orjson

from ledger.line.lines import NO_LEAF
from ledger.line.tree import leaf
from ledger.proof.anchoring import MARK


def mended(rows: Iterable[bytes], n: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """Return the file of these lines with line ``n`` changed, and without checkpoints, which are of the true one."""
    written: list[bytes] = []
    prev = NO_LEAF
    for number, row in enumerate(row for row in rows if not row.startswith(MARK)):
        value = orjson.loads(row)
        if number == n:
            change(value)
        value["prev"] = prev.hex()
        written.append(orjson.dumps(value, option=orjson.OPT_SORT_KEYS))
        prev = leaf(written[-1])
    return b"\n".join(written) + b"\n"
