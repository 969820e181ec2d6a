"""The bundle of a fight leads from view to view like the stream, and tells the same chronicle."""

from __future__ import annotations

from typing import Any

import jsonpatch
import orjson
import pytest
from pydantic import TypeAdapter

from bots.players import Choices, sensible
from cli import whole_fights
from files import rosters
from ledger.application import Ledger
from ledger.table.fight import Fight
from projections.chronicle import chronicle
from projections.history.bundle import VIEW_EVERY, Bundle, bundle, left, set_up
from projections.luck.reckoning import Luck, luck
from projections.streams.live import as_sent
from projections.view import viewed
from tests.ledger.fights import SHOT, TO_BLOWS, opened
from tests.projections.fights import duel


def told(fight: Fight) -> dict[str, Any]:
    """Return the bundle of a fight."""
    found: dict[str, Any] = orjson.loads(b"".join(bundle(fight, chronicle(fight.lines))))
    return found


def without_version(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "version"}


def followed(fight: Fight) -> dict[str, Any]:
    """Assert that each step leads to the view as it was then, and return the bundle."""
    found = told(fight)
    steps = found["steps"]
    view = steps[0]["view"]
    assert (steps[0]["n"], view) == (set_up(fight.lines), as_sent(viewed(fight.at(steps[0]["n"]), steps[0]["n"])))
    for step in steps[1:]:
        view = step["view"] if "view" in step else jsonpatch.apply_patch(view, step["patch"])
        assert without_version(view) == without_version(as_sent(viewed(fight.at(step["n"]), step["n"])))
        assert step["left"] == {side: list(pools) for side, pools in left(view).items()}
    assert without_version(view) == without_version(as_sent(viewed(fight.encounter, fight.version)))
    assert [entry["text"] for entry in found["entries"]] == [entry.text for entry in chronicle(fight.lines)]
    assert set(found) == set(Bundle.__dataclass_fields__)
    assert found["luck"] == TypeAdapter(Luck).dump_python(luck([fight]), mode="json")
    return found


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("system", rosters.SAMPLES)
def test_the_steps_of_a_whole_fight_lead_from_view_to_view(system: str) -> None:
    with Ledger() as ledger:
        played = whole_fights.play(ledger, rosters.read(rosters.SAMPLES[system]), sensible, Choices(11))
        fight = ledger.fight(played.encounter)
        found = followed(fight)
        assert any(each["kind"] == "fell" for each in found["moments"])
        views = [place for place, step in enumerate(found["steps"]) if "view" in step]
        assert views == list(range(0, len(found["steps"]), VIEW_EVERY))


def test_what_was_taken_back_is_a_step_and_a_moment_of_its_own_and_its_falls_are_none() -> None:
    written = duel()
    before = written.last
    written.do("attack", "Ana", target="Bo")
    written.rewind(before)
    found = followed(Fight().then(written.lines))
    assert [each["kind"] for each in found["moments"]] == ["back"]
    assert found["moments"][0]["n"] == written.last == found["steps"][-1]["n"]


def test_what_was_contested_is_in_it_with_how_that_ended() -> None:
    with Ledger() as ledger:
        fight = opened(ledger)
        assert told(ledger.fight(fight.encounter))["disputes"] == []
        ledger.disputes.contest(fight.encounter, "ana", 1, "Not so.", cmd="x", seen=(), seq=None, sig=None)
        found = told(ledger.fight(fight.encounter))["disputes"]
        assert [(each["of"], each["by"], each["result"]) for each in found] == [(1, "ana", None)]


def test_a_fight_that_nobody_has_begun_is_one_step() -> None:
    with Ledger() as ledger:
        fight = ledger.fight(opened(ledger).encounter)
        assert len(followed(fight)["steps"]) == 1
        assert told(fight)["moments"] == []


def test_whoever_lost_something_has_less_left() -> None:
    with Ledger() as ledger:
        player = opened(ledger)
        for body in (*TO_BLOWS, SHOT):
            player.does(body)
        found = followed(ledger.fight(player.encounter))
        pools = [{side: now for side, (now, _) in step["left"].items()} for step in found["steps"]]
        assert pools[0] == {"Ana": 30, "Bo": 30}
        assert sorted(pools[-1].values()) <= [30, 30]


def test_a_pool_without_an_end_and_a_thing_have_nothing_left_to_tell() -> None:
    pools = {"hp": {"name": "hp", "now": 3, "max": None}}
    one = {"id": "A", "side": "s", "life": "active", "pools": pools}
    thing = {"id": "B", "side": "t", "life": "inert", "pools": {"hp": {"name": "hp", "now": 3, "max": 4}}}
    assert left({"combatants": [one, thing]}) == {}
