"""Why: the lines behind a value or a line, their dice, cards and rules."""

import json

import pytest
from pydantic import TypeAdapter

from projections.rules import STATEMENTS
from projections.values import UnknownSubject
from projections.why import Why, why
from tests.projections.fights import ETIQUETTE, Written, assault, duel
from tests.projections.handmade import event, skirmish

JSON: TypeAdapter[Why] = TypeAdapter(Why)


def archery() -> Written:
    """Return Cy's combat with Bo, after Cy's bow has hit: to hit 4, damage 1 and 1 more."""
    fight = Written()
    fight.do("begin_move", "Cy", allowance=2)
    fight.do("move", "Cy", to="T5")
    fight.do("move", "Cy", to="T4")
    fight.do("engage", "Cy")
    fight.do("attack", "Cy", target="Bo", faces=[4, 1])
    return fight


def changes(answer: Why) -> list[tuple[object, object]]:
    return [(cause.before, cause.after) for cause in answer.chain]


def test_health_rests_on_everything_that_changed_it() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    fight.do("attack", "Bo", target="Ana")
    fight.do("use_item", "Ana", item="bomb", target="Bo")
    answer = why(fight.lines, "Bo.health")
    assert answer.value == 0
    assert changes(answer) == [(None, 4), (4, 2), (2, 0)]
    assert answer.sentences[0] == "Bo has 0 health because of lines 4, 23 and 35."


def test_a_cause_names_its_command_dice_outcome_and_rules() -> None:
    blow = why(archery().lines, "Bo.health").chain[-1]
    assert blow.command is not None
    assert (blow.command.seat, blow.command.action["do"], blow.type) == ("cy", "attack", "DamageApplied")
    assert [(roll.purpose, roll.faces, roll.mod) for roll in blow.dice] == [("to_hit", (4,), 0), ("damage", (1,), 1)]
    assert blow.outcome == "Cy hit against at least 4"
    assert blow.parts["Cy damage"] == 1
    assert blow.parts["bow"]["damage"] == "1d6+1"
    assert [rule.id for rule in blow.rules] == ["PUR-12"]
    assert blow.rules[0].statement == STATEMENTS["PUR-12"]


def test_the_sentence_of_a_cause_tells_the_whole_way_there() -> None:
    cause = why(archery().lines, "Bo.health").chain[-1]
    assert cause.text == (
        f"Line {cause.n}, from command 20 of seat cy: Cy attacked Bo with the bow; "
        "Cy rolled 1d6 to hit: 4 (loaded); Cy hit against at least 4; "
        "Cy rolled 1d6+1 for damage: 1, 2 in all (loaded); "
        "Bo took 2 damage, health 4 to 2 (PUR-12)."
    )


def test_an_attack_over_several_commands_is_told_as_one() -> None:
    fight = assault()
    fight.do("attack", "Ana", target="Bo")
    fight.do("play_item", "Ana", item="whetstone")
    fight.do("play_item", "Bo", item="plate")
    fight.do("defend_with", "Bo", faces=[3, 6, 4, 2], dice=2)
    blow = why(fight.lines, "Bo.health").chain[-1]
    assert blow.steps == (
        "Ana attacked Bo",
        "Ana played the whetstone on Ana",
        "Bo played the plate on Bo",
        "Bo chose to defend with 2 dice",
    )
    assert [(used.item, used.worth) for used in blow.items] == [("whetstone", "die bonus 1"), ("plate", "block 1")]
    assert blow.parts["pairs"] == ["7:4", "3:2"]
    assert {rule.id for rule in blow.rules} >= {"ETQ-16", "ETQ-17", "ETQ-19", "ETQ-20", "ETQ-22"}


def test_a_place_rests_on_every_step_and_on_the_dice_of_a_flight() -> None:
    fight = duel()
    fight.do("disengage", "Ana", faces=[5, 3])
    fight.do("flee", "Ana", path=["T3"])
    answer = why(fight.lines, "Ana.at")
    assert changes(answer) == [(None, "T2"), ("T2", "T3"), ("T3", "T4"), ("T4", "T3")]
    assert [roll.faces for roll in answer.chain[-1].dice] == [(5,), (3,)]
    assert "Ana got away by 2" in answer.chain[-1].text


def test_what_was_taken_back_is_not_behind_a_value() -> None:
    fight = duel()
    before = fight.last
    fight.do("attack", "Ana", target="Bo")
    fight.rewind(before)
    assert changes(why(fight.lines, "Bo.health")) == [(None, 4)]


