"""A ledger of its own for each test: in a file, and in a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.application import Ledger


@pytest.fixture(params=["sqlite", "postgres"])
def ledger(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """Give an empty ledger in either store."""
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    with Ledger(tmp_path, database=url) as store:
        yield store
