"""Random openings of each system."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.laws.openings import etiquette, pursuit, storyteller, vanguard, verdigris

OPENINGS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "pursuit": pursuit.opening,
    "etiquette": etiquette.opening,
    "verdigris": verdigris.opening,
    "vanguard": vanguard.opening,
    "storyteller": storyteller.opening,
}
