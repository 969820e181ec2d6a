"""A ledger whose dice come from a number, for fights that are read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ledger.application import Ledger
from tests.chance import seeded


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with seeded("luck"), Ledger() as kept:
        yield kept
