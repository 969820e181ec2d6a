"""The short ways back through a fight that was taken back again and again lead where the long ones do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from verifier.verify_fight import HAPPENING, Paths

KINDS = ("CommandAccepted", "CommandAccepted", "TurnStarted", "Sealed", "Unsealed", "RewindLapsed", "HistoryRewound")


def fight(seed: int) -> list[dict[str, Any]]:
    """Return lines of some kinds at random, of two seats, with rewinds to anywhere."""
    chance = random.Random(seed)
    lines: list[dict[str, Any]] = [{"n": 0, "type": "EncounterOpened"}]
    for n in range(1, 60):
        line: dict[str, Any] = {"n": n, "type": chance.choice(KINDS)}
        if line["type"] == "CommandAccepted":
            line |= {"decl": {"seat": chance.choice(["ana", "ana", "bo"])}} | ({"roll": n} if n % 3 == 0 else {})
        if line["type"] == "HistoryRewound":
            line["to_version"] = chance.randrange(n)
        lines.append(line)
    return lines


def way_back(lines: list[dict[str, Any]], version: int) -> list[int]:
    """Return the lines that count at a version, the newest first."""
    found = []
    while version >= 0:
        found.append(version)
        version = lines[version].get("to_version", version - 1)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_each_answer_about_the_way_back_is_that_of_walking_it(seed: int) -> None:
    lines, paths = fight(seed), Paths()
    for line in lines:
        paths.add(line, line.get("to_version", line["n"] - 1))
    ways = [way_back(lines, n) for n in range(len(lines))]
    for version, way in enumerate(ways):
        assert paths.opening[version] == sum(lines[n]["type"] == "Unsealed" for n in way)
        assert paths.stirring[version] == sum(lines[n]["type"] in {*HAPPENING, "CommandAccepted"} for n in way)
        for n in range(len(lines)):
            assert paths.counts(n, version) == (n in way)
            assert paths.fork(version, n) == next(each for each in way if each in ways[n])
            if n in way:
                after = [lines[each] for each in way if each > n]
                assert paths.rolls(version, n) == [each["n"] for each in after if "roll" in each]
                declared = [each for each in after if "decl" in each]
                for seat in ("ana", "bo"):
                    own = all(each["decl"]["seat"] == seat and "roll" not in each for each in declared)
                    assert paths.are_of(seat, version, n) == own
            if n < version:
                assert paths.last(version, n) == max(each for each in way if each <= n)
                assert paths.above(version, n) == way[[each <= n for each in way].index(True) - 1]
    assert not paths.counts(None, 5)
    assert not paths.counts(-1, 5)
