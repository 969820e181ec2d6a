"""A ledger, and a folder for the tables of its fights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.application import Ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "store") as opened:
        yield opened


@pytest.fixture
def to(tmp_path: Path) -> Path:
    """Return the folder for the tables."""
    return tmp_path / "tables"
