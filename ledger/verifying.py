"""Verification of an exported file from its bytes alone: form, chain, dice, words, rewinds. It never raises.

What it cannot see is whether the events follow from the rules: that is the audit's, which decides every command again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from ledger.anchoring import MARK, Anchor, anchors, note_of
from ledger.canonical import NotCanonical, parse_strict
from ledger.checks import Checked, RollChecked
from ledger.entries import Json
from ledger.forms import Wrong, is_hash
from ledger.hidden import commit
from ledger.lines import commitment
from ledger.redrawn import NOT_CHECKABLE
from ledger.sealed import is_open, is_payload, is_sealed, must_fit, payloads_in
from ledger.table import Replaced

_PAYLOAD = re.compile(rb'\{"n":[0-9]+,"payload":')

__all__ = ["RollChecked", "Verification", "rows_of", "verify"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What a file shows. ``broken`` is the first broken line and why; ``root`` is the tree's over all good lines.

    ``withheld`` are the lines whose words are not in the file: they were deleted, and the chain stays whole.
    ``replaced`` are the keys that another one replaced without their signature.
    ``unopened`` are the sealed lines that are neither open nor declared to stay shut.
    ``anchored`` are the checkpoints that fit, of the file itself and those that were kept.
    """

    encounter: str
    lines: int
    root: str
    dice: str
    rolls: tuple[RollChecked, ...]
    open_roll: bool
    withheld: tuple[int, ...] = ()
    unopened: tuple[int, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    anchored: tuple[Anchor, ...] = ()
    closed: bool = False
    broken: tuple[int, str] | None = None

    @property
    def ok(self) -> bool:
        """Return whether the file is whole and its dice can be trusted as far as their grades say."""
        return self.broken is None and self.dice != "loaded"

    @property
    def voided(self) -> tuple[int, ...]:
        """Return the rolls that were taken back."""
        return tuple(each.roll for each in self.rolls if each.voided)

    @property
    def sentence(self) -> str:
        """Return the result in one sentence."""
        if self.broken is not None:
            return f"Broken at line {self.broken[0]}: {self.broken[1]}"
        if self.dice == "loaded":
            return "The chain is whole, but these are loaded dice: the faces were chosen by whoever made the example."
        if self.dice == "table":
            return "The chain is whole; the dice were rolled on the table and typed in, which no file can prove."
        return f"{self._whole}{self._sealed}"

    @property
    def _whole(self) -> str:
        known = [each for each in self.rolls if each.grade != NOT_CHECKABLE]
        unknown = len(self.rolls) - len(known)
        if not known:
            return (
                f"Verified: {self.lines} lines, and nobody rolled{' openly' if self.rolls else ''}.{_doubts(unknown)}"
            )
        rolls = "its one roll follows" if len(known) == 1 else f"all {len(known)} rolls follow"
        if unknown:
            rolls = f"{len(known)} of {len(self.rolls)} rolls follow{'s'[: len(known) == 1]}"
        return f"Verified: {self.lines} lines, and {rolls} from entropy fixed in advance.{_doubts(unknown)}"

    @property
    def _sealed(self) -> str:
        if not self.unopened:
            return ""
        if len(self.unopened) == 1:
            return " One line is sealed still: what it holds is not checked."
        return f" {len(self.unopened)} lines are sealed still: what they hold is not checked."


def _doubts(unknown: int) -> str:
    """Return in words how many rolls cannot be drawn again."""
    if not unknown:
        return ""
    whose = "One roll is" if unknown == 1 else f"{unknown} rolls are"
    return f" {whose} not checkable, since something of its command is shut."


def rows_of(raw: bytes) -> list[bytes]:
    """Return the rows of an exported file: its lines, then the words kept beside them."""
    return raw.removesuffix(b"\n").split(b"\n")


def verify(raw: bytes, kept: Sequence[str] = ()) -> Verification:
    """Return what the bytes of an exported file show, and whether checkpoints ``kept`` elsewhere fit it."""
    rows = rows_of(raw)
    checked = Checked(payloads_in(rows))
    broken: tuple[int, str] | None = None
    withheld: set[int] = set()
    secrets: dict[int, Json] = {}
    anchored: tuple[Anchor, ...] = ()
    at = 0
    try:
        while at < len(rows) and not _is_payload(rows[at]) and not rows[at].startswith(MARK):
            value = parse_strict(rows[at])
            checked.take(rows[at], value)
            if is_sealed(value):
                secrets[at] = value
            elif commitment(value) is not None:
                withheld.add(at)
            at += 1
        checked.end()
        last = next((n for n in range(at, len(rows)) if rows[n].startswith(MARK)), len(rows))
        _check_words(rows[:last], at, withheld, secrets)
        found = [(number, note_of(rows[number], number)) for number in range(last, len(rows))]
        anchored = anchors(checked.table, checked.leaves, [*found, *((at, note) for note in kept)])
    except (Wrong, NotCanonical) as wrong:
        line = wrong.line if isinstance(wrong, Wrong) and wrong.line is not None else at
        broken = (line, str(wrong))
    return Verification(
        encounter=checked.encounter,
        lines=checked.lines,
        root=checked.root.hex(),
        dice=checked.table.dice,
        rolls=checked.graded(),
        open_roll=checked.table.open_roll is not None,
        withheld=tuple(sorted(withheld)),
        unopened=tuple(
            n
            for n, value in secrets.items()
            if n not in checked.withheld and not is_open(value, checked.payloads.get(n))
        ),
        replaced=checked.table.replaced,
        anchored=anchored,
        closed=checked.table.closed,
        broken=broken,
    )


def _is_payload(row: bytes) -> bool:
    # A line begins with a key too, but none of them has a payload and no type.
    return row.startswith(b'{"n":') and (b'"type":' not in row or _PAYLOAD.match(row) is not None)


def _check_words(rows: list[bytes], first: int, withheld: set[int], secrets: dict[int, Json]) -> None:
    before = -1
    for number in range(first, len(rows)):
        row = parse_strict(rows[number])
        n = _must_be_a_payload(row, number)
        if n > before and n in secrets:
            _must_be_sealed(secrets[n], row)
            before = n
            continue
        if n <= before or n not in withheld:
            raise Wrong(f"The words of line {n} stand here, out of order or for a line without words.", line=number)
        if commit(bytes.fromhex(row["salt"]), row["payload"]) != commitment(orjson.loads(rows[n])):
            raise Wrong(f"The words are not those that line {n} committed to.", line=n)
        withheld.remove(n)
        before = n


def _must_be_sealed(value: Json, row: Json) -> None:
    try:
        must_fit(value, bytes.fromhex(row["salt"]), row["payload"])
    except Wrong as wrong:
        raise Wrong(str(wrong), line=value["n"]) from None


def _is_words(payload: Json) -> bool:
    return payload.keys() == {"text"} and type(payload["text"]) is str


def _must_be_a_payload(row: dict[str, Any], number: int) -> int:
    well_formed = (
        row.keys() == {"n", "payload", "salt"}
        and type(row["n"]) is int
        and type(row["payload"]) is dict
        and (is_payload(row["payload"]) or _is_words(row["payload"]))
        and is_hash(row["salt"])
    )
    if not well_formed:
        raise Wrong("This is neither a line of the ledger nor the words of one.", line=number)
    return int(row["n"])
