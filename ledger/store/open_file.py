"""The files that a program has open: are they still there, the same ones, and what was written?"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock

from ledger.refusals import DamagedFile, NoStore
from ledger.store.write_ahead import WriteAheadLog


class OpenFile:
    """The files of a database as they were when they were opened first: a program goes on writing to deleted ones.

    Beside the file lie its log, and the index of that, by which all who have it open know what the others wrote.
    """

    def __init__(self, path: Path | None) -> None:
        self._paths = [] if path is None else [path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm")]
        self._known: list[tuple[int, int]] = []
        self._log: WriteAheadLog | None = None
        self._opening = Lock()
        self._trouble: str | None = None
        self.lost = Event()
        """Set where they are gone, others, or spoilt, when the database is let go of."""

    def must_be_there(self, *, alone: bool = False) -> None:
        """Raise NoStore where one of the files is gone, another one, or spoilt; asked while the database is being used.

        Whoever is about to commit is ``alone`` at it; so is held who found that nothing can be read of it.
        """
        try:
            found = [path.stat() for path in self._paths]
        except OSError as error:
            raise NoStore(_GONE.format(path=error.filename, how="is not there any more")) from error
        files = [(each.st_dev, each.st_ino) for each in found]
        self._known = self._known or files
        for path, file, known in zip(self._paths, files, self._known, strict=True):
            if file != known or (path == self._paths[0] and not found[0].st_size):
                raise NoStore(_GONE.format(path=path, how="is not the one that was opened"))
        if files and os.name == "posix":
            self._must_be_whole(alone)

    def must_not_be_spoilt(self) -> None:
        """Raise DamagedFile where the log was found spoilt before."""
        if self._trouble is not None:
            raise DamagedFile(f"{self._paths[1]} {self._trouble}")

    def look_again(self) -> None:
        """Find out whether anything may be written there when the database is let go of."""
        try:
            self.must_be_there(alone=True)
        except NoStore:
            self.lost.set()

    def written(self) -> None:
        """Take note that something was just committed, which stands, whatever comes of this."""
        with self._opening, suppress(OSError):
            if self._log is not None:
                self._log.written()

    def close(self) -> None:
        """Let go of them, once nobody in this process uses the database any more."""
        with self._opening:
            if self._log is not None:
                self._log.close()
            self._log = None

    def _must_be_whole(self, alone: bool) -> None:
        with self._opening:
            _, log, index = self._paths
            try:
                self._log = self._log or WriteAheadLog(log, index)
                # It stays so: what was lost does not come back.
                self._trouble = self._trouble or self._log.trouble(alone=alone)
            except OSError as error:
                raise NoStore(
                    f"The store cannot be used ({log}: {error.strerror}): send the same again once it can."
                ) from error
        self.must_not_be_spoilt()


_GONE = (
    "The store cannot be used ({path} {how}): nothing is written until the server is started again with the right one."
)
