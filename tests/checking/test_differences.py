"""What does not hold, told in sentences that name what was expected and what was found."""

from __future__ import annotations

from tests.checking.fight import BO_STRIKES, FIGHT, THEN, sentence, with_changes


def test_the_fight_holds() -> None:
    found = with_changes()
    assert found.sentences == ()
    assert (found.status, found.exit_status, found.title) == ("passed", 0, "Ana strikes Bo")


def test_a_field_that_differs_is_named_with_expected_and_found() -> None:
    found = with_changes(then=[THEN[0], {**THEN[1], "amount": 3}, *THEN[2:]])
    assert found.exit_status == 1
    assert sentence(found) == "Event 2, DamageApplied: amount is expected to be 3, and is 2."
    (difference,) = found.differences
    assert (difference.kind, difference.where, difference.expected, difference.found) == (
        "field",
        "event 2, amount",
        3,
        2,
    )


def test_a_change_is_compared_in_its_three_parts() -> None:
    found = with_changes(then=[THEN[0], {"type": "DamageApplied", "hp": "5->2"}, *THEN[2:]])
    assert found.sentences == (
        'Event 2, DamageApplied: pool is expected to be "hp", and is "health".',
        "Event 2, DamageApplied: before is expected to be 5, and is 4.",
    )


def test_a_fact_that_the_event_does_not_state_is_said() -> None:
    found = with_changes(then=[{**THEN[0], "spaces": 2}, *THEN[1:]])
    assert sentence(found) == "Event 1, DeclarationMade: spaces is expected to be 2, and is not stated."


def test_true_is_not_taken_for_one() -> None:
    found = with_changes(then=[THEN[0], {**THEN[1], "amount": True}, *THEN[2:]])
    assert sentence(found) == "Event 2, DamageApplied: amount is expected to be true, and is 2."
    formed = [{"type": "DeclarationMade"}, {"type": "EngagementChanged", "forced": 0}, {"type": "TurnStarted"}]
    found = with_changes(given=FIGHT["given"][:2], when=FIGHT["given"][2:], then=formed)
    assert sentence(found) == "Event 2, EngagementChanged: forced is expected to be 0, and is false."


def test_facts_may_stand_under_their_field_too() -> None:
    assert with_changes(then=[{**THEN[0], "parameters": {"target": "Bo"}}, *THEN[1:]]).status == "passed"
    found = with_changes(then=[{**THEN[0], "parameters": {"target": "Ana"}}, *THEN[1:]])
    assert sentence(found) == 'Event 1, DeclarationMade: target is expected to be "Ana", and is "Bo".'


def test_an_event_that_did_not_happen_is_named() -> None:
    extra = {"type": "LifeStateChanged", "who": "Bo", "life": "active->dead"}
    found = with_changes(then=[*THEN[:2], extra, *THEN[2:]])
    assert sentence(found) == (
        'Event 3 of `then`, LifeStateChanged {"who": "Bo", "from": "active", "to": "dead"}, '
        "is expected there and did not happen."
    )


def test_an_event_that_is_not_expected_is_named() -> None:
    found = with_changes(then=[THEN[0], *THEN[2:]])
    assert sentence(found).startswith('Event 2 that happened, DamageApplied {"to": "Bo", "by": "Ana", "amount": 2')
    assert sentence(found).endswith("is not expected there.")


def test_the_order_of_the_events_is_exact() -> None:
    found = with_changes(then=[THEN[0], THEN[2], THEN[1], THEN[3]])
    assert {difference.kind for difference in found.differences} == {"missing", "extra"}


def test_dice_that_nobody_rolls_are_said() -> None:
    found = with_changes(dice=[3, 4])
    assert found.exit_status == 1
    assert sentence(found) == "Nobody rolls the last 2 faces under `dice`: [3, 4]."


def test_dice_that_are_missing_are_said() -> None:
    found = with_changes(**BO_STRIKES, then=[])
    assert sentence(found) == "Bo rolls 1d6 for damage, and of the faces under `dice` none is left."


def test_dice_of_the_moment_are_counted_as_well() -> None:
    assert sentence(with_changes(given_dice=[1])) == "Nobody rolls the last 1 faces under `given_dice`: [1]."
    short = with_changes(given=[*FIGHT["given"], {"do": "disengage", "who": "Ana"}])
    assert sentence(short) == "Ana rolls 1d6 for disengage, and of the faces under `given_dice` none is left."


