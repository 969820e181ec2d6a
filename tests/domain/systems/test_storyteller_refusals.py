"""Refusals of storyteller say where the fight stands."""

from __future__ import annotations

import pytest

from domain.refusals import Refused
from tests.domain.systems.storyteller import Foe, Hero, begun_with, go, turns_begun


def test_before_the_first_turn_a_refusal_names_the_step_of_the_fight_though_a_question_is_open() -> None:
    hiding = begun_with([Hero("Kara", at="1:1"), Foe("Gob", at="5:5")])
    asked = go(hiding, {"do": "open", "by": "st"}, {"do": "determine_surprise", "by": "st", "hiding": ["Kara"]})
    with pytest.raises(Refused, match=r"it is time to determine surprise\.$"):
        go(asked, {"do": "end_turn", "who": "Kara"})


def test_whoever_is_on_the_way_to_a_zone_is_told_where_the_way_leads() -> None:
    board = {"zones": ["Court", "Tower"], "links": [{"between": ["Court", "Tower"], "state": "detached", "turns": 2}]}
    fight = turns_begun([Hero("Kara", at="Court", speeds={"walk": 100}), Foe("Gob", at="Court")], board=board)
    under_way = go(fight, {"do": "move", "who": "Kara", "zone": "Tower"})
    with pytest.raises(Refused, match=r"the way leads to Tower\.$"):
        go(under_way, {"do": "move", "who": "Kara", "zone": "Court"})


def test_whoever_asked_for_a_ruling_is_told_that_the_storyteller_answers() -> None:
    fight = turns_begun([Hero("Kara", at="1:1"), Foe("Gob", at="5:5")])
    asked = go(fight, {"do": "activity", "who": "Kara", "value": "climb the wall"})
    with pytest.raises(Refused, match=r"a ruling of the storyteller is awaited from st\.$"):
        go(asked, {"do": "dash", "who": "Kara"})


@pytest.mark.parametrize(("kind", "named"), [("attack", "attacks"), ("ability", "abilities")])
def test_nobody_has_two_attacks_or_two_abilities_of_one_id(kind: str, named: str) -> None:
    kara = Hero("Kara", at="1:1")
    with pytest.raises(Refused, match=rf"^The {kind} id {kara[named][0]['id']} is there twice\.$"):
        begun_with([{**kara, named: [*kara[named], kara[named][0]]}])
