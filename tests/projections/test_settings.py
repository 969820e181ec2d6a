"""House rules as they are shown: those off their default."""

from __future__ import annotations

from dataclasses import asdict

import orjson
import pytest

from domain.deciding import RULESETS
from projections.settings import off_default


@pytest.mark.parametrize("system", RULESETS)
def test_no_default_is_shown_however_a_line_has_it(system: str) -> None:
    stored = orjson.loads(orjson.dumps(asdict(RULESETS[system].Settings())))
    assert off_default(system, stored) == {}


def test_a_list_in_another_order_is_off_its_default() -> None:
    assert off_default("storyteller", {"initiative_ties": ["choice", "agility"], "critical": "off"}) == {
        "initiative_ties": ["choice", "agility"]
    }


def test_every_house_rule_of_an_unknown_system_is_shown() -> None:
    assert off_default("chess", {"en_passant": True}) == {"en_passant": True}
