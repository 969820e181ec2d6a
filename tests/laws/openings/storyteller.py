"""Random openings of storyteller: crowded little grids and a few zones."""

from __future__ import annotations

import random
from typing import Any

from tests.laws.openings.chance import house_rules

SIZES = ["tiny", "small", "medium", "medium", "medium", "large"]


def opening(chance: random.Random) -> dict[str, Any]:
    """Return an opening of storyteller on either kind of board; half of them under house rules."""
    house: dict[str, list[Any]] = {
        "zero_hp_pc": ["downed", "death_saves", "dead"],
        "advantage_model": ["extra_die", "roll_twice", "plus_minus_one_die"],
        "advantage_stack": ["cancel", "net_dice"],
        "critical": ["off", "eighteen_max_damage"],
        "stealth_tie": ["hider", "observer"],
        "stealth_group": ["each", "one_roll"],
        "initiative_ties": [["agility"], ["players_first", "choice"], ["reroll"], ["choice"], ["agility", "reroll"]],
        "diagonals": ["5", "5_10_5", "no_diagonals"],
        "opportunity_trigger": ["leave_reach", "any_move_away"],
        "short_rest_hp": ["half_max", "quarter_max", "field", "none"],
        "prone_attacks": ["d20_like", "none"],
        "half_speed_rounding": ["up", "down"],
        "zone_ranged": ["adjacent_ok", "always_ruling", "thirty_feet_per_zone"],
        "three_quarters_saves": ["none", "plus_5", "plus_2"],
        "surprise_round": ["first_round", "extra_round"],
        "withdraw_declaration": [True, False],
    }
    zones = chance.random() < 0.5
    board, places = _zones(chance) if zones else _grid(chance)
    people: list[dict[str, Any]] = []
    for number in range(chance.randint(3, 6)):
        one = _somebody(chance, number, zones=zones)
        place = chance.choice(places) if zones else _square(chance, places, one["size"])
        people.append({**one, **({"at": place} if place is not None else {})})
    if chance.random() < 0.3:
        people.append({"id": "Barrel", "kind": "object", "hp": 2, "armor_rating": 8, "at": chance.choice(places)})
    return {
        "system": "storyteller",
        "rewind": "referee",
        "positions": "zones" if zones else "grid",
        "board": board,
        "seats": [{"id": "st", "role": "referee"}, {"id": "ana"}, {"id": "bo"}, {"id": "cy", "role": "spectator"}],
        "settings": house_rules(house, chance),
        "combatants": people,
    }


def _zones(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    names = [f"Z{number}" for number in range(chance.randint(1, 5))]
    links: list[Any] = []
    for number in range(1, len(names)):
        state = chance.choice(["adjacent", "adjacent", "adjacent", "detached", "inaccessible"])
        between = [names[number], names[chance.randrange(number)]]
        links.append(between if state == "adjacent" else {"between": between, "state": state, "turns": 2})
    return {"zones": names, "links": links}, names


def _grid(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    width, height = chance.randint(5, 8), chance.randint(4, 7)
    squares = [f"{x}:{y}" for x in range(width) for y in range(height)]
    walls = []
    for _ in range(chance.randint(0, 3)):
        x, y = chance.randint(1, width - 1) * 100, chance.randint(1, height - 1) * 100
        walls.append([x, y, x, y - 100] if chance.random() < 0.5 else [x, y, x - 100, y])
    board = {
        "width": width,
        "height": height,
        "walls": walls,
        "doors": [{"id": "gate", "wall": [200, 100, 200, 200], "open": chance.random() < 0.5}],
        "blocked": chance.sample(squares, chance.randint(0, 2)),
        "difficult": chance.sample(squares, chance.randint(0, 4)),
        "tight": {place: chance.choice(["tiny", "small", "medium"]) for place in chance.sample(squares, 2)},
    }
    taken = {*board["blocked"], *board["tight"]}  # type: ignore[misc]  # both hold squares
    return board, [place for place in squares if place not in taken]


def _square(chance: random.Random, places: list[str], size: str) -> str | None:
    """Return a free square and take it out; now and then, and for the large, the storyteller places later."""
    if size == "large" or not places or chance.random() < 0.1:
        return None
    place = chance.choice(places)
    places.remove(place)
    return place


def _somebody(chance: random.Random, number: int, *, zones: bool) -> dict[str, Any]:
    hero = number % 2 == 0
    grouped = not hero and chance.random() < 0.5
    return {
        "id": f"{'Hero' if hero else 'Foe'}{number}",
        "kind": "pc" if hero else "creature",
        "controller": chance.choice(["ana", "bo"]) if hero else "st",
        "size": "medium" if zones else chance.choice(SIZES),
        "strength": chance.randint(-2, 4),
        "agility": chance.choice([0, 0, 1, 2]),
        "stealth": chance.randint(0, 6),
        "passive_awareness": chance.randint(8, 14),
        "speeds": {"walk": chance.choice([20, 30, 50]), **({"fly": 60} if chance.random() < 0.2 else {})},
        "armor_rating": chance.randint(8, 14),
        "hp": chance.randint(1, 9),
        "reach": chance.choice([5, 5, 10]),
        "attacks": [
            {"id": "blade", "category": "melee_weapon", "to_hit": 3, "damage": "1d6+1", "type": "slashing"},
            {"id": "bow", "category": "ranged_weapon", "to_hit": 2, "damage": "1d6", "range": [15, 60]},
            {"id": "jolt", "category": "ranged_spell", "to_hit": 3, "damage": "1d4", "type": "fire", "range": 30},
            {
                "id": "bola",
                "category": "ranged_weapon",
                "to_hit": 4,
                "range": [10, 20],
                "effect": {"condition": "restrained"},
            },
            {"id": "shove", "category": "melee_weapon", "to_hit": 4, "effect": {"condition": "prone"}},
        ][: chance.randint(1, 5)],
        "attacks_per_action": chance.choice([1, 1, 2]),
        "abilities": [
            {"id": "feint", "kind": "bonus"},
            {"id": "press", "kind": "bonus", "requires": "attack", "aims": "enemy", "effect": {"damage": "1d4"}},
            {
                "id": "mend",
                "kind": "spell",
                "aims": "ally",
                "range": 30,
                "uses": 1,
                "short_rest": True,
                "effect": {"heal": "1d6"},
            },
            {
                "id": "blast",
                "kind": "action",
                "aims": "any",
                "range": 30,
                "effect": {"damage": "2d6", "type": "fire", "save": {"ability": "agility", "versus": 12, "half": True}},
            },
            {"id": "parry", "kind": "reaction", "effect": {"condition": "parrying", "until": "turn_start"}},
        ][: chance.randint(0, 5)],
        "resistances": ["fire"] if chance.random() < 0.3 else [],
        "vulnerabilities": ["slashing"] if chance.random() < 0.2 else [],
        "immunities": [] if zones else (["fire"] if chance.random() < 0.1 else []),
        **({"initiative_group": "Pack"} if grouped else {}),
    }
