"""Fights without a store: commands a second of each system, beside deciding the same commands and nothing else."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from time import process_time

from bots.lab.chunks import chunks
from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.lab.running import Plan, simulate
from bots.players import sensible
from bots.sparring import Exchange, begun, seats_of, spar
from domain.deciding import played
from domain.encounter import Encounter
from domain.ruleset import RULESETS
from files import rosters
from ledger.line.actions import command_of
from tests.bench.figures import Figure

GOALS = {"pursuit": 10_000, "etiquette": 10_000, "vanguard": 2_500, "verdigris": 1_700, "storyteller": 370}
SECONDS = 4.0
"""So long each system fights."""
KEPT = 500
FIGHTS = 200


def figures() -> Iterator[Figure]:
    """Yield the commands of the sample fight of each system, then how two processes share the work of one."""
    for system in RULESETS:
        yield _sparred(system)
    yield _shared()


def _sparred(system: str) -> Figure:
    opening = rosters.read(rosters.SAMPLES[system])
    start, seats = begun(opening), seats_of(opening)
    spent, commands, number = 0.0, 0, 0
    fought: list[tuple[Encounter, Exchange]] = []
    while spent < SECONDS:
        began = process_time()
        exchanges = [*spar(start, seats, sensible, KeyedChoices(1, number), KeyedDice(1, number))]
        if number:  # the first builds what is built once
            spent, commands = spent + process_time() - began, commands + len(exchanges)
        number += 1
        # The last fights are decided once more: to keep all of them would slow down those that follow.
        befores = [start, *(exchange.story.now for exchange in exchanges)]
        fought = [*fought[-KEPT:], *zip(befores, exchanges, strict=False)]
    dice = KeyedDice(1, 0)
    began = process_time()
    for before, exchange in fought:
        played(command_of(exchange.body, system), before, dice)
    decided = process_time() - began
    return Figure(
        work=f"an automatic fight of {system} without a store ({commands / (number - 1):.0f} commands)",
        measured=f"{commands / spent:,.0f} commands/s",
        raw=f"{len(fought) / decided:,.0f} /s decided alone",
        goal=f"at least {GOALS[system]:,} /s" if system in GOALS else "none yet",
    )


def _shared() -> Figure:
    plan, fights = Plan(one=rosters.read(rosters.SAMPLES["verdigris"])), chunks(FIGHTS)
    began = process_time()
    simulate(plan, fights)
    alone, before = process_time() - began, _of_children()
    simulate(plan, fights, workers=2)
    together = _of_children() - before
    return Figure(
        work=f"{FIGHTS} simulated fights of verdigris in two processes: CPU seconds of both, their start included",
        measured=f"{together:.1f} s = {alone / together:.2f} of two free cores used",
        raw=f"{alone:.1f} s in one process",
        goal="at least 0.9",
    )


def _of_children() -> float:
    """Return the CPU seconds of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
