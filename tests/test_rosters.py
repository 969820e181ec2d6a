"""Roster files: ours open an encounter, and a wrong one says where and what is allowed."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.deciding import open_encounter
from domain.events import CombatantJoined, EncounterOpened
from domain.ruleset import RULESETS
from domain.rulesets import etiquette, pursuit
from files import rosters
from files.documents import parse, read
from files.malformed import Malformed
from files.written_rosters import FOLDER

SAMPLES = sorted(rosters.SAMPLES.items())
ON_TILES = [(system, path) for system, path in SAMPLES if system in ("pursuit", "etiquette")]


@pytest.mark.parametrize(("system", "path"), ON_TILES)
def test_a_sample_on_tiles_opens_an_encounter_of_three_sides_on_a_board_with_branches(system: str, path: Path) -> None:
    opening = rosters.read(path)
    first, *rest = open_encounter(opening, "sample")
    assert opening.system == system
    assert type(first).__name__ == "EncounterOpened"
    assert len({event.side for event in rest if type(event).__name__ == "CombatantJoined"}) == 3  # type: ignore[union-attr]
    assert isinstance(opening, pursuit.Opening | etiquette.Opening)
    ends = [tile for link in opening.board.links for tile in link]
    assert 8 <= len(opening.board.tiles) <= 12
    assert max(ends.count(tile) for tile in opening.board.tiles) >= 3


EVERY = [(path.stem.partition("-")[0], path) for path in sorted(FOLDER.glob("*.yaml"))]
REFEREED = [
    (system, path)
    for system, path in EVERY
    if RULESETS[system].Opening.refereed and path.stem in (system, "storyteller-zones")
]


def test_there_is_a_sample_of_each_system_and_one_more_in_zones() -> None:
    assert {system for system, _ in EVERY} == set(rosters.SAMPLES)
    assert set(rosters.SAMPLES.values()) < {path for _, path in EVERY}


@pytest.mark.parametrize(("system", "path"), REFEREED)
def test_a_sample_with_a_referee_opens_an_encounter_of_ten_to_twenty_on_two_sides(system: str, path: Path) -> None:
    opening = rosters.read(path)
    first, *rest = open_encounter(opening, "sample")
    joined = [event for event in rest if isinstance(event, CombatantJoined)]
    assert opening.system == system
    assert isinstance(first, EncounterOpened)
    assert first.referee in [seat["id"] for seat in first.seats]
    assert 10 <= len(joined) <= 20
    assert len({event.side for event in joined}) >= 2


def test_the_sample_of_etiquette_has_minions_and_a_robot() -> None:
    content = yaml.safe_load(rosters.SAMPLES["etiquette"].read_text(encoding="utf-8"))
    minions = [unit for unit in content["combatants"] if unit.get("kind") == "minion"]
    assert len({unit["owner"] for unit in minions}) == 3
    assert [unit.get("dice_limit", 2) for unit in minions].count(1) == 1


BOARD: dict[str, Any] = {"tiles": ["quay", "loft", "chapel"], "links": [["quay", "loft"], ["loft", "chapel"]]}


def sample(**changes: Any) -> bytes:
    content = yaml.safe_load(rosters.SAMPLES["pursuit"].read_text(encoding="utf-8"))
    return yaml.safe_dump({**content, **changes}, sort_keys=False).encode()


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"system": "chess"}, "mine.yaml, line 1, system", "allowed here: pursuit, etiquette"),
        ({"dice": "lucky"}, "dice", "allowed here: ledger, table, loaded"),
        ({"weather": "fog"}, "weather", "It is not a field here; allowed here: rewind, dice, entropy"),
        ({"combatants": []}, "combatants", "at least 1 item"),
        (
            {"combatants": [{"id": "Odila", "at": "quay", "health": 0}]},
            "combatants.0.health",
            "greater than or equal to",
        ),
        (
            {"combatants": [{"id": "Odila", "at": "moon", "health": 3}]},
            "mine.yaml",
            "No fight can begin like this: Odila",
        ),
        ({"seats": [{"id": "eve", "role": "spectator"}]}, "mine.yaml", "The first seat is the host's"),
        ({"board": {**BOARD, "layout": {"moon": [0, 0]}}}, "board.layout.moon", "draws a tile moon that is not there"),
        ({"board": {**BOARD, "layout": {"quay": [0, 0]}}}, "board.layout", "leaves out the tile loft"),
        (
            {"board": {**BOARD, "layout": {"quay": [0, 0], "loft": [0, 0]}}},
            "board.layout.loft",
            "the tiles quay and loft on one spot",
        ),
        ({"board": {**BOARD, "layout": {"quay": [0, 201]}}}, "board.layout.quay.1", "less than or equal to 200"),
    ],
)
def test_a_wrong_roster_names_the_place_and_what_is_allowed(changes: dict[str, Any], place: str, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        rosters.opening_of(parse(sample(**changes), "mine.yaml"))
    assert place in caught.value.place
    assert message in caught.value.message


Step = str | int
GONE = object()
WRONG_WITH_A_REFEREE: list[tuple[str, tuple[Step, ...], Any, str, str]] = [
    ("vanguard", ("characters", 0, "vigor"), 7, "line 19, characters.0.vigor", "should be 2, 4, 6, 8, 10, 12 or 20."),
    ("vanguard", ("characters", 0, "quick"), GONE, "characters.0.quick", "It is missing."),
    ("vanguard", ("groups", 0, "damage"), -1, "groups.0.damage", "greater than or equal to 0"),
    ("vanguard", ("groups", 0, "position"), "middle", "groups.0.position", "allowed here: front, rear."),
    (
        "vanguard",
        ("board",),
        {"tiles": ["a"]},
        "board",
        "words, title, system, seats, names, disclosure, settings, characters, groups, room, leader.",
    ),
    ("vanguard", ("leader",), "gallery", "line 10, leader", "The party cannot be led by gallery"),
    (
        "vanguard",
        ("characters", 0, "controller"),
        "eve",
        "characters.0.controller",
        "cannot be controlled by eve",
    ),
    (
        "vanguard",
        ("characters", 2, "items", 0, "effects", 0, "amount"),
        GONE,
        "characters.2.items.0.effects.0.kind",
        "The effect heal of river_brandy of Brannic needs the field amount.",
    ),
    ("vanguard", ("groups", 0, "id"), "Halla", "groups.0.id", "The combatant id Halla is there twice."),
    ("vanguard", ("settings",), {"sneak": "best"}, "settings.sneak", "allowed here: worst_quick, everyone."),
    ("verdigris", ("combatants", 0, "at"), "moon", "combatants.0.at", "Odile cannot stand at moon"),
    (
        "verdigris",
        ("combatants", 0, "weapon"),
        "cutlass",
        "combatants.0.weapon",
        "allowed here: id, at, name, hp, kind",
    ),
    ("verdigris", ("things", 0, "category"), "spoon", "things.0.category", "allowed here: melee, bow, crossbow"),
    ("verdigris", ("things", 0, "damage"), "lots", "things.0.damage", "'lots' is not dice: write them like 2d6"),
    ("verdigris", ("settings",), {"pushing": "hard"}, "settings.pushing", "allowed here: on, off."),
    (
        "verdigris",
        ("board", "links", 0),
        ["causeway", "moon"],
        "board.links.0",
        "causeway-moon leads to a zone that is",
    ),
    ("storyteller", ("combatants", 0, "at"), "99:99", "combatants.0.at", "99:99 lies outside of the grid"),
    ("storyteller", ("combatants", 0, "size"), "vast", "combatants.0.size", "allowed here: tiny, small, medium, large"),
    ("storyteller", ("combatants", 0, "attacks", 0, "damage"), "1d6++", "combatants.0.attacks.0.damage", "is not dice"),
    ("storyteller", ("board", "walls", 0), [1, 2, 3], "board.walls.0.3", "It is missing."),
    ("storyteller", ("positions",), "hexes", "line 2, positions", "allowed here: grid, zones."),
]


@pytest.mark.parametrize(("system", "where", "value", "place", "message"), WRONG_WITH_A_REFEREE)
def test_a_wrong_roster_with_a_referee_names_the_place_the_field_and_what_is_allowed(
    system: str, where: tuple[Step, ...], value: Any, place: str, message: str
) -> None:
    content: Any = copy.deepcopy(read(rosters.SAMPLES[system]).content)
    inside = content
    for step in where[:-1]:
        inside = inside[step]
    inside[where[-1]] = value
    if value is GONE:
        del inside[where[-1]]
    with pytest.raises(Malformed) as caught:
        rosters.opening_of(parse(yaml.safe_dump(content, sort_keys=False).encode(), "mine.yaml"))
    assert caught.value.place.startswith("mine.yaml")
    assert caught.value.place.endswith(place)
    assert message in caught.value.message


def test_whatever_all_elements_of_a_list_lack_is_said_and_not_that_the_list_is_empty() -> None:
    content = yaml.safe_load(rosters.SAMPLES["etiquette"].read_text(encoding="utf-8"))
    for unit in content["combatants"]:
        del unit["owner"]
    with pytest.raises(Malformed) as refused:
        rosters.opening_of(parse(yaml.safe_dump(content).encode(), "duel.yaml"))
    assert "combatants.0.owner: It is missing." in str(refused.value)
    with pytest.raises(Malformed) as refused:
        rosters.opening_of(parse(yaml.safe_dump({**content, "combatants": []}).encode(), "duel.yaml"))
    assert "combatants: It should have at least 1 item" in str(refused.value)


def test_a_roster_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot be read"):
        rosters.read(tmp_path / "none.yaml")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16), 10**16) | st.sampled_from(["quay", "Odila", "1d6", "steps"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "at", "health", "tiles", "links", "damage", "effect"]), inner, max_size=3
        )
    ),
    max_leaves=10,
)


@settings(deadline=None)
@given(st.sampled_from(["system", "board", "weapons", "items", "seats", "combatants", "settings", "rewind"]), VALUES)
def test_a_roster_with_anything_in_one_field_opens_or_says_what_is_wrong(field: str, value: Any) -> None:
    try:
        opening = rosters.opening_of(parse(sample(**{field: value}), "mine.yaml"))
    except Malformed as trouble:
        said = trouble.place
    else:
        said = open_encounter(opening, "mine.yaml")[0].encounter  # type: ignore[union-attr]
    assert said.startswith("mine.yaml")
