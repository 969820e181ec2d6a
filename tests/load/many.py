"""A store that has been in use for long: many fights that were played before, line by line as they would lie there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, cycle, pairwise
from pathlib import Path
from typing import NamedTuple

import orjson
from eventsourcing.persistence import StoredEvent

from ledger.application import Ledger
from ledger.line.lines import Line
from tests.bench.rebuilds import played
from tests.load.journal import Journal, unsound


class Before(NamedTuple):
    """What lay there before: so many encounters and lines, and the hash of all bytes in their order."""

    encounters: int
    lines: int
    digest: str


def fill(folder: Path, database: str | None, lines: int) -> Before:
    """Write so many lines, or a few more: fights of every system, really played once, under ids of their own."""
    digest, written = sha256(), 0
    with Ledger(folder, database=database) as ledger:
        fights = cycle([[line for group in groups for line in group] for groups in played()])
        for number in count():
            if written >= lines:
                return Before(number, written, digest.hexdigest())
            events = list(_events(next(fights), _name(number)))
            ledger.store.insert_events(events)
            written += len(events)
            for each in events:
                digest.update(each.state)
    raise AssertionError("There is always another number.")


def changed(judge: Journal, before: Before) -> list[str]:
    """Return what of that is not as it was; as the judge reads it."""
    digest, lines, wrong = sha256(), 0, list[str]()
    for number in range(before.encounters):
        stored = judge.lines(_name(number))
        lines += len(stored)
        wrong += [f"{_name(number)} {each}" for each in unsound(stored)]
        for line in stored:
            digest.update(line.raw)
    if lines != before.lines:
        wrong.append(f"{lines} of {before.lines} lines are there")
    if digest.hexdigest() != before.digest:
        wrong.append("the bytes of the lines are others")
    return wrong


def _name(number: int) -> str:
    return f"{number:032x}"


def _events(lines: Sequence[Line], encounter: str) -> Iterator[StoredEvent]:
    """Yield the lines of a fight under another id, each with the hash of the one before."""
    known = orjson.loads(lines[0].raw)["encounter"].encode()
    raw = lines[0].raw.replace(known, encounter.encode())
    yield StoredEvent(encounter, 0, lines[0].type, raw)
    for before, line in pairwise(lines):
        now = line.raw.replace(known, encounter.encode())
        raw = now.replace(_hash(before.raw), _hash(raw))
        yield StoredEvent(encounter, line.n, line.type, raw)


def _hash(raw: bytes) -> bytes:
    return sha256(b"\x00" + raw).hexdigest().encode()
