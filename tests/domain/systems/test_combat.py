"""Rare moments of both games that no written scenario reaches, played command by command."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.commands import actor
from domain.deciding import decide, example, matches, offers, pending
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.events import (
    BoardChanged,
    ConditionApplied,
    DecisionLapsed,
    Event,
    ItemUsed,
    TurnEnded,
    TurnStarted,
)
from domain.evolve import evolve
from domain.refusals import Refused
from ledger.line.actions import command_of
from tests.laws.fights import begun
from tests.openings import opening_of

STAR = {
    "tiles": ["Mid", "East", "West", "North"],
    "links": [["Mid", "East"], ["Mid", "West"], ["Mid", "North"]],
}


def start(system: str, combatants: list[dict[str, Any]], **more: Any) -> Encounter:
    return begun(opening_of({"system": system, "board": STAR, "combatants": combatants, **more}))


def play(encounter: Encounter, *said: dict[str, Any], dice: tuple[int, ...] = ()) -> tuple[Encounter, list[Event]]:
    """Return the state after some commands, and the events of the last."""
    script = Scripted(list(dice))
    events: list[Event] = []
    for body in said:
        events = decide(command_of(body, encounter.system), encounter, script)
        for event in events:
            encounter = evolve(encounter, event)
    return encounter, events


def refusal(encounter: Encounter, **body: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(command_of(body, encounter.system), encounter, Scripted([]))
    return refused.value


def three_way() -> Encounter:
    """Return a fight of Bo, Cy and Ana at East, Bo's turn, with Dee to the west of them."""
    people = [
        {"id": "Ana", "at": "West", "health": 9, "equipped": "blade"},
        {"id": "Bo", "at": "Mid", "health": 9, "equipped": "blade"},
        {"id": "Cy", "at": "East", "health": 9, "equipped": "blade"},
        {"id": "Dee", "at": "North", "health": 9, "equipped": "blade"},
    ]
    encounter = start("pursuit", people, weapons=[{"id": "blade", "damage": 1}])
    encounter, _ = play(
        encounter,
        {"do": "begin_move", "who": "Ana", "allowance": 3},
        {"do": "move", "who": "Ana", "to": "Mid"},
        {"do": "engage", "who": "Ana"},
        {"do": "attack", "who": "Ana", "target": "Bo"},
        {"do": "disengage", "who": "Bo"},
        {"do": "flee", "who": "Bo", "path": ["East"]},
        {"do": "engage", "who": "Bo"},
        {"do": "chase", "who": "Ana", "path": ["East"]},
        dice=(6, 1),
    )
    return encounter


def test_somebody_who_comes_back_into_a_fight_of_two_joins_it_as_last() -> None:
    encounter = three_way()
    assert encounter.engagements["E2"].order == ("Bo", "Cy", "Ana")
    encounter, _ = play(
        encounter,
        {"do": "attack", "who": "Bo", "target": "Cy"},
        {"do": "attack", "who": "Cy", "target": "Bo"},
        {"do": "disengage", "who": "Ana"},
        {"do": "flee", "who": "Ana", "path": ["Mid", "North"]},
        {"do": "engage", "who": "Ana"},
        {"do": "attack", "who": "Ana", "target": "Dee"},
        {"do": "disengage", "who": "Dee"},
        dice=(6, 1, 1, 6, 1),
    )
    encounter, events = play(
        encounter,
        {"do": "flee", "who": "Dee", "path": ["Mid", "East"]},
        {"do": "engage", "who": "Dee"},
        {"do": "let_go", "who": "Ana"},
    )
    assert encounter.engagements["E2"].order == ("Bo", "Cy", "Dee")
    assert encounter.engagements["E2"].aggressors == ("Bo", "Dee")
    assert isinstance(events[-1], TurnStarted)
    assert events[-1].who == "Bo"


