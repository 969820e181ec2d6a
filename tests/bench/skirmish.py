"""A crowded fight of storyteller on a walled grid of sixty by sixty squares: how long offers, odds, commands take."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from statistics import quantiles
from time import process_time
from typing import Any

from bots.players import Choices, sensible
from domain.deciding import decide, offers, open_encounter
from domain.encounter import Encounter
from domain.evolve import evolve
from domain.places.grid import xy
from domain.table.openings import Opening
from ledger.line.actions import command_of
from projections.odds.offered import offered
from tests.bench.figures import Figure
from tests.laws.fights import Chance
from tests.openings import opening_of

SIDE = 60
PEOPLE = 40
WITH_ODDS = 31
COMMANDS = 600
FIELD = range(16, 40, 2)
"""Where they stand at the beginning, columns and rows; each has room for a large body."""

WALLS = 400

BLADE = {"id": "blade", "category": "melee_weapon", "to_hit": 4, "damage": "1d6+1"}
BOW = {"id": "bow", "category": "ranged_weapon", "to_hit": 3, "damage": "1d6", "range": [80, 320]}
MEND = {"id": "mend", "kind": "spell", "aims": "ally", "range": 30, "effect": {"heal": "1d6"}}


class Taken:
    """How many seconds each offer list took, each decision, and the odds beside each list that has some."""

    def __init__(self) -> None:
        self.offering: list[float] = []
        self.deciding: list[float] = []
        self.counting: list[float] = []


def figures() -> Iterator[Figure]:
    """Yield what an offer list, a command and odds take, the slowest twentieth set aside."""
    crowd = f"{PEOPLE} creatures on a grid of {SIDE} by {SIDE} squares"
    taken = played(PEOPLE, COMMANDS)
    yield _figure(f"an offer list of storyteller, {crowd} (95th percentile)", taken.offering, "at most 4 ms")
    yield _figure("deciding a command there (95th percentile)", taken.deciding, "under 10 ms")
    taken = played(WITH_ODDS, COMMANDS // 3, odds=True)
    yield _figure(
        f"the odds beside the offers of a turn there, {WITH_ODDS} creatures (95th percentile)",
        taken.counting,
        "at most 150 ms",
    )


def played(people: int, commands: int, *, odds: bool = False) -> Taken:
    """Return how long things took in a fight in which the referee plays everybody; time of the processor alone."""
    chance = random.Random("a crowd")  # a text seeds the same everywhere
    encounter = _begun(crowded(chance, people))
    choices, dice, taken = Choices(1), Chance(chance), Taken()
    for _ in range(commands):
        began = process_time()
        open_to = offers(encounter, "gm")
        taken.offering.append(process_time() - began)
        if odds:
            began = process_time()
            if any(offered(encounter, open_to)):
                taken.counting.append(process_time() - began)
        body = sensible(encounter, open_to, choices, False)
        if body is None or encounter.outcome is not None:
            break
        command = command_of(body, "storyteller")
        began = process_time()
        events = decide(command, encounter, dice)
        taken.deciding.append(process_time() - began)
        for event in events:
            encounter = evolve(encounter, event)
    return taken


def _figure(work: str, seconds: list[float], goal: str) -> Figure:
    return Figure(work=work, measured=f"{quantiles(seconds, n=20)[-1] * 1e3:.1f} ms", raw="-", goal=goal)


def _begun(opening: Opening) -> Encounter:
    encounter = Encounter()
    for event in open_encounter(opening, "0" * 32):
        encounter = evolve(encounter, event)
    return encounter


def crowded(chance: random.Random, people: int = PEOPLE, walls: int = WALLS) -> Opening:
    """Return a grid of sixty by sixty with so many walls and people, all of whom the referee plays."""
    squares = chance.sample([f"{x}:{y}" for x in FIELD for y in FIELD], people)
    return opening_of(
        {
            "system": "storyteller",
            "seats": [{"id": "gm", "role": "referee"}],
            "board": {
                "width": SIDE,
                "height": SIDE,
                "walls": list(islice(_walls(chance, squares), walls)),
                "doors": [{"id": f"door{n}", "wall": [100 * n + 500, 4500, 100 * n + 600, 4500]} for n in range(40)],
                "difficult": [f"{chance.randrange(SIDE)}:{chance.randrange(SIDE)}" for _ in range(200)],
            },
            "combatants": [_somebody(number, at) for number, at in enumerate(squares)],
        }
    )


def _walls(chance: random.Random, squares: list[str]) -> Iterator[list[int]]:
    """Yield walls along the squares, one to three of them long, where they leave the large their room."""
    rooms = [(100 * x, 100 * y) for number, at in enumerate(squares) if _is_large(number) for x, y in [xy(at)]]
    while True:
        x, y = 100 * chance.randrange(1, SIDE - 3), 100 * chance.randrange(1, SIDE - 3)
        length = 100 * chance.randint(1, 3)
        right, bottom = (x, y + length) if chance.random() < 0.5 else (x + length, y)
        if not any(x <= left + 200 and right >= left and y <= top + 200 and bottom >= top for left, top in rooms):
            yield [x, y, right, bottom]


def _is_large(number: int) -> bool:
    return number % 5 == 0


def _somebody(number: int, at: str) -> dict[str, Any]:
    """Return one of two sides; every third shoots, every fifth heals and is large."""
    return {
        "id": f"Somebody{number}",
        "kind": "pc" if number % 2 else "creature",
        "at": at,
        "hp": 40,
        "size": "large" if _is_large(number) else "medium",
        "reach": 10 if _is_large(number) else 5,
        "armor_rating": 12,
        "agility": number % 4,
        "speeds": {"walk": 30, "fly": 30} if number % 7 == 0 else {"walk": 30},
        "attacks_per_action": 2,
        "attacks": [BLADE, BOW] if number % 3 == 0 else [BLADE],
        "abilities": [MEND] if number % 5 == 0 else [],
    }
