"""The application over a ledger in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with Ledger() as opened:
        yield opened


@pytest.fixture
def client(ledger: Ledger) -> Iterator[TestClient]:
    with TestClient(create_app(ledger)) as client:
        yield client
