"""The view: a fight as data, at any of its versions."""

import json

import pytest
from pydantic import TypeAdapter

from domain.events import Pool
from ledger.fight import Fight
from projections.view import View, view
from tests.projections.fights import ETIQUETTE, Written, duel

JSON: TypeAdapter[View] = TypeAdapter(View)


def test_it_says_who_stands_where_with_what() -> None:
    seen = view(Fight().then(duel().lines))
    bo = next(one for one in seen.combatants if one.id == "Bo")
    assert (bo.side, bo.controller, bo.life, bo.at, bo.combat) == ("Bo", "bo", "active", "T4", "E1")
    assert bo.pools == {"health": Pool(name="health", now=4, max=4)}
    assert bo.sheet == {"equipped": {"id": "club", "damage": 1}}
    assert seen.hands == {"Ana": ("bomb", "snare"), "Bo": ("bomb",), "Cy": ()}
    assert (seen.system, seen.rules, seen.settings, seen.outcome) == ("pursuit", "pursuit/1", {}, None)


def test_only_settings_off_their_default_are_shown() -> None:
    fight = Written(ETIQUETTE, settings={"chase": "pursuit", "pass_turn": "refuse"})
    assert view(Fight().then(fight.lines)).settings == {"chase": "pursuit"}


def test_an_earlier_version_is_as_it_was_then() -> None:
    written = duel()
    fight = Fight().then(written.lines)
    seen = view(fight, 8)
    assert (seen.version, seen.initiative.allowances, seen.initiative.combats) == (8, {"Ana": 4}, ())
    assert view(fight) == view(fight, written.last)


def test_there_is_no_view_of_what_has_not_been() -> None:
    fight = Fight().then(duel().lines)
    with pytest.raises(IndexError):
        view(fight, fight.version + 1)


def test_after_a_rewind_the_view_goes_on_from_where_it_went_back_to() -> None:
    written = duel()
    before = written.last
    written.do("attack", "Ana", target="Bo")
    back = written.rewind(before)
    fight = Fight().then(written.lines)
    then, now = view(fight, before), view(fight, back)
    assert (now.combatants, now.board, now.initiative) == (then.combatants, then.board, then.initiative)
    assert view(fight, back - 1).combatants != then.combatants


def test_it_is_json() -> None:
    seen = view(Fight().then(duel().lines))
    assert JSON.validate_python(json.loads(JSON.dump_json(seen))) == seen
