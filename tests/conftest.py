"""Options of the test run."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fights", type=int, default=300, help="random fights a system and law (default: 300)")


def pytest_configure(config: pytest.Config) -> None:
    """Let the laws of the fights play as many as asked for; other properties keep their own number.

    Continuous integration draws the same examples every time; at home each run draws new ones.
    """
    settings.register_profile("ledger", deadline=None, suppress_health_check=SLOW, print_blob=True)
    if os.environ.get("CI"):
        same = settings(settings.get_profile("ledger"), derandomize=True, database=None)
        settings.register_profile("ledger", same)
    settings.register_profile("fights", settings.get_profile("ledger"), max_examples=config.getoption("--fights"))
    settings.load_profile("ledger")
