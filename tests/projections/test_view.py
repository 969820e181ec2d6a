"""The view: a fight as data, at any of its versions."""

import json

import pytest
from pydantic import TypeAdapter

from domain.events import Pool
from ledger.table.fight import Fight
from projections.view import ConditionView, View, view
from tests.projections.fights import ETIQUETTE, Written, duel
from tests.projections.handmade import Handmade, event, joined, opened, skirmish

JSON: TypeAdapter[View] = TypeAdapter(View)


def test_it_says_who_stands_where_with_what() -> None:
    seen = view(Fight().then(duel().lines))
    bo = next(one for one in seen.combatants if one.id == "Bo")
    assert (bo.side, bo.controller, bo.life, bo.at, bo.combat) == ("Bo", "bo", "active", "T4", "E1")
    assert bo.pools == {"health": Pool(name="health", now=4, max=4)}
    assert bo.sheet == {"equipped": {"id": "club", "damage": 1}}
    assert seen.hands == {"Ana": ("bomb", "snare"), "Bo": ("bomb",), "Cy": ()}
    assert (seen.system, seen.rules, seen.settings, seen.outcome) == ("pursuit", "pursuit/2", {}, None)


def test_it_says_who_has_won_once_the_fight_is_over_and_no_more_when_it_is_taken_back() -> None:
    written = duel()
    before = written.last
    for seat in ("bo", "cy"):
        written.do("concede", by=seat)
    assert (view(Fight().then(written.lines)).outcome, view(Fight().then(written.lines)).winner) == ("ended", "Ana")
    written.rewind(before)
    assert view(Fight().then(written.lines)).winner is None


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


def test_conditions_things_stances_and_rulings_are_in_it() -> None:
    fight = skirmish()
    things = [{"id": "sword", "place": "hand"}, {"id": "rope", "place": "pack"}]
    fight.write(event("CombatantJoined who=Nim side=party kind=ally at=Gate", carried=things))
    fight.command(
        "rule",
        "ConditionApplied to=Nim condition=entangled stacks=2 source=net",
        "ConditionApplied to=Nim condition=entangled stacks=1 source=net",
        "ConditionApplied to=Nim condition=readied trigger=door once=true",
        "CombatantMoved who=Nim from=Gate to=Yard mode=zone cover=half",
        "ItemMoved item=rope from=pack:Nim to=ground:Yard",
        "RulingMade by=gm subject=penalty who=Nim target=Gob2 value=1",
        "RulingMade by=gm subject=penalty who=Nim target=Gob2 value=2",
    )
    seen = view(Fight().then(fight.lines))
    nim = next(one for one in seen.combatants if one.id == "Nim")
    assert nim.conditions == (
        ConditionView(name="entangled", stacks=3, source="net", details={}),
        ConditionView(name="readied", details={"trigger": "door", "once": True}),
    )
    assert (nim.carried, nim.stance) == ({"hand": ("sword",), "pack": ()}, {"cover": "half"})
    assert seen.hands["ground:Yard"] == ("rope",)
    assert [(ruling.subject, ruling.value) for ruling in seen.rulings] == [("surprise", "party"), ("penalty", 2)]


@pytest.mark.parametrize("positions", ["zones", "ranks", "grid"])
def test_it_is_json_on_every_board(positions: str) -> None:
    seen = view(Fight().then(Handmade(opened(positions), joined("Aila", "party", "front", ("hp", 5, 5))).lines))
    assert JSON.validate_python(json.loads(JSON.dump_json(seen))) == seen
    assert seen.board.kind == positions
