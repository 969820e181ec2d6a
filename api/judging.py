"""What `encounter verify` says of a file, and how it ends: as the other verifiers do, and by the rules as well."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from api.stopping import WRONG, contents, say, stop
from ledger import reports
from ledger.verifying import Misused
from projections.audit import Audit, audit
from projections.wording import inert

LEFT = 3
"""Something is left to be judged: the file is newer than this program, or not simply OK where that was asked for."""


def checkpoint_in(path: Path) -> str:
    """Return the checkpoint that a file holds; ends with a sentence where it holds no text."""
    try:
        return contents(path).decode()
    except UnicodeDecodeError:
        stop(f"The file {path} is no checkpoint: it holds no text.")


def judged(raw: bytes, kept: Sequence[str], log_key: str | None, operators: Sequence[str] = ()) -> Audit:
    """Return what a file shows; ends with a sentence where what was given beside it cannot be used."""
    try:
        return audit(raw, kept, log_key, operators)
    except Misused as wrong:
        stop(str(wrong))


def as_report(found: Audit) -> dict[str, Any]:
    """Return the report of all verifiers, with what the rules say of the fight."""
    told: dict[str, Any] = to_jsonable_python(found)
    return {**told, **reports.report(found.verification)}


def tell(found: Audit) -> None:
    """Print what was found."""
    if found.verification.broken is None and found.verification.newer is None and not found.ok:
        say("BROKEN by the rules, though the file is whole: see below.")
    say("\n".join(map(inert, (*reports.told(found.verification), *found.sentences))))


def status(found: Audit, *, strict: bool) -> int:
    """Return how the program ends."""
    if found.verification.newer is not None:
        return LEFT
    if not found.ok:
        return WRONG
    return LEFT if strict and found.verification.but else 0
