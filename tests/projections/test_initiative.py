"""The order: who has the turn, what is pending, whose move it is and what is left of it."""

from dataclasses import replace

import pytest

from projections.initiative import BoardMove, Combat, Place, Question, initiative
from projections.why import why
from tests.projections.fights import Written, assault, contact, duel
from tests.projections.handmade import event, folded, joined, laid, opened, skirmish


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


def test_a_round_shows_who_has_acted_who_is_surprised_and_who_has_the_turn() -> None:
    fight = skirmish()
    view = initiative(fight.now)
    assert (view.round, view.first, view.turn, view.phase) == (1, "party", "Aila", "setup")
    assert view.order == (
        Place(who="Aila", side="party", turn=True),
        Place(who="Bram", side="party"),
        Place(who="Gob2", side="enemies", surprised=True),
    )
    assert (view.budgets, view.allowances) == ({"Aila": {"movement": 0, "action": 0}}, {})
    fight.command("end_turn", "TurnEnded who=Aila", "DecisionOpened kind=choose_actor owner=gm options=[Gob2]")
    after = initiative(fight.now)
    assert after.order[0] == Place(who="Aila", side="party", acted=True)
    assert after.pending == Question(kind="choose_actor", owner="gm", options=("Gob2",))


def test_an_order_that_was_set_is_kept_with_the_totals_of_those_who_rolled() -> None:
    encounter = folded(
        opened("grid"),
        laid("grid", width=9, height=9),
        joined("Kara", "players", "0:0"),
        joined("GobA", "adversaries", "3:3", initiative_group="Gobs"),
        joined("GobB", "adversaries", "4:3", initiative_group="Gobs"),
        event("DiceRolled by=Kara for=initiative dice=3d6 faces=[4,4,3] mod=2 total=13"),
        event("DiceRolled by=Gobs for=initiative dice=3d6 faces=[6,2,5] mod=2 total=15"),
        event("OrderSet order=[GobA,GobB,Kara] basis=initiative"),
        event("ConditionApplied to=Kara condition=surprised until=first_turn_end"),
        event("RoundStarted round=1 seconds=6"),
        event("TurnStarted who=GobA movement=30 action=1"),
        event("LifeStateChanged who=GobB life=active->dead why=hp_0"),
    )
    assert [(each.who, each.initiative, each.life) for each in initiative(encounter).order] == [
        ("GobA", 15, "active"),
        ("GobB", 15, "dead"),
        ("Kara", 13, "active"),
    ]
    assert [each.who for each in initiative(encounter).order if each.surprised] == ["Kara"]
    assert initiative(encounter).pending == Question(kind="turn", owner="adversaries", who="GobA")


def test_whoever_is_ridden_has_no_turn_until_the_rider_is_afoot() -> None:
    riding = (
        opened("zones"),
        laid("zones", zones=["Yard"]),
        joined("Dun", "party", "Yard"),
        joined("Bram", "party", "Yard", mount="Dun"),
        joined("Cole", "party", "Yard", life="dying"),
        joined("Rat", "enemies", "Yard", life="dead"),
        event("RoundStarted round=1"),
    )
    assert [each.who for each in initiative(folded(*riding)).order] == ["Bram", "Cole"]
    afoot = event("ConditionApplied to=Bram condition=afoot")
    assert [each.who for each in initiative(folded(*riding, afoot)).order] == ["Dun", "Bram", "Cole"]


def test_a_melee_and_a_grapple_have_members_and_no_turn_list() -> None:
    encounter = folded(
        opened("zones"),
        laid("zones", zones=["Yard", "Hall"]),
        joined("Aila", "party", "Yard"),
        joined("Gob1", "enemies", "Yard"),
        event("EngagementChanged id=M1 change=formed kind=melee zone=Yard members=[Aila,Gob1]"),
        event("EngagementChanged id=G1 change=formed kind=grapple zone=Yard members=[Aila,Gob1] holder=Aila"),
    )
    members = ("Aila", "Gob1")
    assert initiative(encounter).combats == (
        Combat(id="M1", kind="melee", place="Yard", members=members),
        Combat(id="G1", kind="grapple", place="Yard", members=members, holder="Aila"),
    )


def test_a_question_of_several_names_them_all_and_what_it_is_about() -> None:
    fight = skirmish()
    fight.command("wait", "DecisionOpened kind=opportunity_attack owner=[gm,P1] options=[Gob2,none] target=Aila")
    asked = Question(kind="opportunity_attack", owner=("gm", "P1"), versus="Aila", options=("Gob2", "none"))
    assert initiative(fight.now).pending == asked
    fight.command("rule", "DecisionOpened kind=ruling owner=gm subject=called_shot")
    assert initiative(fight.now).pending == Question(kind="ruling", owner="gm", subject="called_shot")
    assert asked in initiative(fight.now).interrupted


def test_a_fight_of_a_system_that_is_not_known_is_over_when_it_says_so() -> None:
    over = initiative(folded(opened("zones"), event("EncounterEnded outcome=party")))
    assert (over.pending.kind, over.outcome) == ("over", "party")
