"""What a folder of tables holds: its files, which of them is current for each fight, and how far they go."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

import orjson

from projections.analytics.shape import FORMAT

NAME = "manifest.json"
ASIDE = frozenset(
    {f"{name}.new" for name in (NAME, "schema.json", "views.sql")}
    | {f"tables.{form}.new{more}" for form in ("sqlite", "duckdb") for more in ("", "-journal", "-wal", "-shm", ".wal")}
)
"""What lies beside the files of a folder while they are written, the journals of databases included."""
_PART = re.compile(
    rf"tables={FORMAT}/[a-z_]+/system=[a-z_]+/month=[0-9]{{4}}-[0-9]{{2}}/[0-9]{{6,}}\.(?:parquet|csv|ndjson)"
)


class NoTables(Exception):
    """A folder holds no tables that this program can go on with, or read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A file of a folder: of which table and batch, how many rows, and its hash."""

    path: str
    table: str
    batch: str
    rows: int
    bytes: int
    sha256: str


@dataclass(slots=True, kw_only=True)
class Manifest:
    """A folder of tables. ``fights`` are the current batch and the version of each; ``number`` is the next batch's.

    ``batches`` are the fights that each was written with; ``view`` is whose eyes they are for, ``scope`` which fights
    count; ``bookmark`` is the position of the newest line of the store that was there when they were written;
    ``left_out`` counts fights by why they do not count.
    """

    format: str
    view: str
    scope: dict[str, Any]
    bookmark: int = 0
    number: int = 1
    files: list[Stored] = field(default_factory=list)
    fights: dict[str, tuple[str, int]] = field(default_factory=dict)
    batches: dict[str, list[str]] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)

    def outdated(self) -> dict[str, list[str]]:
        """Return by batch the fights in it that another batch holds by now, or that do not count any more."""
        found: dict[str, list[str]] = {}
        for batch, fights in self.batches.items():
            stale = [one for one in fights if self.fights.get(one, ("", 0))[0] != batch]
            if stale:
                found[batch] = sorted(stale)
        return found

    def of(self, table: str) -> list[Stored]:
        """Return the files of a table."""
        return [each for each in self.files if each.table == table]

    def dumped(self) -> bytes:
        """Return it as JSON."""
        return orjson.dumps({"tables": FORMAT, **asdict(self)}, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)


def read(folder: Path) -> Manifest | None:
    """Return the manifest of a folder; None where there is none. Raises NoTables for one that is not ours."""
    try:
        raw = (folder / NAME).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NoTables(f"The folder {folder} cannot be read: {error.strerror}.") from None
    try:
        value = orjson.loads(raw)
        made = value.pop("tables")
        files = [Stored(**each) for each in value.pop("files")]
        fights = {one: (batch, version) for one, (batch, version) in value.pop("fights").items()}
        manifest = Manifest(files=files, fights=fights, **value)
        if not all(_ours(each.path) and _typed(each) for each in files) or type(manifest.scope) is not dict:
            raise ValueError(files)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NoTables(f"{folder / NAME} is no manifest of tables: name another folder.") from None
    if made != FORMAT:
        raise NoTables(f"{folder} holds tables of the form {made}; this program writes and reads {FORMAT}.")
    return manifest


def _ours(path: str) -> bool:
    """Return whether a path is one that tables are written to: of a part below the folder, or of a database in it."""
    return _PART.fullmatch(path) is not None or path in ("tables.sqlite", "tables.duckdb")


def _typed(each: Stored) -> bool:
    texts = all(type(value) is str for value in (each.path, each.table, each.batch, each.sha256))
    return texts and type(each.rows) is int and type(each.bytes) is int


def put(path: Path, raw: bytes) -> None:
    """Write a file beside its place, make sure of it, and put it there at once."""
    aside = path.with_name(f"{path.name}.new")
    with aside.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def settled(path: Path) -> None:
    """Make sure that a file which was written is on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    found = sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            found.update(part)
    return found.hexdigest()


def must_be_whole(folder: Path, manifest: Manifest) -> None:
    """Raise NoTables where a file that a manifest names is not there, leads elsewhere, or is not as it was written."""
    below = folder.resolve()
    for each in manifest.files:
        path = folder / each.path
        try:
            if not path.resolve(strict=True).is_relative_to(below):
                raise NoTables(f"{path} leads out of the folder: write again with --all.")
            whole = path.stat().st_size == each.bytes and digest(path) == each.sha256
        except FileNotFoundError:
            raise NoTables(f"{folder} lacks {each.path}, which its manifest names: write again with --all.") from None
        except OSError as error:
            raise NoTables(f"{path} cannot be read: {error.strerror}.") from None
        if not whole:
            raise NoTables(f"{path} is not as it was written: write again with --all.")


def must_be_free(folder: Path) -> None:
    """Raise NoTables where a folder without a manifest holds anything but what a run left that was cut off."""
    ours = {".lock", *ASIDE, *_begun(folder)}
    for path in sorted(folder.iterdir()):
        if path.name not in ours:
            raise NoTables(f"{folder} holds {path.name}, and no tables: name an empty folder, or a new one.")


def _begun(folder: Path) -> set[str]:
    """Return the folder of the parts, if a run that was cut off left nothing else in it than its own."""
    root = folder / f"tables={FORMAT}"
    every = [path for path in root.rglob("*") if not path.is_dir()]
    return {root.name} if all(_written(path.relative_to(folder)) for path in every) else set()


def _written(path: PurePath) -> bool:
    return _PART.fullmatch(path.as_posix().removesuffix(".new")) is not None


def strays(folder: Path, manifest: Manifest | None) -> Iterator[Path]:
    """Yield the files of ours that no manifest names: what was cut off, or is not current any more."""
    named = set() if manifest is None else {folder / each.path for each in manifest.files}
    for path in folder.glob(f"tables={FORMAT}/**/*"):
        if path not in named and not path.is_dir() and _written(path.relative_to(folder)):
            yield path
    for name in sorted(ASIDE):
        if (folder / name).is_file():
            yield folder / name
