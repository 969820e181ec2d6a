"""What a verification found as one report, the same as that of the verifiers which stand alone."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ledger.anchoring import Anchor
from ledger.checks import RollChecked
from ledger.verifying import Verification


def report(found: Verification) -> dict[str, Any]:
    """Return what was found, for programs."""
    fault = found.broken or found.newer
    return {
        "verdict": found.verdict,
        **({} if fault is None else {"line": fault[0], "why": fault[1]}),
        "but": [*found.but],
        "encounter": found.encounter,
        "lines": found.lines,
        "root": found.root,
        "dice": found.dice,
        "closed": found.closed,
        "rolls": [_roll(roll) for roll in found.rolls],
        "bound": found.bound,
        "seats": {seat: asdict(each) for seat, each in found.seats.items()},
        "overrides": found.overrides,
        "disputes": [*found.disputes],
        "unopened": [*found.unopened],
        "withheld": [{"line": n, "why": why} for n, why in found.withheld],
        "wordless": [*found.wordless],
        "anchors": [_anchor(each) for each in found.anchored],
        "cosigned": [*found.cosigned],
        "log_key": found.log_key,
        "keys": found.keys,
        "replaced": [asdict(each) for each in found.replaced],
    }


def _roll(roll: RollChecked) -> dict[str, Any]:
    told = asdict(roll)
    return {**told, "faces": [[*faces] for faces in roll.faces], "seats": [*roll.seats], "missing": [*roll.missing]}


def _anchor(anchor: Anchor) -> dict[str, Any]:
    return {"size": anchor.size, "parties": [*anchor.parties], "kept": anchor.kept, "early": [*anchor.early]}
