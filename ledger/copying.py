"""From one store to another: every encounter with all that stands beside it, compared byte by byte afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import orjson
from eventsourcing.persistence import StoredEvent

from ledger.application import Ledger
from ledger.line.attachments import Beside
from ledger.line.lines import Words
from ledger.refusals import Conflict


def copy_all(source: Ledger, target: Ledger) -> Iterator[tuple[str, bool]]:
    """Copy every encounter and yield its id and whether it was new there; the source is only read.

    Raises:
        Conflict: Something else is stored there under that id.
    """
    for summary in source.encounters():
        encounter = summary.encounter
        if summary.archived:
            new = _archived(source, target, encounter)
            _copy_picture(source, target, encounter)
            yield encounter, new
            continue
        new = target.store.last_version(encounter) < 0
        if new:
            # Before the lines: a copy that is cut off here begins with this encounter again.
            target.store.take_over(encounter, source.store)
            target.store.insert_events(_lines(source, encounter), beside=list(_beside(source, encounter)))
        if source.export(encounter) != target.export(encounter):
            raise Conflict(f"Another fight is stored under the id {encounter} there: nothing of it was changed.")
        _copy_picture(source, target, encounter)
        yield encounter, new


def _copy_picture(source: Ledger, target: Ledger, encounter: str) -> None:
    """Copy the picture of a board, also where it was brought after the encounter had been copied."""
    if (picture := source.store.picture_of(encounter)) is not None:
        target.store.keep_picture(encounter, picture)
    masks = source.store.masks_of(encounter)
    for name in masks:
        if (mask := source.store.mask_of(encounter, name)) is not None:
            target.store.keep_mask(encounter, name, mask, masks)


def _archived(source: Ledger, target: Ledger, encounter: str) -> bool:
    """Copy what is kept of an archived encounter; return whether it was new."""
    archive, there = source.store.archive_of(encounter), target.store.archive_of(encounter)
    if archive is None:
        raise Conflict(f"{encounter} was restored just now: copy again.")
    if there is None and target.store.last_version(encounter) < 0:
        target.store.take_over(encounter, source.store)
        target.store.take_archived(archive, list(_beside(source, encounter)))
        return True
    if there is None or there.digest != archive.digest:
        raise Conflict(f"{encounter} is archived here, and there is another fight, or the fight itself, there.")
    return False


def _lines(source: Ledger, encounter: str) -> list[StoredEvent]:
    return [StoredEvent(encounter, line.n, line.type, line.raw) for line in source.lines(encounter)]


def _beside(source: Ledger, encounter: str) -> Iterator[Beside]:
    kept = source.store.read_words(encounter)
    words = tuple(Words(n=n, payload=orjson.loads(payload), salt=salt) for n, salt, payload in kept)
    seats = source.store.seats_of(encounter)
    yield Beside(encounter=encounter, words=words, seats=seats, imported=source.store.was_imported(encounter))
    for chain in source.store.chains_of(encounter):
        yield Beside(encounter=encounter, chain=chain)
