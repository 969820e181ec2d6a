"""The odds of storyteller: 3D against an armor rating, advantage, effects, and what is not told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

import pytest

from domain.deciding import decide
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.evolve import evolve
from ledger.line.actions import command_of
from projections.odds import BOOKS, Budget, Odds, odds
from projections.odds.refusing import Hidden
from projections.odds.tree import endings
from tests.laws.fights import begun
from tests.openings import opening_of

Body = dict[str, Any]
SWORD = {"id": "sword", "category": "melee_weapon", "to_hit": 0, "damage": "1d6+3"}
BOW = {"id": "bow", "category": "ranged_weapon", "to_hit": 2, "damage": "1d8", "range": [80, 320]}
KARA = {"id": "Kara", "kind": "pc", "controller": "ana", "agility": 3, "hp": 12, "armor_rating": 14}
OGRE = {"id": "Ogre", "hp": 30, "armor_rating": 13}
ATTACK = {"do": "attack", "who": "Kara", "target": "Ogre", "attack": "sword"}
GRID = {"width": 8, "height": 8}
ZONES = {"zones": ["Moor", "Mill", "Pond"], "links": [["Moor", "Mill"], ["Mill", "Pond"]]}


def fight(
    attack: Body = SWORD,
    *,
    who: Body = KARA,
    foe: Body = OGRE,
    places: tuple[str, str] = ("4:4", "5:4"),
    **settings: Any,
) -> Encounter:
    """Return a fight in which it is Kara's turn, on a grid or, where the places are zones, between zones."""
    zones = ":" not in places[0]
    opening = {
        "system": "storyteller",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}],
        "positions": "zones" if zones else "grid",
        "board": ZONES if zones else GRID,
        "combatants": [{**who, "attacks": [attack], "at": places[0]}, {**foe, "at": places[1]}],
        "settings": settings,
    }
    encounter = begun(opening_of(opening))
    for body, faces in (
        ({"do": "open", "by": "gm"}, ()),
        ({"do": "determine_surprise", "by": "gm", "hiding": []}, ()),
        ({"do": "positions_done", "by": "gm"}, ()),
        ({"do": "roll_initiative", "by": "ana", "who": "Kara"}, (6, 6, 6)),
        ({"do": "roll_initiative", "by": "gm", "who": "Ogre"}, (1, 1, 1)),
    ):
        encounter = after(encounter, body, *faces)
    return encounter


def after(encounter: Encounter, body: Body, *faces: int) -> Encounter:
    events = decide(command_of(body, "storyteller"), encounter, Scripted(list(faces)))
    return reduce(evolve, events, encounter)


def ruled(mode: str, **settings: Any) -> Encounter:
    """Return the fight with advantage or disadvantage ruled for Kara against the ogre."""
    ruling = {"do": "rule", "by": "gm", "subject": "situation", "attacker": "Kara", "target": "Ogre", "mode": mode}
    return after(fight(**settings), ruling)


def asked(encounter: Encounter, body: Body = ATTACK) -> Odds:
    return odds(encounter, command_of(body, "storyteller"))


def spread(found: Odds, who: str) -> dict[int, Fraction]:
    (one,) = [each for each in found.losses if each.who == who]
    return {share.points: Fraction(share.chance.exact) for share in one.spread}


def reach(dice: int, total: int, kept: Callable[[list[int]], int] = sum) -> Fraction:
    """Return how likely dice come to a total, counted face by face."""
    every = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(kept(sorted(faces)) >= total for faces in every), len(every))


@pytest.mark.parametrize(("mode", "chance"), [("none", "7/27"), ("advantage", "79/162"), ("disadvantage", "17/162")])
def test_three_dice_against_thirteen_hit_as_tables_say(mode: str, chance: str) -> None:
    found = asked(ruled(mode))
    assert found.hit is not None
    assert found.hit.exact == chance
    hit = Fraction(chance)
    assert spread(found, "Ogre") == {0: 1 - hit, **dict.fromkeys(range(4, 10), hit / 6)}
    assert found.losses[0].mean.exact == str(hit * Fraction(13, 2))


@pytest.mark.parametrize(
    ("settings", "mode", "chance"),
    [
        ({"advantage_model": "roll_twice"}, "advantage", 1 - (1 - reach(3, 13)) ** 2),
        ({"advantage_model": "roll_twice"}, "disadvantage", reach(3, 13) ** 2),
        ({"advantage_model": "plus_minus_one_die"}, "advantage", reach(4, 13)),
        ({"advantage_model": "plus_minus_one_die"}, "disadvantage", Fraction(0)),
        ({"advantage_stack": "net_dice"}, "advantage", reach(4, 13, lambda faces: sum(faces[-3:]))),
    ],
)
def test_every_way_of_advantage_has_its_own_chance(settings: Body, mode: str, chance: Fraction) -> None:
    found = asked(ruled(mode, **settings))
    assert found.hit is not None
    assert Fraction(found.hit.exact) == chance


