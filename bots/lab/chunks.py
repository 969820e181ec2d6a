"""Fights in chunks of 25: a chunk is a file that is there whole or not at all, and a folder of them can go on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter

from bots.lab.bouts import Bout

SIZE = 25
PLAN = "simulation.json"


class BadFolder(Exception):
    """A folder cannot hold the fights of a simulation; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A fight, and beside it the one of the same number and dice that differs in what is compared."""

    one: Bout
    other: Bout | None = None


_ROW = TypeAdapter(Row)


def chunks(fights: int, shard: tuple[int, int] = (1, 1)) -> list[range]:
    """Return the numbers of the fights in each chunk, of one ``(i, n)`` of so many shards."""
    which, of = shard
    every = [range(first, min(first + SIZE, fights)) for first in range(0, fights, SIZE)]
    return [chunk for number, chunk in enumerate(every) if number % of == which - 1]


def written(rows: Iterable[Row]) -> bytes:
    """Return rows as they are kept, one a line."""
    return b"".join(orjson.dumps(asdict(row), option=orjson.OPT_APPEND_NEWLINE) for row in rows)


def digest(rows: Iterable[Row]) -> str:
    """Return what tells the result of a simulation from every other: the SHA-256 of its rows in their order."""
    return sha256(written(rows)).hexdigest()


class Folder:
    """Where the chunks of a simulation are kept, with a ``plan`` that says of which one."""

    def __init__(self, path: Path, plan: dict[str, Any], *, resume: bool) -> None:
        """Make the folder, or go on with it.

        Raises:
            BadFolder: It holds fights and nobody wants to go on with them, or those of another simulation.
        """
        self._path = path
        kept = orjson.dumps(plan, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)
        try:
            path.mkdir(parents=True, exist_ok=True)
            known = path / PLAN
            if not known.exists():
                self._keep(known, kept)
            elif known.read_bytes() != kept:
                raise BadFolder(f"{path} holds another simulation: name another folder with --out.")
            elif not resume:
                raise BadFolder(f"{path} holds this simulation already: go on with it by --resume.")
        except OSError as error:
            raise BadFolder(f"The folder {path} cannot be used ({error.strerror}): name another with --out.") from None

    def keep(self, chunk: range, rows: Iterable[Row]) -> None:
        """Keep the rows of a chunk. Raises BadFolder."""
        try:
            self._keep(self._file(chunk), written(rows))
        except OSError as error:
            raise BadFolder(f"{self._file(chunk)} cannot be written: {error.strerror}.") from None

    def rows(self, chunk: range) -> list[Row] | None:
        """Return the rows of a chunk; None if it is not there, or ends too early. Raises BadFolder."""
        file = self._file(chunk)
        try:
            found = [*_read(file.read_bytes())]
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise BadFolder(f"{file} cannot be read ({_reason(error)}): delete it, and go on with --resume.") from None
        numbers = [row.one.fight for row in found]
        if numbers != [*range(chunk.start, chunk.start + len(numbers))]:
            raise BadFolder(f"{file} does not hold the fights that its name says: delete it, and go on with --resume.")
        return found[: len(chunk)] if len(found) >= len(chunk) else None

    def _file(self, chunk: range) -> Path:
        return self._path / f"fights-{chunk.start:07}.ndjson"

    @staticmethod
    def _keep(file: Path, raw: bytes) -> None:
        aside = file.with_suffix(".part")
        with aside.open("wb") as opened:
            opened.write(raw)
            opened.flush()
            os.fsync(opened.fileno())
        aside.replace(file)


def _read(raw: bytes) -> Iterator[Row]:
    for line in raw.splitlines():
        yield _ROW.validate_python(orjson.loads(line))


def _reason(error: Exception) -> str:
    return error.strerror or "it is no file" if isinstance(error, OSError) else "it is damaged"
