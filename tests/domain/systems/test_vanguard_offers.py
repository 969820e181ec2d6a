"""What vanguard offers to whom, and what of it looks good to an automatic player."""

from __future__ import annotations

from typing import Any

import pytest

from bots.worth import WORTH
from domain.deciding import RULESETS, decide, offers
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.evolve import evolve
from domain.offers import Offer
from ledger.line.actions import command_of
from tests.laws.fights import begun, said
from tests.openings import opening_of

START = {"do": "start", "by": "gm"}
ATTACK = {"do": "choose_engagement", "by": "party", "choice": "attack"}
READY = {"do": "ready_round", "by": "party"}
GOBBOS = {"id": "Gobbos", "count": 4, "defense": 3, "melee": 2}
SLINGERS = {"id": "Slingers", "count": 2, "defense": 2, "melee": 1, "ranged": 3}
SWORD, BOW = {"id": "sword", "kind": "melee"}, {"id": "bow", "kind": "ranged"}


def somebody(name: str, *weapons: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a character with d6 for everything."""
    dice = dict.fromkeys(("vigor", "quick", "wise", "smart"), 6)
    return {"id": name, **dice, "health": {"now": 5, "max": 5}, "weapons": weapons, **more}


def fight(*commands: dict[str, Any], faces: tuple[int, ...] = (), **opening: Any) -> Encounter:
    """Return the encounter after these commands; Wren and Tor in front, Mags behind them unless told otherwise."""
    people = [somebody("Wren", SWORD), somebody("Tor", SWORD), somebody("Mags", BOW, SWORD, position="rear")]
    stated = {"characters": people, "groups": [GOBBOS], **opening}
    encounter, dice = begun(opening_of({"system": "vanguard", **stated})), Scripted(list(faces))
    for body in commands:
        for event in decide(command_of(body, "vanguard"), encounter, dice):
            encounter = evolve(encounter, event)
    return encounter


def after(encounter: Encounter, **body: Any) -> Encounter:
    """Return the encounter after one more command, which rolls nothing."""
    for event in decide(command_of(body, "vanguard"), encounter, Scripted([])):
        encounter = evolve(encounter, event)
    return encounter


def ruled(encounter: Encounter, seat: str | None = None) -> list[Offer]:
    """Return the offers of the rules, without those of every system."""
    own = RULESETS["vanguard"].commands(encounter)
    return [offer for offer in offers(encounter, seat) if offer.do in own]


def offered(encounter: Encounter, do: str, who: str | None = None) -> list[Offer]:
    return [offer for offer in offers(encounter) if offer.do == do and offer.who == who]


def best(encounter: Encounter, *, tired: bool = False) -> dict[str, Any]:
    """Return the command that looks best, whoever it is for."""
    commands = [body for offer in offers(encounter) for body in said(offer)]
    worth = WORTH["vanguard"]
    return max(commands, key=lambda body: worth(encounter, body, tired=tired))


def worth(encounter: Encounter, **body: Any) -> int:
    return WORTH["vanguard"](encounter, body, tired=False)


def test_an_encounter_out_of_formation_is_not_offered_to_start() -> None:
    assert offered(fight(), "start")
    behind = fight(characters=[somebody("Wren"), somebody("Tor", position="rear")])
    assert not offered(behind, "start")
    assert [offer.closed for offer in offered(behind, "place", "Tor")] == [{}, {"to": ("front",)}]


def test_each_weapon_is_offered_with_what_it_reaches_from_where_one_stands() -> None:
    encounter = fight(START, ATTACK, READY, groups=[GOBBOS, SLINGERS])
    assert [offer.closed for offer in offered(encounter, "attack", "Wren")] == [
        {"group": ("Gobbos",), "weapon": ("sword",)}
    ]
    assert [offer.closed for offer in offered(encounter, "attack", "Mags")] == [
        {"group": ("Gobbos", "Slingers"), "weapon": ("bow",)}
    ]


def test_bare_hands_are_offered_where_they_will_do() -> None:
    encounter = fight(START, ATTACK, READY, settings={"unarmed": "vigor_minus_1"})
    assert {"group": ("Gobbos",), "weapon": (None,)} in [offer.closed for offer in offered(encounter, "attack", "Wren")]


def test_whoever_has_acted_is_offered_nothing_more() -> None:
    encounter = fight(START, ATTACK, READY, {"do": "pass", "who": "Wren"})
    assert {offer.who for offer in ruled(encounter) if offer.who} == {"Tor", "Mags"}


def test_in_the_middle_of_a_turn_only_that_turn_is_offered() -> None:
    hit = {"do": "attack", "who": "Wren", "group": "Gobbos", "weapon": "sword"}
    encounter = fight(START, ATTACK, READY, hit, faces=(4,), settings={"actions_per_turn": 2})
    assert {offer.who for offer in ruled(encounter) if offer.who} == {"Wren"}


def test_the_party_speaks_through_its_leader_and_everybody_acts_for_their_own() -> None:
    seats = [{"id": "gm", "role": "referee"}, {"id": "ann"}, {"id": "bob"}]
    people = [somebody("Wren", SWORD, controller="bob"), somebody("Tor", SWORD, controller="ann")]
    meeting = fight(START, seats=seats, characters=people, leader="ann")
    assert {offer.do for offer in ruled(meeting, "ann")} == {"choose_engagement"}
    assert ruled(meeting, "bob") == []
    assert {offer.do for offer in ruled(meeting, "gm")} == {"change_board", "end_encounter"}
    acting = fight(START, ATTACK, READY, seats=seats, characters=people, leader="ann")
    assert {offer.who for offer in ruled(acting, "bob")} == {"Wren"}


def test_unless_a_leader_is_named_it_is_whoever_plays_the_first_character() -> None:
    seats = [{"id": "gm", "role": "referee"}, {"id": "ann"}, {"id": "bob"}]
    people = [somebody("Wren", controller="bob"), somebody("Tor", controller="ann")]
    assert fight(seats=seats, characters=people).voices == {"party": "bob"}
    assert fight().voices == {"party": "gm"}


def test_where_the_referee_chooses_targets_each_legal_one_is_an_example() -> None:
    acting = [START, ATTACK, READY, *({"do": "pass", "who": who} for who in ("Wren", "Tor", "Mags"))]
    twins = [{**GOBBOS, "count": 2}]
    settings = {"targeting": "gm_choice", "target_ties": "gm_choice"}
    (offer,) = offered(fight(*acting, groups=twins, settings=settings), "monsters_act")
    assert [end.path for end in offer.open["targets"].ends] == [("Wren", "Wren"), ("Tor", "Tor")]
    assert offer.open["order"].example == ["Wren", "Tor", "Mags"]
    idle = [{**GOBBOS, "melee": 0}]
    (offer,) = offered(fight(*acting, groups=idle, settings=settings), "monsters_act")
    assert offer.open == {}


def test_a_card_is_offered_with_everybody_it_is_for() -> None:
    cards = [
        {"id": "salve", "targets": "ally", "effects": [{"kind": "heal", "amount": 1}]},
        {"id": "tar", "targets": "group", "effects": [{"kind": "modifier", "field": "defense", "amount": -1}]},
    ]
    encounter = fight(START, ATTACK, READY, characters=[somebody("Wren", items=cards), somebody("Tor")])
    assert [offer.closed for offer in offered(encounter, "use_item", "Wren")] == [
        {"item": ("salve",), "target": ("Wren", "Tor", None)},
        {"item": ("tar",), "target": ("Gobbos",)},
    ]


def test_nothing_is_offered_after_the_end() -> None:
    assert offers(fight({"do": "end_encounter", "by": "gm"})) == []


def test_an_automatic_party_fights() -> None:
    assert best(fight()) == START
    assert best(fight(START)) == ATTACK
    assert best(fight(START, ATTACK))["stance"] == "aggressive"
    assert best(fight(START, ATTACK, READY)) == {"do": "attack", "who": "Wren", "group": "Gobbos", "weapon": "sword"}


@pytest.mark.parametrize(("health", "stance"), [(5, "aggressive"), (4, "neutral"), (2, "defensive")])
def test_an_automatic_character_takes_more_care_the_more_it_hurts(health: int, stance: str) -> None:
    encounter = fight(START, ATTACK, characters=[somebody("Wren", health={"now": health, "max": 5})])
    assert best(encounter)["stance"] == stance
    chosen = fight(
        START, ATTACK, {"do": "set_stance", "who": "Wren", "stance": "neutral"}, characters=[somebody("Wren")]
    )
    assert best(chosen) == READY


def test_an_automatic_referee_mends_the_formation_or_gives_up() -> None:
    behind = fight(characters=[somebody("Wren"), somebody("Tor", position="rear")])
    assert best(behind) == {"do": "place", "by": "gm", "who": "Tor", "to": "front"}
    nobody = fight(groups=[])
    assert best(nobody)["do"] == "end_encounter"
    assert worth(nobody, do="place", by="gm", who="Wren", slot=3) == 0


def test_a_tired_player_wants_the_end() -> None:
    assert best(fight(START), tired=True)["do"] == "end_encounter"


def test_an_automatic_character_goes_where_the_weapons_are_of_use() -> None:
    people = [somebody("Wren", SWORD), somebody("Tor", SWORD), somebody("Ned", BOW), somebody("Mags", SWORD)]
    encounter = fight(START, ATTACK, READY, characters=[*people[:3], {**people[3], "position": "rear"}])
    assert worth(encounter, do="move_position", who="Mags", to="front") > 0
    assert worth(encounter, do="move_position", who="Ned", to="rear") > 0
    assert worth(encounter, do="move_position", who="Wren", to="rear") == 0
    unarmed = fight(START, ATTACK, READY, characters=[*people[:2], somebody("Mags", BOW, position="rear")])
    assert worth(unarmed, do="move_position", who="Mags", to="front") == 0


def test_an_automatic_party_steps_forward_when_asked_to() -> None:
    people = [somebody("Wren", health={"now": 1, "max": 5}), somebody("Tor"), somebody("Mags", position="rear")]
    passes = [{"do": "pass", "who": who} for who in ("Wren", "Tor", "Mags")]
    acts = {"do": "monsters_act", "by": "gm", "group": "Gobbos"}
    one = [{**GOBBOS, "count": 1}]
    encounter = fight(START, ATTACK, READY, *passes, acts, faces=(1,), characters=people, groups=one)
    assert best(encounter) == {"do": "move_position", "who": "Mags", "to": "front"}


def test_cards_are_worth_what_they_do_now() -> None:
    effects: dict[str, list[dict[str, Any]]] = {
        "bomb": [{"kind": "kill", "amount": 2}],
        "salve": [{"kind": "heal", "amount": 3}],
        "tar": [{"kind": "modifier", "field": "defense", "amount": -1}],
        "rage": [{"kind": "modifier", "field": "melee", "amount": 1}],
    }
    targets = {"bomb": "group", "salve": "ally", "tar": "group", "rage": "self"}
    cards = [{"id": name, "targets": targets[name], "effects": effects[name]} for name in effects]
    spells = [{"id": "dart", "die": "smart", "level": 2, "effects": effects["bomb"]}]
    wren = somebody("Wren", items=cards, spells=spells, abilities=[cards[3]], health={"now": 1, "max": 5})
    people = [wren, somebody("Tor"), somebody("Ned", health={"now": 0, "max": 5})]
    encounter = fight(START, ATTACK, READY, characters=people, settings={"actions_per_turn": 5})

    def used(card: str, target: str | None = None) -> int:
        return worth(encounter, do="use_item", who="Wren", item=card, target=target)

    assert used("bomb", "Gobbos") > worth(encounter, do="cast_spell", who="Wren", spell="dart", target="Gobbos") > 0
    assert used("salve", "Ned") > used("salve", "Wren") > used("salve", "Tor") == 0
    assert used("tar", "Gobbos") > 0
    assert used("rage") == worth(encounter, do="use_ability", who="Wren", ability="rage") > 0
    raging = after(encounter, do="use_item", who="Wren", item="rage")
    assert worth(raging, do="use_ability", who="Wren", ability="rage") == 0


def test_an_attack_that_cannot_hit_is_hardly_worth_the_trouble() -> None:
    encounter = fight(START, ATTACK, READY, groups=[{**GOBBOS, "defense": 6}])
    assert worth(encounter, do="attack", who="Wren", group="Gobbos", weapon="sword") == 1


def test_automatic_monsters_rather_strike_at_the_hurt() -> None:
    acting = [START, ATTACK, READY, *({"do": "pass", "who": who} for who in ("Wren", "Tor"))]
    people = [somebody("Wren"), somebody("Tor", health={"now": 1, "max": 5})]
    encounter = fight(*acting, characters=people, groups=[{**GOBBOS, "count": 1}], settings={"targeting": "gm_choice"})
    act = {"do": "monsters_act", "by": "gm", "group": "Gobbos"}
    assert worth(encounter, **act, targets=["Tor"]) > worth(encounter, **act, targets=["Wren"]) > 0
    assert worth(fight(*acting, characters=people), **act) == 60
