"""The data folder, opened for the command line: every way it can fail is one sentence."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from eventsourcing.persistence import PersistenceError

from cli.stopping import stop
from ledger.application import ORIGIN, Ledger
from ledger.calls.installation import Key
from ledger.dice.secrets import KEY_FILE, SecretsRefused, small_text
from ledger.refusals import LedgerRefused
from ledger.store.kinds import FILE
from projections.tables.opened import FILE as VIEWS

DATABASE = "ENCOUNTER_DATABASE"
PASSWORD_FILE = "ENCOUNTER_DATABASE_PASSWORD_FILE"  # noqa: S105 - the name of a setting


@contextmanager
def opened(
    folder: Path, database: str | None = None, origin: str = ORIGIN, *, key: Key = "fits", whole: bool = True
) -> Iterator[Ledger]:
    """Open the ledger in a folder, which is made if need be; ends with a sentence where it cannot be used.

    With a ``database`` the folder holds only the key. New encounters are named after ``origin``, ``key``
    says by which key their dice are locked. A file must be ``whole``, or else a database at least.
    """
    _must_be_writable(folder)
    try:
        if database is None:
            _must_be_whole(folder / FILE, "PRAGMA quick_check(1)" if whole else "SELECT 'ok' FROM sqlite_master")
        url = None if database is None else _reached(database)
        ledger = Ledger(folder, database=url, origin=origin, key=key)
    except SecretsRefused as error:
        stop(str(error))
    except (OSError, sqlite3.Error, PersistenceError) as error:
        reason = str(error).strip().rstrip(".") or type(error).__name__
        if database is not None:
            stop(f"The database cannot be used ({reason}): look at the URL of --database.")
        if type(error) is sqlite3.DatabaseError:
            stop(f"The database {folder / FILE} is damaged ({reason}): put a backup in its place.")
        stop(f"The database {folder / FILE} cannot be read ({reason}): name another folder with --data.")
    except LedgerRefused as refused:
        stop(refused.message)
    with ledger:
        yield ledger


@contextmanager
def kept(folder: Path, database: str | None = None, *, key: Key = "any", whole: bool = True) -> Iterator[Ledger]:
    """Open the ledger that a folder or database holds; ends with a sentence where there is none, and makes none.

    Whoever only reads needs no ``key``; who looks what is left of a damaged file does not ask for a ``whole`` one.
    """
    if database is None and not os.access(folder / FILE, os.F_OK):
        why = f"it holds no {FILE}" if os.access(folder, os.F_OK) else "there is no such folder"
        stop(f"No encounter can be read from {folder} ({why}): name another folder with --data.")
    with opened(folder, database, key=key, whole=whole) as ledger:
        yield ledger


def _reached(database: str) -> str:
    """Return the URL, with the password of the file that the environment may name, once somebody has answered there.

    What is wrong is told without the URL, which may hold a password.
    """
    import psycopg  # noqa: PLC0415 - a laptop with one table needs no driver
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - as above

    named = os.environ.get(PASSWORD_FILE)
    secret = {} if named is None else {"password": _password(Path(named))}
    try:
        url = make_conninfo(database, **secret)
    except psycopg.ProgrammingError:
        stop("This is no URL of a PostgreSQL database: write it like postgresql://user@host/name.")
    try:
        psycopg.connect(url, connect_timeout=10).close()
    except psycopg.Error as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        stop(f"The database cannot be used ({reason}): look at its URL and its password.")
    return url


def _password(path: Path) -> str:
    try:
        return small_text(path).strip()
    except OSError as error:
        stop(f"The file {path} cannot be read: {error.strerror}.")


def _must_be_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "there is a file of that name" if isinstance(error, FileExistsError) else error.strerror
        stop(f"The data folder {folder} cannot be made ({reason}): name another with --data.")
    if not os.access(folder, os.W_OK | os.X_OK):
        stop(f"The data folder {folder} cannot be written to: name another with --data.")


def _must_be_whole(file: Path, question: str) -> None:
    """Raise sqlite3.Error for a database that answers a question otherwise: better now than in the midst of a fight."""
    if not file.exists():
        _must_be_new(file)
        return
    if not file.is_file():
        raise sqlite3.OperationalError("it is no file")
    if not file.stat().st_size and (beside := [each for each in (VIEWS, KEY_FILE) if file.with_name(each).exists()]):
        stop(
            f"{file} is empty, though there is {' and '.join(beside)} beside it: put a backup in its place, or, "
            "if there never was a fight, delete it."
        )
    with closing(sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True)) as connection:
        found = connection.execute(question).fetchone() or ("ok",)
    if found[0] != "ok":
        raise sqlite3.DatabaseError(str(found[0]).splitlines()[-1])


def _must_be_new(file: Path) -> None:
    """End with a sentence where something of a store that was there is left: an empty one would hide its loss."""
    of_it = [file.with_name(each) for each in (f"{FILE}-wal", f"{FILE}-journal", VIEWS)]
    if left := " and ".join(each.name for each in of_it if each.exists() and each.stat().st_size):
        stop(
            f"{file} is missing, though there is {left} beside it: put the file or a backup in its place, or, to begin "
            f"anew, move {left} away."
        )
