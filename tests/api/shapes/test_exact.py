"""What was parsed once is held against a shape as strictly as its JSON would be."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from api.shapes.bodies import read
from api.shapes.messages import declared
from api.shapes.samples import ACTIONS, OPENINGS
from files.exact import exact
from files.openings import opening_shape
from ledger.line.actions import shape_of

ODD: list[Any] = [None, True, 0, 1, 1.0, 1.5, -1, "", "1", "true", "Ana", [], ["Ana"], [1, 2], {}, {"id": "Ana"}]


def verdict(shape: TypeAdapter[Any], value: Any, *, as_json: bool) -> Any:
    try:
        if as_json:
            return shape.validate_json(json.dumps(value), strict=True)
        return exact(shape).validate_python(value)
    except ValidationError as error:
        return [each["loc"] for each in error.errors()]


def spoilt(value: Any, chance: random.Random) -> Any:
    """Return the value with one thing in it, at any depth, replaced by another, gone, or beside a new one."""
    whole = [copy.deepcopy(value)]
    holders: list[Any] = [whole]
    for holder in holders:
        within = holder.values() if isinstance(holder, dict) else holder
        holders.extend(each for each in within if isinstance(each, dict | list))
    holder = chance.choice(holders)
    at = chance.choice([*holder] or ["id"]) if isinstance(holder, dict) else chance.randrange(max(len(holder), 1))
    if isinstance(holder, dict) and chance.random() < 0.2:
        holder.pop(at, None)
    elif isinstance(holder, dict) or at < len(holder):
        holder[at] = chance.choice(ODD)
    else:
        holder.append(chance.choice(ODD))
    return whole[0]


@pytest.mark.parametrize("system", sorted(ACTIONS))
def test_a_value_means_what_its_json_means(system: str) -> None:
    chance = random.Random(f"exact {system}")
    wrong: list[bool] = []
    openings = [opening for opening in OPENINGS.values() if opening["system"] == system]
    for shape, samples in ((shape_of(system), ACTIONS[system]), (opening_shape(system), openings)):
        for sample in samples:
            assert not isinstance(verdict(shape, sample, as_json=False), list), sample
            for _ in range(40):
                value = spoilt(sample, chance)
                meant = verdict(shape, value, as_json=True)
                assert verdict(shape, value, as_json=False) == meant, value
                wrong.append(isinstance(meant, list))
    assert sum(wrong) > len(wrong) / 3


def test_a_body_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(*_: Any, **__: Any) -> None:
        raise AssertionError("It was parsed again.")

    monkeypatch.setattr(TypeAdapter, "validate_json", twice)
    monkeypatch.setattr(json, "dumps", twice)
    said = b'{"action": {"do": "end_turn", "who": "Ana"}, "cmd": "1"}'
    shape, value = read(lambda _: declared("storyteller"), said)
    assert (shape.cmd, value["cmd"]) == ("1", "1")
