"""What a verification found as one report, the same as that of the verifiers which stand alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ledger.proof.anchoring import Anchor
from ledger.proof.findings import SeatFound
from ledger.proof.forked import branched
from ledger.proof.freshness import Overtaken
from ledger.proof.rolls import RollChecked
from ledger.proof.verifying import BUTS, Verification
from ledger.table.standing import KeyReplaced

UNKNOWABLE = (
    "who sits behind a key",
    "whether a command that somebody sent was kept out of the ledger",
    "what physical dice really showed",
    "whether what was secret stayed secret",
)
"""What no file shows, however it is checked."""


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
    """Yield what was found line by line, for people, in the words of the verifiers which stand alone."""
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
    yield f"Encounter {found.encounter or '?'}: {found.lines} good lines, root {found.root}"
    yield from map(_rolled, found.rolls)
    yield from (_seated(seat, each) for seat, each in found.seats.items())
    if found.rolls and found.dice == "ledger":
        yield (
            f"If one seat that witnessed each roll is honest, at most {found.bound} of {len(found.rolls)} rolls can"
            " have been influenced by anybody: those with a missing link, taken back, or not witnessed."
        )
    yield from _rest(found)
    yield "What no file can show: " + "; ".join(UNKNOWABLE) + "."


def _rest(found: Verification) -> Iterator[str]:
    """Yield what was set, left open, replaced, said too late, shut and anchored, and the keys to compare."""
    if found.overrides:
        yield f"Values set by a ruling: {found.overrides}"
    if found.disputes:
        yield f"Disputes that nobody settled: lines {_runs(found.disputes)}"
    yield from map(_replaced, found.replaced)
    yield from map(_overtaken, found.overtaken)
    if found.unopened:
        yield f"Sealed and not open: lines {_runs(found.unopened)}"
    if found.unclear and found.broken is None and found.newer is None:
        lines = _runs(found.unclear)
        yield f"Not checkable, whether the fight had gone on before they were applied: lines {lines}"
    yield from (f"Withheld: line {n}, because {why}" for n, why in found.withheld)
    if found.wordless:
        yield f"Words that are not in the file: lines {_runs(found.wordless)}"
    if found.keys:
        keys = ", ".join(f"{party} {key}" for party, key in found.keys.items())
        yield f"Keys, to compare with their owners in another way: {keys}"
    yield from map(_anchored, found.anchored)


def _seated(seat: str, each: SeatFound) -> str:
    """Return what a seat gave and took back; of what it did not do nothing is said."""
    devices = f"{each.devices or 'no'} device{'' if each.devices == 1 else 's'}"
    said = [f"{seat} ({each.role}{each.marks}, {devices})"]
    if each.of and each.devices:
        said.append(f"{each.part}{f', {each.unsure} of them not sure for you' if each.unsure else ''}")
    said += [f"{getattr(each, name)} {what}" for name, what in _COUNTED.items() if getattr(each, name)]
    if each.typed:
        said.append(f"{each.attested} of them attested, {each.doubted} contested")
    return "; ".join(said)


_COUNTED = {
    "missing": "missing links",
    "rolls": "rolls",
    "voided": "taken back",
    "rewinds": "rewinds",
    "rulings": "rulings",
    "contested": "lines contested",
    "typed": "dice typed in",
}


def _replaced(each: KeyReplaced) -> str:
    how = "after its old key had not vetoed it in time" if each.waited else "on the word of others"
    return f"Replaced: in line {each.line} the key of {each.party}, {how}"


def _runs(numbers: Sequence[int]) -> str:
    """Return ascending numbers in few words: runs as first-last."""
    runs: list[list[int]] = []
    for each in numbers:
        if runs and runs[-1][1] == each - 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


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
