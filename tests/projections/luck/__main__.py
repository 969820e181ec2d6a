"""How often luck finds fair dice unlikely: seats of whole fights, played in memory, with dice that are fair by making.

python -m tests.projections.luck [--fights 100]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bots.lab.statistics import wilson
from projections.luck.fortune import Fortune
from tests.projections.luck.test_whole_fights import fortunes

FIGHTS = {"pursuit-fair": 4, "etiquette": 4, "vanguard-worm": 3, "verdigris-ogre": 2, "storyteller-zones": 1}
"""Of each roster so many fights for each of storyteller's, which take longest."""
LEVELS = (0.1, 0.05, 0.01, 0.001)
LINE = "{:18} {:>6} {:>6}  {}"


def told(found: Sequence[Fortune], level: float) -> str:
    """Return how many of 100 seats are at least as far from the middle as fair dice at a level, with its interval."""
    share = wilson(sum(each.chance <= level for each in found), len(found))
    return f"{100 * share.value:.2f} ({100 * share.low:.2f} to {100 * share.high:.2f})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print a row for each roster and one for all."""
    wanted = argparse.ArgumentParser(prog="python -m tests.projections.luck", description=__doc__)
    wanted.add_argument("--fights", type=int, default=100, help="of storyteller; of others up to four times as many")
    asked = wanted.parse_args(arguments)
    levels = "  ".join(f"{f'at {100 * level:g} of 100':24}" for level in LEVELS)
    print(LINE.format("roster", "fights", "seats", levels).rstrip(), flush=True)
    every: list[Fortune] = []
    fought = 0
    for name, times in FIGHTS.items():
        found = fortunes(name, asked.fights * times)
        every, fought = [*every, *found], fought + asked.fights * times
        print(_row(name, asked.fights * times, found), flush=True)
    print(_row("all", fought, every))


def _row(name: str, fights: int, found: Sequence[Fortune]) -> str:
    said = "  ".join(f"{told(found, level):24}" for level in LEVELS) if found else "nobody rolled often enough"
    return LINE.format(name, fights, len(found), said).rstrip()


if __name__ == "__main__":
    main()
