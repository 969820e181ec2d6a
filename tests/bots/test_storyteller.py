"""How good commands of storyteller look to the sensible player."""

from __future__ import annotations

from typing import Any

import pytest

from bots.worth import WORTH
from domain.encounter import Encounter
from tests.domain.systems.storyteller import GRID, ZONES, Foe, Hero, begun_with, go, turns_begun

OPEN = {"do": "open", "by": "st"}


def worth(encounter: Encounter, body: dict[str, Any], *, tired: bool = False) -> int:
    return WORTH["storyteller"](encounter, body, tired=tired)


def attack(name: str, target: str, who: str = "Ana") -> dict[str, Any]:
    return {"do": "attack", "who": who, "attack": name, "target": target}


def move(*path: str, who: str = "Ana") -> dict[str, Any]:
    return {"do": "move", "who": who, "path": list(path)}


PAIR = [Hero("Ana", at="2:2"), Foe("Gob", at="7:2")]


def test_the_stealthy_hide_if_all_of_their_side_are() -> None:
    sly = begun_with([Hero("Ana", at="2:2", stealth=4), Hero("Bo", at="3:3"), Foe("Gob", at="7:2", stealth=3)])
    hiding = [{"do": "determine_surprise", "by": "st", "hiding": who} for who in ([], ["Ana"], ["Ana", "Bo"], ["Gob"])]
    nobody, some, clumsy, goblin = (worth(sly, body) for body in hiding)
    assert goblin > nobody > clumsy == some


def test_only_those_without_a_place_are_placed() -> None:
    fight = go(
        begun_with([Hero("Ana"), Foe("Gob", at="7:2")]), OPEN, {"do": "determine_surprise", "by": "st", "hiding": []}
    )
    assert worth(fight, {"do": "place", "by": "st", "who": "Ana", "at": "1:1"}) > 0
    assert worth(fight, {"do": "place", "by": "st", "who": "Gob", "at": "1:1"}) == 0


def test_a_fight_is_ended_when_it_is_decided_or_when_tired() -> None:
    end = {"do": "end_encounter", "by": "st"}
    assert worth(begun_with(PAIR), end) == 0
    assert worth(turns_begun(PAIR), end) == 0
    assert worth(turns_begun(PAIR), end, tired=True) > 500


def test_enemies_are_attacked_and_friends_things_and_empty_squares_are_not() -> None:
    crowd = turns_begun(
        [Hero("Ana", at="2:2"), Hero("Bo", at="1:2"), Foe("Gob", at="3:2"), Foe("Tub", at="2:3", kind="object")]
    )
    assert worth(crowd, attack("blade", "Gob")) > 200
    assert worth(crowd, attack("blade", "Bo")) == 0
    assert worth(crowd, attack("blade", "Tub")) == 0
    assert worth(crowd, {"do": "attack", "who": "Ana", "attack": "blade", "location": "3:3"}) == 0


def test_a_blow_that_may_end_somebody_looks_better() -> None:
    two = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2", hp=3), Foe("Imp", at="3:3", hp=30)])
    assert (
        worth(two, attack("blade", "Gob")) > worth(two, attack("blade", "Imp")) > worth(two, attack("unarmed", "Imp"))
    )


def test_an_attack_with_an_effect_alone_is_worth_something() -> None:
    net = {"id": "net", "category": "ranged_weapon", "range": 15, "effect": {"condition": "restrained"}}
    fight = turns_begun([Hero("Ana", at="2:2", attacks=[net]), Foe("Gob", at="3:2", hp=30)])
    assert worth(fight, attack("net", "Gob")) > 200
    caught = go(fight, {"do": "rule", "by": "st", "subject": "effect", "who": "Gob", "value": "restrained"})
    assert worth(caught, attack("net", "Gob")) == 200


def test_one_walks_up_to_the_nearest_enemy_and_stays_there() -> None:
    fight = turns_begun(PAIR)
    assert worth(fight, move("3:2", "4:2")) > worth(fight, move("3:2")) > 100
    assert worth(fight, move("1:2")) == 0
    near = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")])
    assert worth(near, move("1:2")) == 0


def test_an_archer_who_has_shot_stays_where_they_are() -> None:
    shot = go(turns_begun(PAIR), attack("bow", "Gob"), faces=[1, 1, 1, 1])
    assert worth(shot, move("3:2")) == 0


def test_one_walks_round_a_wall_and_up_to_a_closed_door() -> None:
    wall = {**GRID, "walls": [[500, 100, 500, 1000]]}
    assert worth(turns_begun(PAIR, board=wall), move("3:1", "4:0")) > 100
    shut = {
        **GRID,
        "walls": [[500, 0, 500, 200], [500, 300, 500, 1000]],
        "doors": [{"id": "gate", "wall": [500, 200, 500, 300]}],
    }
    fight = turns_begun(PAIR, board=shut)
    assert worth(fight, move("3:2", "4:2")) > 100
    there = turns_begun([Hero("Ana", at="4:2"), PAIR[1]], board=shut)
    turn = {"do": "interact", "who": "Ana", "object": "gate", "verb": "open"}
    assert worth(there, turn) > 0
    assert worth(there, {**turn, "object": "rope"}) == 0