def test_beat_named_asks_for_a_name_among_several() -> None:
    encounter = three_way()
    named = {**encounter.house_rules, "disengage_three_way": "beat_named"}
    encounter = replace(encounter, house_rules=named)
    refused = refusal(encounter, do="disengage", who="Bo")
    assert (refused.code, refused.message) == (
        "invalid_value",
        "Bo cannot disengage: name the one to disengage from (Cy, Ana).",
    )
    assert refusal(encounter, do="disengage", who="Bo", **{"from": "Dee"}).code == "illegal_target"


def test_a_card_without_an_effect_is_used_and_does_nothing() -> None:
    people = [{"id": "Ana", "at": "Mid", "health": 3, "hand": ["wink"]}, {"id": "Bo", "at": "East", "health": 3}]
    encounter = start("pursuit", people, items=[{"id": "wink", "usable_on_opponent": True}])
    encounter, events = play(
        encounter,
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "East"},
        {"do": "engage", "who": "Ana"},
        {"do": "use_item", "who": "Ana", "item": "wink", "target": "Bo"},
    )
    assert [type(event).__name__ for event in events] == ["DeclarationMade", "ItemUsed", "TurnEnded", "TurnStarted"]


def test_a_condition_that_holds_already_holds_on() -> None:
    netted = ConditionApplied(to="Bo", condition="netted", source="net")
    once = evolve(start("pursuit", [{"id": "Bo", "at": "East", "health": 3}]), netted)
    assert evolve(once, netted) == once


def test_a_card_that_was_never_in_hand_leaves_the_hands_as_they_are() -> None:
    encounter = start("pursuit", [{"id": "Bo", "at": "East", "health": 3}])
    assert evolve(encounter, ItemUsed(who="Bo", item="ghost", on="Bo", consumed=True)) == encounter


def test_a_card_that_could_send_a_unit_nowhere_is_refused_with_that_reason() -> None:
    units = [
        {"id": "Ana", "owner": "Ana", "at": "Mid", "health": 3, "hand": ["gust"]},
        {"id": "Pip", "owner": "Ana", "at": "Mid", "health": 3},
        {"id": "Bo", "owner": "Bo", "at": "East", "health": 3},
    ]
    gust = {"id": "gust", "effect": {"kind": "relocate", "spaces": 1}, "when": ["in_attack"]}
    encounter, _ = play(
        start("etiquette", units, items=[gust]),
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "East"},
        {"do": "engage", "who": "Ana"},
        {"do": "decline", "who": "Bo"},
        {"do": "attack", "who": "Ana", "target": "Bo"},
    )
    refused = refusal(encounter, do="play_item", who="Ana", item="gust", target="Bo", tile="Mid")
    assert (refused.code, refused.message) == (
        "illegal_item",
        "Ana cannot play gust on Bo: no free space is within its reach.",
    )


def duel(**more: Any) -> Encounter:
    """Return an attack of Ana's on Bo's robot, Ana's owner asked for an item."""
    units = [
        {"id": "Ana", "owner": "Ana", "at": "Mid", "health": 3, "hand": ["arm", "gust", "pit"]},
        {"id": "Bot", "owner": "Bo", "at": "East", "health": 3, "dice_limit": 1},
        {"id": "Imp", "owner": "Bo", "at": "North", "health": 1},
    ]
    items = [
        {"id": "arm", "effect": {"kind": "extra_die"}, "when": ["in_attack"]},
        {"id": "gust", "effect": {"kind": "relocate", "spaces": 2}, "when": ["in_attack"]},
        {"id": "pit", "trap": True},
    ]
    encounter, _ = play(
        start("etiquette", units, items=items, **more),
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "East"},
        {"do": "engage", "who": "Ana"},
        {"do": "decline", "who": "Bot"},
        {"do": "attack", "who": "Ana", "target": "Bot"},
    )
    return encounter


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "play_item", "who": "Ana", "item": "arm", "target": "Bot"}, "illegal_item"),
        ({"do": "play_item", "who": "Ana", "item": "arm", "target": "Imp"}, "illegal_target"),
        ({"do": "play_item", "who": "Ana", "item": "pit"}, "illegal_item"),
        ({"do": "play_item", "who": "Ana", "item": "arm", "as_trap": True}, "illegal_item"),
        ({"do": "play_item", "who": "Ana", "item": "ghost"}, "no_item"),
        ({"do": "play_item", "who": "Ana", "item": "gust"}, "illegal_target"),
        ({"do": "play_item", "who": "Ana", "item": "arm", "tile": "Mid"}, "invalid_value"),
        ({"do": "play_item", "who": "Nobody", "item": "arm"}, "unknown_id"),
    ],
)
def test_etq_19_a_card_is_played_where_it_can_help_or_not_at_all(body: dict[str, Any], code: str) -> None:
    refused = refusal(duel(), **body)
    assert (refused.code, refused.rule) == (code, "ETQ-19")


