"""A ledger of its own for each test: in a file, and in a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.application import Ledger
from tests.cluster import NoPostgres, cluster, database


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Start a PostgreSQL once for all tests of a process."""
    try:
        with cluster() as url:
            yield url
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture
def postgres(server: str) -> Iterator[str]:
    """Give the URL of a fresh database."""
    with database(server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def ledger(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """Give an empty ledger in either store."""
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    with Ledger(tmp_path, database=url) as store:
        yield store
