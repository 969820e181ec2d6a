"""The automatic players give only commands that are on offer, and their fights end."""

import json
import random
from collections import Counter
from functools import cache

import pytest

from api.shapes.samples import OPENINGS
from bots.players import PLAYERS, TIRED, Choices, sensible, spelled
from domain.deciding import controls, decide, offers, open_encounter
from domain.dice import Notation, Thrown
from domain.encounter import Encounter
from domain.events import DeclarationMade, Event
from domain.evolve import evolve
from domain.offers import Offer, Open
from domain.ruleset import RULESETS
from files.commands import actions
from files.openings import any_opening

FIGHTS = [(name, player) for name in OPENINGS for player in PLAYERS]


def seeds(name: str, player: str) -> range:
    """Return the seeds to play with: those who take any offer of storyteller fight on and on."""
    return range(2 if player == "any" and name.startswith("storyteller") else 5)


class Rolling:
    """Dice that roll, the same way again for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        faces = tuple(self._random.randint(1, dice.sides) for _ in range(dice.count))
        return Thrown(faces=faces, source="loaded")


@cache
def fought(name: str, player: str, seed: int) -> tuple[Encounter, Counter[str], int]:
    """Return the encounter at its end, how often each command was given, and how many deeds were aimed at somebody."""
    opening = any_opening().validate_json(json.dumps(OPENINGS[name]))
    encounter = Encounter()
    for event in open_encounter(opening, "x"):
        encounter = evolve(encounter, event)
    dice, choices, given, aimed = Rolling(seed), Choices(seed), Counter[str](), 0
    seats = [seat.id for seat in opening.seats if seat.role != "spectator"]
    while encounter.outcome is None:
        tired = given.total() >= TIRED
        assert given.total() < 2 * TIRED, "the fight does not end"
        mind = sensible if tired else PLAYERS[player]
        wishes = ((seat, mind(encounter, offers(encounter, seat), choices, tired)) for seat in seats)
        seat, body = next((seat, body) for seat, body in wishes if body is not None)
        command = actions(encounter.system).validate_python(body, strict=False)
        assert controls(encounter, seat, command)
        for event in decide(command, encounter, dice):
            encounter = evolve(encounter, event)
            aimed += is_aimed(event)
        given[command.do] += 1
        seats = [*(other for other in seats if other != seat), seat]
    return encounter, given, aimed


def is_aimed(event: Event) -> bool:
    """Return whether it is the declaration of a deed at somebody."""
    return isinstance(event, DeclarationMade) and bool(event.targets or "target" in event.parameters)


@pytest.mark.long(but=("pursuit", "vanguard", "verdigris"))
@pytest.mark.parametrize(("name", "player"), FIGHTS)
def test_every_fight_ends(name: str, player: str) -> None:
    for seed in seeds(name, player):
        encounter, given, _ = fought(name, player, seed)
        assert encounter.outcome is not None
        assert given["end_encounter"] <= len({one.controller for one in encounter.combatants.values()})
        assert given.total() <= 1.2 * TIRED, "the tired do not find an end"


@pytest.mark.long(but=("pursuit: ",))
@pytest.mark.parametrize("name", OPENINGS)
def test_sensible_players_fight_until_it_is_settled(name: str) -> None:
    ends = [fought(name, "sensible", seed) for seed in seeds(name, "sensible")]
    assert sum(encounter.settled for encounter, _, _ in ends) >= 4
    assert all(given.total() < TIRED for _, given, _ in ends)
    assert all(aimed for _, _, aimed in ends), "a fight without a DeclarationMade that has targets"


@pytest.mark.long(but=("pursuit",))
@pytest.mark.parametrize("name", OPENINGS)
def test_players_that_take_any_offer_do_more_than_they_talk(name: str) -> None:
    given = sum((fought(name, "any", seed)[1] for seed in seeds(name, "any")), Counter[str]())
    assert given["say"] + given["rule"] <= given.total() / 3
    assert len(given) >= min(10, len(RULESETS[str(OPENINGS[name]["system"])].COMMANDS))


def test_the_same_seed_makes_the_same_choices_and_another_makes_others() -> None:
    drawn = [[choices.below(6) for _ in range(40)] for choices in (Choices(1), Choices(1), Choices(2))]
    assert drawn[0] == drawn[1] != drawn[2]
    assert set(drawn[0]) == set(range(6))


def test_an_offer_is_spelled_with_every_choice_and_without_what_is_left_out() -> None:
    offer = Offer(
        do="use_item",
        who="Ana",
        closed={"target": ("Bo", None)},
        open={"tile": Open(kind="text", minimum=1, maximum=9, example="T1")},
    )
    assert list(spelled(offer)) == [
        {"do": "use_item", "who": "Ana", "target": "Bo", "tile": "T1"},
        {"do": "use_item", "who": "Ana", "tile": "T1"},
    ]
