"""Whatever refuses something says the names that people know, and keeps the ids in the fields for programs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Sit, Table
from tests.ledger.fights import ARCHERS
from tests.secrecy import OPENINGS

STRANGER = "A hooded stranger — 旅人"
TRUE = "Count Orlo of the Marsh"
FOES = {"verdigris": "Gob", "storyteller": "Gob", "storyteller in zones": "Gob", "vanguard": "Gobs"}


def named(sit: Sit, system: str) -> Table:
    """Return a table at which a foe has a name to show, and a true one that the referee alone knows."""
    table = sit(**OPENINGS[system])
    foe = FOES[system]
    assert table.post("gm", "/names", {"of": foe, "name": STRANGER, "cmd": "n1"}).status_code == 200
    table.done("gm", "seal", by="gm", whose=foe, name=TRUE)
    return table


@pytest.mark.parametrize("system", FOES)
@pytest.mark.parametrize("call", ["/commands", "/odds", "/preview"])
def test_a_command_for_somebody_elses_is_refused_with_the_name_to_show(sit: Sit, system: str, call: str) -> None:
    table = named(sit, system)
    foe = FOES[system]
    bodies: tuple[dict[str, Any], ...] = (
        {"do": "say", "who": foe, "text": "Hello."},
        {"do": "concede", "by": "ana", "who": foe},
        {"do": "attack", "who": foe, "target": foe, "attack": "bow", "weapon": "bow"},
        {"do": "hand_over", "who": foe, "to": "ana"},
    )
    refused = [table.post("ana", call, {"action": body, "cmd": f"c{n}"}).json() for n, body in enumerate(bodies)]
    said = [problem["detail"] for problem in refused if "fields" not in problem]
    assert said
    assert any(STRANGER in each for each in said)
    assert not any(foe in each or TRUE in each for each in said)


@pytest.mark.parametrize(
    ("call", "body"),
    [("/forks", {"at": 3}), ("/names", {"of": "Gob", "name": "Bob", "cmd": "n2"})],
    ids=["a what-if", "a name"],
)
def test_what_is_the_referees_is_refused_as_the_referees(sit: Sit, call: str, body: dict[str, Any]) -> None:
    problem = named(sit, "verdigris").post("ana", call, body).json()
    assert "the referee" in problem["detail"]
    assert "gm" not in problem["detail"]


def test_reasons_say_names_and_keep_ids_in_their_fields(sit: Sit) -> None:
    table = named(sit, "verdigris")
    table.done("gm", "start", by="gm")
    table.post("gm", "/names", {"of": "Barn", "name": STRANGER, "cmd": "n2"})
    told = table.get("gm", "/reasons?do=attack&who=Gob").json()
    assert told
    assert {each["who"] for each in told} == {"Gob"}
    assert any(f"{STRANGER} (Gob)" in each["sentence"] for each in told)


def test_who_is_only_told_of_by_an_id_is_refused_by_it(sit: Sit) -> None:
    problem = sit(**ARCHERS).do("ana", {"do": "attack", "who": "Bo", "target": "Ana"}).json()
    assert "Bo" in problem["detail"]
