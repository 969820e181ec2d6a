"""What a verification found as one report, the same as that of the verifiers which stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ledger.proof.anchoring import Anchor
from ledger.proof.forked import branched
from ledger.proof.freshness import Overtaken
from ledger.proof.rolls import RollChecked
from ledger.proof.verifying import BUTS, Verification


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
        "unclear": [*found.unclear],
        "withheld": [{"line": n, "why": why} for n, why in found.withheld],
        "wordless": [*found.wordless],
        "anchors": [_anchor(each) for each in found.anchored],
        "cosigned": [*found.cosigned],
        "log_key": found.log_key,
        "fork": found.fork,
        "keys": found.keys,
        "replaced": [asdict(each) for each in found.replaced],
        "overtaken": [asdict(each) for each in found.overtaken],
    }


def told(found: Verification) -> Iterator[str]:
    """Yield the verdict, what is left of it, and the grade of each roll, line by line, for people."""
    fault = found.broken or found.newer
    if found.broken is not None and fault is not None:
        yield f"BROKEN at line {fault[0]}: {fault[1]}"
    elif fault is not None:
        yield f"newer than I am, from line {fault[0]} on: cannot judge. {fault[1]}"
    else:
        yield found.verdict + (":" if found.but else "")
    yield from (f"  - {BUTS[name]}" for name in found.but)
    if found.fork is not None:
        yield branched(found.fork).capitalize()
    yield from map(_rolled, found.rolls)
    for what, lines in (("Sealed and not open", found.unopened), ("Words that are not in the file", found.wordless)):
        if lines:
            yield f"{what}: lines {', '.join(map(str, lines))}"
    yield from (f"Withheld: line {n}, because {why}" for n, why in found.withheld)
    yield from (f"Replaced: in line {each.line} the key of {each.party}" for each in found.replaced)
    yield from map(_overtaken, found.overtaken)
    yield from map(_anchored, found.anchored)


def _rolled(roll: RollChecked) -> str:
    marks = [roll.promise, *(["taken back"] if roll.voided else []), *(["sealed"] if roll.hidden else [])]
    marks += [f"without {seat}" for seat in roll.missing]
    faces = " | ".join(" ".join(map(str, faces)) for faces in roll.faces) or "-"
    return f"  roll {roll.roll} (line {roll.line}, {roll.seat or 'before the fork'}): {faces} [{', '.join(marks)}]"


def _overtaken(each: Overtaken) -> str:
    return f"Signed before the fight went on: line {each.line}, by {each.seat} when there were {each.seen} lines"


def _anchored(anchor: Anchor) -> str:
    also = f", cosigned by {', '.join(anchor.parties)}" if anchor.parties else ""
    early = f"; {', '.join(anchor.early)} dated it before the last of them" if anchor.early else ""
    return (
        f"Anchored: the first {anchor.size} lines by {'a kept checkpoint' if anchor.kept else 'the log'}{also}{early}"
    )


def _roll(roll: RollChecked) -> dict[str, Any]:
    lists = {name: [*getattr(roll, name)] for name in ("seats", "missing", "witnesses")}
    return {**asdict(roll), **lists, "faces": [[*faces] for faces in roll.faces], "promise": roll.promise}


def _anchor(anchor: Anchor) -> dict[str, Any]:
    return {"size": anchor.size, "parties": [*anchor.parties], "kept": anchor.kept, "early": [*anchor.early]}