def test_every_card_offered_in_an_attack_names_the_units_it_may_be_played_on() -> None:
    encounter = duel()
    played = {offer.closed["item"]: offer.closed["target"] for offer in offers(encounter) if offer.do == "play_item"}
    assert played[("arm",)] == ("Ana",)
    assert {who for targets in played.values() for who in targets} == {"Ana", "Bot"}


def test_only_a_unit_on_the_space_answers_a_contact() -> None:
    units = [
        {"id": "Ana", "owner": "Ana", "at": "Mid", "health": 3},
        {"id": "Bot", "owner": "Bo", "at": "East", "health": 3},
        {"id": "Imp", "owner": "Bo", "at": "East", "health": 1},
        {"id": "Far", "owner": "Bo", "at": "North", "health": 1},
    ]
    encounter, _ = play(
        start("etiquette", units),
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "East"},
    )
    assert pending(encounter).options == ("Bot", "Imp")
    refused = refusal(encounter, do="answer_with", who="Far")
    assert (refused.code, refused.message) == (
        "illegal_target",
        "Far cannot answer: Far is not on the space of the contact.",
    )


def test_nothing_is_offered_when_the_encounter_is_over() -> None:
    for system in ("pursuit", "etiquette"):
        more = {"owner": "Bo"} if system == "etiquette" else {}
        encounter = start(system, [{"id": "Bo", "at": "East", "health": 3, **more}])
        encounter, _ = play(encounter, {"do": "end_encounter"})
        assert offers(encounter) == []
        refused = refusal(encounter, do="begin_move", who="Bo", allowance=1)
        assert (refused.code, refused.pending.kind) == ("wrong_phase", "over")
        assert "take back to reopen it" in refused.message


def test_on_an_island_a_board_move_can_only_end() -> None:
    board = {"tiles": ["Rock"]}
    opening = {"system": "pursuit", "board": board, "combatants": [{"id": "Bo", "at": "Rock", "health": 1}]}
    encounter, _ = play(begun(opening_of(opening)), {"do": "begin_move", "who": "Bo", "allowance": 2})
    assert [offer.do for offer in offers(encounter) if not offer.aside] == ["end_move", "end_encounter"]


@pytest.mark.parametrize("system", ["pursuit", "etiquette"])
def test_a_step_with_no_allowance_left_is_refused_and_one_before_any_move_is_out_of_phase(system: str) -> None:
    more = {"owner": "Bo"} if system == "etiquette" else {}
    encounter = start(system, [{"id": "Bo", "at": "East", "health": 3, **more}])
    assert refusal(encounter, do="move", who="Bo", to="Mid").code == "wrong_phase"
    encounter, _ = play(encounter, {"do": "begin_move", "who": "Bo", "allowance": 1})
    encounter, _ = play(encounter, {"do": "move", "who": "Bo", "to": "Mid"})
    refused = refusal(encounter, do="move", who="Bo", to="West")
    assert (refused.code, refused.message) == ("not_enough_movement", "Bo cannot move: no allowance is left.")


def test_an_offer_is_matched_by_its_own_commands_only() -> None:
    encounter = duel()
    passing = next(offer for offer in offers(encounter) if offer.do == "pass_item")
    assert example(passing) == {"do": "pass_item", "who": "Ana"}
    assert matches(passing, command_of({"do": "pass_item", "who": "Ana"}, "etiquette"), {})
    assert not matches(passing, command_of({"do": "pass_item", "who": "Bo"}, "etiquette"), {})
    assert not matches(passing, command_of({"do": "end_encounter"}, "etiquette"), {})


