"""What may stand around a fight: devices, an open roll, requests, lost keys, disputes."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.changing import changed
from ledger.line.canonical import canon_trusted
from ledger.line.entries import DisputeAnswered, Json, TableDiceTyped


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """An open request to rewind; ``line`` is its RewindAsked, ``agreed`` says who agreed, and in which line."""

    line: int
    to_version: int
    by: str
    reason: str
    agreed: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What a seat said in line ``line`` of how a dispute should end; ``action`` is how it should be corrected."""

    line: int
    result: str
    reason: str
    action: Json | None = None

    @property
    def said(self) -> tuple[str, bytes]:
        """Return what has to be the same of all who settle it together."""
        return self.result, b"" if self.action is None else spelled(self.action)


def spelled(action: Json) -> bytes:
    """Return the bytes by which two spellings of one action are known as the same."""
    return canon_trusted({name: value for name, value in action.items() if value is not None})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A dispute: line ``of`` contested in line ``line``, and the newest word of each seat on how it should end.

    ``corrected`` is the line of the override that names it; ``result`` is how it ended, ``settled`` in which line.
    """

    line: int
    of: int
    by: str
    reason: str
    words: dict[str, Word] = field(default_factory=dict)
    corrected: int | None = None
    result: str | None = None
    settled: int | None = None

    def after(self, answered: DisputeAnswered, line: int) -> Dispute:
        """Return the dispute after one more word."""
        word = Word(line=line, result=answered.result, reason=answered.reason, action=answered.action)
        return changed(self, words={**self.words, answered.seat: word})

    def corrected_by(self, line: int) -> Dispute:
        """Return the dispute after an override that names it."""
        return changed(self, corrected=line)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoll:
    """A command that was accepted and rolls, before its outcome.

    On the table ``typed`` are the dice so far. Where seats salt it, ``contributors`` are the parties with the number of
    their next link, ``declared`` is the hash of the command's line, ``at`` its time, ``without`` the seats that agreed
    to go on without the missing.
    """

    line: int
    roll: int
    seat: str
    action: Json
    typed: tuple[TableDiceTyped, ...] = ()
    contributors: dict[str, int] = field(default_factory=dict)
    declared: bytes = b""
    at: int = 0
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device of a seat: its public key in base64, and its chain.

    ``used`` is the number of the last link that a roll named, ``shown`` that of the last one that came, ``link`` that
    one in hex (the anchor before any came), ``missed`` the last roll for which none came.
    """

    seat: str
    party: str
    key: str
    link: str
    length: int
    shown: int = 0
    used: int = 0
    missed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedKey:
    """Another key of a device that was lost, asked for in line ``line``, which the old one may veto ``until`` then."""

    line: int
    seat: str
    party: str
    key: str
    anchor: str
    length: int
    until: int
    vouched: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyReplaced:
    """A key that another one replaced in line ``line`` without its own signature; ``waited`` for its veto, or not."""

    line: int
    party: str
    waited: bool
