"""A seat whose link did not come rests for ten rolls, neither nine nor eleven, whoever else rolls then."""

from __future__ import annotations

import pytest

from ledger.refusals import NoSuchLink
from ledger.table.rolling import PENANCE, contributors, must_be_contributors
from ledger.table.standing import Device
from ledger.table.table import Table

MISSED = 5
DEVICES = {
    seat: Device(seat=seat, party=seat, key="", link="", length=64, missed=MISSED if seat == "bo" else None)
    for seat in ("ana", "bo")
}
BY_SEAT = Table(entropy="all", key_wait=60, devices=DEVICES, missed={"bo": MISSED})
BY_DEVICE = Table(entropy="all", devices=DEVICES, missed={"bo": MISSED})
"""A table of before `key_wait`, whose penance a verifier knows by the device."""


@pytest.mark.parametrize(
    ("roll", "rests"), [(MISSED + 1, True), (MISSED + PENANCE, True), (MISSED + PENANCE + 1, False)]
)
def test_a_seat_is_asked_again_after_ten_rolls(roll: int, rests: bool) -> None:
    named = contributors(BY_SEAT, roll, "ana", {"ana": 1, "bo": 1})
    assert named == ({"ana": 1} if rests else {"ana": 1, "bo": 1})
    assert contributors(BY_SEAT, roll, "bo", {"ana": 1, "bo": 1}) == {"ana": 1, "bo": 1}, "whoever rolls gives theirs"


@pytest.mark.parametrize("table", [BY_SEAT, BY_DEVICE])
@pytest.mark.parametrize("roll", [MISSED + 1, MISSED + PENANCE])
def test_a_roll_that_asks_a_seat_in_its_rest_is_refused(table: Table, roll: int) -> None:
    with pytest.raises(NoSuchLink, match=f"Roll {roll} asks bo, whose link did not come for roll {MISSED}"):
        must_be_contributors(table, roll, "ana", {"ana": 1, "bo": 1})
    must_be_contributors(table, roll, "bo", {"ana": 1, "bo": 1})
    must_be_contributors(table, MISSED + PENANCE + 1, "ana", {"ana": 1, "bo": 1})


def test_a_second_device_rests_with_its_seat_and_did_not_before_it_was_the_seats() -> None:
    second = {**DEVICES, "bo-2": Device(seat="bo", party="bo-2", key="", link="", length=64)}
    for table, refused in ((BY_SEAT, True), (BY_DEVICE, False)):
        two = Table(entropy="all", key_wait=table.key_wait, devices=second, missed=table.missed)
        named = {"ana": 1, "bo-2": 1}
        if refused:
            with pytest.raises(NoSuchLink, match="asks bo-2"):
                must_be_contributors(two, MISSED + 1, "ana", named)
        else:
            must_be_contributors(two, MISSED + 1, "ana", named)
