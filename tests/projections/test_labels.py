"""Everything that people meet in a fight has a name for people: a table a system, and none of them has a gap."""

from __future__ import annotations

from dataclasses import fields

import pytest

from domain.commands import names
from domain.deciding import RULESETS, kinds
from domain.items import Carried, Effect, Item
from projections.labels import COMMON, LABELS
from projections.labels.tables import Label, command
from projections.words import command_label, hint_of, words
from tests.house.test_house_rules import rows
from tests.laws.fights import Game, begun, play
from tests.openings import opening_of
from tests.projections.fights import PURSUIT
from tests.projections.naming import unnamed, without_words


@pytest.mark.parametrize("system", RULESETS)
def test_the_table_of_a_system_has_every_command_condition_and_setting(system: str) -> None:
    assert without_words(system) == set()
    foreign = LABELS[system].commands.keys() - names(kinds(system)).keys()
    assert (
        foreign | (LABELS[system].settings.keys() - {each.name for each in fields(RULESETS[system].Settings)}) == set()
    )


@pytest.mark.parametrize("system", RULESETS)
def test_a_setting_settles_what_the_page_on_house_rules_says(system: str) -> None:
    assert dict(LABELS[system].settings) == {name.strip("`"): settles for name, _, _, _, settles in rows(system)}


@pytest.mark.slow
@pytest.mark.parametrize("system", RULESETS)
def test_whatever_is_counted_in_a_fight_has_a_name(system: str) -> None:
    for number in range(4):
        assert unnamed(Game(system, number, list(play(system, number)))) == set()


@pytest.mark.parametrize("system", [*RULESETS, "common"])
def test_a_name_begins_with_a_capital_and_a_hint_is_one_sentence(system: str) -> None:
    labels = COMMON if system == "common" else LABELS[system]
    others: list[Label] = [*labels.values.values(), *labels.conditions.values()]
    for each in [*labels.commands.values(), *(command(one.label, "other", one.hint) for one in others)]:
        assert each.label[0].isupper()
        assert len(each.label) <= 24
        assert each.hint.endswith(".")
        assert "\n" not in each.hint


def test_a_command_and_a_system_that_have_no_table_are_called_by_their_names() -> None:
    assert command_label("sketch", "jump_rope").label == "Jump rope"
    assert command_label("sketch", "concede").group == "table"


def test_things_are_called_by_their_ids_and_hinted_by_what_they_do() -> None:
    told = words(begun(opening_of(PURSUIT)))
    assert told.things["bomb"].label == "Bomb"
    assert told.things["bomb"].hint == "does 2 damage"
    assert told.things["snare"].hint == "may be set as a trap"
    assert told.things["blade"].hint.startswith("damage 2")
    assert told.commands["attack"].group == "attack"
    assert told.values["health"].label == "Health"
    assert told.settings["loot"].hint == "who gets the hand of the dead"
    assert told.conditions["netted"].label == "Netted"


@pytest.mark.parametrize(
    ("effect", "hint"),
    [
        (Effect(kind="heal", dice="1d6"), "heals 1d6"),
        (Effect(kind="condition", condition="moon_struck"), "brings moon struck"),
        (Effect(kind="relocate", spaces=1), "moves somebody up to 1 space"),
        (Effect(kind="die_bonus", amount=2), "adds 2 to the highest die"),
        (Effect(kind="extra_die"), "gives one die more"),
        (Effect(kind="block", amount=1), "blocks 1"),
        (Effect(kind="damage", amount=3, recoil=1), "does 3 damage; costs the user 1"),
    ],
)
def test_a_card_says_in_one_line_what_it_does(effect: Effect, hint: str) -> None:
    assert hint_of(Item(id="card", effect=effect)) == hint
    assert hint_of(Item(id="card", effect=effect, consumed=False)) == f"{hint}; is kept"


def test_a_thing_says_what_is_stated_of_it_and_no_more_than_fits() -> None:
    assert hint_of(Carried(id="axe", place="hand", facts={"damage": 2, "skill": None})) == "damage 2"
    assert len(hint_of(Carried(id="axe", place="hand", facts={"text": "long " * 90}))) == 161
