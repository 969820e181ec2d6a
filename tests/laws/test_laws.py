"""Laws over random legal play in all systems."""

from __future__ import annotations

import random
from functools import reduce
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Command
from domain.deciding import RULESETS, controls, decide, matches, offers, open_encounter, pending, sides
from domain.encounter import Encounter
from domain.events import Event, HistoryRewound
from domain.evolve import evolve
from domain.refusals import CODES, Refused
from domain.replaying import replay
from ledger.actions import command_of
from tests.laws.anything import anything, named
from tests.laws.fights import SYSTEMS, Chance, can_go_on, opening, play, said
from tests.laws.watching import WATCHES, always

FIGHTS = given(number=st.integers(min_value=0, max_value=2**32 - 1))
pytestmark = [pytest.mark.parametrize("system", SYSTEMS), pytest.mark.slow]


@FIGHTS
@settings(settings.get_profile("fights"))
def test_the_invariants_hold_after_every_event(system: str, number: int) -> None:
    watch = WATCHES[system]()
    for step in play(system, number):
        always.watch(step)
        watch.step(step)


@FIGHTS
@settings(settings.get_profile("fights"))
def test_every_combination_of_offered_choices_is_accepted(system: str, number: int) -> None:
    for step in play(system, number):
        for offer in offers(step.before):
            for body in said(offer, 12):
                assert decide(command_of(body, step.before.system), step.before, Chance(random.Random(1)))


@FIGHTS
@settings(settings.get_profile("fights"))
def test_every_last_space_of_an_offered_way_is_reached_unless_somebody_is_met_or_may_strike_on_the_way(
    system: str, number: int
) -> None:
    for step in play(system, number):
        for offer in offers(step.before):
            for end in islice(offer.open["path"].ends if "path" in offer.open else (), 6):
                body = {"do": offer.do, "who": offer.who, "path": list(end.path)}
                events = decide(command_of(body, step.before.system), step.before, Chance(random.Random(1)))
                reached = reduce(evolve, events, step.before)
                met = offer.do == "chase" and reached.foes_at(offer.who or "")
                struck = reached.decision is not None and reached.decision.kind == "opportunity_attack"
                assert reached.combatants[offer.who or ""].at == end.tile or met or struck


@FIGHTS
@settings(settings.get_profile("fights"))
def test_what_is_accepted_was_offered_and_what_is_refused_changes_nothing(system: str, number: int) -> None:
    chance = random.Random(number)
    for step in play(system, number):
        before = repr(step.before)
        for _ in range(4):
            body = anything(step.before, chance)
            command = command_of(body, system)
            dice = Chance(random.Random(1))
            refused = refusal(command, step.before, dice)
            if refused is None:
                assert any(matches(offer, command, named(body)) for offer in offers(step.before)), body
            else:
                assert refused.code in CODES
                assert refused.message.endswith(".")
                assert "None" not in refused.message
                assert refused.rule
                assert refused.pending == pending(step.before)
                assert dice.rolls == 0
        assert repr(step.before) == before


@FIGHTS
@settings(settings.get_profile("fights"))
def test_a_seat_is_offered_just_what_it_may_command(system: str, number: int) -> None:
    for step in play(system, number):
        seats = {who.controller for who in step.before.combatants.values()} | {"nobody"}
        for seat in seats:
            mine = offers(step.before, seat or "")
            for offer in offers(step.before):
                command = command_of(said(offer, 1)[0], system)
                assert (offer in mine) == (controls(step.before, seat or "", command))
        assert sides(step.before, "nobody") == set()


@FIGHTS
@settings(settings.get_profile("fights"))
def test_folding_in_one_go_equals_step_by_step_and_a_rewind_is_a_replay(system: str, number: int) -> None:
    chance = random.Random(f"{system} {number}")
    lines: list[Event | HistoryRewound | None] = list(open_encounter(opening(system, chance), "0" * 32))
    states = {len(lines) - 1: replay(lines)}
    for step in play(system, number):
        lines += [None, *step.events]
        states[len(lines) - 1] = step.after
    for version, state in states.items():
        assert replay(lines[: version + 1]) == state
    for _ in range(3):
        target = chance.choice(sorted(states))
        lines.append(HistoryRewound(to_version=target, by="ana", reason="a slip"))
        states[len(lines) - 1] = states[target]
        assert replay(lines) == states[target]


@FIGHTS
@settings(settings.get_profile("fights"))
def test_every_fight_can_go_on_until_it_is_over(system: str, number: int) -> None:
    for step in play(system, number):
        assert can_go_on(step.after), pending(step.after)


def refusal(command: Command, encounter: Encounter, dice: Chance) -> Refused | None:
    """Return why a command is refused, or None if it is accepted."""
    try:
        decide(command, encounter, dice)
    except Refused as refused:
        return refused
    return None


def test_every_command_of_a_system_is_played_by_chance(system: str) -> None:
    met: set[str] = set()
    known: set[str] = set()
    for number in range(300):
        for step in play(system, number):
            met.add(step.command.do)
            known |= RULESETS[system].commands(step.before)
    # Refusing an end needs another seat's wish: tests/domain/test_duel_ending.py.
    assert met <= known <= met | {"refuse_end"}
