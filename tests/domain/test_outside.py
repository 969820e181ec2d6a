"""What comes from outside of the rules: who may claim time, hand over, concede and overrule, and what it comes to."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import RULESETS, commands_of, decide, offers, pending
from domain.dice import NoDice, Scripted
from domain.encounter import Decision, Encounter
from domain.events import (
    DecisionLapsed,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EncounterEnded,
    Event,
    LifeStateChanged,
    RulingMade,
)
from domain.evolve import evolve
from domain.refusals import Refused
from domain.table.commands import NAMES
from ledger.line.actions import command_of
from tests.laws.fights import begun
from tests.openings import opening_of

LANE: dict[str, Any] = {
    "system": "pursuit",
    "board": {"tiles": ["A", "B", "C"], "links": [["A", "B"], ["B", "C"]]},
    "seats": [{"id": "ana"}, {"id": "bo"}, {"id": "cy"}, {"id": "eve", "role": "spectator"}],
    "weapons": [{"id": "blade", "damage": 1}],
    "combatants": [
        {"id": "Ana", "controller": "ana", "at": "A", "health": 4, "equipped": "blade"},
        {"id": "Bo", "controller": "bo", "at": "B", "health": 4, "equipped": "blade"},
        {"id": "Cy", "controller": "cy", "at": "C", "health": 4},
    ],
    "clock": 30,
    "words": {"conditions": ["netted", "mood"]},
}
PATROL: dict[str, Any] = {
    "system": "vanguard",
    "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}],
    "characters": [
        {"id": "Tor", "controller": "ana", "vigor": 8, "quick": 6, "smart": 4, "wise": 4, "health": 4},
        {"id": "Una", "controller": "bo", "vigor": 8, "quick": 6, "smart": 4, "wise": 4, "health": 4},
    ],
    "groups": [{"id": "Gobbos", "count": 2, "defense": 3, "melee": 2}],
    "clock": 30,
}
ROAD: dict[str, Any] = {
    "system": "verdigris",
    "seats": [{"id": "gm", "role": "referee"}, {"id": "p1"}, {"id": "p2"}],
    "board": {"zones": ["Gate", "Yard"], "links": [["Gate", "Yard"]]},
    "combatants": [
        {"id": "Aila", "kind": "pc", "controller": "p1", "at": "Gate", "hp": 4, "strength": 3, "agility": 3},
        {"id": "Bram", "kind": "pc", "controller": "p2", "at": "Gate", "hp": 4, "strength": 3, "agility": 3},
        {"id": "Gob", "kind": "enemy", "at": "Yard", "hp": 3, "strength": 3, "agility": 2},
    ],
    "clock": 30,
}
FIELD: dict[str, Any] = {
    "system": "storyteller",
    "seats": [{"id": "gm", "role": "referee"}, {"id": "p1"}, {"id": "p2"}],
    "positions": "zones",
    "board": {"zones": ["Gate", "Yard"], "links": [["Gate", "Yard"]]},
    "combatants": [
        {"id": "Kara", "kind": "pc", "controller": "p1", "agility": 2, "hp": 9},
        {"id": "Lio", "kind": "pc", "controller": "p2", "agility": 1, "hp": 9},
        {"id": "Gob", "agility": 0, "hp": 6},
    ],
    "clock": 30,
}


BEFORE: list[dict[str, Any]] = [
    {"do": "open", "by": "gm"},
    {"do": "determine_surprise", "by": "gm", "hiding": []},
]
ATTACK: list[dict[str, Any]] = [
    {"do": "start", "by": "gm"},
    {"do": "choose_engagement", "by": "party", "choice": "attack"},
]
WALK: list[dict[str, Any]] = [
    {"do": "begin_move", "who": "Ana", "allowance": 3},
    {"do": "move", "who": "Ana", "to": "B"},
]


def said(state: Encounter, *bodies: dict[str, Any], faces: list[int] | None = None) -> Encounter:
    """Return the fight after these commands."""
    for body in bodies:
        for event in told(state, body, faces=faces):
            state = evolve(state, event)
    return state


def told(state: Encounter, body: dict[str, Any], faces: list[int] | None = None) -> list[Event]:
    """Return what a command makes happen."""
    return decide(command_of(body, state.system), state, NoDice() if faces is None else Scripted(faces))


def why_not(state: Encounter, body: dict[str, Any]) -> tuple[str, str]:
    """Return the code and the sentence of a refusal."""
    with pytest.raises(Refused) as refused:
        told(state, body)
    assert refused.value.pending == pending(state)
    return refused.value.code, refused.value.message


def opened(body: dict[str, Any], **changes: Any) -> Encounter:
    return begun(opening_of({**body, **changes}))


def at_blows() -> Encounter:
    """Return Ana and Bo in a combat of two, with the turn at Ana."""
    return said(opened(LANE), *WALK, {"do": "engage", "who": "Ana"})


def override(who: str, what: str, value: int | str, by: str = "table") -> dict[str, Any]:
    return {"do": "override", "by": by, "who": who, "what": what, "value": value, "reason": "We said so."}


# What there is


def test_there_is_no_time_without_a_clock_and_no_override_where_the_table_wants_none() -> None:
    assert commands_of(opened(LANE)) >= NAMES
    assert NAMES - commands_of(opened(LANE, clock=None)) == {"claim_time"}
    assert NAMES - commands_of(opened(LANE, overrides="none", clock=None)) == {"claim_time", "override"}
    assert why_not(opened(LANE, overrides="none"), override("Bo", "health", 3))[0] == "no_such_action"


def test_all_of_it_is_an_aside_and_nothing_is_offered_once_the_fight_is_over() -> None:
    assert all(offer.aside for offer in offers(at_blows()) if offer.do in NAMES)
    over = said(opened(LANE), *({"do": "end_encounter", "by": seat} for seat in ("ana", "bo", "cy")))
    assert offers(over) == []


# Time


def test_only_a_seat_that_plays_claims_the_time_and_only_of_a_decision() -> None:
    claim = {"do": "claim_time", "by": "eve"}
    assert why_not(at_blows(), claim) == ("unknown_id", "eve cannot claim the time: nobody plays from that seat.")
    assert why_not(opened(LANE), {**claim, "by": "bo"}) == (
        "wrong_phase",
        "bo cannot claim the time: nobody's decision is awaited.",
    )


def test_whoever_is_to_move_next_does_not_where_moves_have_an_order() -> None:
    state = opened(LANE, settings={"move_order": "seat_order"})
    moved = said(state, {"do": "claim_time", "by": "bo"})
    assert (state.moved_last, moved.moved_last, moved.combatants["Ana"].at) == (None, "Ana", "A")
    rolled = opened(LANE, settings={"move_order": "seat_order", "allowance_source": "1d6"})
    assert pending(said(rolled, {"do": "claim_time", "by": "bo"}, faces=[3])).kind == "moving"


def test_what_cannot_be_begun_ends_when_its_time_runs_out() -> None:
    claim = {"do": "claim_time", "by": "gm"}
    for body, alone in (
        (PATROL, {"groups": [{"id": "Gobbos", "count": 2, "defense": 3, "melee": 2}]}),
        (ROAD, {}),
        (FIELD, {}),
    ):
        state = opened(body, **alone)
        foe = next(who.id for who in state.combatants.values() if who.controller == "gm")
        begins = said(state, claim)
        assert begins.outcome is None
        left = [LifeStateChanged(who=foe, origin="active", to="left", why="test", rules=())]
        for event in left:
            state = evolve(state, event)
        assert said(state, claim).outcome in ("stopped", "ended")


# Handing over


def test_one_hands_over_to_a_seat_that_plays_and_has_not_got_them() -> None:
    state = at_blows()
    assert why_not(state, {"do": "hand_over", "who": "Ana", "to": "eve"})[0] == "unknown_id"
    assert why_not(state, {"do": "hand_over", "who": "Ana", "to": "Bo"})[0] == "unknown_id"
    late = said(state, {"do": "hand_over", "who": "Ana", "to": "dee"})
    assert (late.combatants["Ana"].controller, late.seats["dee"]) == ("dee", "player")
    assert why_not(state, {"do": "hand_over", "who": "Zed", "to": "bo"}) == (
        "unknown_id",
        "Zed is nobody in this fight.",
    )
    assert why_not(state, {"do": "hand_over", "who": "Ana", "to": "ana"}) == ("invalid_value", "ana has Ana already.")
    assert said(state, {"do": "hand_over", "who": "Ana", "to": "bo"}).combatants["Ana"].controller == "bo"


def test_the_voice_of_a_side_is_handed_over_too() -> None:
    state = opened(PATROL)
    assert state.voices == {"party": "ana"}
    assert said(state, {"do": "hand_over", "who": "party", "to": "bo"}).voices == {"party": "bo"}


def test_what_is_asked_of_a_seat_is_asked_again_of_the_one_that_has_them_now() -> None:
    state = said(opened(ROAD), {"do": "start", "by": "gm"})
    assert pending(state).owner == "p1"
    events = told(state, {"do": "hand_over", "who": "Aila", "to": "p2"})
    assert [type(event).__name__ for event in events] == ["DeclarationMade", "DecisionLapsed", "DecisionOpened"]
    lapsed, asked = events[1:]
    assert isinstance(lapsed, DecisionLapsed)
    assert isinstance(asked, DecisionOpened)
    assert (lapsed.reason, asked.owner, asked.context["id"]) == ("handed_over", "p2", "D2")
    assert len(told(state, {"do": "hand_over", "who": "Bram", "to": "p1"})) == 1


# Conceding


def test_whoever_concedes_leaves_and_nobody_does_so_twice() -> None:
    state = at_blows()
    assert why_not(state, {"do": "concede", "by": "eve"})[0] == "unknown_id"
    left = said(state, {"do": "concede", "by": "bo"})
    assert left.combatants["Bo"].life == "left"
    assert left.outcome is None
    assert why_not(left, {"do": "concede", "by": "bo"}) == (
        "illegal_target",
        "bo cannot concede: nobody of theirs is left in the fight.",
    )
    assert why_not(left, {"do": "begin_move", "who": "Bo", "allowance": 1}) == (
        "dead",
        "Bo cannot begin a move: Bo has left the fight.",
    )
    over = said(left, {"do": "concede", "by": "cy"})
    assert over.outcome == "ended"


def test_one_waits_for_what_another_is_asked_before_one_leaves() -> None:
    state = said(opened(LANE), *WALK)
    assert why_not(state, {"do": "concede", "by": "bo"}) == (
        "not_your_decision",
        "bo cannot concede yet: first Ana answers (engage).",
    )


def test_a_party_that_is_left_by_all_has_lost_and_monsters_that_are_have_too() -> None:
    state = said(
        opened(PATROL), {"do": "start", "by": "gm"}, {"do": "choose_engagement", "by": "party", "choice": "attack"}
    )
    halved = said(state, {"do": "concede", "by": "ana"})
    assert halved.outcome is None
    assert said(halved, {"do": "concede", "by": "bo"}).outcome == "defeat"
    assert said(state, {"do": "concede", "by": "gm"}).outcome == "victory"


@pytest.mark.parametrize(("seat", "outcome"), [("gm", "party"), ("p1", None)])
def test_a_side_that_is_left_before_the_first_round_has_lost(seat: str, outcome: str | None) -> None:
    assert said(opened(ROAD), {"do": "concede", "by": seat}).outcome == outcome


def test_the_roll_of_a_seat_that_has_left_is_the_next_ones() -> None:
    state = said(opened(ROAD), {"do": "start", "by": "gm"}, {"do": "concede", "by": "p1"})
    assert pending(state).owner == "p2"


def test_whoever_leaves_before_the_last_roll_lets_the_fight_begin() -> None:
    places = [{"do": "place", "by": "gm", "who": who, "at": "Gate"} for who in ("Kara", "Lio", "Gob")]
    state = said(opened(FIELD), *BEFORE, *places, {"do": "positions_done", "by": "gm"})
    for by, who in (("p1", "Kara"), ("gm", "Gob")):
        state = said(state, {"do": "roll_initiative", "by": by, "who": who}, faces=[3, 3, 3])
    begun_ = said(state, {"do": "concede", "by": "p2"})
    assert begun_.round == 1
    assert begun_.turn == "Kara"
    assert said(begun_, {"do": "concede", "by": "p1"}).outcome == "adversaries"


# Overruling


def test_only_the_referee_overrules_and_where_there_is_none_the_table() -> None:
    state = at_blows()
    assert why_not(state, override("Bo", "health", 3, by="bo")) == (
        "not_your_decision",
        "bo cannot overrule anything: that is for all who play, as the settlement of a dispute (by: table).",
    )
    assert why_not(opened(PATROL), override("Tor", "health", 3, by="ana"))[1].endswith("that is for gm.")
    assert why_not(state, override("Zed", "health", 3))[0] == "unknown_id"


def test_an_override_is_a_ruling_and_then_the_change() -> None:
    ruling, change = told(at_blows(), override("Bo", "health", 3))
    assert isinstance(ruling, RulingMade)
    assert (ruling.subject, ruling.value, ruling.parameters) == (
        "override",
        3,
        {"who": "Bo", "what": "health", "before": 4, "reason": "We said so."},
    )
    assert type(change).__name__ == "DamageApplied"


@pytest.mark.parametrize(
    ("what", "value", "why"),
    [
        ("health", 4, "Bo has 4 health already."),
        ("health", 5, "Bo can have 1 to 4 health."),
        ("health", 0, "Bo can have 1 to 4 health: to have them fall, overrule their life."),
        ("health", "full", "Bo has a number of health, not full."),
        ("life", "down", "Bo cannot be down: the states of life are active, dead, left."),
        ("life", "active", "Bo is active already."),
        ("place", "B", "Bo is at B already."),
        ("place", "Z", "Bo cannot be at Z: the board has no such tile."),
        ("netted", 0, "Bo is not netted."),
    ],
)
def test_what_cannot_be_so_is_not_overruled(what: str, value: int | str, why: str) -> None:
    assert why_not(at_blows(), override("Bo", what, value))[1] == why


def test_conditions_begin_grow_shrink_change_and_end() -> None:
    state = opened(LANE)
    for value, stacks in ((1, 1), (3, 3), (2, 2), (0, 0)):
        state = said(state, override("Bo", "netted", value))
        assert state.combatants["Bo"].stacks("netted") == stacks
    state = said(state, override("Bo", "mood", "grim"), override("Bo", "mood", "merry"))
    assert state.combatants["Bo"].conditions["mood"].value == "merry"
    assert why_not(state, override("Bo", "mood", "merry"))[1] == "Bo is mood merry already."


def test_conditions_that_follow_from_other_values_are_left_to_the_rules() -> None:
    assert why_not(opened(PATROL), override("Tor", "stance", "neutral", by="gm"))[0] == "invalid_value"


def test_somebody_is_put_elsewhere_and_out_of_the_combat_there() -> None:
    away = said(at_blows(), override("Bo", "place", "A"))
    assert away.engagements == {}
    assert away.combatants["Bo"].at == "A"


def test_the_dead_come_back_once_they_have_points() -> None:
    dead = said(at_blows(), override("Bo", "life", "dead"))
    assert dead.engagements == {}
    assert dead.combatants["Bo"].life == "dead"
    assert said(dead, override("Bo", "life", "active")).combatants["Bo"].alive
    killed = evolve(dead, told(dead, override("Ana", "health", 1))[1])
    gone = said(killed, {"do": "concede", "by": "cy"})
    assert gone.outcome == "ended"


def test_nobody_is_active_without_what_keeps_them_so() -> None:
    state = opened(
        LANE, combatants=[*LANE["combatants"][:2], {**LANE["combatants"][2], "health": {"now": 0, "max": 3}}]
    )
    assert (
        why_not(state, override("Cy", "life", "active"))[1]
        == "Cy cannot be active without health: overrule that first."
    )
    healed = said(state, override("Cy", "health", 2))
    assert said(healed, override("Cy", "life", "active")).combatants["Cy"].alive


def test_things_do_not_come_to_life() -> None:
    door = {"id": "Door", "kind": "object", "hp": 5, "at": "Gate"}
    state = opened(FIELD, combatants=[*FIELD["combatants"], door])
    assert why_not(state, override("Door", "life", "active", by="gm"))[1] == "Door cannot be active, being a thing."


def test_nothing_is_overruled_in_the_middle_of_something() -> None:
    assert why_not(said(opened(LANE), *WALK), override("Bo", "health", 3)) == (
        "decision_pending",
        "table cannot overrule anything now: first Ana answers (engage).",
    )


def test_a_turn_ends_with_the_life_of_whoever_had_it() -> None:
    state = said(
        opened(PATROL), {"do": "start", "by": "gm"}, {"do": "choose_engagement", "by": "party", "choice": "attack"}
    )
    state = said(state, {"do": "ready_round", "by": "party"})
    down = said(state, override("Tor", "life", "down", by="gm"), override("Una", "place", "rear", by="gm"))
    assert pending(down).options == ("Una",)
    assert down.combatants["Una"].at == "rear"
    assert isinstance(told(down, override("Una", "life", "dead", by="gm"))[-1], EncounterEnded)


def test_a_turn_with_an_action_left_ends_with_the_life_of_whoever_had_it() -> None:
    oil = {"id": "lamp_oil", "effects": [{"kind": "modifier", "field": "melee", "amount": 1}]}
    tor, una = PATROL["characters"]
    state = opened(PATROL, settings={"actions_per_turn": 2}, characters=[{**tor, "items": [oil]}, una])
    used = {"do": "use_item", "who": "Tor", "item": "lamp_oil"}
    acting = said(state, *ATTACK, {"do": "ready_round", "by": "party"}, used)
    assert (pending(acting).kind, pending(acting).who) == ("turn", "Tor")
    down = said(acting, override("Tor", "life", "down", by="gm"))
    assert (down.turn, pending(down).options) == (None, ("Una",))


def test_the_part_of_the_monsters_is_over_when_the_last_group_of_them_is_gone() -> None:
    (gobbos,) = PATROL["groups"]
    state = said(
        opened(PATROL, groups=[gobbos, {**gobbos, "id": "Rats"}]), *ATTACK, {"do": "ready_round", "by": "party"}
    )
    state = said(state, {"do": "pass", "who": "Tor"}, {"do": "pass", "who": "Una"})
    state = said(state, {"do": "monsters_act", "by": "gm", "group": "Gobbos"}, faces=[8] * 4)
    assert (pending(state).kind, pending(state).options) == ("monsters", ("Rats",))
    assert said(state, override("Rats", "life", "dead", by="gm")).round == 2


def test_the_first_of_several_answers_when_the_time_of_their_owner_runs_out() -> None:
    units = [
        {"id": "Ana", "owner": "Ana", "controller": "ana", "kind": "player", "at": "A", "health": 4},
        {"id": "Bo", "owner": "Bo", "controller": "bo", "kind": "player", "at": "B", "health": 4},
        {"id": "BoImp", "owner": "Bo", "controller": "bo", "kind": "minion", "at": "B", "health": 2},
    ]
    duel = {"system": "etiquette", "board": LANE["board"], "seats": LANE["seats"][:2], "combatants": units, "clock": 30}
    walk: list[dict[str, Any]] = [
        {"do": "begin_move", "who": "Ana", "allowance": 2},
        {"do": "move", "who": "Ana", "to": "B"},
    ]
    asked = said(opened(duel), *walk)
    assert (pending(asked).kind, pending(asked).options) == ("champion", ("Bo", "BoImp"))
    answered = told(asked, {"do": "claim_time", "by": "ana"})
    assert [each.who for each in answered if isinstance(each, DeclarationMade) and each.kind == "answer_with"] == ["Bo"]


def test_nobody_negotiates_once_they_are_at_blows() -> None:
    duellists = [
        {"id": name, "owner": name, "controller": name.lower(), "kind": "player", "at": at, "health": 4}
        for name, at in (("Ana", "A"), ("Bo", "B"))
    ]
    duel = {"system": "etiquette", "board": LANE["board"], "seats": LANE["seats"][:2], "combatants": duellists}
    walk: list[dict[str, Any]] = [
        {"do": "begin_move", "who": "Ana", "allowance": 2},
        {"do": "move", "who": "Ana", "to": "B"},
    ]
    answers = [{"do": "engage", "who": "Ana"}, {"do": "engage", "who": "Bo"}]
    assert why_not(said(opened(duel), *walk, *answers), {"do": "say", "who": "Ana", "text": "Wait."}) == (
        "negotiation_closed",
        "Ana cannot negotiate: the time for words in this contact is over.",
    )


def test_the_group_whose_time_runs_out_acts_as_it_may() -> None:
    state = said(opened(PATROL, clock=30), *ATTACK, {"do": "ready_round", "by": "party"})
    state = said(state, {"do": "pass", "who": "Tor"}, {"do": "pass", "who": "Una"})
    assert pending(state).kind == "monsters"
    claimed = told(state, {"do": "claim_time", "by": "gm"}, faces=[8] * 4)
    asked = told(state, {"do": "monsters_act", "by": "gm", "group": "Gobbos"}, faces=[8] * 4)
    rolls = [each for each in asked if isinstance(each, DiceRolled)]
    assert rolls
    assert [each for each in claimed if isinstance(each, DiceRolled)] == rolls


def three_of_them() -> Encounter:
    """Return a combat of three: Bo fled from Ana into Cy, and Ana came after."""
    state = said(at_blows(), {"do": "attack", "who": "Ana", "target": "Bo"})
    state = said(state, {"do": "disengage", "who": "Bo"}, faces=[6, 1])
    state = said(state, {"do": "flee", "who": "Bo", "path": ["C"]}, {"do": "engage", "who": "Bo"})
    return said(state, {"do": "chase", "who": "Ana", "path": ["C"]})


def test_of_three_who_fight_two_go_on_when_one_leaves() -> None:
    state = three_of_them()
    assert [len(each.members) for each in state.engagements.values()] == [3]
    for seat in ("ana", "bo", "cy"):
        left = said(state, {"do": "concede", "by": seat})
        assert [len(each.members) for each in left.engagements.values()] == [2]
        assert left.turn is not None
        assert left.combatants[left.turn].alive


def test_a_fight_that_ends_with_the_answer_of_whoever_concedes_is_over() -> None:
    claws = [{"id": "claws", "category": "unarmed", "damage": 9, "bonus": 1}]
    people = [{**each, "at": "Gate", "natural": claws} for each in ROAD["combatants"]]
    people[2] |= {"hp": 1}
    state = said(opened(ROAD, combatants=people), {"do": "start", "by": "gm"})
    state = said(state, {"do": "roll_initiative", "by": "p1"}, faces=[6])
    state = said(state, {"do": "choose_actor", "who": "Aila"}, {"do": "enter_melee", "who": "Aila", "target": "Gob"})
    state = said(state, {"do": "attack", "who": "Aila", "target": "Gob", "weapon": "claws"}, faces=[6, 6, 6, 6])
    assert pending(state).kind == "push"
    over = said(state, {"do": "concede", "by": "p1"})
    assert over.outcome == "party"
    assert over.combatants["Aila"].alive


def test_a_question_about_one_of_them_goes_to_whoever_has_them_now() -> None:
    state = opened(ROAD)
    asked = Decision(kind="grapple_turn", owner="p2", options=("break_grapple",), context={"who": "Aila", "id": "D7"})
    assert RULESETS["verdigris"].INTERRUPTIONS.put_again(state, asked).owner == "p1"


def test_whoever_comes_to_life_in_the_middle_of_a_fight_rolls_and_has_turns() -> None:
    dead = {"id": "Rat", "agility": 1, "hp": {"now": 0, "max": 3}, "at": "Gate"}
    people = [{**each, "at": "Gate"} for each in FIELD["combatants"]]
    state = said(opened(FIELD, combatants=[*people, dead]), *BEFORE, {"do": "positions_done", "by": "gm"})
    for by, who in (("p1", "Kara"), ("p2", "Lio"), ("gm", "Gob")):
        state = said(state, {"do": "roll_initiative", "by": by, "who": who}, faces=[3, 3, 3])
    state = said(state, override("Rat", "hp", 2, by="gm"))
    assert "Rat" in said(state, override("Rat", "life", "active", by="gm"), faces=[1, 1, 1]).order


def test_the_part_of_the_characters_is_over_when_the_last_of_them_cannot_act() -> None:
    state = said(opened(PATROL), *ATTACK, {"do": "ready_round", "by": "party"}, {"do": "pass", "who": "Tor"})
    assert pending(state).options == ("Una",)
    assert pending(said(state, override("Una", "life", "down", by="gm"))).kind == "monsters"


def test_nobody_is_put_where_there_is_no_place() -> None:
    for body, who in ((PATROL, "Tor"), (ROAD, "Aila")):
        assert why_not(opened(body), override(who, "place", "Moon", by="gm"))[0] == "unknown_id"


def test_whoever_has_left_does_nothing_and_has_no_turn() -> None:
    state = said(opened(ROAD), {"do": "start", "by": "gm"}, {"do": "concede", "by": "p1"})
    assert why_not(state, {"do": "end_turn", "who": "Aila"}) == (
        "incapable",
        "Aila cannot end the turn: Aila has left the fight.",
    )
    assert (
        why_not(state, {"do": "choose_actor", "who": "Aila"})[1] == "Aila cannot have a turn: Aila has left the fight."
    )
    fallen = said(opened(FIELD), {"do": "concede", "by": "p1"})
    assert why_not(fallen, {"do": "end_turn", "who": "Kara"})[1] == "Kara cannot end a turn: Kara has left the fight."
    patrol = said(opened(PATROL), *ATTACK, {"do": "concede", "by": "ana"})
    assert why_not(patrol, {"do": "pass", "who": "Tor"})[1] == "Tor cannot pass: Tor has left the fight."


def test_a_ruling_that_does_not_come_is_the_first_that_there_could_be() -> None:
    state = said(opened(FIELD, settings={"stealth_group": "one_roll"}), BEFORE[0])
    state = said(state, {"do": "determine_surprise", "by": "gm", "hiding": ["Kara", "Lio"]})
    asked = said(state, {"do": "claim_time", "by": "p1"})
    assert (pending(asked).kind, pending(asked).options) == ("stealth", ("Kara",))
