"""Whether a seat declared what it did on the newest state it could know: the ledger's own rule, checked from a file.

The ledger takes no declaration after something stirred the fight since what its seat had seen, as far as that seat
could know of it. An old one, kept back and applied later, shows by that. A shut line makes none stale: it leaves open
whether it is, until it is known whom the line was told to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.line.entries import FIGHT_EVENTS, Json
from ledger.line.forms import Wrong
from ledger.line.lines import Line
from ledger.table.log import stirs


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtaken:
    """A call in line ``line``, signed by ``seat`` when there were ``seen`` lines: the fight had gone on before it came.

    It breaks nothing, since none of these calls does anything to the fight, but whoever reads the file is told.
    """

    line: int
    seat: str
    seen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A declaration in line ``n`` of which a seal leaves open whether it is stale.

    ``within`` is the sealed line that the seat had seen, where lines right after it that may stand in for it stirred
    the fight, up to ``last``.
    """

    n: int
    seat: str
    seen: int
    within: int | None = None
    last: int = -1


class Freshness:
    """Where the lines so far stirred the fight, and the declarations that a seal leaves in doubt.

    ``_stirred`` is the last line that did for everybody who had not seen it; one right after a sealed line may only
    stand in for that one, and counts from there.
    """

    def __init__(self) -> None:
        self.doubts: list[Doubt] = []
        self.overtaken: list[Overtaken] = []
        self._sealed: list[int] = []
        self._stirred = -1
        self._veil: int | None = None
        self._cause: int | None = None
        self._last = -1

    def takes(self, line: Line) -> None:
        """Take note of what a line does."""
        if line.type == "Sealed":
            self._sealed.append(line.n)
            self._veil, self._cause = line.n, line.cause
            return
        if line.type not in FIGHT_EVENTS or line.cause != self._cause:
            self._veil = None
        if stirs(line):
            self._last = line.n
            self._stirred = line.n if self._veil is None else self._veil

    def must_be_fresh(self, n: int, seat: str, seen: int) -> None:
        """Refuse a declaration after something stirred the fight for everybody since a seat had seen so many lines."""
        if self._stirred >= seen:
            raise stale(seat)
        if self._last >= seen:
            self.doubts.append(Doubt(n=n, seat=seat, seen=seen, within=self._stirred, last=self._last))
        elif self._sealed and self._sealed[-1] >= seen:
            self.doubts.append(Doubt(n=n, seat=seat, seen=seen))

    def may_be_old(self, n: int, seat: str, seen: int) -> None:
        """Take note of a signed call, which may come late: a join, a key, a chain, a word on a line."""
        if self._stirred >= seen:
            self.overtaken.append(Overtaken(line=n, seat=seat, seen=seen))

    def unclear(self, behind: Mapping[int, Json], referee: str | None) -> Iterator[int]:
        """Yield the lines of declarations that stay in doubt with what is open; Wrong where one is stale."""
        known: dict[str, int] = {}
        shut, at = -1, 0
        for doubt in self.doubts:
            while at < len(self._sealed) and self._sealed[at] < doubt.n:
                n, at = self._sealed[at], at + 1
                payload = behind.get(n)
                if payload is None:
                    shut = n
                elif _stirs(payload):
                    known |= dict.fromkeys([*payload.get("to", ()), referee or ""], n)
            if known.get(doubt.seat, -1) >= doubt.seen:
                raise stale(doubt.seat, doubt.n)
            if shut >= doubt.seen or _is_shut(doubt, behind, referee):
                yield doubt.n


def _is_shut(doubt: Doubt, behind: Mapping[int, Json], referee: str | None) -> bool:
    """Return whether nobody can tell what stirred the fight after a seal; Wrong where it did for the seat."""
    if doubt.within is None:
        return False
    payload = behind.get(doubt.within)
    if payload is None:
        return True
    knows = doubt.seat == referee or doubt.seat in payload.get("to", ())
    if not knows or doubt.last > doubt.within + payload.get("stands_in", 0):
        raise stale(doubt.seat, doubt.n)
    return False


def _stirs(payload: Json) -> bool:
    return any(event["type"] != "MessageRecorded" for event in payload["events"])


def stale(seat: str, n: int | None = None) -> Wrong:
    """Return what is wrong with a declaration that was applied after the fight had gone on."""
    return Wrong(f"{seat} had not seen the newest state: the fight had gone on before this was applied.", line=n)
