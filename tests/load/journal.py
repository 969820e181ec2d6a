"""The judge of a run: it reads the store by SQL and hashes by itself, so that no reader of ours has a say."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

_LINES = "SELECT originator_version, state FROM stored_events WHERE originator_id = {} ORDER BY originator_version"
_BESIDE = "SELECT n, salt, payload FROM payloads WHERE encounter = {} ORDER BY n"
_FILE = "encounters.sqlite"


class Stored(NamedTuple):
    """A stored line: its number, its bytes, and what they say."""

    n: int
    raw: bytes
    says: dict[str, Any]

    @property
    def hash(self) -> str:
        """Return the hash of its bytes, as a leaf of RFC 6962."""
        return sha256(b"\x00" + self.raw).hexdigest()


class Journal:
    """All lines of a store."""

    def __init__(self, connection: Any, sign: str) -> None:
        self._connection = connection
        self._statement, self._beside = _LINES.format(sign), _BESIDE.format(sign)

    def lines(self, encounter: str) -> list[Stored]:
        """Return the lines of an encounter."""
        rows = self._connection.execute(self._statement, (encounter,)).fetchall()
        return [Stored(n, bytes(raw), json.loads(bytes(raw))) for n, raw in rows]

    def untrue(self, encounter: str) -> list[str]:
        """Return what lies beside lines and is not what they promise: words, and what is sealed."""
        lines = {line.n: line.raw for line in self.lines(encounter)}
        rows = self._connection.execute(self._beside, (encounter,)).fetchall()
        promises = {n: _promise(bytes(salt), bytes(payload)) for n, salt, payload in rows}
        return [
            f"what lies beside line {n} is not what it promises"
            for n, raw in lines.items()
            if (n in promises or _promises(json.loads(raw))) and promises.get(n, b"nothing") not in raw
        ]

    def sealed(self, encounter: str) -> int:
        """Return how many lines promise what lies beside them."""
        return sum(_promises(line.says) for line in self.lines(encounter))


def _promises(says: dict[str, Any]) -> bool:
    """Return whether a line says less than what lies beside it."""
    decl = says.get("decl", {})
    return "commit" in says or "sealed" in decl or "commit" in decl.get("action", {})


def _promise(salt: bytes, payload: bytes) -> bytes:
    """Return the commitment to a payload, in hex, as a line holds it."""
    says = json.loads(payload)
    if says.pop("blind", None) is not None:
        payload = json.dumps(says, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return sha256(b"el1/seal\n" + salt + payload).hexdigest().encode()


@contextmanager
def journal(folder: Path, database: str | None) -> Iterator[Journal]:
    """Read a store: a file in a folder, or a database."""
    if database is None:
        with closing(sqlite3.connect(folder / _FILE)) as file:
            yield Journal(file, "?")
        return
    with psycopg.connect(database) as connection:
        yield Journal(connection, "%s")


def unsound(lines: list[Stored]) -> list[str]:
    """Return where lines do not follow from each other: number, hash of the one before, time."""
    wrong = [f"line {line.n} lies at {place}" for place, line in enumerate(lines) if line.n != place]
    for before, line in pairwise(lines):
        if line.says["prev"] != before.hash:
            wrong.append(f"line {line.n} does not name the hash of the one before")
        if line.says["at"] < before.says["at"]:
            wrong.append(f"line {line.n} is older than the one before")
    return wrong
