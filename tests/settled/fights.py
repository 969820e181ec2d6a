"""Random fights as they are kept: the events that opened one, its commands with their faces, a hash of what came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from domain.deciding import RULESETS, decide, open_encounter
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.events import DiceRolled, Event
from domain.evolve import evolve
from ledger.line.actions import command_of
from ledger.line.canonical import canon
from ledger.line.lines import told, untold
from tests.laws.fights import Step, chance_of, opening, play

KEPT = Path(__file__).parent / "kept"
TRIED, MOST = 150, 24
"""Of so many fights at most so many are kept: those in which most happens that is in none before."""

Body = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A fight as it is kept; ``steps`` are what was commanded, each with the faces that were rolled for it."""

    opened: list[Body]
    steps: list[tuple[Body, list[int]]]
    outcome: str


def place_of(system: str) -> Path:
    """Return where the fights of a system under its rules version of today are kept."""
    return KEPT / f"{RULESETS[system].VERSION.replace('/', '-')}.ndjson"


def read(path: Path) -> Iterator[Settled]:
    """Yield the fights that are kept in a file."""
    for raw in path.read_bytes().splitlines():
        yield Settled(**orjson.loads(raw))


def came_of(fight: Settled) -> Iterator[list[Event]]:
    """Yield what each command of a fight comes to by the rules of today. Raises Refused and DiceNeeded as they do."""
    encounter = reduce(evolve, untold(fight.opened), Encounter())
    for body, faces in fight.steps:
        events = decide(command_of(body, encounter.system), encounter, Scripted(faces))
        encounter = reduce(evolve, events, encounter)
        yield events


def outcome(every: Iterator[list[Event]]) -> str:
    """Return the hash of all that commands come to, whatever the number of the shape that it is stored in."""
    bare = [[{name: value for name, value in each.items() if name != "v"} for each in told(events)] for events in every]
    return sha256(canon(bare)).hexdigest()


def fights_of(system: str) -> Iterator[Settled]:
    """Yield random fights of a system in which, taken together, as much happens as in many more."""
    played = [[*play(system, number)] for number in range(TRIED)]
    met = [{*_happenings(steps)} for steps in played]
    known: set[object] = set()
    for _ in range(MOST):
        richest = max(range(TRIED), key=lambda number: len(met[number] - known))
        if not met[richest] - known:
            return
        known |= met[richest]
        yield _settled(system, richest, played[richest])


def _happenings(steps: Sequence[Step]) -> Iterator[object]:
    """Yield what happens in a fight: which rules decide which events, and which faces fall for what."""
    for step in steps:
        for event in step.events:
            yield type(event), getattr(event, "rules", ()), getattr(event, "result", None)
            if isinstance(event, DiceRolled):
                yield event.purpose, event.dice, min(event.faces, default=0)
                yield event.purpose, event.dice, max(event.faces, default=0)


def _settled(system: str, number: int, steps: Sequence[Step]) -> Settled:
    rolled = [[face for each in step.events if isinstance(each, DiceRolled) for face in each.faces] for step in steps]
    bodies = [step.body for step in steps]
    return Settled(
        opened=told(open_encounter(opening(system, chance_of(system, number)), steps[0].before.id)),
        steps=list(zip(bodies, rolled, strict=True)),
        outcome=outcome(iter([step.events for step in steps])),
    )