def test_five_dice_of_which_the_best_three_count() -> None:
    crouched = {**OGRE, "conditions": ["prone"]}
    encounter = ruled("advantage", foe=crouched, advantage_stack="net_dice")
    found = asked(encounter)
    assert found.hit is not None
    assert Fraction(found.hit.exact) == reach(5, 13, lambda faces: sum(faces[-3:]))


def test_advantage_is_counted_with_no_more_work_than_a_plain_roll() -> None:
    used = []
    for encounter in (fight(), ruled("advantage"), ruled("disadvantage")):
        budget = Budget(10_000)
        odds(encounter, command_of(ATTACK, "storyteller"), budget)
        used.append(10_000 - budget.left)
    assert len(set(used)) == 1


def test_the_weak_fall_as_often_as_the_damage_reaches_their_points() -> None:
    found = asked(fight(foe={**OGRE, "hp": 6}))
    hit = reach(3, 13)
    assert spread(found, "Ogre") == {0: 1 - hit, 4: hit / 6, 5: hit / 6, 6: hit * 4 / 6}
    assert [(fate.who, fate.life, Fraction(fate.chance.exact)) for fate in found.fates] == [
        ("Ogre", "dead", hit * 4 / 6)
    ]


def test_an_effect_that_a_save_halves_is_weighed_with_the_blow() -> None:
    """The bite deals 1d4; then venom deals 1d6, half of it to whoever saves with 11 or more."""
    venom = {"damage": "1d6", "save": {"ability": "mind", "versus": 11, "half": True}}
    found = asked(fight({**SWORD, "damage": "1d4", "effect": venom}))
    hit, saves = reach(3, 13), reach(3, 11)
    expected: Counter[int] = Counter()
    for blow, sting in product(range(1, 5), range(1, 7)):
        expected[blow + sting // 2] += hit * saves / 24  # type: ignore[assignment]  # a Counter adds fractions too
        expected[blow + sting] += hit * (1 - saves) / 24  # type: ignore[assignment]
    assert spread(found, "Ogre") == {0: 1 - hit, **expected}
    results = {(each.kind, each.who, each.result): Fraction(each.chance.exact) for each in found.results}
    assert results["save", "Ogre", "success"] == hit * saves


def test_a_shot_that_waits_for_a_ruling_is_counted_as_allowed() -> None:
    shot = {**ATTACK, "attack": "bow"}
    waits = asked(fight(BOW, places=("Moor", "Pond")), shot)
    assert waits.hit is not None
    assert Fraction(waits.hit.exact) == reach(3, 11)
    assert waits.assumes == ("Where a shot between zones waits for a ruling, it is allowed.",)
    near = asked(fight(BOW, places=("Moor", "Mill")), shot)
    assert near == waits


def test_a_spell_into_another_zone_and_a_reaction_are_counted_as_allowed() -> None:
    abilities = [
        {"id": "hex", "kind": "spell", "aims": "enemy", "range": 60, "effect": {"damage": "1d6"}},
        {"id": "rebuke", "kind": "reaction", "aims": "enemy", "range": 60, "effect": {"damage": "1d6"}},
    ]
    encounter = fight(BOW, places=("Moor", "Pond"), who={**KARA, "abilities": abilities})
    for deed in ({"do": "cast_spell", "spell": "hex"}, {"do": "use_ability", "ability": "rebuke"}):
        found = asked(encounter, {**deed, "who": "Kara", "target": "Ogre"})
        assert spread(found, "Ogre") == {amount: Fraction(1, 6) for amount in range(1, 7)}
        assert found.assumes == ("Where a spell into another zone, or a reaction, waits for a ruling, it is allowed.",)


def test_the_odds_against_a_guessed_place_are_not_told() -> None:
    encounter = fight()
    for place in ("5:4", "3:3"):
        with pytest.raises(Hidden, match="would tell whether somebody hides there"):
            asked(encounter, {"do": "attack", "who": "Kara", "location": place, "attack": "sword"})


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "encounter",
    [
        fight(),
        fight({**SWORD, "damage": "2d4"}, foe={**OGRE, "hp": 5}),
        fight({**SWORD, "to_hit": 1}, critical="eighteen_max_damage"),
        ruled("advantage", critical="eighteen_max_damage"),
        ruled("disadvantage", critical="eighteen_max_damage"),
        ruled("advantage", advantage_model="plus_minus_one_die"),
        fight({**SWORD, "damage": None}, foe={**OGRE, "hp": 1}),
    ],
)
def test_counting_totals_gives_what_counting_every_face_gives(encounter: Encounter) -> None:
    book, command = BOOKS["storyteller"], command_of(ATTACK, "storyteller")
    die_by_die = replace(book, ways=lambda _: {}, counted=frozenset(), forgets=frozenset())
    assert endings(encounter, command, book, Budget(100_000)) == endings(
        encounter, command, die_by_die, Budget(2_000_000)
    )
