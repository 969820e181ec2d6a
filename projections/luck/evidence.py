"""Evidence against fair dice that holds however often one looks: e-values.

An e-value bets against the dice at fair odds, and is what one unit has become. Of fair dice at most one row in E ever
comes to E, whenever one stops. Dice of the ledger are proven; this is for dice that people throw and type in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import exp, fsum, inf, log
from typing import TypeVar

STAKES = (-0.9, -0.5, -0.25, 0.25, 0.5, 0.9)
"""What the bets on luck stake of what they have, three on good and three on bad."""
PRIOR = 5
"""How often every face counts as seen before the first throw."""
SHARE = 0.05
"""Of those who are named at most so many are named wrongly, on average."""

Name = TypeVar("Name")


def of_luck(mid_ps: Iterable[float]) -> float:
    """Return the e-value of rolls by where they stand: the mean of bets that they are good, or bad."""
    logs = [0.0] * len(STAKES)
    for mid_p in mid_ps:
        logs = [each + log(1 + stake * (2 * mid_p - 1)) for each, stake in zip(logs, STAKES, strict=True)]
    return fsum(_exp(each) for each in logs) / len(STAKES)


def of_faces(faces: Iterable[int], sides: int) -> float:
    """Return the e-value of the faces of one kind of dice: each is bet on as often as it came before."""
    seen: Counter[int] = Counter()
    value = 0.0
    for number, face in enumerate(faces):
        value += log(sides * (seen[face] + PRIOR) / (number + sides * PRIOR))
        seen[face] += 1
    return _exp(value)


def named(values: Mapping[Name, float], share: float = SHARE) -> list[Name]:
    """Return who stands out among many, the clearest first: of them at most that share is fair (e-BH)."""
    ranked = sorted(values, key=lambda name: values[name], reverse=True)
    number = len(ranked)
    last = max((place for place, name in enumerate(ranked, 1) if values[name] >= number / (share * place)), default=0)
    return ranked[:last]


def _exp(value: float) -> float:
    return exp(value) if value < 709 else inf
