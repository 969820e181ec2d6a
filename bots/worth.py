"""How good a command looks to a player who chooses, judged for each rule system by a module of its name, if any."""

from __future__ import annotations

from typing import Any, Protocol, cast

from domain.encounter import Encounter
from domain.registry import Registry, found
from domain.ruleset import RULESETS


class Worth(Protocol):
    """Who judges the commands of a rule system."""

    def __call__(self, encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
        """Return how good a command looks; nothing at 0 or below is worth doing. ``tired`` players want it over."""
        ...


def indifferent(encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
    """Return the same for whatever there is to do, where nobody judges a system: only the end waits for its time."""
    return int(body["do"] != "end_encounter" or tired or encounter.settled)


def _read(system: str) -> Worth:
    return cast(Worth, found("bots", system, "worth", indifferent))


WORTH = Registry(RULESETS, _read)
