"""The order: who has the turn, what is pending, whose move it is and what is left of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from domain.deciding import RULESETS, open_encounter
from domain.deciding import played as decided
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.replaying import replay
from ledger.line.actions import command_of
from projections.initiative import BoardMove, Combat, Place, Question, initiative
from projections.initiative import decided as decided_of
from projections.why import why
from tests.laws.fights import SYSTEMS, play
from tests.openings import opening_of
from tests.projections.fights import Written, assault, contact, duel
from tests.projections.handmade import event, folded, joined, laid, opened, skirmish


def played(opening: dict[str, Any], *commands: dict[str, Any], dice: Sequence[int] = ()) -> Encounter:
    """Return a fight after these commands."""
    encounter, thrown = replay(open_encounter(opening_of(opening), "order")), Scripted(list(dice))
    for body in commands:
        encounter = decided(command_of(body, encounter.system), encounter, thrown).now
    return encounter


def test_nothing_is_pending_before_anybody_moves() -> None:
    view = initiative(Written().now)
    assert (view.pending, view.combats, view.move, view.outcome) == (Question(kind="idle"), (), None, None)


def test_whoever_may_begin_is_named_while_nobody_is_asked_and_nobody_is_once_somebody_has() -> None:
    fight = Written()
    assert initiative(fight.now).begins == ("Ana", "Bo", "Cy")
    fight.do("begin_move", "Ana", allowance=4)
    assert initiative(fight.now).begins == ()
    in_turn = Written(settings={"move_order": "seat_order"})
    assert initiative(in_turn.now).begins == ("Ana",)


def test_a_fight_is_decided_once_one_side_alone_is_left_until_it_has_ended() -> None:
    now = Written().now
    assert initiative(now).decided is None
    dead = {who: replace(one, life="dead") for who, one in now.combatants.items() if who != "Ana"}
    won = replace(now, combatants={**now.combatants, **dead})
    assert initiative(won).decided == "Ana"
    assert initiative(replace(won, outcome="ended")).decided is None
    alone = replace(now, combatants={"Ana": now.combatants["Ana"]})
    assert initiative(alone).decided is None


@pytest.mark.long(but=("etiquette",))
@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_of_every_system_it_is_said_at_once_where_one_side_alone_is_left(system: str) -> None:
    for step in (each for number in range(6) for each in play(system, number)):
        upright = step.after.upright
        known = decided_of(step.after)
        assert known is None or (step.after.outcome is None and upright == {known})
        if step.before.outcome is None and len(step.before.upright) > 1 == len(upright):
            assert known in upright or step.after.outcome is not None


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
    for seat in ("ana", "bo", "cy"):
        fight.do("end_encounter", by=seat)
    view = initiative(fight.now)
    assert (view.pending.kind, view.outcome) == ("over", "ended")


def test_a_round_shows_who_has_acted_who_is_surprised_and_who_has_the_turn() -> None:
    fight = skirmish()
    view = initiative(fight.now)
    assert (view.round, view.first, view.turn, view.phase) == (1, "party", "Aila", "turn")
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
    goblin = {"agility": 2, "hp": 6, "initiative_group": "Gobs"}
    encounter = played(
        {
            "system": "storyteller",
            "seats": [{"id": "st", "role": "referee"}, {"id": "P1"}],
            "board": {"width": 9, "height": 9},
            "combatants": [
                {"id": "Kara", "kind": "pc", "controller": "P1", "agility": 2, "hp": 20, "at": "0:0"},
                {"id": "GobA", "at": "3:3", **goblin},
                {"id": "GobB", "at": "4:3", **goblin},
            ],
        },
        {"do": "open", "by": "st"},
        {"do": "determine_surprise", "by": "st", "hiding": []},
        {"do": "positions_done", "by": "st"},
        {"do": "roll_initiative", "by": "P1", "who": "Kara"},
        {"do": "roll_initiative", "by": "st", "group": "Gobs"},
        dice=[4, 4, 3, 6, 2, 5],
    )
    assert [(each.who, each.initiative, each.turn) for each in initiative(encounter).order] == [
        ("GobA", 15, True),
        ("GobB", 15, False),
        ("Kara", 13, False),
    ]


def test_whoever_is_ridden_has_no_turn_until_the_rider_is_afoot() -> None:
    riding: dict[str, Any] = {
        "system": "verdigris",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "P1"}],
        "board": {"zones": ["Yard"]},
        "combatants": [
            {"id": "Dun", "kind": "mount", "controller": "P1", "at": "Yard", "hp": 6},
            {"id": "Bram", "controller": "P1", "at": "Yard", "hp": 4, "mount": "Dun"},
            {"id": "Cole", "controller": "P1", "at": "Yard", "hp": {"now": 0, "max": 4}},
            {"id": "Rat", "kind": "enemy", "at": "Yard", "hp": 1},
            {"id": "Rook", "kind": "enemy", "at": "Yard", "hp": 1},
        ],
    }
    trampled = {"do": "rule", "by": "gm", "subject": "hooves", "who": "Rat", "damage": 9}
    begun = (riding, trampled, {"do": "start", "by": "gm"})
    assert [each.who for each in initiative(played(*begun)).order] == ["Bram", "Cole", "Rook"]
    thrown = {"do": "rule", "by": "gm", "subject": "fall", "who": "Bram", "condition": "afoot"}
    assert [each.who for each in initiative(played(*begun, thrown)).order] == ["Dun", "Bram", "Cole", "Rook"]


def test_without_rounds_nobody_has_a_place_in_one() -> None:
    for fight in (duel(), assault()):
        assert RULESETS[fight.now.system].lineup(fight.now) == {}
        assert initiative(fight.now).order == ()


def test_where_sides_act_in_parts_the_characters_come_before_the_groups() -> None:
    dice = {"vigor": 6, "quick": 6, "wise": 4, "smart": 4, "health": 6}
    encounter = played(
        {
            "system": "vanguard",
            "characters": [{"id": "Wren", **dice}, {"id": "Tor", **dice}],
            "groups": [
                {"id": "Slingers", "count": 1, "defense": 2, "ranged": 3},
                {"id": "Gobbos", "count": 2, "defense": 3, "melee": 2},
            ],
        },
        {"do": "start", "by": "gm"},
        {"do": "choose_engagement", "by": "party", "choice": "attack"},
    )
    assert [each.who for each in initiative(encounter).order] == ["Wren", "Tor", "Gobbos", "Slingers"]


def test_a_fight_of_a_system_that_is_not_known_shows_the_order_that_was_set_or_else_everybody_left() -> None:
    begun = (
        opened("zones"),
        laid("zones", zones=["Yard"]),
        joined("Bram", "party", "Yard"),
        joined("Cole", "party", "Yard", life="dying"),
        joined("Rat", "enemies", "Yard", life="dead"),
        event("DiceRolled by=Cole for=initiative dice=1d6 faces=[4] total=4"),
        event("RoundStarted round=1"),
    )
    assert [(each.who, each.initiative) for each in initiative(folded(*begun)).order] == [("Bram", None), ("Cole", 4)]
    order = event("OrderSet order=[Cole,Bram] basis=initiative")
    assert [each.who for each in initiative(folded(*begun, order)).order] == ["Cole", "Bram"]


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
