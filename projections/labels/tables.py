"""What a table of words holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

CommandGroup: TypeAlias = Literal[
    "attack", "move", "item", "ability", "answer", "other", "end", "words", "referee", "table"
]
"""What belongs together on a page: blows, ways, things, what somebody can do besides, answers to what is asked, other
deeds, what ends a turn, what is said, what is the referee's, what is between the seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What something is called, and in one line what it is or does."""

    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLabel:
    """What a command is called, with which others it belongs together, and in one line what it does."""

    label: str
    group: CommandGroup
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """Whether a roll has to come ``over`` the number it is held against, or to reach it; ``unless`` a rule is so."""

    over: bool = False
    unless: tuple[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """By name, the words of a rule system: commands, pools and what is counted, conditions, what settings settle.

    ``needs`` says by the kind of an outcome what the roll has to come to.
    """

    commands: Mapping[str, CommandLabel] = field(default_factory=dict)
    values: Mapping[str, Label] = field(default_factory=dict)
    conditions: Mapping[str, Label] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    needs: Mapping[str, Needs] = field(default_factory=dict)


def command(label: str, group: CommandGroup, hint: str) -> CommandLabel:
    """Return the words for a command."""
    return CommandLabel(label=label, group=group, hint=hint)
