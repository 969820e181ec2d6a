"""How good a command looks to a player who chooses, judged for each rule system by a module of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from domain.encounter import Encounter
from domain.registry import Registry


class Worth(Protocol):
    """Who judges the commands of a rule system."""

    def __call__(self, encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
        """Return how good a command looks; nothing at 0 or below is worth doing. ``tired`` players want it over."""
        ...


JUDGES = {
    "pursuit": "duel",
    "etiquette": "duel",
    "verdigris": "verdigris",
    "vanguard": "vanguard",
    "storyteller": "storyteller",
}


def _read(system: str) -> Worth:
    return cast(Worth, import_module(f"bots.{JUDGES[system]}").worth)


WORTH = Registry(JUDGES, _read)


def indifferent(encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
    """Return the same for whatever there is to do, where nobody judges a system: only the end waits for its time."""
    return int(body["do"] != "end_encounter" or tired or encounter.settled)
