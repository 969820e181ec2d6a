"""Where a fight branched off from another one, as line 0 names it."""

from __future__ import annotations

import re

from domain.events import Facts
from ledger.line.forms import Wrong

_ID = re.compile(r"[0-9a-f]{32}")
_LEAF = re.compile(r"[0-9a-f]{64}")


def branched(fork: Facts) -> str:
    """Return in words where a fight branched off."""
    return f"branched off from encounter {fork['encounter']} at its line {fork['n']}"


def must_branch_off(fork: Facts | None) -> None:
    """Refuse what does not name an encounter, one of its lines, and the hash of that line. Wrong."""
    if fork is None:
        return
    told = {name: fork.get(name) for name in ("encounter", "leaf", "n")}
    match told:
        case {"encounter": str(encounter), "leaf": str(leaf), "n": int(n)} if (
            fork == told and not isinstance(n, bool) and n >= 0 and _ID.fullmatch(encounter) and _LEAF.fullmatch(leaf)
        ):
            return
    raise Wrong("It does not name the line that it branched off at.")
