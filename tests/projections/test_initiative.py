"""The order: who has the turn, what is pending, whose move it is and what is left of it."""

from dataclasses import replace

import pytest

from projections.initiative import BoardMove, Combat, Question, initiative
from projections.why import why
from tests.projections.fights import Written, assault, contact, duel


def test_nothing_is_pending_before_anybody_moves() -> None:
    view = initiative(Written().now)
    assert (view.pending, view.combats, view.move, view.outcome) == (Question(kind="idle"), (), None, None)


def test_a_board_move_says_whose_it_is_and_what_is_left() -> None:
    fight = Written()
    fight.do("begin_move", "Ana", allowance=4)
    fight.do("move", "Ana", to="T3")
    view = initiative(fight.now)
    assert view.pending == Question(kind="moving", owner="Ana", who="Ana", options=("move", "end_move"))
    assert view.move == BoardMove(who="Ana", left=3)
    assert view.allowances == {"Ana": 3}


@pytest.mark.parametrize("steps", [["T3"], ["T3", "T4"]])
def test_whoever_has_no_allowance_left_is_on_no_board_move(steps: list[str]) -> None:
    fight = Written()
    fight.do("begin_move", "Ana", allowance=len(steps))
    for tile in steps:
        fight.do("move", "Ana", to=tile)
    assert initiative(fight.now).move is None
    assert why(fight.lines, "mover").value is None


def test_the_dead_are_on_no_board_move() -> None:
    fight = duel()
    assert initiative(fight.now).move == BoardMove(who="Ana", left=2)
    dead = replace(fight.now.combatants["Ana"], life="dead")
    assert initiative(replace(fight.now, combatants={**fight.now.combatants, "Ana": dead})).move is None


def test_an_ended_fight_has_no_board_move() -> None:
    assert initiative(replace(duel().now, outcome="ended")).move is None


def test_a_contact_asks_the_one_who_entered_about_the_other() -> None:
    fight = contact()
    asked = Question(kind="engage", owner="Ana", who="Ana", versus="Bo", options=("engage", "decline"))
    assert initiative(fight.now).pending == asked


def test_a_combat_shows_its_turn_list_and_who_is_next() -> None:
    fight = duel()
    combat = Combat(id="E1", place="T4", members=("Ana", "Bo"), order=("Ana", "Bo"), turn="Ana", next="Bo")
    assert initiative(fight.now).combats == (combat,)
    fight.do("attack", "Ana", target="Bo")
    assert initiative(fight.now).combats == (
        Combat(id="E1", place="T4", members=("Ana", "Bo"), order=("Ana", "Bo"), turn="Bo", next="Ana"),
    )


def test_a_pending_flight_lies_on_top_of_the_turn_it_interrupts() -> None:
    fight = duel()
    fight.do("disengage", "Ana", faces=[6, 3])
    view = initiative(fight.now)
    assert (view.pending.kind, view.pending.who, view.pending.options) == ("flight", "Ana", ("flee", "stay"))
    assert [(each.kind, each.who) for each in view.interrupted] == [("turn", "Ana")]


def test_while_the_chase_is_open_the_fugitive_is_away_and_the_quarry_is_named() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    fight.do("disengage", "Bo", faces=[6, 5])
    fight.do("flee", "Bo", path=["T5"])
    view = initiative(fight.now)
    assert (view.pending.kind, view.pending.who, view.pending.versus) == ("chase", "Ana", "Bo")
    assert (view.combats[0].turn, view.combats[0].away) == (None, ("Bo",))


def test_a_question_to_an_owner_says_whose_it_is() -> None:
    fight = assault()
    fight.do("attack", "Ana", target="Bo")
    pending = initiative(fight.now).pending
    assert (pending.kind, pending.owner, pending.options) == ("play_item", "Ana", ("play_item", "pass_item"))


def test_an_ended_fight_waits_for_nobody() -> None:
    fight = Written()
    fight.do("end_encounter")
    view = initiative(fight.now)
    assert (view.pending.kind, view.outcome) == ("over", "ended")
