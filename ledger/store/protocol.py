"""What the ledger asks of its store, whichever it is, beside the library's own questions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from eventsourcing.persistence import Notification, StoredEvent

from ledger.line.attachments import Archive, Beside

NEWEST = 2**62
"""A version that no encounter has."""


class Row(NamedTuple):
    """A stored line, and the name it lies under.

    With words beside it the payload that holds them, and the salt of the promise in the line.
    """

    raw: bytes
    topic: str
    payload: bytes | None = None
    salt: bytes | None = None


class Newest(NamedTuple):
    """The number and the hash of the newest line of an encounter, kept apart from the lines."""

    n: int
    head: bytes


class Stored(Protocol):
    """The lines of encounters, and what was written beside them in the same transaction."""

    def read_lines(self, encounter: str, after: int = -1, upto: int = NEWEST) -> list[Row]:
        """Return the stored lines after a version, up to another, each with its payload if it has one; Archived."""
        ...

    def newest(self, encounter: str) -> Newest | None:
        """Return what is kept of the newest line, apart from the lines; None where nothing was, or it is archived."""
        ...

    def read_words(self, encounter: str) -> list[tuple[int, bytes, bytes]]:
        """Return (n, salt, payload) of every line with words."""
        ...

    def last_version(self, encounter: str) -> int:
        """Return the newest version; -1 if there is no such encounter."""
        ...

    def use_of(self, encounter: str, seat: str, cmd: str) -> tuple[int, bytes] | None:
        """Return (line, hash of the body) of a command id used before the newest snapshot; None if it was not."""
        ...

    def uses_of(self, encounter: str, upto: int) -> list[tuple[str, str, int, bytes]]:
        """Return (seat, cmd, line, hash of the body) of every command id used up to a version, where they are kept."""
        ...

    def count_uses(self, encounter: str, upto: int) -> int:
        """Return how many command ids used up to a version are stored beside the snapshot."""
        ...

    def locked_chain(self, encounter: str, base: int) -> tuple[int, bytes]:
        """Return the length and the locked seed of the chain that begins after roll ``base``."""
        ...

    def chains_of(self, encounter: str) -> list[tuple[int, int, bytes]]:
        """Return (base, length, locked seed) of every chain of an encounter."""
        ...

    def newest_chain(self) -> tuple[str, bytes] | None:
        """Return the newest encounter with a chain, and the locked seed of its last one; None if there is none."""
        ...

    def has_lines(self) -> bool:
        """Return whether there is any encounter."""
        ...

    def key_mark(self) -> bytes | None:
        """Return what is kept to know the key of the installation again; None where nothing was."""
        ...

    def keep_key_mark(self, mark: bytes, *, instead: bool = False) -> None:
        """Keep that; one that is kept already stays, but for ``instead``."""
        ...

    def try_to_write(self) -> None:
        """Write as much as a long command does, and take it away. Raises NoStore, Busy where nothing can be written."""
        ...

    def must_be_the_same(self) -> None:
        """Raise NoStore where the files that were opened lie there no more, or others in their place."""
        ...

    def ids(self) -> list[str]:
        """Return every encounter that has lines, or should have, the newest first."""
        ...

    def newest_ids(self, most: int) -> list[str]:
        """Return the encounters that were opened last and have not been archived, so many at most, the newest first."""
        ...

    def ids_left(self) -> list[str]:
        """Return every encounter that any table names, as far as each table can be read."""
        ...

    def broken_pages(self) -> list[str]:
        """Return what the store itself finds wrong with its file, in its own words."""
        ...

    def was_imported(self, encounter: str) -> bool:
        """Return whether an encounter came from a file."""
        ...

    def imported_of(self, encounters: Sequence[str]) -> set[str]:
        """Return those of some encounters that came from files."""
        ...

    def encounters(
        self, after: str | None = None, most: int | None = None
    ) -> list[tuple[str, int, bytes, bytes, str | None, bool]]:
        """Return of each encounter its id, last version, first and last line, outcome, and whether it was imported.

        Or only of so many, ``after`` one.
        """
        ...


class Tokens(Protocol):
    """The seats of encounters, by the hashes of their tokens."""

    def seat_of(self, encounter: str, token_hash: str) -> str | None:
        """Return what is kept as the seat of a token (see ``tokens``); None if it is nobody's."""
        ...

    def seats_of(self, encounter: str) -> tuple[tuple[str, str], ...]:
        """Return (seat, hashed token) of every token of an encounter."""
        ...

    def seats_with(self, token_hashes: Sequence[str]) -> list[tuple[str, str]]:
        """Return (encounter, seat) of every one of these tokens that is somebody's and more than an invitation."""
        ...

    def add_seat(self, encounter: str, seat: str, token_hash: str) -> None:
        """Keep one more token of a seat."""
        ...

    def forget_token(self, encounter: str, token_hash: str) -> None:
        """Let a token open nothing any more."""
        ...


