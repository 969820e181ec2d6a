"""Options of the test run, and the PostgreSQL that some tests ask for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.clocks import Still, goes_by
from tests.cluster import NoPostgres, cluster, database
from tests.sparing import RUN, is_long, must_name_cases

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fights", type=int, help="random fights a system and law (default: 2, with --all 300)")
    parser.addoption("--all", action="store_true", help="also run the tests marked long")


def pytest_configure(config: pytest.Config) -> None:
    """Let properties take the time that they take.

    Continuous integration draws the same examples every time; at home each run draws new ones.
    """
    whole = config.getoption("--all")
    most = 100 if whole else 30
    settings.register_profile("ledger", deadline=None, suppress_health_check=SLOW, print_blob=True, max_examples=most)
    if os.environ.get("CI"):
        same = settings(settings.get_profile("ledger"), derandomize=True, database=None)
        settings.register_profile("ledger", same)
    settings.load_profile("ledger")
    RUN.whole = whole


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read a module that is slow as a whole where slow tests are left out: some import for seconds."""
    if config.getoption("markexpr") != "not slow" or collection_path.suffix != ".py":
        return None
    return "\npytestmark = pytest.mark.slow\n" in collection_path.read_text(encoding="utf-8") or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is too long for every commit, unless everything was asked for."""
    if not any("::" in path for path in config.args):
        must_name_cases(items)
    if config.getoption("--all"):
        return
    long = [item for item in items if is_long(item)]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not is_long(item)]


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


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Still:
    """Give the ledger a clock that stands still until the test moves it."""
    still = Still()
    goes_by(monkeypatch, still)
    return still