def test_etq_9_a_third_owner_has_no_word_in_a_contact() -> None:
    units = [{"id": name, "owner": name, "at": at, "health": 3} for name, at in (("Ana", "Mid"), ("Bo", "East"))]
    units.append({"id": "Cy", "owner": "Cy", "at": "North", "health": 3})
    encounter, _ = play(
        start("etiquette", units),
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "East"},
    )
    refused = refusal(encounter, do="say", who="Cy", text="Stop!")
    assert (refused.code, refused.message) == (
        "not_your_decision",
        "Cy cannot negotiate: the contact is between Ana and Bo.",
    )


def test_a_card_that_can_send_nobody_anywhere_is_not_offered() -> None:
    board = {"tiles": ["Mid", "East"], "links": [["Mid", "East"]]}
    people = [
        {"id": "Ana", "at": "Mid", "health": 3, "hand": ["gust"]},
        {"id": "Bo", "at": "East", "health": 3},
    ]
    gust = {"id": "gust", "effect": {"kind": "relocate", "spaces": 1}, "usable_on_opponent": True}
    opening = {"system": "pursuit", "board": board, "combatants": people, "items": [gust]}
    encounter, _ = play(
        begun(opening_of(opening)),
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "East"},
        {"do": "engage", "who": "Ana"},
    )
    assert [offer.closed["tile"] for offer in offers(encounter) if offer.do == "use_item"] == [("Mid",)]
    crowded = replace(encounter, board=replace(encounter.tiles, links={"Mid": ("East",), "East": ()}))
    assert [offer.do for offer in offers(crowded) if not offer.aside] == ["disengage"]
    assert refusal(crowded, do="use_item", who="Ana", item="gust", target="Bo", tile="Mid").code == "illegal_target"


def test_the_actor_of_a_command_is_who_it_names_if_it_names_anybody() -> None:
    assert actor(command_of({"do": "stay", "who": "Bo"}, "etiquette")) == "Bo"
    assert actor(command_of({"do": "end_encounter"}, "etiquette")) is None


def test_a_question_that_lapses_is_off_the_stack_and_unknown_changes_of_the_board_leave_it() -> None:
    encounter = duel()
    assert len(evolve(encounter, DecisionLapsed(kind="play_item", owner="Ana", reason="handed_over")).decisions) == 1
    # What is done instead of an answer that came too late closes the question.
    assert evolve(encounter, DecisionLapsed(kind="play_item", owner="Ana", reason="time_out")) == encounter
    assert evolve(encounter, BoardChanged(change="weather", detail={"rain": True})) == encounter


def test_a_turn_outside_any_combat_is_a_turn_all_the_same() -> None:
    encounter = start("pursuit", [{"id": "Bo", "at": "East", "health": 3}])
    began = evolve(encounter, TurnStarted(who="Bo"))
    assert (pending(began).kind, pending(began).who) == ("turn", "Bo")
    assert evolve(began, TurnEnded(who="Bo")) == encounter


def test_nobody_ends_the_encounter_while_a_chase_is_to_be_answered() -> None:
    people = [{"id": "Ana", "at": "Mid", "health": 3}, {"id": "Bo", "at": "East", "health": 3}]
    encounter, _ = play(
        start("pursuit", people),
        {"do": "begin_move", "who": "Ana", "allowance": 3},
        {"do": "move", "who": "Ana", "to": "East"},
        {"do": "decline", "who": "Ana"},
        {"do": "engage", "who": "Bo"},
        {"do": "disengage", "who": "Bo"},
        {"do": "flee", "who": "Bo", "path": ["Mid", "North"]},
        dice=(6, 1),
    )
    assert pending(encounter).kind == "chase"
    refused = refusal(encounter, do="end_encounter")
    assert (refused.code, refused.message) == (
        "wrong_phase",
        "Nobody can end the encounter: whether to chase is to be answered first.",
    )