def test_what_was_brought_back_is_behind_it_again() -> None:
    fight = duel()
    before = fight.last
    fight.do("attack", "Ana", target="Bo")
    after = fight.last
    fight.rewind(before)
    fight.rewind(after)
    assert changes(why(fight.lines, "Bo.health")) == [(None, 4), (4, 2)]


def test_the_turn_and_the_question_rest_on_the_last_thing_that_changed_them() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    assert why(fight.lines, "turn").sentences[0] == f"Bo has the turn because of line {fight.last}."
    assert why(fight.lines, "pending").value["who"] == "Bo"
    fight.do("disengage", "Bo", faces=[6, 1])
    assert why(fight.lines, "pending").sentences[0].startswith("Bo must decide (flight: flee or stay) because of line")


@pytest.mark.parametrize(
    ("subject", "value", "sentence"),
    [
        ("Bo.life", "active", "Bo is active because of line 4."),
        ("Ana.hand", ("bomb", "snare"), "Ana has bomb and snare in hand because of line 3."),
        ("Ana.movement", 2, "Ana has 2 movement because of lines 3, 8, 11 and 14."),
        ("Bo.combat", "E1", "Bo is in combat E1 because of line 18."),
        ("Bo.conditions", (), "Bo is under nothing because of line 4."),
        ("T5.traps", (), "T5 has nothing lying on it as a trap: nothing has changed that since the fight began."),
        ("mover", "Ana", "Ana is on a board move because of line 8."),
        ("outcome", None, "The fight goes on: nothing has changed that since the fight began."),
        ("winner", None, "Nobody has won: nothing has changed that since the fight began."),
    ],
)
def test_many_values_can_be_asked_about(subject: str, value: object, sentence: str) -> None:
    answer = why(duel().lines, subject)
    assert answer.value == value
    assert answer.sentences[0] == sentence


def test_an_owner_without_a_unit_of_that_name_has_a_hand_too() -> None:
    owned = [{"id": "Imp", "owner": "Bo", "controller": "bo", "at": "T1", "health": 2, "hand": ["plate"]}]
    fight = Written(ETIQUETTE, combatants=[*owned, {"id": "Ana", "owner": "Ana", "at": "T2", "health": 4}])
    assert why(fight.lines, "Bo.hand").value == ("plate",)


def test_a_command_answers_with_its_sentence_and_all_it_caused() -> None:
    fight = duel()
    n = fight.do("attack", "Ana", target="Bo")
    answer = why(fight.lines, n)
    assert answer.value == "CommandAccepted"
    assert [cause.n for cause in answer.chain] == list(range(n + 1, fight.last + 1))
    assert answer.sentences[0].startswith("Ana attacked Bo with the blade")
    assert answer.sentences[-1] == f"PUR-9: {STATEMENTS['PUR-9']}"


def test_one_line_answers_with_what_led_to_it() -> None:
    fight = archery()
    roll = next(line.n for line in fight.lines if line.type == "DiceRolled")
    answer = why(fight.lines, str(roll))
    assert [cause.n for cause in answer.chain] == [roll]
    assert answer.chain[0].text.endswith("Cy attacked Bo with the bow; Cy rolled 1d6 to hit: 4 (loaded) (PUR-12).")


def test_a_line_that_was_taken_back_says_by_which() -> None:
    fight = duel()
    before = fight.last
    n = fight.do("attack", "Ana", target="Bo")
    back = fight.rewind(before, reason="no")
    assert f"Line {back} took it back." in why(fight.lines, n + 2).sentences
    assert why(fight.lines, n + 3).chain[0].type == "DamageApplied"
    assert why(fight.lines, back).sentences == (f"Seat ana took the fight back to line {before}: “no”.",)


@pytest.mark.parametrize(
    "subject", ["", "Bo", "Bo.", "Bo.hitpoints", "Nobody.health", "health", "T5.health", "T99.traps"]
)
def test_an_unknown_subject_is_told_what_can_be_asked(subject: str) -> None:
    with pytest.raises(UnknownSubject) as unknown:
        why(duel().lines, subject)
    assert str(unknown.value) == (
        f"Nothing here is called {subject!r}. Ask for the number of a line, or for Ana.health, Ana.at, Ana.life, "
        "Ana.movement, Ana.conditions, Ana.hand, Ana.combat, turn, pending, mover, outcome or winner "
        "(likewise of Bo and Cy)."
    )


@pytest.mark.parametrize("number", ["20", "999", "9" * 5000])
def test_a_line_that_is_not_there_is_told_which_is_the_last(number: str) -> None:
    with pytest.raises(UnknownSubject, match=r"There is no line \d+: the last one is 19\."):
        why(duel().lines, number)


