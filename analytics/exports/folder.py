"""A folder that tables are written into: one at a time, whole or not at all, and the manifest last."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import orjson

from analytics.exports import manifest as manifests
from analytics.exports.batches import Batch
from analytics.exports.formats import FORMS, Apart, Together
from analytics.exports.manifest import Manifest, NoTables, Stored, digest, must_be_free, put, settled, strays
from analytics.exports.views import views
from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.shape import FORMAT, Row, Sheet

DATABASE = "tables"
"""How the file of a database is called, before its suffix."""


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold a folder against others who write. Raises NoTables where it is held, or cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if manifests.read(folder) is None:
            must_be_free(folder)
        with (folder / ".lock").open("wb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise NoTables(f"Somebody else is writing tables into {folder}: try again in a moment.") from None
            yield
    except OSError as error:
        raise NoTables(f"The folder {folder} cannot be written to: {error.strerror}.") from None


def sheets(*on_demand: str) -> dict[str, Sheet]:
    """Return the tables that are written: all that every fight has, and those that are wanted besides."""
    return {**SHEETS, **{name: ON_DEMAND[name] for name in on_demand}}


def sheets_of(manifest: Manifest) -> dict[str, Sheet]:
    """Return the tables that a folder holds."""
    return sheets(*manifest.scope.get("on_demand", ()))


class Folder:
    """Takes batches into a folder; nobody who reads sees them before ``finish``."""

    def __init__(self, folder: Path, manifest: Manifest, tables: Mapping[str, Sheet], *, anew: bool = False) -> None:
        """Go on with what a manifest names, or begin ``anew`` beside it."""
        self._begun = anew
        self.folder = folder
        self.manifest = manifest
        self._sheets = tables
        self._form = FORMS[manifest.format]

    def sweep(self) -> None:
        """Remove what an earlier run left that was cut off, and files that are not current any more."""
        for path in strays(self.folder, manifests.read(self.folder)):
            path.unlink()

    def take(self, batch: Batch) -> None:
        """Write a batch, in which each fight is whole, and empty it."""
        name = f"{self.manifest.number:06d}"
        self.manifest.number += 1
        match self._form:
            case Together() as form:
                self._into_database(form, batch)
            case Apart() as form:
                for part in batch.parts:
                    self._write_part(form, name, part, batch.rows(part))
        self.manifest.batches[name] = [each.encounter for each in batch.fights]
        for each in batch.fights:
            self.manifest.fights[each.encounter] = (name, each.version)
        # The next batch is gathered while somebody still has this one at hand.
        batch.fights.clear()

    def _write_part(self, form: Apart, name: str, part: tuple[str, str], rows: Mapping[str, Sequence[Row]]) -> None:
        system, month = part
        for table, found in rows.items():
            if found:
                below = f"tables={FORMAT}/{table}/system={system}/month={month}"
                path = self.folder / below / f"{name}{form.suffix}"
                path.parent.mkdir(parents=True, exist_ok=True)
                aside = path.with_name(f"{path.name}.new")
                form.write(aside, self._sheets[table], found)
                self.settle(aside, path, _stored(f"{below}/{path.name}", table, name, len(found)))

    def settle(self, aside: Path, path: Path, stored: Stored) -> None:
        """Put a file that was written aside in its place, and note it."""
        settled(aside)
        self.manifest.files.append(replace(stored, bytes=aside.stat().st_size, sha256=digest(aside)))
        aside.replace(path)

    @property
    def _database(self) -> Path:
        return self.folder / f"{DATABASE}{self._form.suffix}"

    def _into_database(self, form: Together, batch: Batch) -> None:
        """Put a batch into a copy of the database, which takes its place in the end."""
        rows: dict[str, list[Row]] = {}
        for part in batch.parts:
            for table, found in batch.rows(part).items():
                rows.setdefault(table, []).extend(found)
        self._change(form, [each.encounter for each in batch.fights], rows)

    def drop(self, fights: Sequence[str]) -> None:
        """Let go of fights that do not count any more."""
        if isinstance(self._form, Together) and fights:
            self._change(self._form, fights, {})

    def _change(self, form: Together, gone: Sequence[str], rows: Mapping[str, Sequence[Row]]) -> None:
        """Put rows into a copy of the database, in the place of what it holds of these fights."""
        aside = self._database.with_name(f"{self._database.name}.new")
        if not self._begun and self._database.exists():
            shutil.copyfile(self._database, aside)
        self._begun = True
        form.put(aside, self._sheets.values(), gone, rows)

    def finish(self) -> None:
        """Let readers see what was written: the database, the columns, the views, and last of all the manifest."""
        self._forget_outdated()
        if isinstance(self._form, Together):
            self._finish_database(self._form)
        put(self.folder / "schema.json", described(self._sheets))
        put(self.folder / "views.sql", views(self.manifest, self._sheets).encode())
        put(self.folder / manifests.NAME, self.manifest.dumped())

    def _finish_database(self, form: Together) -> None:
        aside = self._database.with_name(f"{self._database.name}.new")
        if not self._database.exists() or self._begun:
            self._change(form, (), {})
            settled(aside)
            aside.replace(self._database)
        size = self._database.stat().st_size
        self.manifest.files = [replace(_stored(self._database.name), bytes=size, sha256=digest(self._database))]

    def _forget_outdated(self) -> None:
        """Name no batch any more of which every fight is current elsewhere."""
        outdated = self.manifest.outdated()
        gone = {batch for batch, stale in outdated.items() if len(stale) == len(self.manifest.batches[batch])}
        self.manifest.batches = {batch: held for batch, held in self.manifest.batches.items() if batch not in gone}
        self.manifest.files = [each for each in self.manifest.files if each.batch not in gone]


def _stored(path: str, table: str = "", batch: str = "", rows: int = 0) -> Stored:
    return Stored(path=path, table=table, batch=batch, rows=rows, bytes=0, sha256="")


def described(tables: Mapping[str, Sheet]) -> bytes:
    """Return the columns of the tables as JSON, for programs."""
    told = {
        name: {
            "text": sheet.text,
            "key": sheet.key,
            "columns": [
                {"name": each.name, "type": each.kind, "gaps": each.gaps, "text": each.text} for each in sheet.columns
            ],
        }
        for name, sheet in tables.items()
    }
    return orjson.dumps({"tables": FORMAT, "columns": told}, option=orjson.OPT_INDENT_2)
