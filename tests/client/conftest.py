from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.tables import House, house


@pytest.fixture
def here(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as served:
        yield served


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is said be in rows of no width, unless a test states one: whoever runs the tests may have a terminal."""
    monkeypatch.delenv("COLUMNS", raising=False)
