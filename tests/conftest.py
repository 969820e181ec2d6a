"""Options of the test run, and the PostgreSQL that some tests ask for."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.cluster import NoPostgres, cluster, database

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fights", type=int, default=50, help="random fights a system and law (default: 50)")


def pytest_configure(config: pytest.Config) -> None:
    """Let the laws of the fights play as many as asked for; other properties keep their own number.

    Continuous integration draws the same examples every time; at home each run draws new ones.
    """
    settings.register_profile("ledger", deadline=None, suppress_health_check=SLOW, print_blob=True)
    if os.environ.get("CI"):
        same = settings(settings.get_profile("ledger"), derandomize=True, database=None)
        settings.register_profile("ledger", same)
    settings.register_profile("fights", settings.get_profile("ledger"), max_examples=config.getoption("--fights"))
    settings.load_profile("ledger")


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
