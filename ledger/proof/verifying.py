"""Verification of an exported file from its bytes alone: form, chain, dice, words, rewinds. It never raises.

What it cannot see is whether the events follow from the rules: that is the audit's, which decides every command again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from domain.events import Facts
from ledger.line.canonical import NotCanonical
from ledger.line.entries import Json
from ledger.line.forms import Newer, Wrong, must_be_in_place, must_hold, read_row
from ledger.line.hidden import commit
from ledger.line.lines import commitment, is_spoken
from ledger.line.sources import FORK
from ledger.line.spellings import is_hash
from ledger.line.tree import leaf
from ledger.proof import findings
from ledger.proof.anchoring import Anchor, anchors
from ledger.proof.checks import Checked
from ledger.proof.findings import SeatFound
from ledger.proof.freshness import Overtaken
from ledger.proof.notes import NoteRefused, Parsed, parsed, read_vkey
from ledger.proof.redrawn import NOT_CHECKABLE
from ledger.proof.rolls import RollChecked
from ledger.proof.sealed import is_sealed, must_be_a_payload, must_fit
from ledger.proof.witnesses import NoSuchSeat, must_be_seats
from ledger.table.standing import KeyReplaced
from ledger.table.table import Table

__all__ = ["Misused", "RollChecked", "Verification", "rows_of", "verify"]

BUTS = {
    "loaded": "the dice were loaded: whoever made the example chose the faces",
    "forked": "forked: it branched off from another fight, and what that one came to is repeated, not proved",
    "open": "open: the ledger was not closed, and more may have followed",
    "roll_open": "a roll is open: its dice are not decided",
    "unopened": "unopened: something sealed was neither opened nor withheld with a reason",
    "unchecked": "unchecked: something is shut, and dice cannot be drawn again for that, or it is open whether a seat"
    " knew the newest state",
    "disputed": "disputed: a dispute was not settled",
    "replaced": "replaced: another key took the place of one that did not sign for it",
    "unanchored": "unanchored: no checkpoint signed by the log covers the whole file",
    "uncosigned": "uncosigned: no seat's key and no kept checkpoint vouches for the whole file; whoever holds the log's"
    " key could have rewritten what follows the last signature of a seat",
}
"""What can be left of a file that is whole."""


_PAYLOAD = ("n", "payload", "salt")


class Misused(ValueError):
    """What was given beside the file cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What a file shows. ``broken`` is the first broken line and why; ``root`` is the tree's over all good lines.

    ``newer`` is the first line that this program does not know, and why: of what follows it says nothing.
    ``wordless`` are the lines whose words are not in the file: they were deleted, and the chain stays whole.
    ``unopened`` are the sealed lines that are neither open nor declared to stay shut, ``withheld`` those that are, with
    the reason. ``anchored`` are the checkpoints that fit, of the file itself and those that were kept; ``cosigned`` the
    devices that signed one of the whole file. ``replaced`` are the keys that another one replaced without their
    signature. ``unclear`` are declarations of which something shut leaves open whether the fight had gone on before.
    """

    encounter: str
    lines: int
    root: str
    dice: str
    rolls: tuple[RollChecked, ...]
    open_roll: bool
    wordless: tuple[int, ...] = ()
    withheld: tuple[tuple[int, str], ...] = ()
    unopened: tuple[int, ...] = ()
    disputes: tuple[int, ...] = ()
    overrides: int = 0
    unclear: tuple[int, ...] = ()
    anchored: tuple[Anchor, ...] = ()
    seats: dict[str, SeatFound] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    replaced: tuple[KeyReplaced, ...] = ()
    overtaken: tuple[Overtaken, ...] = ()
    log_key: str | None = None
    fork: Facts | None = None
    closed: bool = False
    broken: tuple[int, str] | None = None
    newer: tuple[int, str] | None = None

    @property
    def verdict(self) -> str:
        """Return the verdict in the words that all verifiers use."""
        if self.broken is not None:
            return "BROKEN"
        if self.newer is not None:
            return "newer than I am"
        return "OK BUT" if self.but else "OK"

    @property
    def but(self) -> tuple[str, ...]:
        """Return what is left of a file that is whole, by the names in ``BUTS``."""
        if self.broken is not None or self.newer is not None:
            return ()
        whole = [each for each in self.anchored if each.size == self.lines]
        found = {
            "loaded": self.dice == "loaded",
            "forked": self.fork is not None,
            "open": not self.closed,
            "roll_open": self.open_roll,
            "unopened": bool(self.unopened),
            "unchecked": bool(self.unclear) or any(roll.grade == NOT_CHECKABLE for roll in self.rolls),
            "disputed": bool(self.disputes),
            "replaced": bool(self.replaced),
            "unanchored": not whole,
            "uncosigned": not any(each.parties or each.kept for each in whole),
        }
        return tuple(name for name, holds in found.items() if holds)

    @property
    def cosigned(self) -> tuple[str, ...]:
        """Return the devices that cosigned a checkpoint of the whole file."""
        return tuple(sorted({party for each in self.anchored if each.size == self.lines for party in each.parties}))

    @property
    def bound(self) -> int:
        """Return how many rolls anybody can have influenced, if one of those who salted each is honest."""
        return sum(not findings.is_sure(roll) for roll in self.rolls)

    @property
    def ok(self) -> bool:
        """Return whether the file is whole and its dice can be trusted as far as their grades say."""
        return self.broken is None and self.newer is None and self.dice != "loaded"

    @property
    def voided(self) -> tuple[int, ...]:
        """Return the rolls that were taken back."""
        return tuple(each.roll for each in self.rolls if each.voided)

    @property
    def sentence(self) -> str:
        """Return the result in one sentence."""
        if self.broken is not None:
            return f"Broken at line {self.broken[0]}: {self.broken[1]}"
        if self.newer is not None:
            return f"Line {self.newer[0]} is newer than I am, and cannot be judged: {self.newer[1]}"
        if self.dice == "loaded":
            return "The chain is whole, but these are loaded dice: the faces were chosen by whoever made the example."
        if self.dice == "table":
            return "The chain is whole; the dice were rolled on the table and typed in, which no file can prove."
        return f"{self._whole}{self._sealed}{self._unclear}"

    @property
    def _whole(self) -> str:
        own = [each for each in self.rolls if each.grade != FORK]
        known = [each for each in own if each.grade != NOT_CHECKABLE]
        unknown = len(own) - len(known)
        more = f"{_doubts(unknown)}{self._repeated}"
        if not known:
            return f"Verified: {self.lines} lines, and nobody rolled{' openly' if own else ''}.{more}"
        rolls = "its one roll follows" if len(known) == 1 else f"all {len(known)} rolls follow"
        if unknown:
            rolls = f"{len(known)} of {len(own)} rolls {'follows' if len(known) == 1 else 'follow'}"
        return f"Verified: {self.lines} lines, and {rolls} from entropy fixed in advance.{more}"

    @property
    def _repeated(self) -> str:
        if self.fork is None:
            return ""
        whence = f"encounter {self.fork['encounter']} up to its line {self.fork['n']}"
        return f" What came before is repeated from {whence}, and not proved here."

    @property
    def _unclear(self) -> str:
        if not self.unclear:
            return ""
        lines = f"{'line' if len(self.unclear) == 1 else 'lines'} {', '.join(map(str, self.unclear))}"
        return f" Whether the fight had gone on before what {lines} declared was applied is not checkable."

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


def verify(
    raw: bytes, kept: Sequence[str] = (), log_key: str | None = None, operators: Sequence[str] = ()
) -> Verification:
    """Return what an exported file shows; ``kept`` are checkpoints that players kept, ``log_key`` is one to trust.

    ``operators`` are seats of whoever runs the server: they witness no roll.

    Raises:
        Misused: A kept checkpoint, the key or a seat is no such thing.
    """
    given = kept_notes(kept, log_key)
    rows, checked, reading = rows_of(raw), Checked(), Reading()
    fault: Wrong | None = None
    anchored: tuple[Anchor, ...] = ()
    try:
        notes = reading.through(rows, checked)
        checked.must_stand_in()
        reading.unclear = checked.unclear()
        if log_key is not None and checked.table.log_key != log_key:
            raise Wrong("The file names another key of the log than the one to trust.", line=0)
        anchored = anchors(checked, notes, given)
    except Wrong as wrong:
        fault = wrong
    except NotCanonical as wrong:
        fault = Wrong(str(wrong), line=reading.at)
    if fault is None:
        _must_be_seats(checked.table, operators)
    return _told(checked, reading, anchored, fault, operators)


def _told(
    checked: Checked,
    reading: Reading,
    anchored: tuple[Anchor, ...],
    fault: Wrong | None,
    operators: Sequence[str],
) -> Verification:
    found = None if fault is None else (checked.lines if fault.line is None else fault.line, str(fault))
    newer = isinstance(fault, Newer)
    rolls, table = checked.graded(operators), checked.table
    return Verification(
        encounter=checked.encounter,
        lines=checked.lines,
        root=checked.root.hex(),
        dice=table.dice if checked.lines else "",
        rolls=rolls,
        open_roll=table.open_roll is not None,
        wordless=tuple(sorted(reading.wordless)) if fault is None else (),
        withheld=findings.withheld(checked),
        unopened=findings.unopened(checked),
        disputes=tuple(dispute.line for dispute in table.open_disputes),
        overrides=findings.overrides(checked),
        unclear=reading.unclear if fault is None else (),
        anchored=anchored,
        seats=findings.seats(checked, rolls),
        keys={party: device.key for party, device in table.devices.items()},
        replaced=table.replaced,
        overtaken=checked.overtaken,
        log_key=table.log_key,
        fork=checked.fork if checked.lines else None,
        closed=table.closed,
        broken=None if newer else found,
        newer=found if newer else None,
    )


def kept_notes(kept: Sequence[str], log_key: str | None) -> list[Parsed]:
    """Return the checkpoints that players kept; Misused where one, or the key of the log, is no such thing."""
    given = [_kept(note) for note in kept]
    _must_be_a_key(log_key)
    return given


def _kept(text: str) -> Parsed:
    try:
        return parsed(text)
    except NoteRefused as refused:
        raise Misused(f"A kept checkpoint cannot be read. {refused}") from None


def _must_be_seats(table: Table, operators: Sequence[str]) -> None:
    try:
        must_be_seats(table, operators)
    except NoSuchSeat as unknown:
        raise Misused(str(unknown)) from None


def _must_be_a_key(text: str | None) -> None:
    try:
        if text is not None:
            read_vkey(text)
    except NoteRefused as refused:
        raise Misused(f"The key of the log cannot be used. {refused}") from None


class Reading:
    """The rows of a file read one after another: lines, then payloads, then checkpoints."""

    def __init__(self) -> None:
        self.at = 0
        self.wordless: set[int] = set()
        self.unclear: tuple[int, ...] = ()
        self._secrets: dict[int, Json] = {}
        self._spoken: dict[int, Json] = {}
        self._before = -1

    def through(self, rows: Sequence[bytes], checked: Checked) -> list[tuple[int, str]]:
        """Read all rows; return the checkpoints, each with the number of its row."""
        values = self._lines(rows, checked)
        checked.end()
        notes: list[tuple[int, str]] = []
        for self.at, value in values:
            if value.keys() == {"note"} and type(value["note"]) is str:
                notes.append((self.at, value["note"]))
            else:
                self._payload(checked, value, after_notes=bool(notes))
        return notes

    def _lines(self, rows: Sequence[bytes], checked: Checked) -> Iterator[tuple[int, Json]]:
        """Take the lines; return the rows beside them, each read when it is asked for."""
        for self.at, row in enumerate(rows):
            value = read_row(row)
            if "type" not in value and value.keys() & {"payload", "note"}:
                return self._rest(rows, value)
            try:
                checked.take(row, value)
            except Newer as newer:
                self._must_chain_on(rows, value)
                raise Newer(str(newer), checked.lines) from None
            if is_sealed(value):
                self._secrets[self.at] = value
            elif is_spoken(value):
                self._spoken[self.at] = value
                self.wordless.add(self.at)
        return iter(())

    def _must_chain_on(self, rows: Sequence[bytes], value: Json) -> None:
        """Refuse lines after one that is not known here which do not hold the hash of the line before."""
        for n in range(self.at + 1, len(rows)):
            self.at = n
            before, value = value, read_row(rows[n])
            if "type" not in value and value.keys() & {"payload", "note"}:
                return
            try:
                must_be_in_place(value, n, leaf(rows[n - 1]), before["at"])
            except Wrong as wrong:
                raise Wrong(str(wrong), n) from None

    def _rest(self, rows: Sequence[bytes], value: Json) -> Iterator[tuple[int, Json]]:
        yield self.at, value
        for number in range(self.at + 1, len(rows)):
            self.at = number
            yield number, read_row(rows[number])

    def _payload(self, checked: Checked, row: Json, *, after_notes: bool) -> None:
        number = self.at
        if "type" in row:
            raise Wrong("A line stands among what is kept beside the lines.", line=number)
        try:
            must_hold(row, _PAYLOAD, _is_payload, "This is neither a line, nor a payload, nor a checkpoint.")
            must_be_a_payload(row["payload"])
        except Wrong as wrong:
            raise type(wrong)(str(wrong), line=number) from None
        n = row["n"]
        if after_notes or n <= self._before or not (n in self._secrets or n in self._spoken):
            raise Wrong(f"What is beside line {n} stands out of order, or it has nothing beside it.", line=number)
        self._before = n
        try:
            self._must_fit(checked, n, row)
        except Wrong as wrong:
            raise type(wrong)(str(wrong), line=n if wrong.line is None else wrong.line) from None

    def _must_fit(self, checked: Checked, n: int, row: Json) -> None:
        salt, payload = bytes.fromhex(row["salt"]), row["payload"]
        if n in self._secrets:
            must_fit(self._secrets[n], salt, payload)
            checked.opens(n, payload)
        elif payload.keys() != {"text"} or commit(salt, payload) != commitment(self._spoken[n]):
            raise Wrong(f"The words are not those that line {n} committed to.")
        else:
            self.wordless.discard(n)


def _is_payload(row: Json) -> bool:
    return (
        row.keys() == {"n", "payload", "salt"}
        and type(row["n"]) is int
        and type(row["payload"]) is dict
        and is_hash(row["salt"])
    )
