"""What must always hold in each system, watched event by event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tests.laws.fights import Step
from tests.laws.watching import duel, storyteller, vanguard, verdigris


class Watch(Protocol):
    """Follows one fight and asserts what must always hold in its system."""

    def step(self, step: Step) -> None:
        """Assert it over one command, event by event, and at its end."""
        ...


WATCHES: dict[str, Callable[[], Watch]] = {
    "pursuit": duel.Watch,
    "etiquette": duel.Watch,
    "verdigris": verdigris.Watch,
    "vanguard": vanguard.Watch,
    "storyteller": storyteller.Watch,
}
