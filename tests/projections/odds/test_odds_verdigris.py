"""The odds of verdigris: pools against saves, by the rules and by plain arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb
from typing import Any

import pytest

from domain.deciding import decide
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.evolve import evolve
from ledger.line.actions import command_of
from projections.odds import BOOKS, Budget, Odds, odds
from projections.odds.tree import endings
from tests.laws.fights import begun
from tests.openings import opening_of

Body = dict[str, Any]
SWORD = {"id": "sword", "category": "melee", "damage": 2, "bonus": 2, "skill": "blades"}
CROSSBOW = {"id": "crossbow", "category": "crossbow", "damage": 3, "bonus": 1, "qualities": ["reload"]}
AILA = {
    "id": "Aila",
    "strength": 4,
    "agility": 3,
    "skills": {"blades": 1},
    "dodge": 3,
    "withstand": 2,
    "hp": 5,
    "wounds": 2,
    "hand": [SWORD],
}
BRAM = {"id": "Bram", "strength": 3, "agility": 4, "dodge": 2, "withstand": 3, "hp": 4, "wounds": 1, "hand": [CROSSBOW]}
OGRE = {"id": "Ogre", "strength": 6, "dodge": 1, "withstand": 3, "armor": 1, "hp": 10}
GOB = {"id": "Gob", "strength": 3, "dodge": 2, "withstand": 1, "hp": 3}
CLUB = {"id": "club", "category": "melee", "damage": 3, "bonus": 1}
ATTACK = {"do": "attack", "who": "Aila", "target": "Ogre", "weapon": "sword"}


def fight(*people: Body, first: str = "Aila", melee: tuple[str, ...] = (), **settings: Any) -> Encounter:
    """Return a fight in which it is somebody's turn; the party has surprised the enemies, or they the party."""
    party = [{"controller": "ana", "at": "Yard", **one} for one in people if "wounds" in one]
    enemies = [{"kind": "enemy", "at": "Yard", "hand": [CLUB], **one} for one in people if "wounds" not in one]
    opening = {
        "system": "verdigris",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}],
        "board": {"zones": ["Yard", "Hall"], "links": [["Yard", "Hall"]]},
        "combatants": [*party, *enemies],
        "melees": [melee] if melee else [],
        "settings": {"pushing": "off", **settings},
    }
    encounter = begun(opening_of(opening))
    side = "party" if first in [one["id"] for one in party] else "enemies"
    for body in (
        {"do": "rule", "by": "gm", "subject": "surprise", "value": side},
        {"do": "start", "by": "gm"},
        {"do": "choose_actor", "who": first},
    ):
        encounter = after(encounter, body)
    return encounter


def after(encounter: Encounter, body: Body, *faces: int) -> Encounter:
    events = decide(command_of(body, "verdigris"), encounter, Scripted(list(faces)))
    return reduce(evolve, events, encounter)


def asked(encounter: Encounter, body: Body) -> Odds:
    return odds(encounter, command_of(body, "verdigris"))


def spread(found: Odds, who: str, pool: str = "hp") -> dict[int, Fraction]:
    (one,) = [each for each in found.losses if (each.who, each.pool) == (who, pool)]
    return {share.points: Fraction(share.chance.exact) for share in one.spread}


def levels(dice: int, chance: Fraction = Fraction(1, 6)) -> dict[int, Fraction]:
    """Return how many successes so many dice show."""
    return {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}


def struck(
    attack: Mapping[int, Fraction], dodge: int, withstand: int, *, hp: int, damage: int, critical: bool = True
) -> dict[int, Fraction]:
    """Return how many points a blow takes, by arithmetic alone."""
    lost: dict[int, Fraction] = {}
    for (sixes, one), (dodged, two), (kept, three) in product(
        attack.items(), levels(dodge).items(), levels(withstand).items()
    ):
        listed = 2 * damage if critical and sixes >= 4 else damage
        amount = max(0, listed + sixes - dodged - kept) if sixes > dodged else 0
        lost[min(hp, amount)] = lost.get(min(hp, amount), Fraction(0)) + one * two * three
    return lost


def test_seven_dice_against_a_dodge_and_armor_have_the_chances_of_arithmetic() -> None:
    found = asked(fight(AILA, OGRE, melee=("Aila", "Ogre")), ATTACK)
    assert spread(found, "Ogre") == struck(levels(7), 1, 4, hp=10, damage=2)
    miss = sum(one * two for (own, one), (other, two) in product(levels(7).items(), levels(1).items()) if own <= other)
    assert found.hit is not None
    assert Fraction(found.hit.exact) == 1 - miss
    assert found.assumes == ("Nobody pushes a roll.",)


def test_five_against_four_and_eight_against_six_hit_as_tables_say() -> None:
    for attribute, dodge, chance in ((3, 4, "927949/2519424"), (6, 6, "2903776783/6530347008")):
        fighters = {**AILA, "strength": attribute, "skills": {}}, {**OGRE, "dodge": dodge}
        found = asked(fight(*fighters, melee=("Aila", "Ogre")), ATTACK)
        assert found.hit is not None
        assert found.hit.exact == chance


