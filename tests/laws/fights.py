"""Random legal play: small crowded boards, any house rules, any cards, any offer taken."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain.commands import Command
from domain.deciding import Opening, bodies, decide, offers, open_encounter
from domain.dice import Notation, Thrown
from domain.encounter import Encounter
from domain.events import Event
from domain.evolve import evolve
from domain.offers import Offer
from ledger.actions import command_of
from tests.openings import opening_of

SYSTEMS = ("pursuit", "etiquette")


class Chance:
    """Dice of a test: fair, repeatable, and they count how often they were rolled."""

    def __init__(self, choices: random.Random) -> None:
        self._choices = choices
        self.rolls = 0

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        self.rolls += 1
        return Thrown(faces=tuple(self._choices.randint(1, dice.sides) for _ in range(dice.count)), source="loaded")


@dataclass(frozen=True)
class Step:
    """One accepted command: the state before it, what was said, what happened, the state after."""

    before: Encounter
    body: dict[str, Any]
    command: Command
    events: list[Event]
    after: Encounter


def board(chance: random.Random) -> dict[str, Any]:
    """Return a connected board of three to eight tiles, a few of them on circles."""
    tiles = [f"T{number}" for number in range(chance.randint(3, 8))]
    links = [(tiles[number], tiles[chance.randrange(number)]) for number in range(1, len(tiles))]
    for _ in range(chance.randint(0, 3)):
        one, other = chance.sample(tiles, 2)
        if (one, other) not in links and (other, one) not in links:
            links.append((one, other))
    return {"tiles": tiles, "links": links}


def pursuit(chance: random.Random) -> dict[str, Any]:
    """Return an opening of pursuit; half of them under house rules."""
    house: dict[str, list[Any]] = {
        "weapon_model": ["card", "flat_1"],
        "unarmed_damage": [None, 0, 1],
        "trap_elsewhere_in_combat": ["refuse", "allow"],
        "pass_turn": ["refuse", "allow"],
        "leftover_after_flight": ["lost", "kept_movement"],
        "flight_spaces_as_allowance": [True, False],
        "forced_first_turn": ["aggressor", "defender"],
        "move_on_after_combat": [True, False],
        "disengage_three_way": ["beat_highest", "beat_named"],
        "loot": ["none", "killer_takes_hand"],
        "allowance_source": ["given", "1d6", 4],
        "move_order": ["free", "seat_order"],
    }
    items: list[dict[str, Any]] = [
        {"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "usable_on_opponent": True},
        {"id": "boom", "effect": {"kind": "damage", "dice": "1d4", "recoil": 2}, "usable_on_opponent": True},
        {"id": "tonic", "effect": {"kind": "heal", "amount": 2}, "usable_on_opponent": chance.random() < 0.5},
        {"id": "net", "effect": {"kind": "condition", "condition": "netted"}, "usable_on_opponent": True},
        {"id": "gust", "effect": {"kind": "relocate", "spaces": 2}, "usable_on_opponent": True, "consumed": False},
        {"id": "snare", "trap": True},
    ]
    weapons = [{"id": "blade", "damage": 1}, {"id": "bow", "damage": "1d6", "to_hit": {"dice": "1d6", "at_least": 4}}]
    ground = board(chance)
    places = chance.sample(ground["tiles"], min(len(ground["tiles"]), chance.randint(2, 5)))
    names = [item["id"] for item in items]
    return {
        "system": "pursuit",
        "board": ground,
        "settings": _house_rules(house, chance),
        "items": items,
        "weapons": weapons,
        "combatants": [
            {
                "id": name,
                "at": place,
                "health": chance.randint(1, 6),
                "hand": chance.sample(names, chance.randint(0, 4)),
                "equipped": chance.choice([None, "blade", "bow"]),
            }
            for name, place in zip(("Ana", "Bo", "Cy", "Dee", "Eve"), places, strict=False)
        ],
    }


def etiquette(chance: random.Random) -> dict[str, Any]:
    """Return an opening of etiquette with up to three owners; half of them under house rules."""
    house: dict[str, list[Any]] = {
        "both_engage_first": ["aggressor", "nonbelligerent"],
        "forced_first_turn": ["aggressor", "nonbelligerent"],
        "defense_choice": ["before_roll", "after_attack_roll"],
        "attack_items": ["one_each", "one_total"],
        "attack_item_timing": ["before_roll", "after_roll"],
        "counter_needs": ["two_pairs", "all_pairs"],
        "pass_turn": ["refuse", "allow"],
        "move_on_after_combat": [True, False],
        "chase": ["off", "pursuit"],
    }
    effects: list[dict[str, Any]] = [
        {"kind": "damage", "amount": 1},
        {"kind": "damage", "amount": 2, "recoil": 1},
        {"kind": "heal", "dice": "1d4"},
        {"kind": "condition", "condition": "dazed"},
        {"kind": "relocate", "spaces": 2},
        {"kind": "die_bonus", "amount": 2},
        {"kind": "extra_die"},
        {"kind": "block", "amount": 1},
    ]
    items: list[dict[str, Any]] = [{"id": "snare", "trap": True}]
    for number in range(8):
        effect = chance.choice(effects)
        helps = effect["kind"] in ("die_bonus", "extra_die", "block")
        when = ["in_attack"] if helps else chance.choice([["action"], ["in_attack"], ["action", "in_attack"]])
        items.append({"id": f"card{number}", "effect": effect, "when": when, "consumed": chance.random() < 0.8})
    ground = board(chance)
    places = chance.sample(ground["tiles"], min(len(ground["tiles"]), chance.randint(2, 5)))
    names = [item["id"] for item in items]
    chance.shuffle(names)
    units: list[dict[str, Any]] = []
    for number, place in enumerate(places):
        owner = chance.choice(["Ana", "Bo", "Cy"])
        mates = [unit["at"] for unit in units if unit["owner"] == owner]
        units.append(
            {
                "id": f"{owner}{number}",
                "owner": owner,
                "kind": chance.choice(["player", "minion"]),
                "dice_limit": chance.choice([1, 2, 2]),
                "at": chance.choice(mates) if mates and chance.random() < 0.5 else place,
                "health": chance.randint(1, 4),
                "hand": [names.pop() for _ in range(chance.randint(0, 2)) if names],
            }
        )
    settings = _house_rules(house, chance)
    return {"system": "etiquette", "board": ground, "settings": settings, "items": items, "combatants": units}


def _house_rules(house: dict[str, list[Any]], chance: random.Random) -> dict[str, Any]:
    if chance.random() < 0.5:
        return {}
    return {name: chance.choice(choices) for name, choices in house.items()}


def opening(system: str, chance: random.Random) -> Opening:
    """Return a random opening of a system."""
    return opening_of({"pursuit": pursuit, "etiquette": etiquette}[system](chance))


def begun(start: Opening, encounter: str = "0" * 32) -> Encounter:
    """Return the encounter as it stands after its set-up."""
    state = Encounter()
    for event in open_encounter(start, encounter):
        state = evolve(state, event)
    return state


def pick(encounter: Encounter, chance: random.Random, *, may_end: bool) -> dict[str, Any] | None:
    """Return a command body: any offer, rather one that brings people together; None when there is none."""
    open_to = [offer for offer in offers(encounter) if may_end or offer.do != "end_encounter"]
    if not open_to:
        return None
    offer = chance.choices(open_to, [_weight(each) for each in open_to])[0]
    body = chance.choice(list(bodies(offer)))
    for name, bounds in offer.open.items():
        if bounds.kind == "path":
            body[name] = list(chance.choice(bounds.ends).path)
        elif bounds.kind == "number":
            body[name] = min(bounds.maximum, chance.randint(0, 5))
        else:
            body[name] = chance.choice(["Truce?", "Ätsch", "<b>no</b>"])
    return body


def _weight(offer: Offer) -> int:
    return {"end_move": 1, "say": 1, "end_encounter": 1, "begin_move": 2}.get(offer.do, 6)


def play(system: str, number: int, most: int = 60) -> Iterator[Step]:
    """Yield the accepted commands of a random fight, at most so many; the same number gives the same fight."""
    chance = random.Random(f"{system} {number}")  # a text seeds the same everywhere
    encounter = begun(opening(system, chance))
    for turn in range(most):
        body = pick(encounter, chance, may_end=turn > most - 5)
        if body is None:
            return
        command = command_of(body)
        events = decide(command, encounter, Chance(chance))
        after = encounter
        for event in events:
            after = evolve(after, event)
        yield Step(before=encounter, body=body, command=command, events=events, after=after)
        encounter = after
        if encounter.outcome is not None:
            return