def test_a_moment_that_cannot_be_reached_is_said_with_the_command_and_the_reason() -> None:
    found = with_changes(given=[FIGHT["given"][0], {"do": "move", "who": "Ana", "to": "T2"}])
    assert found.exit_status == 1
    assert sentence(found).startswith("Command 2 of `given`, move Ana, is refused: Ana cannot move to T2")
    assert sentence(found).endswith("(not_adjacent, PUR-1)")


def test_a_refusal_that_nobody_expected_is_said_beside_the_events_that_are_missing() -> None:
    found = with_changes(when=[{"do": "attack", "who": "Bo", "target": "Ana"}])
    assert found.sentences[0].startswith("Command 1 of `when`, attack Bo, is refused: ")
    assert len(found.sentences) == 1 + len(THEN)


def test_another_refusal_than_the_one_expected_is_said() -> None:
    turn = {"when": [{"do": "attack", "who": "Bo", "target": "Ana"}], "then": None}
    assert with_changes(**turn, refused={"code": "out_of_turn", "rule": "PUR-9"}).status == "passed"
    assert with_changes(**turn, refused={"code": "out_of_turn"}).status == "passed"
    found = with_changes(**turn, refused={"code": "no_weapon", "rule": "PUR-12"})
    assert found.exit_status == 1
    assert found.sentences[0].startswith("The code of the refusal is expected to be no_weapon, and is out_of_turn: ")
    assert found.sentences[1].startswith("The rule of the refusal is expected to be PUR-12, and is PUR-9: ")


def test_a_command_that_is_accepted_where_a_refusal_is_expected_is_said() -> None:
    found = with_changes(then=None, refused={"code": "no_weapon"})
    assert sentence(found) == (
        "A refusal is expected (no_weapon), and attack Ana is accepted: "
        "DeclarationMade, DamageApplied, TurnEnded, TurnStarted happened."
    )
    rolls = with_changes(**BO_STRIKES, then=None, refused={"code": "no_weapon"})
    assert sentence(rolls) == ("A refusal is expected (no_weapon), and attack Bo is accepted: Bo rolls 1d6 for damage.")


def test_a_refusal_rolls_nothing() -> None:
    turn = {"when": [{"do": "attack", "who": "Bo", "target": "Ana"}], "then": None}
    found = with_changes(**turn, refused={"code": "out_of_turn"}, dice=[6])
    assert sentence(found) == "Nobody rolls the last 1 faces under `dice`: [6]."


def test_the_state_afterwards_is_compared() -> None:
    after = {
        "Bo.health": 2,
        "Bo.life": "active",
        "Ana.at": "T1",
        "Ana.movement": 0,
        "Ana.hand": [],
        "Bo.conditions": [],
        "pending": "turn",
    }
    assert with_changes(state=after).status == "passed"
    found = with_changes(state={"Bo.health": 3, "pending": "idle"})
    assert found.sentences == (
        "Afterwards Bo.health is expected to be 3, and is 2.",
        'Afterwards pending is expected to be "idle", and is "turn".',
    )


def test_an_opening_may_be_what_is_refused() -> None:
    both = [{"id": "Ana", "at": "T1", "health": 5}, {"id": "Bo", "at": "T1", "health": 4}]
    start = {"given": None, "when": None, "then": None}
    assert with_changes(**start, combatants=both, refused={"code": "tile_occupied"}).status == "passed"
    found = with_changes(**start, refused={"code": "tile_occupied"})
    assert sentence(found) == "A refusal is expected (tile_occupied), and the opening is accepted."


def test_a_moment_may_be_stated_by_events() -> None:
    events = [
        {"type": "CombatantMoved", "who": "Ana", "from": "T0", "to": "T1", "mode": "walk", "cost": 1},
        {"type": "EngagementChanged", "id": "E1", "change": "formed", "tile": "T1", "order": ["Ana", "Bo"]},
        {"type": "TurnStarted", "who": "Ana"},
    ]
    assert with_changes(given=None, given_events=events).sentences == ()


def test_values_of_the_state_alone_can_be_expected() -> None:
    assert with_changes(then=None, state={"Bo.health": 2}).status == "passed"
    found = with_changes(then=None, state={"Bo.health": 3})
    assert (found.status, len(found.differences)) == ("failed", 1)
    assert "Bo.health" in found.sentences[0]
