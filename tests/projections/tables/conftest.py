"""A ledger in either store, and the runner of its read models."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.application import Ledger
from projections.tables.runner import Runner


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Give the URL of a fresh database, or None for a file."""
    url: str | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return url


@pytest.fixture
def ledger(tmp_path: Path, database: str | None) -> Iterator[Ledger]:
    with Ledger(tmp_path, database=database) as opened:
        yield opened


@pytest.fixture
def runner(ledger: Ledger) -> Iterator[Runner]:
    """Give a runner with small pages, so that a command's lines often lie on two of them."""
    runner = Runner(ledger, page=7)
    yield runner
    runner.close()
