"""The tree over the lines of a log is the one over their hashes, in whatever order its versions are asked for."""

from __future__ import annotations

import random
from itertools import count

import pytest

from ledger.application import Ledger
from ledger.line.tree import leaf, root
from ledger.table.answers import Declaration
from ledger.table.fight import Fight
from tests.bench.fights import BEGINS, attack, opening


@pytest.fixture(scope="module")
def fight() -> Fight:
    """Return a fight of some two hundred lines."""
    numbers = count()
    with Ledger() as ledger:
        one = ledger.open(opening()).encounter
        for command in BEGINS:
            ledger.record(one, "table", Declaration(action=command, cmd=f"c{next(numbers)}"))
        for _ in range(15):
            for command in attack(ledger.fight(one).encounter):
                ledger.record(one, "table", Declaration(action=command, cmd=f"c{next(numbers)}"))
        return ledger.fight(one)


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_tree_over_the_first_lines(fight: Fight, seed: int) -> None:
    leaves = [leaf(line.raw) for line in fight.lines]
    versions = [*range(-1, fight.version + 1)]
    if seed:
        random.Random(f"trees {seed}").shuffle(versions)
    log = Fight().then(fight.lines[:]).log
    for version in versions:
        tree = log.tree(version)
        assert (len(tree), tree.root()) == (version + 1, root(leaves[: version + 1]))


def test_lines_are_hashed_once_where_versions_follow_each_other(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Fight().then(fight.lines[:]).log
    hashed: list[bytes] = []

    def counted(raw: bytes) -> bytes:
        hashed.append(raw)
        return leaf(raw)

    monkeypatch.setattr("ledger.table.log.leaf", counted)
    for version in range(0, fight.version + 1, 6):
        log.tree(version)
    assert len(hashed) == fight.version // 6 * 6 + 1
