"""What random openings share: boards, house rules."""

from __future__ import annotations

import random
from typing import Any


def board(chance: random.Random) -> dict[str, Any]:
    """Return a connected board of three to eight tiles, a few of them on circles."""
    tiles = [f"T{number}" for number in range(chance.randint(3, 8))]
    links = [(tiles[number], tiles[chance.randrange(number)]) for number in range(1, len(tiles))]
    for _ in range(chance.randint(0, 3)):
        one, other = chance.sample(tiles, 2)
        if (one, other) not in links and (other, one) not in links:
            links.append((one, other))
    return {"tiles": tiles, "links": links}


def house_rules(house: dict[str, list[Any]], chance: random.Random) -> dict[str, Any]:
    """Return no house rules off their default half of the time, else a random value of each."""
    if chance.random() < 0.5:
        return {}
    return {name: chance.choice(choices) for name, choices in house.items()}
