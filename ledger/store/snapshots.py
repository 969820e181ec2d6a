"""Snapshots: an encounter as it stood at a version, so that it can be gone on with from there.

A snapshot follows from the lines and only saves time. It counts only for the program that would fold the lines to the
same value: ``FORMAT`` is made of the fields of everything in it, of the source of all that may fold them, and of the
versions of the rules.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Condition, Thread
from typing import Any, NamedTuple

import orjson
from eventsourcing.persistence import IntegrityError, JSONTranscoder, Mapper, StoredEvent

from domain import deciding
from domain.encounter import Encounter
from domain.places import EMPTY_BOARDS, Board
from ledger.line.packing import Packings
from ledger.line.sequence import Older
from ledger.line.tree import leaf
from ledger.refusals import LedgerRefused
from ledger.store.protocol import Row
from ledger.table.fight import Fight
from ledger.table.log import Log, Start, Use
from ledger.table.table import Table

EVERY = 256
"""So many lines after the last one an encounter gets a new snapshot."""
TOPIC = "Snapshot"
_WAITING = 64
_GRACE = 2.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """All that is needed to go on from a version: what a fight is, and when it changed last.

    ``uses`` counts the command ids used up to it and ``uses_sum`` sums them up, ``rewound`` counts the rewinds.
    """

    version: int
    head: bytes
    peaks: tuple[bytes, ...]
    clock: int
    stirred: int
    uses: int
    uses_sum: bytes
    rewound: int
    encounter: Encounter
    table: Table


class KeptSnapshot(NamedTuple):
    """A snapshot as the event of an encounter; ``snapshot`` is None for one of another program."""

    originator_id: str
    originator_version: int
    snapshot: Snapshot | None


class UseRow(NamedTuple):
    """A use of a command id as it is stored beside snapshots."""

    encounter: str
    seat: str
    cmd: str
    n: int
    body: bytes


PACKINGS = Packings({Board: tuple(type(board) for board in EMPTY_BOARDS.values())})
_PACKING = PACKINGS.of(Snapshot)


_ROOT = Path(__file__).parents[2]


def _sources() -> dict[str, str]:
    """Return the hash of every module of the domain and the ledger: more than folds lines, but nothing is forgotten."""
    every = (path for folder in ("domain", "ledger") for path in (_ROOT / folder).rglob("*.py"))
    return {path.relative_to(_ROOT).as_posix(): sha256(path.read_bytes()).hexdigest() for path in every}


def _format() -> str:
    rules = {name: system.VERSION for name, system in deciding.RULESETS.items()}
    made_of = orjson.dumps([PACKINGS.shapes, rules, _sources()], option=orjson.OPT_SORT_KEYS)
    return sha256(made_of).hexdigest()


FORMAT = _format()


def taken(fight: Fight) -> Snapshot:
    """Return the snapshot of a fight as it stands."""
    return Snapshot(
        version=fight.version,
        head=fight.head,
        peaks=fight.log.tree(fight.version).peaks,
        clock=fight.clock,
        stirred=fight.stirred,
        uses=fight.log.uses(fight.version),
        uses_sum=fight.log.uses_sum(fight.version),
        rewound=fight.log.rewound(fight.version),
        encounter=fight.encounter,
        table=fight.table,
    )


def fits(snapshot: Snapshot, rows: Sequence[Row], older: Older) -> bool:
    """Return whether a snapshot is of these lines, the first being its last, and the command ids are as they were."""
    if not rows or leaf(rows[0].raw) != snapshot.head:
        return False
    return older.uses_sum(snapshot.version + 1) == snapshot.uses_sum


def begun(snapshot: Snapshot, older: Older, *, imported: bool) -> Fight:
    """Return the fight as it stood, its lines up to then being asked of ``older``."""
    start = Start(
        first=snapshot.version + 1,
        encounter=snapshot.encounter,
        stirred=snapshot.stirred,
        head=snapshot.head,
        peaks=snapshot.peaks,
        uses=snapshot.uses,
        uses_sum=snapshot.uses_sum,
        rewound=snapshot.rewound,
        older=older,
    )
    return Fight(
        encounter=snapshot.encounter,
        table=snapshot.table,
        version=snapshot.version,
        head=snapshot.head,
        clock=snapshot.clock,
        imported=imported,
        log=Log(start=start),
    )


class SnapshotMapper(Mapper[str]):
    """The library's mapper: a snapshot is JSON, with its format and its hash in a line before it."""

    def __init__(self) -> None:
        super().__init__(transcoder=JSONTranscoder())

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """Return a snapshot as it is stored."""
        encounter, version, snapshot = domain_event
        assert _PACKING.pack is not None  # noqa: S101  # it is a dataclass
        packed = orjson.dumps(_PACKING.pack(snapshot))
        state = b"%s %s\n%s" % (FORMAT.encode(), sha256(packed).hexdigest().encode(), packed)
        return StoredEvent(originator_id=encounter, originator_version=version, topic=TOPIC, state=state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Return the snapshot, or None in its place where it is of another format or damaged."""
        snapshot = None
        with suppress(ValueError, TypeError, KeyError, AttributeError, IndexError):
            title, _, packed = memoryview(stored_event.state).tobytes().partition(b"\n")
            if title.decode() == f"{FORMAT} {sha256(packed).hexdigest()}" and _PACKING.unpack is not None:
                snapshot = _PACKING.unpack(orjson.loads(packed))
        return KeptSnapshot(str(stored_event.originator_id), stored_event.originator_version, snapshot)


def use_rows(fight: Fight, used: Mapping[tuple[str, str], Use], after: int) -> list[UseRow]:
    """Return the uses of command ids in the lines of a fight after a version."""
    return [
        UseRow(fight.id, seat, cmd, n, body) for (seat, cmd), (n, body) in used.items() if after < n <= fight.version
    ]


Do = Callable[[Fight], None]


class Errands:
    """Does something for fights in a thread of its own, so that no answer waits for it, and none fails with it.

    ``failed`` says what did not come of it, with a place for the encounter.
    """

    def __init__(self, do: Do, name: str, failed: str, most: int = _WAITING) -> None:
        """Begin with nothing to do; of more than ``most`` fights at a time the others are passed by."""
        self._do = do
        self._name = name
        self._failed = failed
        self._most = most
        self._due: OrderedDict[str, Fight] = OrderedDict()
        self._changed = Condition()
        self._thread: Thread | None = None
        self._busy = False
        self._closed = False

    @property
    def closed(self) -> bool:
        """Return whether nobody waits for what is under way any more."""
        return self._closed

    def soon(self, fight: Fight) -> None:
        """Do it for the fight when there is time; of one that waits already, for the newer."""
        with self._changed:
            if self._closed or (len(self._due) >= self._most and fight.id not in self._due):
                return
            self._due[fight.id] = fight
            if self._thread is None:
                thread = Thread(target=self._work, name=self._name, daemon=True)
                thread.start()
                self._thread = thread
            self._changed.notify_all()

    def wait(self, seconds: float = 10) -> bool:
        """Wait until nothing is left to do; return whether that is so."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._due and not self._busy, seconds)

    def close(self) -> None:
        """Do it for no more; the one under way may end."""
        with self._changed:
            self._closed = True
            self._due.clear()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(_GRACE)

    def _work(self) -> None:
        while (fight := self._next()) is not None:
            try:
                self._do(fight)
            except (LedgerRefused, IntegrityError) as refused:
                _log.info("%s: %s", self._failed % fight.id, refused)
            except Exception:
                _log.exception(self._failed, fight.id)

    def _next(self) -> Fight | None:
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._due or self._closed)
            if not self._due:
                return None
            self._busy = True
            return self._due.popitem(last=False)[1]
