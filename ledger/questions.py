"""What a ledger asks of its store beside the library's own questions, in SQL that both stores understand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import orjson

NEWEST = 2**62
"""A version that no encounter has."""

_ENCOUNTERS = (
    "SELECT a.originator_id, z.originator_version, a.state, z.state, i.encounter IS NOT NULL"
    " FROM stored_events a JOIN stored_events z ON z.originator_id = a.originator_id"
    " AND z.originator_version ="
    " (SELECT MAX(originator_version) FROM stored_events m WHERE m.originator_id = a.originator_id)"
    " LEFT JOIN imports i ON i.encounter = a.originator_id"
    " WHERE a.originator_version = 0 ORDER BY a."
)


def _among(statement: str, values: Sequence[str]) -> str:
    """Return the statement with a mark for each value in its list."""
    return statement.replace("(?)", f"({','.join('?' * len(values))})")


class Questions:
    """Lines, words, tokens, chains and the list of encounters. A store says how a statement is run."""

    POSITION: ClassVar[str]
    """The column that counts all lines of the store."""

    def _all(self, statement: str, *parameters: object) -> list[Any]:
        """Return the rows of a statement, whose parameters stand in it as question marks."""
        raise NotImplementedError

    def read_lines(self, encounter: str, after: int = -1, upto: int = NEWEST) -> list[tuple[bytes, bytes | None]]:
        """Return the stored lines after a version, up to another, each with its payload if it has one."""
        return [
            (bytes(state), bytes(payload) if payload is not None else None)
            for state, payload in self._all(
                "SELECT e.state, p.payload FROM stored_events e LEFT JOIN payloads p"
                " ON p.encounter = e.originator_id AND p.n = e.originator_version"
                " WHERE e.originator_id = ? AND e.originator_version > ? AND e.originator_version <= ?"
                " ORDER BY e.originator_version",
                encounter,
                after,
                upto,
            )
        ]

    def use_of(self, encounter: str, seat: str, cmd: str) -> tuple[int, bytes] | None:
        """Return (line, hash of the body) of a command id used before the newest snapshot; None if it was not."""
        found = self._all("SELECT n, body FROM uses WHERE encounter=? AND seat=? AND cmd=?", encounter, seat, cmd)
        return (int(found[0][0]), bytes(found[0][1])) if found else None

    def count_uses(self, encounter: str, upto: int) -> int:
        """Return how many command ids used up to a version are stored beside the snapshot."""
        return int(self._all("SELECT COUNT(*) FROM uses WHERE encounter=? AND n<=?", encounter, upto)[0][0])

    def read_words(self, encounter: str) -> list[tuple[int, bytes, bytes]]:
        """Return (n, salt, payload) of every line with words."""
        rows = self._all("SELECT n, salt, payload FROM payloads WHERE encounter=? ORDER BY n", encounter)
        return [(n, bytes(salt), bytes(payload)) for n, salt, payload in rows]

    def last_version(self, encounter: str) -> int:
        """Return the newest version; -1 if there is no such encounter."""
        found = self._all("SELECT MAX(originator_version) FROM stored_events WHERE originator_id=?", encounter)[0][0]
        return -1 if found is None else int(found)

    def seat_of(self, encounter: str, token_hash: str) -> str | None:
        """Return whose token it is; None if it is nobody's."""
        found = self._all("SELECT seat FROM seats WHERE encounter=? AND token_hash=?", encounter, token_hash)
        return str(found[0][0]) if found else None

    def locked_chain(self, encounter: str, base: int) -> tuple[int, bytes]:
        """Return the length and the locked seed of the chain that begins after roll ``base``."""
        length, locked = self._all("SELECT length, locked FROM chains WHERE encounter=? AND base=?", encounter, base)[0]
        return int(length), bytes(locked)

    def seats_of(self, encounter: str) -> tuple[tuple[str, str], ...]:
        """Return (seat, hashed token) of every token of an encounter."""
        found = self._all("SELECT seat, token_hash FROM seats WHERE encounter=? ORDER BY token_hash", encounter)
        return tuple((seat, token) for seat, token in found)

    def chains_of(self, encounter: str) -> list[tuple[int, int, bytes]]:
        """Return (base, length, locked seed) of every chain of an encounter."""
        found = self._all("SELECT base, length, locked FROM chains WHERE encounter=? ORDER BY base", encounter)
        return [(base, length, bytes(locked)) for base, length, locked in found]

    def was_imported(self, encounter: str) -> bool:
        """Return whether the encounter came from a file."""
        return bool(self._all("SELECT 1 FROM imports WHERE encounter=?", encounter))

    def imported_of(self, encounters: Sequence[str]) -> set[str]:
        """Return those of some encounters that came from files."""
        found = self._all(_among("SELECT encounter FROM imports WHERE encounter IN (?)", encounters), *encounters)
        return {row[0] for row in found}

    def seats_with(self, token_hashes: Sequence[str]) -> list[tuple[str, str]]:
        """Return (encounter, seat) of every one of these tokens that is somebody's."""
        statement = _among("SELECT encounter, seat FROM seats WHERE token_hash IN (?)", token_hashes)
        found = self._all(statement, *token_hashes)
        return [(encounter, seat) for encounter, seat in found]

    def encounters(self) -> list[tuple[str, int, bytes, bytes, str | None, bool]]:
        """Return (encounter, newest version, first line, last line, outcome, imported), the newest encounter last."""
        rows = self._all(_ENCOUNTERS + self.POSITION)
        return [
            (encounter, version, bytes(first), bytes(last), self._outcome(encounter), bool(imported))
            for encounter, version, first, last, imported in rows
        ]

    def _outcome(self, encounter: str) -> str | None:
        """Return how the encounter ended, None if it goes on: nothing follows an end but a rewind."""
        turn = self._all(
            "SELECT state FROM stored_events WHERE originator_id=? AND topic IN ('EncounterEnded', 'HistoryRewound')"
            " ORDER BY originator_version DESC LIMIT 1",
            encounter,
        )
        if turn and "to_version" in (line := orjson.loads(bytes(turn[0][0]))):
            turn = self._all(
                "SELECT state FROM stored_events"
                " WHERE originator_id=? AND originator_version=? AND topic='EncounterEnded'",
                encounter,
                line["to_version"],
            )
        return str(orjson.loads(bytes(turn[0][0]))["outcome"]) if turn else None
