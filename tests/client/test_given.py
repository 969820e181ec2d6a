"""What a device remembers of the links it gave, whatever ends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from client import links_given
from client.device import Device, State, Unsafe
from client.links_given import AHEAD, LinksGiven

ANCHOR, LINE = bytes(32), bytes(range(32))


def test_a_program_that_dies_forgets_nothing(tmp_path: Path) -> None:
    LinksGiven(tmp_path, ANCHOR).note(1, LINE)
    again = LinksGiven(tmp_path, ANCHOR)
    assert (again.last, again.line_of(1)) == (1, LINE)


@pytest.mark.parametrize("run", ["second", ""])
def test_after_a_fall_of_the_machine_what_may_have_been_given_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: str
) -> None:
    boot = tmp_path / "boot"
    boot.write_text("first\n")
    monkeypatch.setattr(links_given, "BOOT", boot)
    LinksGiven(tmp_path, ANCHOR).note(3, LINE)
    boot.write_text(run)
    assert LinksGiven(tmp_path, ANCHOR).last == 3 + AHEAD - 1


def test_what_was_closed_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boot = tmp_path / "boot"
    boot.write_text("first\n")
    monkeypatch.setattr(links_given, "BOOT", boot)
    first = LinksGiven(tmp_path, ANCHOR)
    first.note(3, LINE)
    first.close()
    boot.write_text("second\n")
    assert LinksGiven(tmp_path, ANCHOR).last == 3


def test_where_runs_are_not_told_apart_every_link_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links_given, "BOOT", tmp_path / "nothing")
    for k in (1, 2):
        LinksGiven(tmp_path, ANCHOR).note(k, LINE)
    assert LinksGiven(tmp_path, ANCHOR).last == 2


def test_a_row_that_was_cut_off_is_passed_by(tmp_path: Path) -> None:
    first = LinksGiven(tmp_path, ANCHOR)
    first.note(1, LINE)
    with (tmp_path / "links").open("ab") as file:
        file.write(ANCHOR.hex().encode() + b" 2 00")
    second = LinksGiven(tmp_path, ANCHOR)
    assert second.last == 1
    second.note(2, LINE)
    assert LinksGiven(tmp_path, ANCHOR).line_of(2) == LINE


def test_another_chain_has_links_of_its_own(tmp_path: Path) -> None:
    LinksGiven(tmp_path, ANCHOR).note(7, LINE)
    assert LinksGiven(tmp_path, LINE).last == 0


def test_a_link_is_given_for_one_line_only_and_none_after_a_later_one(tmp_path: Path) -> None:
    device = Device(State(encounter=32 * "0", seat="ana", party="ana", length=8), tmp_path)
    device.keep()
    body = device.linking(1, 3, LINE)
    assert Device.read(tmp_path).linking(1, 3, LINE) == body
    with pytest.raises(Unsafe, match="two histories are being told"):
        device.linking(2, 3, ANCHOR)
    with pytest.raises(Unsafe, match="after later ones were given"):
        device.linking(2, 2, ANCHOR)
