"""Whatever a file holds, there is an answer."""

from __future__ import annotations

import json
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from files.checking import check_bytes
from tests.checking.fight import FIGHT

WORDS = st.sampled_from(
    [*FIGHT, "do", "who", "type", "Ana", "T1", "4->2", "begin_move", "TurnStarted", "damage", "1d6"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16), 10**16) | WORDS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def has_an_answer(raw: bytes, name: str) -> None:
    found = check_bytes(raw, name)
    assert found.status in ("passed", "failed", "malformed")
    assert all(each.isprintable() for each in found.sentences)
    assert bool(found.sentences) == (found.status != "passed")


@given(st.binary(max_size=200), st.sampled_from(["fight.yaml", "fight.json"]))
def test_any_bytes_have_an_answer(raw: bytes, name: str) -> None:
    has_an_answer(raw, name)


@given(st.text(st.characters(codec="utf-8"), max_size=120), st.sampled_from(["fight.yaml", "fight.json"]))
def test_any_text_has_an_answer(text: str, name: str) -> None:
    has_an_answer(text.encode(), name)
    has_an_answer(b"title: x\nsystem: pursuit\n" + text.encode(), name)


@settings(deadline=None)
@given(st.sampled_from(sorted(FIGHT)), VALUES, st.booleans())
def test_a_fight_with_anything_in_one_field_has_an_answer(field: str, value: Any, as_json: bool) -> None:
    fight = {**FIGHT, field: value}
    text = json.dumps(fight) if as_json else yaml.safe_dump(fight, allow_unicode=True)
    has_an_answer(text.encode("utf-8", "surrogatepass"), "fight.json" if as_json else "fight.yaml")


EVENTS: list[dict[str, Any]] = [
    {"type": "CombatantMoved", "who": "Ana", "from": "T0", "to": "T1", "mode": "walk", "cost": 1},
    {"type": "EngagementChanged", "id": "E1", "change": "formed", "tile": "T1", "order": ["Ana", "Bo"]},
    {"type": "EngagementChanged", "id": "E1", "change": "dissolved"},
    {"type": "TurnStarted", "who": "Ana"},
    {"type": "TurnStarted", "who": "Ana", "engagement": "E7"},
    {"type": "DecisionOpened", "kind": "flight", "owner": "Ana", "options": ["flee"], "spaces": 2},
    {"type": "DecisionOpened", "kind": "chase", "owner": "Bo", "options": [1], "quarry": "Bo"},
    {"type": "DeclarationMade", "who": "Ana", "kind": "begin_move"},
    {"type": "DeclarationMade", "who": "Ana", "kind": "decline"},
    {"type": "ResourceChanged", "who": "Ana", "movement": "0->4", "why": "x"},
    {"type": "DamageApplied", "to": "Bo", "by": "Ana", "amount": 9, "hp": "4->-5", "why": "x"},
    {"type": "BoardChanged", "change": "links", "links": [["T0", "X"]]},
    {"type": "BoardChanged", "change": "tiles", "tiles": 3},
    {"type": "DecisionLapsed", "kind": "x", "owner": "Ana", "reason": "x"},
    {"type": "EncounterEnded", "outcome": "ended"},
]
TRIES: list[dict[str, Any]] = [
    {"do": "attack", "who": "Ana", "target": "Bo"},
    {"do": "disengage", "who": "Ana"},
    {"do": "flee", "who": "Ana", "path": ["T2"]},
    {"do": "chase", "who": "Ana", "path": ["T2"]},
    {"do": "move", "who": "Ana", "to": "T1"},
    {"do": "engage", "who": "Ana"},
    {"do": "begin_move", "who": "Bo", "allowance": 2},
    {"do": "end_encounter"},
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(EVENTS), max_size=5), st.lists(st.sampled_from(TRIES), min_size=1, max_size=2))
def test_any_moment_stated_by_events_has_an_answer(events: list[Any], tries: list[Any]) -> None:
    fight = {**FIGHT, "given": [], "given_events": events, "when": tries, "then": [], "dice": [6, 1, 6, 1]}
    has_an_answer(json.dumps(fight).encode(), "fight.json")
