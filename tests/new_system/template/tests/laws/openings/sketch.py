"""Random openings of sketch."""

from __future__ import annotations

import random
from typing import Any

from tests.laws.openings.chance import house_rules


def opening(chance: random.Random) -> dict[str, Any]:
    """Return an opening of sketch with two to four fighters; half of them under house rules."""
    fighters = [
        {"id": who, "stamina": chance.randint(1, 6), "guard": chance.randint(4, 9)}
        for who in ["Ana", "Bo", "Cy", "Di"][: chance.randint(2, 4)]
    ]
    return {"system": "sketch", "combatants": fighters, "settings": house_rules({"harm": [1, 2, 3]}, chance)}
