"""The rule systems by name, each of them read when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from domain.commands import Command
from domain.encounter import Encounter
from domain.events import Event
from domain.offers import Offer
from domain.refusals import Pending
from domain.registry import Registry
from domain.story import Story
from domain.table.interruptions import Interruptions


class Ruleset(Protocol):
    """What a rule system supplies: its version, sheets, house rules and commands, and what it does with them."""

    VERSION: str
    WHAT_ONE_MAY_DO: str
    COMMANDS: tuple[type[Any], ...]
    Opening: type[Any]
    Settings: type[Any]
    INTERRUPTIONS: Interruptions

    def open_encounter(self, opening: Any, encounter: str) -> list[Event]:
        """Return the events that set an encounter up; raises Refused."""
        ...

    def commands(self, encounter: Encounter) -> frozenset[str]:
        """Return the names of the commands that exist under the encounter's house rules."""
        ...

    def tell(self, story: Story, command: Command) -> None:
        """Tell what a command makes happen; raises Refused or DiceNeeded."""
        ...

    def offers(self, encounter: Encounter) -> list[Offer]:
        """Return every command that would be accepted."""
        ...

    def pending(self, encounter: Encounter) -> Pending:
        """Return what the encounter waits for: the phase, whose answer, with what options."""
        ...

    def lineup(self, encounter: Encounter) -> dict[str, int | None]:
        """Return who has a turn in a round, in their order if there is one, each with the initiative rolled for it."""
        ...

    def speaker(self, encounter: Encounter, command: Command) -> str | None:
        """Return whose word a command (or an offer) is: a combatant, a side, a seat; None if anybody's."""
        ...


def _read(name: str) -> Ruleset:
    return cast(Ruleset, import_module(f"domain.rulesets.{name}"))


RULESETS = Registry(("pursuit", "etiquette", "verdigris", "vanguard", "storyteller"), _read)
