"""Any command at any moment of a fight of any system: it happens, or it is refused in one shape with a reason."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.shapes.samples import ACTIONS, OPENINGS
from bots.players import spelled
from ledger.application import Ledger
from projections.audit import audit
from tests.api.calls.test_whole_fights import offers, play_on, sat
from tests.api.conftest import Table
from tests.chance import seeded
from tests.laws.anything import anything

ANSWERS = {200, 202, 403, 409, 412, 422}
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    2**53,
    1.5,
    "",
    "?",
    "Ana",
    "☃" * 40,
    [],
    ["Ana", "Ana"],
    {},
    {"id": "Ana"},
    [[[]]],
]


def spoilt(body: dict[str, Any], chance: random.Random) -> Any:
    """Return a body that is hardly a command any more."""
    field = chance.choice(list(body))
    spoils: list[Callable[[], Any]] = [
        lambda: {**body, field: chance.choice(ODD)},
        lambda: {**body, chance.choice(["who", "by", "colour", "text", "from", "action"]): chance.choice(ODD)},
        lambda: {name: value for name, value in body.items() if name != field},
        lambda: {**body, "do": chance.choice(["fly_away", "say", "end_turn", "rule", "start", "move"])},
        lambda: chance.choice(ODD),
    ]
    return chance.choice(spoils)()


def anything_else(table: Table, ledger: Ledger, chance: random.Random) -> Any:
    """Return a command of the system, of any system, or what is none."""
    body = anything(ledger.fight(table.id).encounter, chance)
    if chance.random() < 0.15:
        body = chance.choice(ACTIONS[chance.choice(list(ACTIONS))])
    return spoilt(body, chance) if chance.random() < 0.3 else body


def on_offer(table: Table, seat: str, chance: random.Random) -> Any:
    """Return one of the commands that are offered to a seat, or nothing if it has to wait."""
    offered = offers(table, seat)
    return chance.choice(list(spelled(chance.choice(offered)))) if offered else None


@pytest.mark.long(but=("on the battle grid",))
@pytest.mark.slow
@pytest.mark.parametrize("name", OPENINGS)
def test_whatever_is_declared_happens_or_is_refused_with_a_reason(
    name: str, client: TestClient, ledger: Ledger
) -> None:
    with seeded(name):
        play_anything(name, client, ledger)


def play_anything(name: str, client: TestClient, ledger: Ledger) -> None:
    """Play four fights with commands of all kinds, and hold each answer to its shape."""
    chance, seen = random.Random(f"anything {name}"), Counter[int]()
    for _ in range(4):
        table, seats = sat(client, name)
        for _ in range(50):
            before = ledger.fight(table.id)
            headers = {"If-Match": f'"{chance.choice([before.version, before.version - 1, 0])}"'}
            body = anything_else(table, ledger, chance)
            seat = chance.choice(seats)
            if chance.random() < 0.4 and (told := on_offer(table, seat, chance)):
                body = told if chance.random() < 0.7 else spoilt(told, chance)
            answer = table.do(seat, body, headers if chance.random() < 0.2 else {})
            seen[answer.status_code] += 1
            must_be_an_answer(answer)
            if answer.status_code >= 400:
                assert ledger.fight(table.id).version == before.version
            if chance.random() < 0.4:
                play_on(table, ledger, seats, 1)
        assert audit(table.get(seats[0], "/export").content).rules.result in ("exact", "not decided")
    assert all(seen[status] > 5 for status in (200, 403, 409, 412, 422))


def must_be_an_answer(answer: Any) -> None:
    """Assert that an answer tells lines, or a problem in full."""
    assert answer.status_code in ANSWERS, answer.text
    if answer.status_code < 400:
        assert answer.json()["lines"]
        return
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert problem["type"].startswith("/problems/")
    assert problem["title"]
    assert problem["detail"].endswith(".")
    if answer.status_code == 409 and problem.get("rule"):
        assert problem["pending"]["kind"]
