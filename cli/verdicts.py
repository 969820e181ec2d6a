"""What `encounter verify` says of a file, and how it ends: as the other verifiers do, and by the rules as well."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from cli.stopping import WRONG, contents, say, stop
from files.pages.replay import MARK as MARK_OF_PAGES
from files.pages.replay import NoReplay, lines_in
from ledger.proof import proofs, proved, reports, verifying
from ledger.proof.anchoring import MARK
from ledger.proof.verifying import Misused
from ledger.refusals import NoSuchProof
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


def lines_of(raw: bytes) -> bytes:
    """Return the lines of a fight, of a replay those in its page; ends with a sentence where there are none."""
    if not raw.startswith(MARK_OF_PAGES):
        return raw
    try:
        return lines_in(raw)
    except NoReplay as refused:
        stop(str(refused), WRONG)


def judged(raw: bytes, kept: Sequence[str], log_key: str | None, operators: Sequence[str] = ()) -> Audit:
    """Return what a file shows; ends with a sentence where what was given beside it cannot be used."""
    try:
        return audit(raw, kept, log_key, operators)
    except Misused as wrong:
        stop(str(wrong))


def judge_proof(
    raw: bytes, kept: Sequence[str], log_key: str | None, operators: Sequence[str], *, strict: bool, as_json: bool
) -> int:
    """Print what the proof of one roll shows; return how the program ends."""
    try:
        found = proofs.prove(raw, verifying.kept_notes(kept, log_key), log_key, operators)
    except Misused as wrong:
        stop(str(wrong))
    if as_json:
        say(json.dumps(found.report, indent=1))
    else:
        say("\n".join(map(inert, proved.told(found))))
    return {"OK": 0, "OK BUT": LEFT if strict else 0, "BROKEN": WRONG}.get(found.verdict, LEFT)


def proof_of(raw: bytes, roll: int) -> bytes:
    """Return the proof of a roll of an exported fight; ends with a sentence where there is none."""
    rows = [row for row in verifying.rows_of(raw) if row]
    try:
        found = verifying.verify(raw)
        if found.broken is not None or found.newer is not None:
            stop(f"What is in this file proves nothing. {found.sentence}")
        checkpoints = [json.loads(row)["note"] for row in rows if row.startswith(MARK)]
        return proofs.proof(rows[: found.lines], checkpoints, roll)
    except NoSuchProof as refused:
        stop(refused.message)


def must_prove(raw: bytes, roll: int) -> None:
    """End with a sentence where what a server gave is no proof of that roll."""
    found = proofs.prove(raw)
    if found.roll is None:
        stop(f"The server gave no proof: {found.fault}", WRONG)
    if found.roll["roll"] != roll:
        stop(f"The server gave the proof of another roll: {found.roll['roll']}.", WRONG)


def as_report(found: Audit) -> dict[str, Any]:
    """Return the report of all verifiers, with what the rules say of the fight."""
    told: dict[str, Any] = to_jsonable_python(found)
    return {**told, **reports.report(found.verification)}


def tell(found: Audit) -> None:
    """Print what was found: where the report says already what is wrong with a line, it is not said again."""
    whole = found.verification.broken is None and found.verification.newer is None
    if whole and not found.ok:
        say("BROKEN by the rules, though the file is whole: see below.")
    sentences = found.sentences if whole else found.sentences[1:]
    say("\n".join(map(inert, (*reports.told(found.verification), *sentences))))


def status(found: Audit, *, strict: bool) -> int:
    """Return how the program ends."""
    if found.verification.newer is not None:
        return LEFT
    if not found.ok:
        return WRONG
    return LEFT if strict and found.verification.but else 0
