"""What the proof of one roll shows, for programs and for people, in the words that a whole file has for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from ledger.line.entries import Json
from ledger.proof.findings import LATE
from ledger.proof.forked import branched
from ledger.proof.verifying import BUTS
from ledger.proof.witnesses import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved:
    """What a proof shows; ``fault`` says why it shows nothing, and ``newer`` that this program cannot tell.

    ``replaced`` are keys of the roll's seats that another one replaced without their signature, ``late`` those of its
    seats that line 0 does not name, ``bots`` those that programs play.
    """

    fault: str | None = None
    newer: bool = False
    encounter: str = ""
    roll: Json | None = None
    size: int = 0
    root: str = ""
    cosigned: tuple[str, ...] = ()
    log_key: str = ""
    keys: dict[str, str] | None = None
    fork: Json | None = None
    replaced: tuple[Json, ...] = ()
    late: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()

    @property
    def but(self) -> tuple[str, ...]:
        """Return what is left of it, by the names that a whole file has for it."""
        found = {"forked": self.fork is not None, "replaced": bool(self.replaced)}
        return tuple(name for name, holds in found.items() if holds)

    @property
    def verdict(self) -> str:
        """Return the verdict in the words that all verifiers use."""
        if self.fault is not None:
            return "newer than I am" if self.newer else "BROKEN"
        return "OK BUT" if self.but else "OK"

    @property
    def report(self) -> Json:
        """Return the report of all verifiers."""
        if self.fault is not None:
            return {"verdict": self.verdict, "why": self.fault, "rolls": []}
        told = {name: value for name, value in asdict(self).items() if name not in ("fault", "newer", "roll")}
        lists = {name: [*getattr(self, name)] for name in ("but", "replaced", "late", "bots", "cosigned")}
        return {"verdict": self.verdict, **told, **lists, "rolls": [self.roll]}


def told(found: Proved) -> Iterator[str]:
    """Yield what was found line by line, for people."""
    if found.roll is None:
        yield f"{found.verdict}: {found.fault}"
        return
    roll = found.roll
    faces = " | ".join(" ".join(map(str, each)) for each in roll["faces"])
    yield f"{found.verdict}: one roll{'' if found.fork is None else f' of a what-if, which {branched(found.fork)}'}"
    yield from (f"  - {BUTS[name]}" for name in found.but)
    yield f"  roll {roll['roll']} (line {roll['line']}, {roll['seat']}): {faces} [{roll['promise']}]"
    without = f"; without {', '.join(roll['missing'])}" if roll["missing"] else ""
    yield f"Encounter {found.encounter}; numbers of {', '.join(['the server', *roll['seats']])}{without}"
    yield from map(_replaced, found.replaced)
    yield from (f"{seat}: a bot" for seat in found.bots)
    yield from (f"{seat}: {LATE}" for seat in found.late)
    also = f", cosigned by {', '.join(found.cosigned)}" if found.cosigned else ", which nobody cosigned"
    yield f"It rests on the checkpoint of {found.size} lines, root {found.root}, by the log"
    yield f"  {found.log_key}{also}"
    if found.keys:
        keys = ", ".join(f"{party} {key}" for party, key in found.keys.items())
        yield f"Keys, to compare with their owners in another way: {keys}"
    yield "Whether it was taken back, and what else was rolled, the whole file shows."


def _replaced(each: Json) -> str:
    how = f"on the word of {listed(each['vouched'])}"
    if not each["vouched"]:
        how = "and nobody vouched in that line: whether it waited for a veto, the whole file shows"
    return f"Replaced: in line {each['line']} the key of {each['party']}, a device of {each['seat']}, {how}"
