"""Random openings of each system, from the module of its name."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from domain.ruleset import RULESETS

OPENINGS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    system: import_module(f"tests.laws.openings.{system}").opening for system in RULESETS
}
