"""Listeners that read nothing are all let in, and whoever plays beside them is answered.

The whole measurement is `python -m tests.load.deaf`; here no time is held against another.
"""

from __future__ import annotations

from tests.api.conftest import here
from tests.api.streaming import Serving
from tests.load.deaf import measured

__all__ = ["here"]


def test_whoever_plays_is_answered_beside_listeners_that_read_nothing(here: Serving) -> None:
    before = here.version
    measured(here, 4, 12)
    assert here.version > before + 8
