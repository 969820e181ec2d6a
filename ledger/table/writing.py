"""Lines being written: numbers, times, hashes and words, until all of them go to the store in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import TypeAlias

import orjson

from domain.encounter import Encounter
from ledger.line.attachments import Swap
from ledger.line.canonical import canon_trusted
from ledger.line.entries import CommandAccepted, Entry, Json, Sealed
from ledger.line.hidden import blind_commit, commit
from ledger.line.lines import Line, Words, decode, encode, spoken
from ledger.line.tree import leaf
from ledger.table.fight import Fight

Payloads: TypeAlias = Callable[[], Iterable[tuple[int, bytes, bytes]]]
"""Gives (line, salt, payload) of all that is kept beside the lines of an encounter."""


@dataclass(frozen=True, slots=True)
class Written:
    """The line that a call is answered with, and the encounter after all its lines, where that is known already."""

    line: int
    state: Encounter | None = None


class Writing:
    """The lines that follow a fight, one after another.

    ``kept`` gives what is kept beside the lines before them.
    """

    def __init__(self, fight: Fight, now: int, kept: Payloads = tuple) -> None:
        self.kept = kept
        self.lines: list[Line] = []
        self.words: list[Words] = []
        self.swap: Swap | None = None
        self.head = fight.head
        self._next = fight.version + 1
        # Clocks may go back; the lines of an encounter do not.
        self._at = max(now, fight.clock)

    @property
    def at(self) -> int:
        """Return the time of the lines, in milliseconds."""
        return self._at

    def not_before(self, at: int) -> None:
        """Let the lines be of this time at least, in milliseconds."""
        self._at = max(self._at, at)

    def write(self, entry: Entry, cause: int | None = None, salt: bytes | None = None) -> Line:
        """Add one line and return it; ``salt`` is that of the commitment to words in it, where somebody chose one."""
        n = self._next
        words = None
        if (payload := spoken(entry)) is not None:
            words = Words(n=n, payload=payload, salt=salt or token_bytes(32))
            self.words.append(words)
        raw = encode(entry, n=n, prev=self.head, at=self._at, cause=cause, words=words)
        return self._add(Line(n, type(entry).__name__, self._at, cause, raw, entry))

    def accept(self, accepted: CommandAccepted, payload: Json, salt: bytes | None = None) -> Line:
        """Add the line of a command of which the action or a blind is secret: ``payload`` holds them."""
        salt = salt or token_bytes(32)
        decl, blind = accepted.decl, payload.get("blind")
        if "action" in payload:
            kept = {name: value for name, value in decl.items() if name != "action"}
            decl = {**kept, "sealed": commit(salt, {"action": payload["action"]})}
        entry = replace(accepted, decl=decl, blind=blind and blind_commit(bytes.fromhex(blind)).hex())
        return self._secret(entry, payload, salt, None)

    def seal(self, payload: Json, cause: int | None) -> Line:
        """Add one line that only commits to what is sealed."""
        salt = token_bytes(32)
        return self._secret(Sealed(commit=commit(salt, payload)), payload, salt, cause)

    def _secret(self, entry: Entry, payload: Json, salt: bytes, cause: int | None) -> Line:
        self.words.append(Words(n=self._next, payload=payload, salt=salt))
        raw = encode(entry, n=self._next, prev=self.head, at=self._at, cause=cause)
        return self._add(decode(raw, orjson.loads(canon_trusted(payload))))

    def _add(self, line: Line) -> Line:
        self.lines.append(line)
        self.head = leaf(line.raw)
        self._next += 1
        return line