class Signals(Protocol):
    """What devices send between two lines."""

    def moment(self) -> int:
        """Return the time (ms) that signs of life go by, which is the same for all who use the store."""
        ...

    def beat(self, encounter: str, party: str, at: int, following: int) -> None:
        """Keep that a device was there at ``at``, and the number of the link that it gives next."""
        ...

    def present(self, encounter: str, since: int, until: int) -> Mapping[str, int]:
        """Return the devices that were there between two moments, with the numbers of the links they give next."""
        ...

    def present_in(self, encounters: Sequence[str], since: int, until: int) -> Mapping[str, set[str]]:
        """Return of some encounters the devices that were there between two moments."""
        ...

    def give_link(self, encounter: str, roll: int, party: str, link: str, sig: str) -> None:
        """Keep a device's link for a roll; the first one stands."""
        ...

    def links(self, encounter: str, roll: int) -> Mapping[str, tuple[str, str]]:
        """Return the links that came for a roll, each with its signature, by device."""
        ...

    def cosign(self, encounter: str, size: int, party: str, line: str) -> None:
        """Keep a device's cosignature of the checkpoint of a size; the first one stands."""
        ...

    def cosignatures(self, encounter: str) -> Mapping[int, list[str]]:
        """Return the cosignatures of each size."""
        ...

    def notes(self, encounter: str) -> list[str]:
        """Return the checkpoints that an imported file brought."""
        ...

    def keep_notes(self, encounter: str, notes: Sequence[str]) -> None:
        """Keep the checkpoints of a file, in place of any kept before."""
        ...


class Pictured(Protocol):
    """The pictures of boards, which lines name by their hashes."""

    def picture_of(self, encounter: str) -> bytes | None:
        """Return the picture of an encounter's board; None if none was brought."""
        ...

    def keep_picture(self, encounter: str, picture: bytes) -> None:
        """Keep the picture of an encounter's board, in place of what is kept."""
        ...

    def mask_of(self, encounter: str, name: str) -> bytes | None:
        """Return the copy of a picture that is covered as the name says; None if none was brought."""
        ...

    def masks_of(self, encounter: str) -> list[str]:
        """Return the names of the copies that are kept of an encounter's picture."""
        ...

    def keep_mask(self, encounter: str, name: str, picture: bytes, wanted: Collection[str]) -> None:
        """Keep a copy, in place of what is kept under its name, and of the others only those that are ``wanted``."""
        ...


class Archives(Protocol):
    """What is kept of encounters whose lines lie in files."""

    def archives(self, after: str | None = None, most: int | None = None) -> list[Archive]:
        """Return every encounter that is archived, in the order of archiving."""
        ...

    def archive_of(self, encounter: str, *, or_was: bool = False) -> Archive | None:
        """Return what is kept of an archived encounter; None if it is not archived, or never was with ``or_was``."""
        ...

    def put_away(self, archive: Archive, words: Sequence[int]) -> None:
        """Replace the lines of an encounter, and these words, by a row and a mark. IntegrityError: it has gone on."""
        ...

    def put_back(self, archive: Archive, lines: Sequence[StoredEvent], beside: Beside) -> None:
        """Put the lines of an archived encounter in the place of its mark. IntegrityError: somebody else has."""
        ...

    def take_archived(self, archive: Archive, beside: Sequence[Beside]) -> None:
        """Keep what another store keeps of an encounter that it has archived. IntegrityError: it is here already."""
        ...


class Numbered(Protocol):
    """The lines of all encounters, in the order in which they were committed: the library's own questions."""

    def max_notification_id(self) -> int | None:
        """Return the number of the newest line of the store."""
        ...

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return lines of the store from a number on, at most so many, of these topics if any are named."""
        ...

    def select_events(
        self,
        originator_id: Any,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return lines of one encounter, after a version and up to another."""
        ...

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Write lines, and ``beside`` them what belongs there, in one transaction."""
        ...


class Store(Stored, Tokens, Signals, Pictured, Archives, Numbered, Protocol):
    """All of it."""

    @property
    def datastore(self) -> Any:
        """Return what lends connections, in the library's way."""
        ...

    def take_over(self, encounter: str, other: Any) -> None:
        """Keep what devices sent to another store, and the checkpoints that were imported there."""
        ...
