"""Fights as they lie in the store: their lines, the list of all, and the files in which they leave and come in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from eventsourcing.persistence import IntegrityError

from ledger.calls.commits import Commits
from ledger.calls.fights import Fights
from ledger.calls.receipts import Receipts
from ledger.dice.secrets import new_token, token_hash
from ledger.line.attachments import Beside
from ledger.line.lines import NO_LEAF, Line
from ledger.line.tree import leaf
from ledger.proof import exporting
from ledger.proof.bulk import must_be_manageable
from ledger.refusals import Conflict, NoSuchEncounter
from ledger.store.protocol import Newest, Store
from ledger.store.stored_lines import decoded, gone, sound
from ledger.table import joining, knowledge
from ledger.table.answers import Summary
from ledger.table.fight import Fight


class Records:
    """Reads what lies in the store, writes files of it, and takes such files in."""

    def __init__(self, fights: Fights, store: Store, receipts: Receipts, commits: Commits) -> None:
        self._fights = fights
        self._store = store
        self._receipts = receipts
        self._commits = commits

    def pages(self, fight: Fight, after: int, upto: int, most: int = 1000) -> Iterator[list[bytes]]:
        """Yield the bytes of the lines after one version up to another, as they lie in the store; Archived, Damaged."""
        while after < upto:
            last = min(upto, after + most)
            with self._fights.noting_damage():
                page = self._page(fight, after, last)
            yield page
            after = last

    def _page(self, fight: Fight, after: int, last: int) -> list[bytes]:
        rows = self._store.read_lines(fight.id, max(after - 1, -1), last)
        head = NO_LEAF if after < 0 or not rows else leaf(rows.pop(0).raw)
        if len(rows) < last - after:
            raise gone(self._store, fight.id, after + len(rows) + 1)
        newest = Newest(last, fight.head) if last == fight.version else None
        return [row.raw for row in sound(fight.id, rows, newest, after, head)]

    def after(self, encounter: str, version: int) -> list[Line]:
        """Return the lines after a version as they lie in the store; Archived, Damaged."""
        rows = self._store.read_lines(encounter, max(version - 1, -1))
        with self._fights.noting_damage():
            if version < 0 or not rows:
                return decoded(encounter, rows)
            return decoded(encounter, rows[1:], None, version, leaf(rows[0].raw))

    def salts(self, encounter: str) -> dict[int, bytes]:
        """Return the salts of the commitments of an encounter, by line."""
        return {n: salt for n, salt, _ in self._store.read_words(encounter)}

    def listed(self, after: str | None = None, most: int | None = None) -> list[Summary]:
        """Return every encounter, or so many after one. Raises as ``Ledger.encounters``."""
        found: list[Summary] = []
        if after is None or self._store.archive_of(after) is not None:
            found = [exporting.archived(each) for each in self._store.archives(after, most)]
            after = None
        elif self._store.last_version(after) < 0:
            raise NoSuchEncounter("There is no such encounter.")
        left = None if most is None else most - len(found)
        return [*found, *(exporting.summary(*row) for row in self._store.encounters(after, left))]

    def newest(self, most: int) -> list[Summary]:
        """Return the encounters that were opened last, so many at most. As ``Ledger.newest``."""
        found = self._store.newest_ids(most + 1)
        before = found[most] if len(found) > most else None
        return [exporting.summary(*row) for row in self._store.encounters(before, most)]

    def file(self, encounter: str, seat: str | None = None) -> bytes:
        """Return the file of an encounter, of what is sealed as much as a seat may know."""
        fight = self._fights.fight(encounter)
        # What was written since is not in it: its checkpoints cover the lines that are.
        kept = self._store.read_lines(encounter, upto=fight.version)
        with self._fights.noting_damage():
            rows = [row.raw for row in sound(encounter, kept, Newest(fight.version, fight.head))]
        words = self._store.read_words(encounter)
        if seat is not None:
            words = knowledge.payloads(fight, seat, words)
        return exporting.written(rows, words, self._receipts.notes_of(fight))

    def take_in(self, raw: bytes, must_hold: Callable[[Sequence[Line]], None]) -> str:
        """Keep a fight from its file, to be read only, and return its id. Raises as ``Ledger.import_``."""
        must_be_manageable(raw)
        encounter, lines, words = exporting.read(raw)
        must_hold(lines)
        if self._store.last_version(encounter) < 0:
            try:
                # Before the lines: what is left of an import that was cut off is nobody's, and written over.
                self._store.keep_notes(encounter, exporting.notes_in(raw))
                self._commits.put(lines, Beside(encounter=encounter, words=words, imported=True))
            except IntegrityError:
                self._fights.memory.forget(encounter)
        if (archive := self._store.archive_of(encounter)) is not None:
            exporting.must_be_archived(archive, raw)
        exporting.must_be_the_same(self.file(encounter), raw)
        return encounter

    def reader(self, encounter: str) -> str:
        """Return a fresh token that reads an imported encounter; Conflict for one that was played here."""
        if not self._fights.fight(encounter).imported:
            raise Conflict("This encounter was played here: the keys of its seats read it.")
        token = new_token()
        self._store.add_seat(encounter, joining.READER, token_hash(token))
        return token
