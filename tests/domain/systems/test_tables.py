"""What every encounter with a referee is held to when it is opened: seats, policies, zones."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import RULESETS, open_encounter
from domain.refusals import Refused
from files import rosters
from files.documents import read
from tests.openings import opening_of

SYSTEMS = [system for system in RULESETS if RULESETS[system].Opening.refereed]
GM = {"id": "gm", "role": "referee"}
LINKED = [["Yard", "Hall"]]


def refusal(system: str, **stated: Any) -> Refused:
    """Return why the sample of a system does not open with these fields in it."""
    content = read(rosters.SAMPLES[system]).content
    with pytest.raises(Refused) as caught:
        open_encounter(opening_of({**content, **stated}), "table")
    return caught.value


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seats", [[{"id": "ana"}], [GM, {"id": "st", "role": "referee"}]])
def test_one_seat_is_the_referees_and_no_other(system: str, seats: list[dict[str, str]]) -> None:
    refused = refusal(system, seats=seats)
    assert (refused.code, refused.message) == ("invalid_value", "Exactly one seat must be the referee's.")


@pytest.mark.parametrize("system", RULESETS)
def test_who_names_no_seats_has_a_referee_just_where_the_system_has_one(system: str) -> None:
    opening = RULESETS[system].Opening
    roles = [seat.role for seat in opening.__dataclass_fields__["seats"].default]
    assert roles == ["referee" if opening.refereed else "player"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_seats_have_two_names(system: str) -> None:
    assert refusal(system, seats=[GM, {"id": "ana"}, {"id": "ana"}]).message == "The seat id ana is there twice."


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_plays_with_others_does_not_take_back_freely(system: str) -> None:
    refused = refusal(system, seats=[GM, {"id": "ana"}], rewind="free")
    assert refused.code == "unsupported_setting"
    assert refused.message.startswith("rewind can be free only while one seat plays")


@pytest.mark.parametrize("system", SYSTEMS)
def test_where_nobody_holds_cards_no_hand_is_private(system: str) -> None:
    refused = refusal(system, hands="private")
    assert (refused.code, refused.message) == (
        "unsupported_setting",
        f"hands cannot be private: {system} knows no hand of cards.",
    )


@pytest.mark.parametrize(
    ("links", "code"),
    [
        ([["Yard", "Moat"]], "unknown_id"),
        ([["Yard", "Yard"]], "invalid_value"),
        ([*LINKED, ["Hall", "Yard"]], "invalid_value"),
        ([*LINKED, {"between": ["Yard", "Hall"], "state": "detached", "turns": 2}], "invalid_value"),
    ],
)
def test_a_link_leads_from_one_zone_to_another_and_is_there_once(links: list[Any], code: str) -> None:
    body = {"system": "verdigris", "board": {"zones": ["Yard", "Hall"], "links": links}}
    with pytest.raises(Refused) as caught:
        open_encounter(opening_of(body), "zones")
    assert caught.value.code == code
