"""A seat of a new fight is named so that a device can take it; examples and older fights keep the names they have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.shapes.samples import OPENINGS
from domain.deciding import RULESETS
from domain.refusals import Refused
from files.checking import check_file
from files.documents import parse
from files.malformed import Malformed
from files.rosters import SAMPLES, opening_of, read
from ledger.application import Ledger
from tests.openings import opening_of as opening

ODD = ["Ana", "GM", "gm_1", "-a", "über", "a b"]


@pytest.fixture(name="ledger")
def _ledger() -> Iterator[Ledger]:
    with Ledger() as opened:
        yield opened


def with_seat(system: str, seat: str) -> dict[str, Any]:
    """Return an opening of the system that has one seat more."""
    body = next(each for each in OPENINGS.values() if each["system"] == system)
    seats = body.get("seats", [{"id": "gm", "role": "referee"}])
    whole: dict[str, Any] = json.loads(json.dumps({**body, "seats": [*seats, {"id": seat}]}))
    return whole


@pytest.mark.parametrize("system", RULESETS)
@pytest.mark.parametrize("seat", ODD)
def test_no_fight_begins_with_a_seat_that_no_device_can_take(ledger: Ledger, system: str, seat: str) -> None:
    with pytest.raises(Refused, match="is no seat id: small letters, digits and -") as caught:
        ledger.open(opening(with_seat(system, seat)))
    assert (caught.value.code, caught.value.rule) == ("invalid_value", RULESETS[system].WHAT_ONE_MAY_DO)


@pytest.mark.parametrize("system", RULESETS)
def test_a_seat_like_that_in_a_roster_is_named_with_its_line(system: str) -> None:
    document = yaml.safe_dump(with_seat(system, "Zoe"), sort_keys=False).encode()
    line = next(n for n, text in enumerate(document.decode().splitlines(), 1) if "Zoe" in text)
    with pytest.raises(Malformed, match="'Zoe' is no seat id") as caught:
        opening_of(parse(document, "mine.yaml"))
    assert caught.value.place.startswith(f"mine.yaml, line {line}, seats.")


@pytest.mark.parametrize("system", RULESETS)
def test_our_own_rosters_have_seats_that_devices_take(system: str) -> None:
    assert read(SAMPLES[system]).seats


def test_a_check_file_keeps_its_seats(tmp_path: Path) -> None:
    body = {"title": "A seat with a capital", "rules": ["STO-48"], **with_seat("storyteller", "Zoe")}
    file = tmp_path / "seat.yaml"
    file.write_text(yaml.safe_dump({**body, "refused": {"code": "invalid_value"}}, sort_keys=False))
    assert "accepted" in "".join(check_file(file).sentences)
