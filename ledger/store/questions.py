"""What a ledger asks of its store beside the library's own questions, in SQL that both stores understand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from secrets import token_bytes
from typing import Any, ClassVar

import orjson
from eventsourcing.persistence import StoredEvent

from ledger.line.attachments import MARK, Archive, Beside
from ledger.line.tree import leaf
from ledger.refusals import Archived, Damaged, DamagedFile, NoChain
from ledger.store.protocol import NEWEST, Newest, Row
from ledger.store.statements import Statements, among, of_kinds
from ledger.store.tokens import only_invites, seat_named
from ledger.table.joining import READER

_ENCOUNTERS = (
    "SELECT a.originator_id, z.originator_version, a.state, z.state, t.state, i.encounter IS NOT NULL"
    " FROM stored_events a JOIN stored_events z ON z.originator_id = a.originator_id"
    " AND z.originator_version ="
    " (SELECT MAX(originator_version) FROM stored_events m WHERE m.originator_id = a.originator_id)"
    " LEFT JOIN stored_events t ON t.originator_id = a.originator_id AND t.originator_version ="
    " (SELECT MAX(originator_version) FROM stored_events u WHERE u.originator_id = a.originator_id"
    " AND u.topic IN ('EncounterEnded', 'HistoryRewound'))"
    " LEFT JOIN imports i ON i.encounter = a.originator_id"
    " WHERE a.originator_version = 0"
)
_LATER = " AND a.POSITION > (SELECT POSITION FROM stored_events WHERE originator_id=? AND originator_version=0)"


_ARCHIVES = "SELECT encounter, version, at, digest, summary FROM archives"
_NAMING = (
    ("originator_id", "stored_events"),
    ("encounter", "heads"),
    ("encounter", "seats"),
    ("encounter", "chains"),
    ("originator_id", "stored_snapshots"),
    ("encounter", "archives"),
    ("encounter", "imports"),
)
"""The tables that name encounters, each by a column."""
_AT_ONCE = 500
_SEALED = frozenset({"Sealed", "CommandAccepted"})
"""What a line that commits to something sealed is called."""
TRIED = 1 << 16
"""Bytes that are written to see whether a command could be."""


def _archive(row: Sequence[Any]) -> Archive:
    encounter, version, at, digest, summary = row
    return Archive(
        encounter=str(encounter),
        version=_number(version),
        at=_number(at),
        digest=bytes_of(digest),
        summary=bytes_of(summary),
    )


_NEWEST = """SELECT n, head FROM heads WHERE encounter=? UNION ALL
    SELECT NULL, NULL WHERE NOT EXISTS (SELECT 1 FROM heads WHERE encounter=?)
        AND EXISTS (SELECT 1 FROM stored_events WHERE originator_id=? AND topic<>?)"""


def heads_of(events: Sequence[StoredEvent]) -> list[tuple[str, int, bytes]]:
    """Return of each encounter the number and the hash of the last of its lines, in one order for all who write."""
    last = {str(each.originator_id): each for each in events if each.topic != MARK}
    return sorted((one, each.originator_version, leaf(bytes(each.state))) for one, each in last.items())


def bytes_of(value: Any) -> bytes:
    """Return the bytes of a value; of a text or number, which somebody else than the ledger has put there, some too."""
    if isinstance(value, bytes):
        return value
    return bytes(value) if isinstance(value, memoryview) else str(value).encode()


def _hash(value: Any) -> bytes:
    """Return the bytes of a hash; TypeError for what is none."""
    return memoryview(value).tobytes()


def _number(value: Any) -> int:
    """Return a number as it is, and -1 for what somebody else than the ledger has put in its place."""
    return value if isinstance(value, int) else -1


def _is_sealed(raw: bytes) -> bool:
    """Return whether a stored line commits to something sealed, as far as it can be read."""
    if b'ealed"' not in raw:
        return False
    with suppress(ValueError, TypeError, AttributeError):
        value = orjson.loads(raw)
        return value.get("type") == "Sealed" or "sealed" in value.get("decl", {})
    return False


@contextmanager
def _read_as_written(encounter: str) -> Iterator[None]:
    """Raise Damaged for what is no number or no hash of a command id."""
    try:
        yield
    except (ValueError, TypeError):
        raise Damaged(encounter, 0, "what is kept of its command ids is no number and no hash") from None


class Questions(Statements):
    """Lines, words, tokens, chains and the list of encounters."""

    POSITION: ClassVar[str]
    """The column that counts all lines of the store."""
    headed = True
    """Whether something is kept of the newest line of every encounter, so that what is missing there is damage."""

    @abstractmethod
    def _insert(self, c: Any, lines: Sequence[StoredEvent], beside: Beside) -> None:
        """Insert lines, and what stands beside them, within a transaction."""

    def read_lines(self, encounter: str, after: int = -1, upto: int = NEWEST) -> list[Row]:
        """Return the stored lines after a version, up to another, each with its payload if it has one; Archived."""
        found = self._all(
            "SELECT e.state, p.payload, p.salt, e.topic FROM stored_events e LEFT JOIN payloads p"
            " ON p.encounter = e.originator_id AND p.n = e.originator_version"
            " WHERE e.originator_id = ? AND e.originator_version > ? AND e.originator_version <= ?"
            " ORDER BY e.originator_version",
            encounter,
            after,
            upto,
        )
        rows = [
            Row(bytes_of(state), topic)
            if payload is None
            else Row(bytes_of(state), topic, bytes_of(payload), bytes_of(salt))
            for state, payload, salt, topic in found
        ]
        if rows and not rows[-1].raw and not self._was_emptied(encounter):
            raise Archived(encounter)
        lost = [at for at, row in enumerate(found) if row[1] is None and row[3] in _SEALED and _is_sealed(rows[at].raw)]
        if lost and not self.was_imported(encounter):
            # A file may never have held it; what was written here is always there. Nothing is what no line promises.
            for at in lost:
                rows[at] = Row(rows[at].raw, rows[at].topic, b"", b"")
        return rows

    def _was_emptied(self, encounter: str) -> bool:
        """Return whether a line has nothing in it any more, which the mark of an archived encounter never had."""
        emptied = "SELECT 1 FROM stored_events WHERE originator_id=? AND state=? AND topic<>?"
        return bool(self._all(emptied, encounter, b"", MARK))

    def newest(self, encounter: str) -> Newest | None:
        """Return what is kept of the newest line, apart from the lines; None where there is none; Damaged."""
        # In one statement, as another process may write both between two.
        found = self._all(_NEWEST, encounter, encounter, encounter, MARK)
        if found and found[0][0] is None:
            if not self.headed:
                return None
            raise Damaged(encounter, 0, "what is kept of its newest line is gone")
        try:
            return Newest(int(found[0][0]), _hash(found[0][1])) if found else None
        except (ValueError, TypeError):
            raise Damaged(encounter, 0, "what is kept of its newest line is no number and no hash") from None

    def use_of(self, encounter: str, seat: str, cmd: str) -> tuple[int, bytes] | None:
        """Return (line, hash of the body) of a command id used before the newest snapshot; None if it was not."""
        found = self._all("SELECT n, body FROM uses WHERE encounter=? AND seat=? AND cmd=?", encounter, seat, cmd)
        with _read_as_written(encounter):
            return (int(found[0][0]), _hash(found[0][1])) if found else None

    def uses_of(self, encounter: str, upto: int) -> list[tuple[str, str, int, bytes]]:
        """Return (seat, cmd, line, hash of the body) of every command id used up to a version, where they are kept."""
        found = self._all("SELECT seat, cmd, n, body FROM uses WHERE encounter=? AND n<=?", encounter, upto)
        with _read_as_written(encounter):
            return [(str(seat), str(cmd), int(n), _hash(body)) for seat, cmd, n, body in found]

    def count_uses(self, encounter: str, upto: int) -> int:
        """Return how many command ids used up to a version are stored beside the snapshot."""
        return int(self._all("SELECT COUNT(*) FROM uses WHERE encounter=? AND n<=?", encounter, upto)[0][0])

    def read_words(self, encounter: str) -> list[tuple[int, bytes, bytes]]:
        """Return (n, salt, payload) of every line with words; those that lie beside no line count for nothing."""
        rows = self._all(
            "SELECT e.originator_version, p.salt, p.payload FROM payloads p JOIN stored_events e"
            " ON e.originator_id = p.encounter AND e.originator_version = p.n WHERE p.encounter = ? ORDER BY p.n",
            encounter,
        )
        return [(n, bytes_of(salt), bytes_of(payload)) for n, salt, payload in rows]

    def last_version(self, encounter: str) -> int:
        """Return the newest version; -1 if there is no such encounter."""
        found = self._all("SELECT MAX(originator_version) FROM stored_events WHERE originator_id=?", encounter)[0][0]
        return _number(found)

    def seat_of(self, encounter: str, token_hash: str) -> str | None:
        """Return what is kept as the seat of a token (see ``tokens``); None if it is nobody's."""
        found = self._all("SELECT seat FROM seats WHERE encounter=? AND token_hash=?", encounter, token_hash)
        return next((seat for (seat,) in of_kinds(found, str)), None)

    def locked_chain(self, encounter: str, base: int) -> tuple[int, bytes]:
        """Return the length and the locked seed of the chain that begins after roll ``base``."""
        found = self._all("SELECT length, locked FROM chains WHERE encounter=? AND base=?", encounter, base)
        try:
            return int(found[0][0]), bytes_of(found[0][1])
        except (IndexError, ValueError, TypeError):
            raise NoChain(encounter) from None

    def seats_of(self, encounter: str) -> tuple[tuple[str, str], ...]:
        """Return (seat, hashed token) of every token of an encounter."""
        found = self._all("SELECT seat, token_hash FROM seats WHERE encounter=? ORDER BY token_hash", encounter)
        return tuple((seat, token) for seat, token in of_kinds(found, str, str))

    def chains_of(self, encounter: str) -> list[tuple[int, int, bytes]]:
        """Return (base, length, locked seed) of every chain of an encounter."""
        found = self._all("SELECT base, length, locked FROM chains WHERE encounter=? ORDER BY base", encounter)
        return [(base, length, bytes_of(locked)) for base, length, locked in found]

    def newest_chain(self) -> tuple[str, bytes] | None:
        """Return the newest encounter with a chain, and the locked seed of its last one; None if there is none."""
        newest = (
            "SELECT c.encounter, c.locked FROM stored_events e JOIN chains c ON c.encounter = e.originator_id"
            " WHERE e.originator_version = 0 ORDER BY e."
        )
        newest += f"{self.POSITION} DESC, c.base DESC LIMIT 1"
        found = self._all(newest) or self._all("SELECT encounter, locked FROM chains ORDER BY base DESC LIMIT 1")
        return (found[0][0], bytes_of(found[0][1])) if found else None

    def has_lines(self) -> bool:
        """Return whether there is any encounter."""
        return bool(self._all("SELECT 1 FROM stored_events LIMIT 1"))

    def key_mark(self) -> bytes | None:
        """Return what is kept to know the key of the installation again; None where nothing was."""
        found = self._all("SELECT mark FROM key_marks")
        return bytes_of(found[0][0]) if found else None

    def keep_key_mark(self, mark: bytes, *, instead: bool = False) -> None:
        """Keep that; one that is kept already stays, but for ``instead``."""
        if instead:
            self._do("DELETE FROM key_marks")
        self._do("INSERT INTO key_marks (one, mark) VALUES (1, ?) ON CONFLICT (one) DO NOTHING", mark)

    def try_to_write(self) -> None:
        """Write as much as a long command does, and take it away. Raises NoStore, Busy where nothing can be written."""
        nobody = ""
        tried = "INSERT INTO pictures (encounter, picture) VALUES (?,?) ON CONFLICT (encounter) DO UPDATE SET picture="
        self._do(f"{tried}excluded.picture", nobody, token_bytes(TRIED))
        self._do("DELETE FROM pictures WHERE encounter=?", nobody)

    def ids(self) -> list[str]:
        """Return every encounter that has lines, or should have, the newest first."""
        opened = "SELECT originator_id FROM stored_events WHERE originator_version = 0 ORDER BY "
        every = "SELECT originator_id FROM stored_events UNION SELECT encounter FROM heads ORDER BY 1"
        return list(dict.fromkeys(row[0] for row in (*self._all(f"{opened}{self.POSITION} DESC"), *self._all(every))))

    def newest_ids(self, most: int) -> list[str]:
        """Return the encounters that were opened last and have not been archived, so many at most, the newest first."""
        opened = f"SELECT originator_id FROM stored_events WHERE originator_version = 0 ORDER BY {self.POSITION}"  # noqa: S608
        return [row[0] for row in self._all(f"{opened} DESC LIMIT ?", most)]

    def ids_left(self) -> list[str]:
        """Return every encounter that any table names, as far as each table can be read."""
        found: dict[str, None] = {}
        for column, table in _NAMING:
            with suppress(DamagedFile):
                found |= dict.fromkeys(row[0] for row in self._all(f"SELECT DISTINCT {column} FROM {table}"))  # noqa: S608
        return list(found)

    def was_imported(self, encounter: str) -> bool:
        """Return whether the encounter came from a file.

        Where the row that says so is lost, its keys do: they are a reader's, and its dice never had a chain here.
        """
        statement = (
            "SELECT 1 FROM imports WHERE encounter=?"
            " UNION ALL SELECT 1 FROM seats s WHERE s.encounter=? AND s.seat=?"
            " AND NOT EXISTS (SELECT 1 FROM chains c WHERE c.encounter = s.encounter)"
        )
        return bool(self._all(statement, encounter, encounter, READER))

    def imported_of(self, encounters: Sequence[str]) -> set[str]:
        """Return those of some encounters that came from files."""
        found = self._all(among("SELECT encounter FROM imports WHERE encounter IN (?)", encounters), *encounters)
        return {row[0] for row in found}

    def seats_with(self, token_hashes: Sequence[str]) -> list[tuple[str, str]]:
        """Return (encounter, seat) of every one of these tokens that is somebody's and more than an invitation."""
        statement = among("SELECT encounter, seat FROM seats WHERE token_hash IN (?)", token_hashes)
        found = of_kinds(self._all(statement, *token_hashes), str, str)
        return [(encounter, seat_named(seat)) for encounter, seat in found if not only_invites(seat)]

    def archives(self, after: str | None = None, most: int | None = None) -> list[Archive]:
        """Return every encounter that is archived, in the order of archiving; or only so many after one."""
        one = " AND (at, encounter) > (SELECT at, encounter FROM archives WHERE encounter=?)" if after else ""
        order = f"{one} ORDER BY at, encounter LIMIT ?"
        asked = (*([after] if after else []), NEWEST if most is None else most)
        return [_archive(row) for row in self._all(f"{_ARCHIVES} WHERE restored=0{order}", *asked)]

    def archive_of(self, encounter: str, *, or_was: bool = False) -> Archive | None:
        """Return what is kept of an archived encounter; None if it is not archived, or never was with ``or_was``."""
        rows = self._all(f"{_ARCHIVES} WHERE encounter=? AND restored<=?", encounter, int(or_was))
        return _archive(rows[0]) if rows else None

    def put_away(self, archive: Archive, words: Sequence[int]) -> None:
        """Replace the lines of an encounter, and these words, by a row and a mark. IntegrityError: it has gone on."""
        one = archive.encounter
        with self._changing() as c:
            self._run(
                c,
                "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)",
                *(one, archive.version + 1, MARK, b""),
            )
            self._run(
                c, "DELETE FROM stored_events WHERE originator_id=? AND originator_version<=?", one, archive.version
            )
            for first in range(0, len(words), _AT_ONCE):
                some = words[first : first + _AT_ONCE]
                self._run(c, among("DELETE FROM payloads WHERE encounter=? AND n IN (?)", some), one, *some)
            self._run(c, "DELETE FROM stored_snapshots WHERE originator_id=?", one)
            self._run(c, "DELETE FROM uses WHERE encounter=?", one)
            self._run(c, "DELETE FROM heads WHERE encounter=?", one)
            self._run(c, "DELETE FROM archives WHERE encounter=?", one)
            self._file(c, archive)

    def take_archived(self, archive: Archive, beside: Sequence[Beside]) -> None:
        """Keep what another store keeps of an encounter that it has archived. IntegrityError: it is here already."""
        mark = StoredEvent(archive.encounter, archive.version + 1, MARK, b"")
        with self._changing() as c:
            for lines, each in zip(([mark], *([] for _ in beside[1:])), beside, strict=True):
                self._insert(c, lines, each)
            self._run(c, "DELETE FROM archives WHERE encounter=?", archive.encounter)
            self._file(c, archive)

    def _file(self, c: Any, archive: Archive) -> None:
        self._run(
            c,
            "INSERT INTO archives (encounter, version, at, digest, summary) VALUES (?,?,?,?,?)",
            *(archive.encounter, archive.version, archive.at, archive.digest, archive.summary),
        )

    def put_back(self, archive: Archive, lines: Sequence[StoredEvent], beside: Beside) -> None:
        """Put the lines of an archived encounter in the place of its mark. IntegrityError: somebody else has."""
        one = archive.encounter
        with self._changing() as c:
            mark = "DELETE FROM stored_events WHERE originator_id=? AND originator_version=? AND topic=?"
            self._run(c, mark, one, archive.version + 1, MARK)
            self._run(c, "UPDATE archives SET restored=1 WHERE encounter=?", one)
            self._insert(c, lines, beside)

    def encounters(
        self, after: str | None = None, most: int | None = None
    ) -> list[tuple[str, int, bytes, bytes, str | None, bool]]:
        """Return (encounter, newest version, first line, last line, outcome, imported), the newest encounter last.

        Or only so many, after one.
        """
        asked = (*([after] if after else []), NEWEST if most is None else most)
        statement = f"{_ENCOUNTERS}{_LATER if after else ''} ORDER BY a.POSITION LIMIT ?"
        rows = self._all(statement.replace("POSITION", self.POSITION), *asked)
        return [
            (
                str(encounter),
                _number(version),
                bytes_of(first),
                bytes_of(last),
                self._outcome(encounter, turn),
                bool(imported),
            )
            for encounter, version, first, last, turn, imported in rows
        ]

    def _outcome(self, encounter: str, turn: Any) -> str | None:
        """Return how an encounter ended by its last end or rewind, None if it goes on: nothing else follows an end."""
        if turn is None:
            return None
        with suppress(ValueError, KeyError, TypeError):
            return self._told(encounter, orjson.loads(bytes_of(turn)))
        return None

    def _told(self, encounter: str, line: dict[str, Any]) -> str | None:
        if "to_version" in line:
            ended = self._all(
                "SELECT state FROM stored_events"
                " WHERE originator_id=? AND originator_version=? AND topic='EncounterEnded'",
                encounter,
                line["to_version"],
            )
            if not ended:
                return None
            line = orjson.loads(bytes_of(ended[0][0]))
        return str(line["outcome"])
