"""A run is reported however little came of it."""

import pytest

from tests.load.report import Report


@pytest.mark.parametrize(("pulse", "told"), [([], 0), ([0.02], 20), ([0.02, 0.02], 20)])
def test_a_run_of_few_signs_of_life_is_reported_all_the_same(pulse: list[float], told: float) -> None:
    report = Report(store="SQLite", seats=2, seconds=1.0, pulse=pulse)
    assert report.figures()["sign_of_life_ms_p99"] == told
    assert "A command took 0" in report.text()
