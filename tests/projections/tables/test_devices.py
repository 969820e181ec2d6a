"""Seats that bring devices are the seats they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.application import Ledger
from projections.tables.runner import Runner

FILE = Path(__file__).parents[2] / "verifier/files/devices.ndjson"


@pytest.mark.long("postgres")
def test_a_seat_that_joins_with_devices_is_counted_once(ledger: Ledger) -> None:
    encounter = ledger.import_(FILE.read_bytes())
    runner = Runner(ledger)
    runner.catch_up()
    builds = {model: runner.tables.builds(model)[-1] for model in runner.models}
    assert not any(runner.tables.aside(build) for build in builds.values())
    table = builds["tallies"].table("tally_seats")
    seats = runner.tables.ask(f"SELECT seat, role FROM {table} WHERE encounter = ?", encounter)  # noqa: S608
    runner.close()
    assert dict(seats) == ledger.fight(encounter).table.seats
