"""Months rewritten: many small files of a table and month become one, without what is not current any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pyarrow as pa
import pyarrow.compute as pc

from analytics.exports import manifest as manifests
from analytics.exports.folder import Folder, only_one, sheets_of
from analytics.exports.manifest import Manifest, NoTables, Stored
from analytics.exports.parquet import read_parquet, write_table
from projections.analytics.shape import Sheet


def compact(folder: Path) -> int:
    """Rewrite every month of a folder that lies in several files, or holds what is not current; return how many.

    Raises:
        NoTables: There are none, or none of Parquet.
    """
    with only_one(folder):
        manifest = manifests.read(folder)
        if manifest is None:
            raise NoTables(f"{folder} holds no tables to compact.")
        if manifest.format != "parquet":
            raise NoTables(
                f"{folder} holds tables as {manifest.format}: only Parquet is compacted, write anew with --all."
            )
        manifests.must_be_whole(folder, manifest)
        into = Folder(folder, manifest, sheets_of(manifest))
        into.sweep()
        months = [*_months(manifest)]
        for month in months:
            _rewrite(folder, manifest, into, month)
        if months:
            into.finish()
        return len(months)


def _months(manifest: Manifest) -> Iterator[str]:
    """Yield the parts, a system and a month, that are worth rewriting."""
    outdated = manifest.outdated()
    held: dict[str, set[str]] = {}
    for each in manifest.files:
        held.setdefault(_part(each), set()).add(each.batch)
    for part, batches in sorted(held.items()):
        if len(batches) > 1 or not batches.isdisjoint(outdated):
            yield part


def _part(stored: Stored) -> str:
    """Return the system and month of a file, as they stand in its path."""
    *_, system, month, _ = PurePosixPath(stored.path).parts
    return f"{system}/{month}"


def _rewrite(folder: Path, manifest: Manifest, into: Folder, part: str) -> None:
    """Put what is current of a system and month into one batch."""
    name = f"{manifest.number:06d}"
    manifest.number += 1
    old = [each for each in manifest.files if _part(each) == part]
    current: set[str] = set()
    manifest.files = [each for each in manifest.files if _part(each) != part]
    for table, sheet in sheets_of(manifest).items():
        files = [each for each in old if each.table == table]
        if not files:
            continue
        rows = pa.concat_tables([_current(folder, manifest, sheet, each) for each in files])
        rows = rows.sort_by([(column, "ascending") for column in _order(sheet)])
        current |= set(rows["encounter"].unique().to_pylist())
        if rows.num_rows:
            below = str(PurePosixPath(files[0].path).parent)
            path = folder / below / f"{name}.parquet"
            aside = path.with_name(f"{path.name}.new")
            write_table(aside, rows)
            stored = replace(files[0], path=f"{below}/{path.name}", batch=name, rows=rows.num_rows)
            into.settle(aside, path, stored)
    manifest.batches[name] = sorted(current)
    for encounter in current:
        manifest.fights[encounter] = (name, manifest.fights[encounter][1])


def _order(sheet: Sheet) -> tuple[str, ...]:
    return tuple(name for name in ("encounter", "n", "ix") if name in sheet.names)


def _current(folder: Path, manifest: Manifest, sheet: Sheet, stored: Stored) -> pa.Table:
    """Return the rows of a file whose fights are current there."""
    rows = read_parquet([folder / stored.path], sheet)
    current = [one for one, (batch, _) in manifest.fights.items() if batch == stored.batch]
    return rows.filter(pc.is_in(rows["encounter"], pa.array(current, pa.string())))