def test_the_odds_are_those_of_a_roll_that_nobody_pushes() -> None:
    pushed = fight(AILA, OGRE, melee=("Aila", "Ogre"), pushing="on")
    kept = fight(AILA, OGRE, melee=("Aila", "Ogre"))
    assert asked(pushed, ATTACK) == asked(kept, ATTACK)


def test_a_push_is_weighed_against_leaving_the_roll() -> None:
    encounter = after(fight(AILA, OGRE, melee=("Aila", "Ogre"), pushing="on"), ATTACK, 6, 1, 2, 3, 6, 4, 5)
    sixes, again = 2, 4 + 1
    left = asked(encounter, {"do": "accept_roll", "who": "Aila"})
    pushed = asked(encounter, {"do": "push", "who": "Aila"})
    assert spread(left, "Ogre") == struck({sixes: Fraction(1)}, 1, 4, hp=10, damage=2)
    more = {sixes + n: chance for n, chance in levels(again).items()}
    assert spread(pushed, "Ogre") == struck(more, 1, 4, hp=10, damage=2)


def test_a_character_may_lose_a_wound_and_is_full_again() -> None:
    found = asked(
        fight(AILA, BRAM, OGRE, first="Ogre", melee=("Bram", "Ogre")),
        {"do": "attack", "who": "Ogre", "target": "Bram", "weapon": "club"},
    )
    lost = struck(levels(7), 2, 3, hp=4, damage=3, critical=False)
    assert spread(found, "Bram") == lost
    assert spread(found, "Bram", "wounds") == {0: 1 - lost[4], 1: lost[4]}
    assert [(gain.who, gain.pool) for gain in found.gains] == [("Bram", "hp")]
    assert found.fates == ()


SMALL = {**AILA, "strength": 1, "agility": 1, "skills": {}, "hand": [{**SWORD, "bonus": 1}], "dodge": 1, "withstand": 1}
SHOOTER = {**BRAM, "agility": 1, "stress": 0, "hand": [{**CROSSBOW, "damage": "1d2"}]}
WEAK = {**GOB, "dodge": 1, "withstand": 1, "hp": 2, "strength": 1}
OTHER = {**WEAK, "id": "Other", "dodge": 0}
SMALL_ATTACK = {**ATTACK, "target": "Gob"}
SHOT = {"do": "attack", "who": "Bram", "target": "Gob", "weapon": "crossbow"}
BACK = {**SMALL_ATTACK, "who": "Gob", "target": "Aila", "weapon": "club"}
IN_MELEE = ("Aila", "Gob", "Other")


PAIRS = [
    (fight(SMALL, WEAK, melee=("Aila", "Gob")), SMALL_ATTACK),
    (fight(SMALL, WEAK, melee=("Aila", "Gob"), success_on=5), SMALL_ATTACK),
    (fight(SMALL, WEAK, melee=("Aila", "Gob"), pushing="on", success_on=5), SMALL_ATTACK),
    (fight(SMALL, WEAK, melee=("Aila", "Gob"), pushing="on", stress_dice="off"), SMALL_ATTACK),
    (fight(SMALL, WEAK, melee=("Aila", "Gob"), damage_sl="attacker_total", modifier_unit="sl"), SMALL_ATTACK),
    (
        fight(
            {**SMALL, "strength": 4, "hand": [{**SWORD, "bonus": 0}]},
            {**WEAK, "dodge": 0},
            melee=("Aila", "Gob"),
            success_on=5,
        ),
        SMALL_ATTACK,
    ),
    (fight(SMALL, SHOOTER, WEAK, OTHER, first="Bram", melee=IN_MELEE), SHOT),
    (fight(SMALL, SHOOTER, WEAK, OTHER, first="Bram", melee=IN_MELEE, stray_when="no_sixes"), SHOT),
    (
        fight(
            {**SMALL, "hp": 1, "wounds": 1},
            {**WEAK, "hand": [{**CLUB, "bonus": 0}]},
            first="Gob",
            melee=("Aila", "Gob"),
        ),
        BACK,
    ),
    (fight({**SMALL, "hand": []}, WEAK, melee=("Aila", "Gob")), {"do": "grapple", "who": "Aila", "target": "Gob"}),
    (
        after(fight(SMALL, WEAK, melee=("Aila", "Gob"), pushing="on"), SMALL_ATTACK, 3, 6),
        {"do": "push", "who": "Aila"},
    ),
]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("encounter", "body"),
    [pytest.param(*each, marks=() if number % 3 == 0 else pytest.mark.long) for number, each in enumerate(PAIRS)],
)
def test_counting_successes_gives_what_counting_every_face_gives(encounter: Encounter, body: Body) -> None:
    book, command = BOOKS["verdigris"], command_of(body, "verdigris")
    die_by_die = replace(book, ways=lambda _: {})
    assert endings(encounter, command, book, Budget(100_000)) == endings(
        encounter, command, die_by_die, Budget(2_000_000)
    )
