"""House rules are read once for an encounter, whatever else changes in it, and never those of another."""

from __future__ import annotations

from domain.changing import changed
from domain.encounter import Encounter
from domain.rulesets.pursuit.sheets import Settings, settings_of
from domain.table.house_rules import MOST


def test_settings_are_those_of_the_encounter_however_many_there_are() -> None:
    encounters = [Encounter(house_rules={"move_on_after_combat": number % 2 == 0}) for number in range(2 * MOST + 3)]
    for _ in range(2):
        for encounter in encounters:
            assert settings_of(encounter) == Settings(**encounter.house_rules)


def test_settings_stay_the_same_while_the_encounter_goes_on() -> None:
    begun = Encounter(house_rules={})
    assert settings_of(changed(begun, steps=7)) is settings_of(begun)