def test_dash_stand_and_defend_are_for_those_who_have_nothing_better() -> None:
    far, near = turns_begun(PAIR), turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")])
    dash, defend = {"do": "dash", "who": "Ana"}, {"do": "defend", "who": "Ana"}
    assert worth(far, dash) > worth(far, defend) > worth(far, {"do": "end_turn", "who": "Ana"}) > 0
    assert worth(near, dash) == 0
    assert worth(far, {"do": "stand", "who": "Ana"}) > worth(far, dash)
    assert worth(far, {"do": "say", "who": "Ana", "text": "To me!"}) == 0


def test_the_badly_hurt_rally_and_are_healed() -> None:
    weak = turns_begun([Hero("Ana", at="2:2", hp={"now": 3, "max": 12}), Foe("Gob", at="3:2")])
    well = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")])
    rally = {"do": "rally", "who": "Ana"}
    mend = {"do": "cast_spell", "who": "Ana", "spell": "mend", "target": "Ana"}
    assert worth(weak, rally) > 200
    assert worth(well, rally) == 0
    assert worth(weak, mend) > worth(weak, rally)
    assert worth(well, mend) == 0


def test_abilities_harm_enemies_and_flourish() -> None:
    fight = turns_begun([Hero("Ana", at="2:2"), Hero("Bo", at="1:2"), Foe("Gob", at="3:2")])
    roar = {"do": "use_ability", "who": "Ana", "ability": "roar", "target": "Gob"}
    assert worth(fight, roar) > 200
    assert worth(fight, {**roar, "target": "Bo"}) == 0
    assert worth(fight, {"do": "bonus", "who": "Ana", "ability": "feint"}) > 0
    assert worth(fight, {"do": "use_ability", "who": "Ana", "ability": "brace"}) == 0
    assert worth(fight, {"do": "use_ability", "who": "Ana", "ability": "parry"}) == 0


def test_a_chance_to_strike_is_taken() -> None:
    leaving = go(turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")]), move("1:2"))
    strike = {"do": "react", "who": "Gob", "attack": "blade"}
    assert worth(leaving, strike) > worth(leaving, {"do": "decline_reaction", "who": "Gob"}) > 0


def test_what_waits_for_a_ruling_gets_one_and_nothing_is_ruled_unasked() -> None:
    two = [Hero("Ana", at="Court"), Foe("Imp", at="Tower")]
    waiting = go(turns_begun(two, board=ZONES), attack("bow", "Imp"))
    rulings = [
        {"do": "rule", "by": "st", "subject": "zone_shot", "value": how}
        for how in ("disadvantage", "allowed", "refused")
    ]
    harder, as_it_is, not_at_all = (worth(waiting, body) for body in rulings)
    assert harder > as_it_is > not_at_all > 0
    assert worth(waiting, {**rulings[0], "pair": "Court-Tower"}) == 0
    assert worth(turns_begun(two, board=ZONES), rulings[0]) == 0
    asked = go(turns_begun(two, board=ZONES), {"do": "activity", "who": "Ana", "value": "climb"})
    costs = [
        {"do": "rule", "by": "st", "subject": "activity", "who": "Ana", "value": "climb", "cost": c}
        for c in ("action", "none")
    ]
    assert worth(asked, costs[0]) > worth(asked, costs[1]) > 0


def zone_move(**where: Any) -> dict[str, Any]:
    return {"do": "move", "who": "Ana", **where}


def test_in_zones_one_closes_with_the_weakest() -> None:
    fight = turns_begun(
        [Hero("Ana", at="Court"), Hero("Bo", at="Court"), Foe("Gob", at="Court", hp=5), Foe("Imp", at="Court", hp=50)],
        board=ZONES,
    )
    assert worth(fight, zone_move(near="Gob")) > worth(fight, zone_move(near="Imp")) > 100
    assert worth(fight, zone_move(near="Bo")) == 0
    assert worth(fight, zone_move(zone="Keep")) == 0, "the enemies are here"
    assert worth(fight, zone_move(withdraw=True)) == 0


@pytest.mark.parametrize(("zone", "goes"), [("Keep", True), ("Moat", False)])
def test_in_zones_one_goes_where_the_next_enemy_is(zone: str, goes: bool) -> None:
    fight = turns_begun([Hero("Ana", at="Court"), Foe("Gob", at="Tower")], board=ZONES)
    assert (worth(fight, zone_move(zone=zone)) > 0) == goes


def test_on_the_way_to_a_detached_zone_one_goes_on() -> None:
    fast = [Hero("Ana", at="Keep", speeds={"walk": 50}), Foe("Gob", at="Tower")]
    fight = go(turns_begun(fast, board=ZONES), zone_move(zone="Tower"))
    assert worth(fight, zone_move(zone="Tower")) > 100


def test_where_no_way_leads_nobody_sets_out() -> None:
    fight = turns_begun([Hero("Ana", at="Court"), Foe("Gob", at="Moat")], board=ZONES)
    assert worth(fight, zone_move(zone="Keep")) == 0


def test_a_blow_without_a_die_is_worth_what_it_says() -> None:
    bite = {"id": "bite", "category": "melee_weapon", "to_hit": 5}
    weak, strong = ({**bite, "damage": damage} for damage in (1, 6))
    worths = [
        worth(turns_begun([Hero("Ana", at="2:2", attacks=[each]), Foe("Gob", at="3:2")]), attack("bite", "Gob"))
        for each in (weak, strong)
    ]
    assert worths[0] < worths[1]
