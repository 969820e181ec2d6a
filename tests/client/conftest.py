from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.tables import House, house


@pytest.fixture
def here(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as served:
        yield served
