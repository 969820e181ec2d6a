"""The audit: does the chain hold, do the dice follow, and would the rules decide the same again?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ledger.verifying import Verification
from projections.again import Verdict
from projections.form import Fault

Overall = Literal["exact", "same outcome", "differs", "not decided"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The rules decided again: the result of the whole, and a verdict a command.

    ``stored`` is the rules version of the fight, ``program`` that of this program: only under one version is a
    difference a fault. ``at`` is the first line that differs.
    """

    result: Overall
    at: int | None
    stored: str
    program: str | None
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What an outsider should know of: rolls by source, those that became void, decisions of a referee, rewinds."""

    commands: int
    rolls: int
    table_dice: int
    loaded_dice: int
    voided_rolls: tuple[int, ...]
    rewinds: int
    rulings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What was looked at and found. ``ok`` says that nothing speaks against the fight."""

    ok: bool
    encounter: str
    system: str
    verification: Verification
    faults: tuple[Fault, ...]
    rules: Decided
    counts: Counts
