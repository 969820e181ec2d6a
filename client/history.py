"""What a client knows of a fight: every line checked as a verifier checks it, and the checkpoints that cover them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from domain.events import EncounterOpened
from ledger.line.canonical import NotCanonical, parse_strict
from ledger.line.entries import FIGHT_EVENTS, CommandAccepted, Json, Sealed
from ledger.line.forms import Wrong
from ledger.line.hidden import commit
from ledger.line.lines import Line, commitment, decode
from ledger.proof import anchoring, notes, sealed
from ledger.proof.checks import Checked
from ledger.proof.notes import NoteKey, NoteRefused, OpenedNote
from ledger.table.fight import Fight
from ledger.table.table import Table

_SIZE = re.compile(r"[0-9]{1,16}")


class Alarm(Exception):
    """Somebody cheats, or a fault looks like it: ``kind`` says what, the message says it in a sentence.

    ``evidence`` is what shows it. No link is given any more.
    """

    def __init__(self, kind: str, sentence: str, evidence: Mapping[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.evidence: dict[str, Any] = dict(evidence or {})


class History:
    """The lines so far, all of them good, and the newest checkpoint that covers them."""

    def __init__(self, encounter: str) -> None:
        self.encounter = encounter
        self.log_key = ""
        self._log: NoteKey | None = None
        self.note: str | None = None
        self.covered = 0
        self._early: str | None = None
        self._checked = Checked()
        self._standing = 0
        self._fight = Fight()
        self._unfolded: list[Line] = []
        self._may_hide = False

    @property
    def size(self) -> int:
        """Return the number of lines."""
        return self._checked.lines

    @property
    def table(self) -> Table:
        """Return the table as the lines leave it."""
        return self._checked.table

    @property
    def seen(self) -> list[Any]:
        """Return what a declaration says to have been seen: the number of lines, the hash of the last."""
        return [self.size, self._checked.leaves[-1].hex()]

    @property
    def raw(self) -> list[bytes]:
        """Return the lines as they came."""
        return [line.raw for line in self._checked.log.lines]

    def fight(self) -> Fight:
        """Return the fight as far as a checkpoint covers it, and as its seat may know it."""
        fresh = self.covered - 1 - self._fight.version
        if fresh > 0:
            self._fight = self._fight.then(self._unfolded[:fresh])
            del self._unfolded[:fresh]
        return self._fight

    def leaf(self, n: int) -> bytes:
        """Return the hash of a line."""
        return self._checked.leaves[n]

    def take(self, raw: bytes, opened: Json | None = None) -> Line:
        """Take the next line, and what lies behind it as far as it is told; Alarm where it cannot stand."""
        try:
            value = parse_strict(raw)
            payload = None if opened is None else _behind(value, opened)
            self._checked.take(raw, value)
            self._must_stand_in(value["type"])
            if payload is not None and "text" not in payload:
                self._checked.opens(self.size - 1, payload)
                self._standing = payload.get("stands_in", 0)
        except (Wrong, NotCanonical) as wrong:
            raise self._alarm(raw, str(wrong)) from None
        line = self._checked.log.lines[-1] if payload is None else decode(raw, payload)
        if line.n == 0:
            self._begin()
        self._must_have_a_secret(line)
        self._unfolded.append(line)
        return line

    def _must_stand_in(self, kind: str) -> None:
        """Refuse another line where lines are left that stand in for what was sealed."""
        if self._standing > 0 and kind not in FIGHT_EVENTS:
            raise Wrong("A line is missing that stands in for what was sealed.")
        self._standing = max(0, self._standing - 1)

    def _must_have_a_secret(self, line: Line) -> None:
        """Alarm where something is sealed in a fight that has nothing to hide: dice could be chosen behind it."""
        entry = line.entry
        self._may_hide |= (
            (isinstance(entry, EncounterOpened) and entry.hands == "private")
            or (isinstance(entry, CommandAccepted) and "sealed" in entry.decl)
            or (isinstance(entry, Sealed) and line.cause is None)
        )
        if isinstance(entry, Sealed) and line.inner is None and not self._may_hide:
            sentence = f"Line {line.n} seals something, and nobody and nothing in this fight is hidden."
            raise Alarm("sealed", sentence, {"line": line.raw.decode()})

    def _begin(self) -> None:
        """Hold on to the key of the log, which never changes within a fight."""
        if self._checked.encounter != self.encounter:
            raise Alarm("rewritten", "The lines are those of another encounter.")
        self.log_key = self.table.log_key or ""
        try:
            self._log = notes.read_vkey(self.log_key)
        except NoteRefused as refused:
            raise Alarm("unsigned", f"Line 0 names no key of the log that could sign: {refused}") from None

    def take_note(self, note: str) -> OpenedNote:
        """Take a checkpoint, which must be signed by the log and fit the lines, as one set aside must; else Alarm."""
        opened = self._fitting(note)
        if self._early is not None and self._read(self._early).size <= self.size:
            early, self._early = self._early, None
            self._fitting(early)
        return opened

    def _fitting(self, note: str) -> OpenedNote:
        opened = self._read(note)
        if opened.size > self.size:
            raise Alarm("root", f"The checkpoint is of {opened.size} lines, of which {self.size} were told.", _of(note))
        if self._root(opened.size) != opened.root:
            raise self.forked(note)
        if opened.size >= self.covered:
            self.note, self.covered = note, opened.size
        return opened

    def set_aside(self, note: str) -> bool:
        """Set a checkpoint of lines that are not told yet aside until they are; return whether it is one, or Alarm."""
        early = self._read(note).size > self.size
        if early and self._early is None:
            self._early = note
        return early

    def forked(self, note: str) -> Alarm:
        """Return the alarm that a checkpoint contradicts the lines; with one of ours of its size it proves a fork."""
        opened = self._read(note)
        evidence = {**_of(note), "mine": self.note}
        if self.note is not None and self._log is not None and notes.proves_fork(self.note, note, [self._log]):
            sentence = f"The log signed two histories of {opened.size} lines: it tells others something else."
            return Alarm("forked", sentence, evidence)
        sentence = f"The checkpoint of {opened.size} lines is one of another history than the lines that were told."
        return Alarm("root", sentence, evidence)

    def compared(self, text: str) -> str:
        """Return in a sentence whether ``origin size root``, as somebody else pasted it, is of this history."""
        parts = text.split()
        if len(parts) != 3 or not _SIZE.fullmatch(parts[1]) or len(parts[2]) != 64:
            return "That is not origin, size and root."
        origin, size, theirs = parts[0], int(parts[1]), parts[2]
        if origin != self.table.origin:
            return f"That is another fight: {origin}."
        if size > self.size or size == 0:
            return f"They have {size} lines, you have {self.size}: compare again when you have caught up."
        if self._root(size).hex() != theirs:
            raise Alarm("forked", f"Of {size} lines they were told another history than you.", {"theirs": text})
        return f"The same history, up to line {size - 1}."

    def told(self) -> str:
        """Return origin, size and root, to be pasted where the others read it."""
        return f"{self.table.origin} {self.size} {self._root(self.size).hex()}"

    def _read(self, note: str) -> OpenedNote:
        log = self._log
        try:
            if log is None:
                raise NoteRefused("no line names the key of the log yet.")
            opened = notes.opened(note, [log, *anchoring.cosigners(self.table)])
        except NoteRefused as refused:
            raise Alarm("unsigned", f"The checkpoint proves nothing: {refused}", _of(note)) from None
        if opened.origin != self.table.origin or not any(each.key == log for each in opened.signatures):
            raise Alarm("unsigned", "The checkpoint is not this fight's, or not signed by its log.", _of(note))
        return opened

    def _root(self, size: int) -> bytes:
        return self._checked.log.tree(size - 1).root()

    def _alarm(self, raw: bytes, reason: str) -> Alarm:
        kind = "rewritten" if reason.startswith(("Its prev", "Here must stand")) else "faces"
        return Alarm(kind, f"Line {self.size} cannot stand: {reason}", {"line": raw.decode(errors="replace")})


def rows_in(raw: bytes) -> tuple[list[bytes], dict[int, Json], list[str]]:
    """Return of an exported file its lines, what is told to lie behind them, its checkpoints; Alarm if it is none."""
    try:
        lines, opened, told = _rows_in(raw)
    except (ValueError, TypeError, KeyError):
        raise Alarm(
            "faces", "What the server gave is no file of a fight.", {"file": raw[:200].decode(errors="replace")}
        ) from None
    if not lines:
        raise Alarm("shrunk", "The server gave no line of the fight.")
    return lines, opened, told


def _rows_in(raw: bytes) -> tuple[list[bytes], dict[int, Json], list[str]]:
    lines: list[bytes] = []
    opened: dict[int, Json] = {}
    told: list[str] = []
    for row in raw.splitlines():
        value = parse_strict(row)
        if "note" in value:
            told.append(value["note"])
        elif "type" not in value:
            opened[value["n"]] = {"payload": value["payload"], "salt": value["salt"]}
        else:
            lines.append(row)
    return lines, opened, told


def _behind(value: Json, opened: Any) -> Json:
    """Return the payload that is told of a line; Wrong where nothing can be told so, whatever was sent."""
    try:
        return _opened(value, opened)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Wrong("What is told to lie behind it fits no line.") from None


def _opened(value: Json, opened: Json) -> Json:
    """Return the payload that is told of a line; Wrong where the line did not commit to it."""
    payload, salt = opened.get("payload"), opened.get("salt")
    if not isinstance(payload, dict) or not isinstance(salt, str) or len(salt) != 64:
        raise Wrong("What is told to lie behind it has no payload and salt.")
    if sealed.is_sealed(value):
        sealed.must_fit(value, bytes.fromhex(salt), payload)
        return payload
    sealed.must_be_words(payload)
    if commitment(value) != commit(bytes.fromhex(salt), payload):
        raise Wrong("The words are not those that it committed to.")
    return payload


def _of(note: str) -> dict[str, Any]:
    return {"note": note}
