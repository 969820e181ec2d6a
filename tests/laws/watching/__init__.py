"""What must always hold in each system, watched event by event by the module of its name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from domain.ruleset import RULESETS
from tests.laws.fights import Step


class Watch(Protocol):
    """Follows one fight and asserts what must always hold in its system."""

    def step(self, step: Step) -> None:
        """Assert it over one command, event by event, and at its end."""
        ...


WATCHES: dict[str, Callable[[], Watch]] = {
    system: import_module(f"tests.laws.watching.{system}").Watch for system in RULESETS
}
