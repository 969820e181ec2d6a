"""A short run of the load: what was promised is there, though servers and the database were killed."""

from __future__ import annotations

import pytest

from tests.cluster import NoPostgres
from tests.load.running import run


@pytest.mark.slow
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_nothing_promised_is_lost_while_servers_and_database_are_killed(store: str) -> None:
    try:
        report = run(store=store, encounters=10, seats=5, seconds=12, workers=4, faults=True)
    except NoPostgres as missing:
        pytest.skip(str(missing))
    told = report.told()
    assert told["missing"] == []
    assert told["broken"] == []
    assert told["commands"] > 50
    assert ("server 1" if store == "sqlite" else "postgres") in told["killed"]
