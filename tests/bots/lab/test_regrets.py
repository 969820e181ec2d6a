"""What a choice cost beside the best on offer: by a judge on the same dice, and by fights that go on from both."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import pytest

from bots.lab import regrets
from bots.lab.judge import Judge
from bots.lab.sentences import of_regrets
from bots.players import of_the_rules, spelled
from domain.deciding import offers_to, own_offers, played
from domain.dice import DiceNeeded, NoDice
from domain.encounter import Encounter
from ledger.line.actions import command_of
from tests.judged import fought


@dataclass(frozen=True)
class Liking(Judge):
    """A judge that sees who stands where, and how well: a number that hangs on nothing else."""

    sides: tuple[str, ...] = ("Vesper", "Marrow", "Thistle")

    def chance(self, encounter: Encounter, side: str) -> float:
        own = [who for who in encounter.combatants.values() if who.side == side]
        return sum(sum(pool.now for pool in who.pools.values()) + len(str(who.at)) for who in own) / 100


@pytest.fixture(autouse=True)
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("LOOKED_AT", 2), ("THROWN", 4), ("FOUGHT", 3), ("LARGEST", 2)):
        monkeypatch.setattr(regrets, name, few)


def test_without_dice_a_choice_costs_what_the_best_comes_to_less_its_own() -> None:
    fight, weighed = fought(), 0
    for regret in islice(regrets.regrets(fight, Liking(), seed=1), 12):
        before = fight.at(regret.n - 1)
        offered = of_the_rules(before, offers_to(before, own_offers(before), regret.seat))
        bodies = [body for offer in offered if offer.do != "end_encounter" for body in spelled(offer)]
        assert (regret.offered, regret.looked_at) == (len(bodies), len(bodies))
        try:
            chances = [
                Liking().chance(played(command_of(body, before.system), before, NoDice()).now, regret.side)
                for body in bodies
            ]
        except DiceNeeded:
            continue
        weighed += 1
        assert regret.cost.value == pytest.approx(max(chances) - regret.chance)
        assert regret.cost.low == pytest.approx(regret.cost.high)
        assert (regret.better is None) == (regret.cost.value == 0)
    assert weighed > 3


def test_of_very_many_commands_some_are_looked_at_and_it_is_told_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regrets, "MOST", 3)
    found = [*islice(regrets.regrets(fought(), Liking(), seed=1), 12)]
    assert max(each.offered for each in found) > 3
    assert max(each.looked_at for each in found) <= 3
    assert all(each.looked_at <= each.offered for each in found)


def test_the_costliest_are_fought_on_from_both_and_blame_nobody() -> None:
    told: list[tuple[int, ...]] = []
    some = [*islice(regrets.choices_of(fought()), 12)]
    choices, largest = regrets.costliest(
        some,
        Liking(),
        seed=1,
        workers=1,
        weighing=lambda done: told.append((done,)),
        fighting=lambda *done: told.append(done),
    )
    assert (choices, len(largest)) == (12, 2)
    assert told == [*((done,) for done in range(1, 13)), (6, 12), (12, 12)]
    assert largest[0].cost.value >= largest[1].cost.value > 0
    for each in largest:
        assert each.fought is not None
        assert -1 <= each.fought.value <= 1
    said = [*of_regrets(choices, largest)]
    assert said[0].startswith("Of 12 choices these cost most beside the best on offer")
    assert said[1].startswith(f"  line {largest[0].n}, {largest[0].seat}: +")
    assert said[-1].endswith("It measures nobody.")
    assert "  none of them surely anything." in [*of_regrets(3, ())]
