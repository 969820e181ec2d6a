"""What is known of a command beforehand is what then happens."""

from __future__ import annotations

import pytest

from ledger.line.actions import command_of
from ledger.table.fight import Fight
from projections.preview import is_final, preview
from tests.domain.systems.storyteller import Foe, Hero, turns_begun
from tests.laws.fights import SYSTEMS, play
from tests.projections.fights import Written
from tests.projections.foreseeing import holds, struck, ways


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_command_on_offer_rolls_just_where_it_is_said_to(system: str) -> None:
    assert sum(holds(step) for number in range(2) for step in play(system, number, most=30)) > 0


def test_a_thing_that_is_used_up_is_named_before_it_is() -> None:
    written = Written()
    written.do("begin_move", "Ana", allowance=3)
    written.do("move", "Ana", to="T3")
    written.do("move", "Ana", to="T4")
    written.do("engage", "Ana")
    action = {"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"}
    told = preview(Fight().then(written.lines), "ana", command_of(action, "pursuit"), action)
    assert told.uses == ("bomb",)
    assert "health 4 to 2" in told.text
    assert {cost.who for cost in told.costs} <= {"Ana"}
    assert not told.rolls


@pytest.mark.parametrize(
    ("rewind", "seats", "seat", "rolls", "final"),
    [
        ("until-roll", ["ana", "bo", "cy"], "ana", True, True),
        ("until-roll", ["ana", "bo", "cy"], "ana", False, False),
        ("none", ["ana", "bo", "cy"], "ana", False, True),
    ],
)
def test_it_is_final_where_others_would_have_to_agree(
    rewind: str, seats: list[str], seat: str, rolls: bool, final: bool
) -> None:
    fight = Fight().then(Written(rewind=rewind, seats=[{"id": each} for each in seats]).lines)
    assert is_final(fight, seat, "attack", rolls=rolls) is final
    assert is_final(fight, seat, "unseal", rolls=False)


def test_a_step_out_of_somebodys_reach_names_them_and_another_nobody() -> None:
    now = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")])
    away, beside = ({"do": "move", "who": "Ana", "path": [to]} for to in ("1:2", "2:1"))
    told = [preview(Fight(encounter=now), "ana", command_of(body, "storyteller"), body) for body in (away, beside)]
    assert [each.provokes for each in told] == [("Gob",), ()]
    assert not any(each.ruling for each in told)


def test_a_way_past_several_names_all_of_them_and_a_last_step_too() -> None:
    now = turns_begun([Hero("Ana", at="0:2"), Foe("Gob", at="1:2"), Foe("Hob", at="3:0")])
    path = ["0:1", "1:1", "2:1", "3:1", "4:1", "5:1"]
    for steps, asked in ((3, ()), (4, ("Gob",)), (5, ("Gob",)), (6, ("Gob", "Hob"))):
        body = {"do": "move", "who": "Ana", "path": path[:steps]}
        told = preview(Fight(encounter=now), "ana", command_of(body, "storyteller"), body)
        assert told.provokes == asked, steps


@pytest.mark.long(but=("verdigris",))
@pytest.mark.slow
@pytest.mark.parametrize("system", ["storyteller", "verdigris"])
def test_whoever_is_asked_whether_to_strike_was_named_beforehand(system: str) -> None:
    told = [each for number in range(20, 30) for each in struck(system, number)]
    assert sum(bool(asked) for _, asked, _ in told) > 5
    assert [(body, asked - named) for body, asked, named in told if asked - named] == []


@pytest.mark.long
@pytest.mark.slow
def test_a_way_on_offer_names_whom_its_preview_names() -> None:
    ends = [each for number in range(6) for each in ways("storyteller", number)]
    assert sum(bool(named) for named, _ in ends) > 5
    assert [each for each in ends if each[0] != each[1]] == []


def test_what_the_referee_must_rule_on_says_so() -> None:
    now = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")])
    body = {"do": "activity", "who": "Ana", "value": "climb the rigging"}
    assert preview(Fight(encounter=now), "ana", command_of(body, "storyteller"), body).ruling
