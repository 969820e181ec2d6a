"""A ledger of its own for each test, in a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.application import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path) as store:
        yield store
