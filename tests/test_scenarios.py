"""Every example in ``tests/scenarios`` holds, and none of the worked examples of the rules is missing."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from files.checking import check_file
from files.documents import read

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*/*.yaml"))

VECTORS = {
    "PUR-T": "01 02 03 05 06 07 08 09 10 11 15 16 17 18 19 20 21 24 26 27 28 30 31 33 35 36 37 38 40 41 42 43 45 46",
    "ETQ-T": "01 02 03 04 05 06 07 08 09 10 11 13 14 16 18 19 22 24 26 27 28 29 30 33 34 36 37 39 40 41 42",
    "VER-T": "01 03 05 06 07 08 10 11 13 14 16 19 20 21 23 24 25 26 27 29 30 31 33 35 36 37 38 40 41 42 44 47 48 "
    "50 52 53 54 55 56 58 59 60 61 63 64 65 67 68 69 71 72 73 74 75 76 77 78 79 80 82 83 84 85 87 88",
    "VAN-T": "01 02 03 05 06 07 09 10 11 12 14 15 17 19 21 22 23 25 26 28 29 30 31 32 33 34 35 36 37 38 39 41 42 44 45 "
    "46 47 49 52 53 55 58 59 60 62 63 64",
    "STO-T": "02 03 04 06 07 08 10 11 12 13 14 15 16 17 19 21 24 25 26 27 29 31 33 34 35 39 40 41 43 44 45 48 49 "
    "50 51 52 54 55 56 57 58 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 79 81 83 84 85 86 87 "
    "90 91 94 95 96 97 98 99 101 103 104 105 106 107 108 109 111 113 114",
}
RULES = {
    "pursuit": [f"PUR-{n}" for n in range(1, 27)],
    "etiquette": [f"ETQ-{n}" for n in range(1, 29)],
    "verdigris": [f"VER-{n}" for n in range(1, 81)],
    "vanguard": [f"VAN-{n}" for n in range(1, 57)],
    "storyteller": [f"STO-{n}" for n in range(1, 115)],
}
HOUSE_RULES = {
    "pursuit": {
        "weapon_model",
        "unarmed_damage",
        "trap_elsewhere_in_combat",
        "pass_turn",
        "leftover_after_flight",
        "flight_spaces_as_allowance",
        "forced_first_turn",
        "move_on_after_combat",
        "disengage_three_way",
        "loot",
        "allowance_source",
        "move_order",
    },
    "etiquette": {
        "both_engage_first",
        "forced_first_turn",
        "defense_choice",
        "attack_items",
        "attack_item_timing",
        "counter_needs",
        "pass_turn",
        "move_on_after_combat",
        "chase",
    },
    "verdigris": {
        "success_on",
        "stress_dice",
        "modifier_unit",
        "damage_sl",
        "stray_when",
        "stray_dodge",
        "max_damage_rule",
        "shoot_in_melee",
        "exit_attack",
        "free_attacks_per_round",
        "surprised_side",
        "initiative_roller",
        "pushing",
        "panic",
        "untrained_mount",
        "entangled_penalty",
        "reversal_stacks",
        "injury_table",
        "deaths_door_acts",
        "hit_at_door",
        "hands_strict",
        "called_shot_pool",
    },
    "vanguard": {
        "equal_hits",
        "actions_per_turn",
        "reaction_table",
        "sneak",
        "failed_sneak_ambush",
        "spill_over",
        "defense_die",
        "targeting",
        "target_ties",
        "empty_front",
        "formation_repair",
        "monster_ratio",
        "stance_carries_over",
        "zero_health",
        "spell_success",
        "unarmed",
        "weight_counts_for_numbers",
        "party_decision",
    },
    "storyteller": {
        "zero_hp_pc",
        "advantage_model",
        "advantage_stack",
        "critical",
        "stealth_tie",
        "stealth_group",
        "initiative_ties",
        "diagonals",
        "opportunity_trigger",
        "short_rest_hp",
        "prone_attacks",
        "half_speed_rounding",
        "zone_ranged",
        "three_quarters_saves",
        "surprise_round",
        "withdraw_declaration",
    },
}


@cache
def stated(path: Path) -> dict[str, Any]:
    """Return what a file says, read once."""
    return read(path).content


@cache
def cited(system: str) -> frozenset[str]:
    """Return the rule ids that the files of a system name."""
    return frozenset(rule for path in FILES if path.parent.name == system for rule in stated(path)["rules"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_example_holds(path: Path) -> None:
    checked = check_file(path)
    assert "\n".join(checked.sentences) == ""
    assert checked.status == "passed"


@pytest.mark.parametrize(("prefix", "numbers"), VECTORS.items())
def test_every_worked_example_of_the_rules_is_there(prefix: str, numbers: str) -> None:
    there = {path.stem for path in FILES if path.stem.startswith(prefix)}
    assert there == {prefix + number for number in numbers.split()}


@pytest.mark.parametrize("system", RULES)
def test_every_rule_is_cited_by_an_example_and_no_other_rule_is(system: str) -> None:
    assert cited(system) == set(RULES[system])


@pytest.mark.parametrize("system", HOUSE_RULES)
def test_every_house_rule_is_tried_off_its_default(system: str) -> None:
    settings = [stated(path).get("settings", {}) for path in FILES if path.parent.name == system]
    assert {name for each in settings for name in each} == HOUSE_RULES[system]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_says_in_its_comment_which_example_it_is_and_what_is_given(path: Path) -> None:
    first, second, *_ = path.read_text(encoding="utf-8").splitlines()
    assert first == f"# {path.stem}"
    assert re.match(r"# Given: \S", second)
    assert stated(path)["system"] == path.parent.name
