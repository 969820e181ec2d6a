"""The commits of a ledger: how lines come into the store, whether it takes them, and who is told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic

from eventsourcing.persistence import StoredEvent

from ledger.calls.fights import Told
from ledger.line.attachments import Beside
from ledger.line.lines import Line
from ledger.refusals import Busy, DamagedFile, NoStore
from ledger.store.after_commit import afterwards
from ledger.store.committing import Committer, Queued
from ledger.store.protocol import Store
from ledger.store.tailing import Tailer


class Commits:
    """Writes lines and what lies beside them, together with whatever else waits.

    ``troubles`` counts those that the store did not take, by what it said. ``on_commit`` is told of each transaction
    how many commands it wrote, and how many seconds it took.
    """

    def __init__(self, store: Store, tailer: Tailer) -> None:
        self.troubles: Counter[str] = Counter()
        self.on_commit: Callable[[int, float], None] = lambda *_: None
        self._store = store
        self._tailer = tailer
        # Nobody has written anything yet: whether it can be is found out by whoever asks first.
        self._failing = True
        self._damaged: str | None = None
        self._committer = Committer(self._insert)

    def put(self, lines: Sequence[Line], beside: Beside) -> None:
        """Return once the lines are committed. Raises as ``Committer.commit``, and NoStore, Busy."""
        try:
            self._committer.commit(lines, beside)
        except (NoStore, Busy) as error:
            self._take_note(error)
            raise
        self._take_note(None)

    def put_soon(self, lines: Sequence[Line], beside: Beside, told: Told) -> None:
        """Let the lines be committed, and return at once; ``told`` is told what ``put`` would raise."""

        def known(error: BaseException | None) -> None:
            if error is None or isinstance(error, NoStore | Busy):
                self._take_note(error)
            told(error)

        self._committer.soon(lines, beside, known)

    def must_be_taken(self) -> None:
        """If the last of them failed, or there was none yet, write something; NoStore, Busy where that cannot be.

        A page that is damaged stays so: what can be written elsewhere says nothing of it.
        """
        if self._damaged is not None:
            raise DamagedFile(self._damaged)
        if self._failing:
            self._store.try_to_write()
            self._failing = False

    def close(self) -> None:
        """End once all that waits is committed."""
        self._committer.close()

    def _take_note(self, error: NoStore | Busy | None) -> None:
        """Take note whether the store takes commits."""
        self._failing = error is not None
        if isinstance(error, DamagedFile):
            self._damaged = error.what
        if error is not None:
            self.troubles[type(error).__name__] += 1

    def _insert(self, group: Sequence[Queued]) -> None:
        rows = [
            StoredEvent(each.beside.encounter, line.n, line.type, line.raw) for each in group for line in each.lines
        ]
        began = monotonic()
        self._store.insert_events(rows, beside=[each.beside for each in group])
        with afterwards("counting a commit"):
            self.on_commit(len(group), monotonic() - began)
        if any(each.told is None for each in group):
            with afterwards("waking who follows the store"):
                self._tailer.committed()
