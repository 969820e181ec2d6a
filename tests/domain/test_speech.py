"""Words at the table, in every system: whose they are, when they are said, and that nothing comes of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from bots.players import PLAYERS, Choices
from domain.deciding import RULESETS, bodies, controls, decide, offers
from domain.dice import NoDice
from domain.encounter import Encounter
from domain.events import MessageRecorded
from domain.refusals import Refused
from ledger.line.actions import command_of
from tests.domain.test_outside import FIELD, PATROL, ROAD, opened
from tests.laws.fights import begun as begun_with
from tests.laws.fights import opening, play

pytestmark = pytest.mark.slow

MOMENTS = 60


def begun(system: str, number: int) -> Encounter:
    """Return a random encounter after its set-up."""
    return begun_with(opening(system, Random(number)))


def told(state: Encounter, **body: Any) -> MessageRecorded:
    """Return the one thing that comes of words."""
    (event,) = decide(command_of({"do": "say", **body}, state.system), state, NoDice())
    assert isinstance(event, MessageRecorded)
    return event


def refused(state: Encounter, **body: Any) -> Refused:
    with pytest.raises(Refused) as no:
        decide(command_of({"do": "say", **body}, state.system), state, NoDice())
    return no.value


@cache
def moments(system: str) -> list[Encounter]:
    """Return states of random fights before they end."""
    found = [step.before for number in range(3) for step in play(system, number, most=MOMENTS)]
    return [state for state in found if state.outcome is None][::3]


def playing(state: Encounter) -> list[str]:
    return [seat for seat, role in state.seats.items() if role != "spectator"]


@pytest.mark.parametrize("system", RULESETS)
def test_every_seat_that_plays_may_speak_at_any_time(system: str) -> None:
    for state in moments(system):
        for seat in playing(state):
            assert told(state, by=seat, text="Well?").by == seat
            mine = [offer for offer in offers(state, seat) if offer.do == "say" and offer.by == seat]
            assert [offer.aside for offer in mine] == [True]
            said = [told(state, **{**body, "text": "Well?"}).channel for body in bodies(mine[0]) if body.pop("do")]
            narrates = state.referee in (None, seat)
            assert said == (["table", "narration"] if narrates else ["table"])


@pytest.mark.parametrize("system", RULESETS)
def test_a_seat_speaks_for_whom_it_controls_and_for_nobody_else(system: str) -> None:
    state = begun(system, 4)
    one = next(one for one in state.living if not one.under("surprised"))
    words = command_of({"do": "say", "who": one.id, "text": "To me!", "channel": "flourish"}, system)
    assert [seat for seat in state.seats if controls(state, seat, words)] == [one.controller]
    spoken = told(state, who=one.id, text="To me!", channel="flourish")
    assert (spoken.by, spoken.channel) == (one.id, "flourish")
    both = {"do": "say", "by": one.controller, "who": one.id, "text": "To me!"}
    assert refused(state, **{key: value for key, value in both.items() if key != "do"}).code == "invalid_value"
    assert refused(state, text="To me!").code == "invalid_value"


@pytest.mark.parametrize("system", RULESETS)
def test_who_only_watches_who_is_not_there_and_who_says_nothing_is_refused_in_a_sentence(system: str) -> None:
    state = begun(system, 4)
    seat = playing(state)[0]
    assert refused(state, by="nobody", text="Hm.").code == "unknown_id"
    watched = replace(state, seats={**state.seats, "eve": "spectator"})
    assert refused(watched, by="eve", text="Hm.").code == "unknown_id"
    assert [offer.by for offer in offers(watched, "eve") if offer.do == "say"] == []
    assert refused(state, who="Nobody", text="Hm.", channel="table").code == "unknown_id"
    assert refused(state, by=seat, text=" \t").code == "invalid_value"
    assert refused(state, by=seat, text="Hm.", channel="flourish").code == "invalid_value"
    one = next(one for one in state.living if not one.under("surprised"))
    assert refused(state, who=one.id, text="Hm.", channel="narration").code == "invalid_value"
    fallen = replace(state, combatants={**state.combatants, one.id: replace(one, life="dead")})
    assert "say" not in [offer.do for offer in offers(fallen) if offer.who == one.id]
    no = refused(fallen, who=one.id, text="Hm.", channel="table")
    assert (no.code, no.message[-1]) == ("dead", ".")


def test_a_player_does_not_narrate_where_a_referee_does() -> None:
    for body, player in ((ROAD, "p1"), (PATROL, "ana"), (FIELD, "p1")):
        state = opened(body)
        assert refused(state, by=player, text="It rains.", channel="narration").code == "not_your_decision"
        assert told(state, by="gm", text="It rains.", channel="narration").channel == "narration"


def test_whoever_has_left_says_no_more() -> None:
    state = begun("pursuit", 4)
    one = state.living[0]
    gone = replace(state, combatants={**state.combatants, one.id: replace(one, life="left")})
    assert refused(gone, who=one.id, text="Hm.").code == "incapable"


def test_words_are_told_by_the_rule_that_names_them() -> None:
    state = begun("verdigris", 4)
    assert told(state, by=playing(state)[0], text="Hm.").rules == ("VER-43",)
    field = begun("storyteller", 4)
    assert told(field, by=playing(field)[0], text="Hm.").rules == ("STO-36",)
    lane = begun("pursuit", 4)
    assert told(lane, by=playing(lane)[0], text="Hm.").rules == ()


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("system", RULESETS)
def test_automatic_players_do_not_chatter(system: str, player: str) -> None:
    choices = Choices(7)
    for state in moments(system):
        for seat in playing(state):
            talk = [offer for offer in offers(state, seat) if offer.do == "say" and offer.aside]
            assert talk
            assert PLAYERS[player](state, talk, choices, False) is None
            assert PLAYERS[player](state, talk, choices, True) is None


def test_the_words_of_a_negotiation_stay_with_its_rule() -> None:
    """ETQ-9: without a channel, ``who`` is an owner who negotiates; table talk goes on beside it at any time."""
    state = begun("etiquette", 4)
    owner = state.living[0].side
    assert refused(state, who=owner, text="Truce?").rule == "ETQ-9"
    assert told(state, by=playing(state)[0], text="Truce?").channel == "table"