def test_the_answer_is_json() -> None:
    answer = why(archery().lines, "Bo.health")
    assert json.loads(JSON.dump_json(answer, by_alias=True))["chain"][1]["dice"][0]["for"] == "to_hit"


def test_a_blow_rests_on_the_attack_its_pools_and_the_push_but_not_on_the_turn_before() -> None:
    answer = why(skirmish().lines, "Gob1.hp")
    blow = answer.chain[-1]
    assert (answer.value, blow.before, blow.after) == (0, 3, 0)
    assert [(roll.by, roll.purpose, roll.pool, roll.sl) for roll in blow.dice] == [
        ("Aila", "attack", {"attr": 4, "skill": 1}, 1),
        ("Aila", "push", {"attr": 3, "skill": 1}, 2),
        ("Gob1", "dodge", {"save": 2}, 1),
        ("Gob1", "withstand", {"save": 1}, 1),
    ]
    assert blow.parts == {"base": 2, "sl": 2, "withstand": -1}
    assert blow.steps == ("Aila attacked Gob1 with the sword", "Aila pushed the roll")
    assert blow.text.endswith(
        "Gob1 took 3 damage (base 2 + success levels 2 − withstand 1), hp 3 to 0 (VER-25, VER-20)."
    )


def test_of_several_attacks_in_one_command_each_answers_for_its_own_damage() -> None:
    fight = skirmish()
    fight.command(
        "monsters_act",
        "DeclarationMade who=Gob2#1 kind=attack target=Bram",
        "DiceRolled by=Bram for=defense dice=1d6 faces=[5] total=5",
        "OutcomeResolved kind=defense who=Bram result=dodged versus=2",
        "DeclarationMade who=Gob2#2 kind=attack target=Aila",
        "DiceRolled by=Aila for=defense dice=1d6 faces=[1] total=1",
        "OutcomeResolved kind=defense who=Aila result=hit versus=2",
        "DamageApplied to=Aila by=Gob2#2 amount=1 hp=5->4 why=melee",
    )
    blow = why(fight.lines, "Aila.hp").chain[-1]
    assert [roll.by for roll in blow.dice] == ["Aila"]
    assert blow.text.endswith(
        "Gob2#2 attacked Aila; Aila rolled 1d6 in defense: 1; Aila was hit against 2; Aila took 1 damage, hp 5 to 4."
    )


@pytest.mark.parametrize(
    ("subject", "value", "sentence"),
    [
        ("order", ("party",), "The order is party because of line 11."),
        ("round", 1, "It is round 1 because of line 10."),
        ("phase", "turn", "The phase is turn because of line 15."),
        ("surprised", ("Gob1", "Gob2"), "Surprised at the start: Gob1 and Gob2 because of line 9."),
        ("rulings", ("surprise: party",), "The referee has made 1 ruling because of line 8."),
        ("turn", "Aila", "Aila has the turn because of line 15."),
        ("Aila.action", 0, "Aila has 0 action because of lines 3, 15 and 23."),
        ("Gob1.life", "dead", "Gob1 is dead because of lines 5 and 34."),
        ("Gob1.combat", None, "Gob1 is in no combat because of lines 20 and 34."),
        ("Aila.at", "Yard", "Aila is at Yard because of line 3."),
    ],
)
def test_rounds_orders_rulings_and_budgets_can_be_asked_about(subject: str, value: object, sentence: str) -> None:
    answer = why(skirmish().lines, subject)
    assert (answer.value, answer.sentences[0]) == (value, sentence)


def test_the_stacks_of_a_condition_and_things_carried_can_be_asked_about() -> None:
    fight = skirmish()
    fight.write(event("CombatantJoined who=Nim side=party kind=ally at=Gate", carried=[{"id": "gem", "place": "belt"}]))
    fight.command("net", "ConditionApplied to=Nim condition=entangled stacks=1")
    fight.command("net", "ConditionApplied to=Nim condition=entangled stacks=2")
    fight.command("drop", "ItemMoved item=gem from=belt:Nim to=ground:Gate")
    assert why(fight.lines, "Nim.conditions").sentences[0].startswith("Nim is under entangled ×3 because of lines")
    assert why(fight.lines, "Nim.carried").sentences[0].startswith("Nim carries (belt nothing) because of lines")
    assert why(fight.lines, "ground:Gate").value == ("gem",)


def test_what_can_be_asked_where_there_is_a_referee_names_rounds_and_rulings() -> None:
    with pytest.raises(
        UnknownSubject, match="turn, pending, order, round, phase, surprised, rulings, mover, outcome or winner"
    ):
        why(skirmish().lines, "nothing")
