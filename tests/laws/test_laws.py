"""Laws over random legal play in all systems."""

from __future__ import annotations

import random
from functools import reduce
from itertools import islice

import pytest

from domain.commands import Command
from domain.deciding import RULESETS, controls, decide, matches, offers, open_encounter, pending, sides
from domain.encounter import Encounter
from domain.events import Event, HistoryRewound
from domain.evolve import evolve
from domain.refusals import CODES, Refused
from domain.replaying import replay
from ledger.line.actions import command_of
from tests.laws.anything import anything, named
from tests.laws.fights import SYSTEMS, Chance, Game, can_go_on, opening, play, said
from tests.laws.watching import WATCHES, always

pytestmark = pytest.mark.slow
MET_ELSEWHERE = {"refuse_end"}
"""Refusing an end needs another seat's wish: tests/domain/systems/test_duel_ending.py."""


def test_the_invariants_hold_after_every_event(game: Game) -> None:
    watch = WATCHES[game.system]()
    for step in game.steps:
        always.watch(step)
        watch.step(step)


@pytest.mark.long(but=("pursuit-0", "storyteller-0"))
def test_every_combination_of_offered_choices_is_accepted(game: Game) -> None:
    for step in game.steps:
        for offer in step.offers:
            for body in said(offer, 4):
                assert decide(command_of(body, step.before.system), step.before, Chance(random.Random(1)))


def test_every_last_space_of_an_offered_way_is_reached_unless_somebody_is_met_or_may_strike_on_the_way(
    game: Game,
) -> None:
    for step in game.steps:
        for offer in step.offers:
            for end in islice(offer.open["path"].ends if "path" in offer.open else (), 6):
                body = {"do": offer.do, "who": offer.who, "path": list(end.path)}
                events = decide(command_of(body, step.before.system), step.before, Chance(random.Random(1)))
                reached = reduce(evolve, events, step.before)
                met = offer.do == "chase" and reached.foes_at(offer.who or "")
                struck = reached.decision is not None and reached.decision.kind == "opportunity_attack"
                assert reached.combatants[offer.who or ""].at == end.tile or met or struck


def test_what_is_accepted_was_offered_and_what_is_refused_changes_nothing(game: Game) -> None:
    chance = random.Random(game.number)
    for step in game.steps:
        before = repr(step.before)
        for _ in range(4):
            body = anything(step.before, chance)
            command = command_of(body, game.system)
            dice = Chance(random.Random(1))
            refused = refusal(command, step.before, dice)
            if refused is None:
                assert any(matches(offer, command, named(body)) for offer in step.offers), body
            else:
                assert refused.code in CODES
                assert refused.message.endswith(".")
                assert "None" not in refused.message
                assert refused.rule
                assert refused.pending == pending(step.before)
                assert dice.rolls == 0
        assert repr(step.before) == before


@pytest.mark.long(but=("-0",))
def test_a_seat_is_offered_just_what_it_may_command(game: Game) -> None:
    for step in game.steps:
        seats = {who.controller for who in step.before.combatants.values()} | {"nobody"}
        for seat in seats:
            mine = offers(step.before, seat or "")
            for offer in step.offers:
                command = command_of(said(offer, 1)[0], game.system)
                assert (offer in mine) == (controls(step.before, seat or "", command))
        assert sides(step.before, "nobody") == set()


def test_folding_in_one_go_equals_step_by_step_and_a_rewind_is_a_replay(game: Game) -> None:
    chance = random.Random(f"{game.system} {game.number}")
    lines: list[Event | HistoryRewound | None] = list(open_encounter(opening(game.system, chance), "0" * 32))
    states = {len(lines) - 1: replay(lines)}
    for step in game.steps:
        lines += [None, *step.events]
        states[len(lines) - 1] = step.after
    for version, state in states.items():
        assert replay(lines[: version + 1]) == state
    for _ in range(3):
        target = chance.choice(sorted(states))
        lines.append(HistoryRewound(to_version=target, by="ana", reason="a slip"))
        states[len(lines) - 1] = states[target]
        assert replay(lines) == states[target]


def test_every_fight_can_go_on_until_it_is_over(game: Game) -> None:
    for step in game.steps:
        assert can_go_on(step.after), pending(step.after)


def refusal(command: Command, encounter: Encounter, dice: Chance) -> Refused | None:
    """Return why a command is refused, or None if it is accepted."""
    try:
        decide(command, encounter, dice)
    except Refused as refused:
        return refused
    return None


@pytest.mark.long(but=("etiquette", "vanguard"))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_command_of_a_system_is_played_by_chance(system: str) -> None:
    met: set[str] = set()
    known: set[str] = set()
    for number in range(300):
        if number > 4 and known <= met | MET_ELSEWHERE:
            break
        for step in play(system, number):
            met.add(step.command.do)
            known |= RULESETS[system].commands(step.before)
    assert met <= known <= met | MET_ELSEWHERE
