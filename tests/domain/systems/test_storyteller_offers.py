"""What storyteller offers in each moment: everything on offer is accepted, and what cannot be done is not on offer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.deciding import answers_for, bodies, decide, offers, pending
from domain.encounter import Encounter
from domain.events import RulingMade
from domain.evolve import evolve
from domain.offers import Offer
from tests.domain.systems.storyteller import GRID, ZONES, Foe, Hero, begun_with, go, turns_begun
from tests.laws.fights import Chance, said

SEATS = ["st", "ana", "bo"]


def moments() -> dict[str, Encounter]:
    """Return a fight at every kind of moment."""
    two = [Hero("Ana", at="2:2"), Foe("Gob", at="4:2")]
    zones = [Hero("Ana", at="Court"), Foe("Gob", at="Court"), Foe("Imp", at="Keep")]
    tied = [Hero(name, at=f"{n}:0") for n, name in enumerate(["Ana", "Bo", "Cy", "Di", "Ed"])]
    together = go(begun_with([*tied, Foe("Gob", at="9:9")], {"initiative_ties": ["choice"]}), *TO_INITIATIVE)
    lying = turns_begun([Hero("Ana", at="2:2", conditions=["prone"]), Foe("Gob", at="4:2")])
    crowd = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2"), Foe("Big", at="6:5", size="huge")], board=DOORS)
    return {
        "setting up": begun_with(two),
        "setting up without anybody": begun_with([]),
        "setting up without a board": begun_with([], board=None),
        "surprise": go(begun_with(two), OPEN),
        "stealth": go(begun_with(two), OPEN, HIDE),
        "who rolls for a group": go(
            begun_with([*two, Hero("Bo", at="3:3")], {"stealth_group": "one_roll"}), OPEN, HIDE_BOTH
        ),
        "positions": go(begun_with([*two, Foe("Big", size="large")]), *TO_INITIATIVE[:2]),
        "initiative": go(begun_with([*two, Foe("Imp", at="6:6", initiative_group="Pack")]), *TO_INITIATIVE),
        "a tie of two": go(begun_with(two, {"initiative_ties": ["choice"]}), *TO_INITIATIVE, *rolls("Ana", "Gob")),
        "a tie of five": go(together, *rolls("Ana", "Bo", "Cy", "Di", "Ed", "Gob"), faces=[2] * 15 + [6] * 3),
        "a turn on the grid": turns_begun(two),
        "a turn among doors and bodies": crowd,
        "a turn on the ground": lying,
        "a turn beside a thing": turns_begun([*two, Foe("Tub", at="0:0", kind="object")]),
        "a turn of somebody held fast": turns_begun([Hero("Ana", at="2:2", conditions=["restrained"]), two[1]]),
        "a turn of somebody incapacitated": turns_begun([Hero("Ana", at="2:2", conditions=["incapacitated"]), two[1]]),
        "a turn with everything spent": go(turns_begun(two), *SPENT),
        "a turn in zones": turns_begun(zones, board=ZONES),
        "a turn in a fight in zones": go(turns_begun(zones, board=ZONES), {"do": "move", "who": "Ana", "near": "Gob"}),
        "a turn of the fast in zones": turns_begun(
            [Hero("Ana", at="Court", speeds={"walk": 60}), *zones[1:]], board=ZONES
        ),
        "a turn on the ground in zones": turns_begun(
            [Hero("Ana", at="Court", conditions=["prone"]), *zones[1:]], board=ZONES
        ),
        "a turn in the only zone": turns_begun(zones[:2], board={"zones": ["Court"]}),
        "a shot that waits": go(turns_begun([zones[0], Foe("Imp", at="Tower")], board=ZONES), SHOOT),
        "a shot at a zone that waits": go(
            turns_begun([zones[0], Foe("Imp", at="Tower")], board=ZONES),
            {"do": "attack", "who": "Ana", "attack": "bow", "location": "Tower"},
        ),
        "a spell that waits": go(turns_begun([zones[0], Foe("Imp", at="Tower")], board=ZONES), ROAR),
        "a reaction of one's own that waits": go(turns_begun(zones, board=ZONES), PASS[0], PARRY),
        "a turn after a reaction of one's own": go(
            turns_begun(two), PASS[0], PARRY, {"do": "rule", "by": "st", "subject": "reaction", "value": "allowed"}
        ),
        "an activity that waits": go(turns_begun(zones, board=ZONES), ASK),
        "an activity that stands": go(turns_begun(two, {"withdraw_declaration": False}), ASK),
        "a reaction": go(turns_begun([two[0], Foe("Gob", at="3:2")]), {"do": "move", "who": "Ana", "path": ["1:2"]}),
        "positions taken": go(begun_with(two), *TO_INITIATIVE[:2]),
        "a group of two seats": go(
            begun_with([Hero("Ana", at="2:2", initiative_group="Pack"), Foe("Gob", at="4:2", initiative_group="Pack")]),
            *TO_INITIATIVE,
        ),
        "a turn on a full board": turns_begun(
            [Hero("Ana", at="0:0", abilities=PRESS), Foe("Gob", at="1:0")], board={"width": 2, "height": 1}
        ),
        "positions on a full board": go(
            begun_with([Hero("Ana", at="0:0"), Foe("Gob", at="1:0")], board={"width": 2, "height": 1}),
            *TO_INITIATIVE[:2],
        ),
        "a turn beside the surprised": go(
            begun_with(two), OPEN, HIDE, STEALTH, TO_INITIATIVE[2], *rolls("Ana", "Gob"), faces=[6] * 6 + [1] * 3
        ),
        "a turn on the ground without the way to stand": go(
            lying, {"do": "move", "who": "Ana", "path": ["1:2", "0:2"]}
        ),
        "a turn after a rally": go(turns_begun(two), {"do": "rally", "who": "Ana"}, *PASS),
        "a turn beside the dead": go(
            turns_begun([two[0], Foe("Gob", at="3:2", hp=1), Foe("Imp", at="6:6")]), STRIKE, faces=[6] * 4
        ),
        "a turn beside somebody in the gate": turns_begun(
            [Hero("Ana", at="1:4"), Foe("Big", at="1:2", size="large")], board=WIDE_GATE
        ),
        "a turn alone in zones": turns_begun([Hero("Ana", at="Tower"), Foe("Gob", at="Moat")], board=ZONES),
        "a turn of the fast with nowhere to go": turns_begun(
            [Hero("Ana", at="Court", speeds={"walk": 60}), Foe("Gob", at="Court")], board={"zones": ["Court"]}
        ),
        "a turn on the way": go(
            turns_begun([Hero("Ana", at="Keep", speeds={"walk": 60}), Foe("Gob", at="Court")], board=ZONES),
            {"do": "move", "who": "Ana", "zone": "Tower"},
        ),
        "a turn that began in a fight": go(
            turns_begun(zones, board=ZONES),
            {"do": "move", "who": "Ana", "near": "Gob"},
            *PASS,
            {"do": "end_turn", "who": "Imp"},
        ),
        "a turn before that of a group": go(
            begun_with([two[0], *(Foe(name, at=f"6:{n}", initiative_group="Pack") for n, name in enumerate(PACK))]),
            *TO_INITIATIVE,
            *rolls("Ana"),
            {"do": "roll_initiative", "by": "st", "group": "Pack"},
            faces=[6] * 3 + [1] * 3,
        ),
        "the end": go(turns_begun(two), {"do": "end_encounter", "by": "st"}),
    }


PRESS = [
    {"id": "press", "kind": "bonus", "requires": "attack", "aims": "enemy"},
    {"id": "aid", "kind": "bonus", "aims": "ally"},
]
PACK = ["Gob", "Imp", "Pip"]
STEALTH = {"do": "roll_stealth", "by": "ana", "who": "Ana"}
STRIKE = {"do": "attack", "who": "Ana", "attack": "blade", "target": "Gob"}
PASS = [{"do": "end_turn", "who": "Ana"}, {"do": "end_turn", "who": "Gob"}]
WIDE_GATE = {**GRID, "doors": [{"id": "gate", "wall": [200, 200, 200, 400], "open": True}]}
OPEN = {"do": "open", "by": "st"}
HIDE = {"do": "determine_surprise", "by": "st", "hiding": ["Ana"]}
HIDE_BOTH = {"do": "determine_surprise", "by": "st", "hiding": ["Ana", "Bo"]}
TO_INITIATIVE: list[dict[str, Any]] = [
    OPEN,
    {"do": "determine_surprise", "by": "st", "hiding": []},
    {"do": "positions_done", "by": "st"},
]
PARRY = {"do": "use_ability", "who": "Ana", "ability": "parry"}
ROAR = {"do": "use_ability", "who": "Ana", "ability": "roar", "target": "Imp"}
ASK = {"do": "activity", "who": "Ana", "value": "swing from the lamp"}
SHOOT = {"do": "attack", "who": "Ana", "attack": "bow", "target": "Imp"}
SPENT = [
    {"do": "dash", "who": "Ana"},
    {"do": "interact", "who": "Ana", "object": "rope", "verb": "pull"},
    {"do": "bonus", "who": "Ana", "ability": "feint"},
]
DOORS = {
    **GRID,
    "doors": [
        {"id": "gate", "wall": [200, 200, 200, 300]},
        {"id": "hatch", "wall": [700, 500, 700, 600], "open": True},
    ],
}


def rolls(*names: str) -> list[dict[str, Any]]:
    return [
        {"do": "roll_initiative", "by": "st" if name in ("Gob", "Imp", "Big") else "ana", "who": name} for name in names
    ]


MOMENTS = moments()


def done(moment: str) -> set[str]:
    return {offer.do for offer in offers(MOMENTS[moment]) if not offer.aside}


def one(moment: str, do: str, **closed: Any) -> Offer:
    found = [each for each in offers(MOMENTS[moment]) if each.do == do and closed.items() <= each.closed.items()]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_everything_on_offer_is_accepted(moment: str) -> None:
    encounter = MOMENTS[moment]
    for offer in offers(encounter):
        for body in said(offer):
            assert decide(go.command(body), encounter, Chance(random.Random(1))), body


@pytest.mark.parametrize("moment", MOMENTS)
def test_somebody_at_the_table_can_go_on_until_it_is_over(moment: str) -> None:
    encounter = MOMENTS[moment]
    mine = [offer for seat in SEATS for offer in offers(encounter, seat)]
    assert bool(mine) == (encounter.outcome is None)
    owner = pending(encounter).owner
    for name in (owner,) if isinstance(owner, str) else owner or ():
        assert any(answers_for(encounter, seat, name) for seat in SEATS)


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_offer_is_empty(moment: str) -> None:
    assert all(next(bodies(offer), None) is not None for offer in offers(MOMENTS[moment]))


def test_a_question_left_without_a_blow_under_older_rules_can_only_be_declined() -> None:
    cover = {"attacker": "Gob", "target": "Ana", "level": "total"}
    asked = evolve(MOMENTS["a reaction"], RulingMade(by="st", subject="cover", parameters=cover))
    assert {offer.do for offer in offers(asked) if not offer.aside} == {"decline_reaction", "end_encounter"}
    assert go(asked, {"do": "decline_reaction", "who": "Gob"}).combatants["Ana"].at == "1:2"


def test_a_fight_opens_when_two_sides_are_there() -> None:
    assert "open" in done("setting up")
    assert "open" not in done("setting up without anybody")


def test_positions_are_done_when_everybody_has_one() -> None:
    assert "positions_done" not in done("positions")
    big = [offer for offer in offers(MOMENTS["positions"]) if offer.do == "place" and offer.who == "Big"]
    assert big
    assert not any(offer.aside for offer in big)


def test_a_reaction_of_ones_own_is_on_offer_until_it_is_taken() -> None:
    taken = "a turn after a reaction of one's own"
    assert one("a turn on the grid", "use_ability", ability=("parry",)).aside
    assert not [offer for offer in offers(MOMENTS[taken]) if offer.closed.get("ability") == ("parry",)]
    assert one("a reaction of one's own that waits", "rule", subject=("reaction",)).closed["value"] == (
        "allowed",
        "refused",
    )


@pytest.mark.parametrize(("moment", "ruled"), [("a turn on the grid", 0), ("a turn in zones", 1)])
def test_shots_between_zones_are_ruled_on_where_there_are_zones(moment: str, ruled: int) -> None:
    assert len([each for each in offers(MOMENTS[moment]) if "zone_shot" in each.closed.get("subject", ())]) == ruled


@pytest.mark.parametrize("moment", ["an activity that waits", "an activity that stands"])
def test_a_ruling_on_an_activity_that_waits_need_not_name_it_again(moment: str) -> None:
    asked = [
        each for each in offers(MOMENTS[moment]) if "activity" in each.closed.get("subject", ()) and not each.aside
    ]
    assert asked
    assert {(each.closed["value"], "value" in each.open) for each in asked} == {((ASK["value"],), False)}


def test_a_ruling_on_a_shot_that_waits_need_not_name_its_zones_again() -> None:
    asked = [each for each in offers(MOMENTS["a shot that waits"]) if "zone_shot" in each.closed.get("subject", ())]
    assert [each.closed.get("pair", ()) for each in asked if not each.open] == [(), ("Court-Tower",)]


@pytest.mark.parametrize(("channel", "rule"), [("table", "STO-36"), ("flourish", "STO-37")])
def test_speech_and_flourishes_rest_on_rules_of_their_own(channel: str, rule: str) -> None:
    said = {"do": "say", "who": "Ana", "text": "To me!", "channel": channel}
    (told,) = decide(go.command(said), MOMENTS["a turn on the grid"], Chance(random.Random(1)))
    assert getattr(told, "rules", ()) == (rule,)


def test_a_group_rolls_together_or_each_alone() -> None:
    rolled = [
        (offer.who, offer.closed.get("group"))
        for offer in offers(MOMENTS["initiative"])
        if offer.do == "roll_initiative"
    ]
    assert rolled == [("Ana", None), ("Gob", None), ("Imp", None), (None, ("Pack",))]


def test_the_orders_of_two_are_listed_and_those_of_five_are_open() -> None:
    assert one("a tie of two", "order_tie").closed["order"] == (["Ana", "Gob"], ["Gob", "Ana"])
    assert one("a tie of five", "order_tie").open["order"].example == ["Ana", "Bo", "Cy", "Di", "Ed"]


def test_a_move_offers_its_last_squares_with_what_they_cost() -> None:
    path = one("a turn on the grid", "move").open["path"]
    costs = {end.tile: end.cost for end in path.ends}
    assert costs["3:2"] == 5
    assert "4:2" not in costs, "Gob stands there"
    assert max(costs.values()) <= 30
    assert all(end.path[-1] == end.tile for end in path.ends)


def test_the_prone_crawl_or_stand_up() -> None:
    assert one("a turn on the ground", "move").closed["mode"] == (None, "crawl")
    assert {"stand", "move"} <= done("a turn on the ground")
    assert "drop_prone" not in done("a turn on the ground")


def test_an_attack_offers_only_whom_it_reaches() -> None:
    blade = [offer for offer in offers(MOMENTS["a turn on the grid"]) if offer.closed.get("attack") == ("blade",)]
    assert [offer.closed.get("target") for offer in blade] == [None], "only a guess at a place"
    struck = one("a turn among doors and bodies", "attack", target=("Gob",), attack=("blade",))
    assert struck.who == "Ana"


def test_nobody_who_cannot_act_is_offered_an_action() -> None:
    assert done("a turn of somebody incapacitated") == {"move", "drop_prone", "end_turn", "end_encounter"}
    assert "move" not in done("a turn of somebody held fast")


def test_nothing_is_offered_twice_when_it_is_spent() -> None:
    left = done("a turn with everything spent")
    assert not left & {"attack", "bonus", "cast_spell", "use_ability", "dash", "rally", "interact"}
    assert "move" in left


def test_a_door_beside_one_can_be_turned_and_one_far_away_cannot() -> None:
    found = [offer.closed for offer in offers(MOMENTS["a turn among doors and bodies"]) if offer.do == "interact"]
    assert {"object": ("gate",), "verb": ("open",)} in found
    assert not any("hatch" in closed.get("object", ()) for closed in found)


def test_a_door_in_which_somebody_stands_is_not_offered_to_be_closed() -> None:
    turned = one("a turn among doors and bodies", "change_board", change=("door",), door=("hatch",))
    assert turned.closed["open"] == (True,)


def test_in_zones_one_closes_withdraws_and_crosses() -> None:
    assert one("a turn in zones", "move").closed == {"near": ("Gob",)}
    assert one("a turn of the fast in zones", "move", zone=("Keep",)).open == {}
    fighting = [offer.closed for offer in offers(MOMENTS["a turn in a fight in zones"]) if offer.do == "move"]
    assert fighting == [], "the reposition is spent"
    assert "move" not in done("a turn on the ground in zones")


def test_what_waits_for_a_ruling_is_ruled_on_or_taken_back() -> None:
    assert {"rule", "withdraw"} <= done("a shot that waits")
    assert {"rule", "withdraw"} <= done("an activity that waits")
    assert "withdraw" not in done("an activity that stands")
    assert one("who rolls for a group", "rule").closed["value"] == ("Ana", "Bo")


def test_whoever_may_strike_is_offered_what_reaches_and_letting_go() -> None:
    assert one("a reaction", "react").closed == {"attack": ("blade", "unarmed")}
    assert "decline_reaction" in done("a reaction")


def test_the_surprised_are_not_offered_a_word() -> None:
    words = [offer for offer in offers(MOMENTS["a turn beside the surprised"]) if offer.do == "say"]
    assert [offer.who for offer in words if offer.by is None] == ["Ana"]


def test_a_group_played_from_two_seats_does_not_roll_together() -> None:
    rolled = [offer.closed for offer in offers(MOMENTS["a group of two seats"]) if offer.do == "roll_initiative"]
    assert rolled == [{}, {}]


def test_an_ability_with_nobody_to_use_it_on_or_before_its_time_is_not_offered() -> None:
    found = [offer.closed for offer in offers(MOMENTS["a turn on a full board"]) if offer.do == "bonus"]
    assert found == [{"ability": ("aid",), "target": ("Ana",)}]
    assert "move" not in done("a turn on a full board")


def test_one_rallies_once() -> None:
    assert "rally" in done("a turn on the grid")
    assert "rally" not in done("a turn after a rally")


def test_on_the_way_to_a_detached_zone_only_a_shot_can_be_aimed_at_a_place() -> None:
    guesses = [offer for offer in offers(MOMENTS["a turn on the way"]) if "location" in offer.open]
    assert [offer.closed["attack"] for offer in guesses] == [("bow",)]


def test_out_of_a_fight_one_withdraws() -> None:
    found = [offer.closed for offer in offers(MOMENTS["a turn that began in a fight"]) if offer.do == "move"]
    assert {"withdraw": (True,)} in found


def test_nothing_is_offered_at_the_end() -> None:
    assert offers(MOMENTS["the end"]) == []


def test_sto_16_the_storyteller_is_offered_to_let_another_of_a_group_act_first() -> None:
    grouped = "a turn before that of a group"
    assert MOMENTS[grouped].order == ("Ana", "Gob", "Imp", "Pip")
    picks = [(offer.by, offer.who, offer.aside) for offer in offers(MOMENTS[grouped]) if offer.do == "act_next"]
    assert picks == [("st", "Imp", True), ("st", "Pip", True)], "Gob is the first of the group as it is"
    picked = go(MOMENTS[grouped], {"do": "act_next", "by": "st", "who": "Pip"})
    assert picked.order == ("Ana", "Pip", "Gob", "Imp")
