"""What the shared rules need to know of a system: the ids of its rules, and where its settings differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """One of the two board games with its house rules, as the shared rules read it."""

    contact: str
    optional: str
    never_over: str
    compulsory: str
    asked_first: str
    asked_next: str
    turns: str
    death: str
    one_thing: str
    attack: str
    item: str
    no_trap: str
    disengage: str
    higher: str
    flee: str
    meets: str
    chase: str
    arrives: str
    resumes: str
    joins: str

    champion: str = ""
    play_item: str = ""
    defense_dice: str = ""
    role: str | None = None
    forced_first: Literal["entrant", "occupant"] = "entrant"
    allowance_helps_flight: bool = False
    spaces_become_allowance: bool = True
    keeps_movement: bool = False
    moves_on: bool = True
    beats_named: bool = False
    may_pass: bool = False
    may_chase: bool = False
    may_join: bool = False
    traps_elsewhere: bool = False
    loots: bool = False
