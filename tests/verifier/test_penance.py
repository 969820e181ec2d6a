"""Whoever withholds a link is not asked for ten rolls: the seat, whatever keys and devices it comes with meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest

from ledger.application import Ledger
from ledger.line.entries import CommandAccepted
from ledger.proof.verifying import verify as verify_here
from ledger.table import rolling
from ledger.table.rolling import PATIENCE, PENANCE
from tests.clocks import steady_time
from tests.ledger.fights import BACK, SHOT
from tests.verifier.making import at_blows
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.playing import Party, Playing
from verifier.verify_fight import verify

Comes = Callable[[Playing], object]


@pytest.fixture
def playing() -> Iterator[Playing]:
    """Return two at blows, each with a device; Ana rolls next."""
    with Ledger() as ledger, steady_time() as clock:
        yield at_blows(ledger, clock)


def withholds(playing: Playing, *silent: str) -> None:
    """Let Ana roll, and these devices give no link until nobody waits for them any more."""
    playing.declares(SHOT, "ana")
    opened = playing.fight.table.open_roll
    assert opened is not None
    for party in opened.contributors:
        if party not in silent:
            playing.parties[party].salts(opened)
    playing.clock.at += PATIENCE
    playing.ledger.due.reveal_if_due(playing.id)
    assert playing.fight.table.open_roll is None


def asked_for(playing: Playing, seat: str) -> list[str]:
    """Return the devices that are asked for the next roll of a seat, which is decided then."""
    answer = playing.declares(SHOT if seat == "ana" else BACK, seat)
    playing.salted()
    accepted = answer.lines[0].entry
    assert isinstance(accepted, CommandAccepted)
    return sorted(accepted.contributors or {})


def same_device(_: Playing) -> None:
    """Come as before."""


def another_key(playing: Playing) -> None:
    """Change the key, for which the old one vouches."""
    playing.parties["bo"].changes_key(playing.parties["bo"])


def another_device(playing: Playing) -> None:
    """Bring a second device."""
    Party(playing, "bo", "bo-2").joins(playing.parties["bo"])


def another_chain(playing: Playing) -> None:
    """Begin another chain."""
    playing.parties["bo"].renews()


@pytest.mark.parametrize("comes", [same_device, another_key, another_device, another_chain])
def test_8_the_penance_is_the_seats_and_ends_after_ten_rolls(playing: Playing, comes: Comes) -> None:
    withholds(playing, "bo")
    comes(playing)
    # The rolls of Ana alone: whoever rolls gives its own link all the same.
    found = []
    for number in range(PENANCE + 2):
        named = asked_for(playing, "bo" if number % 2 == 0 else "ana")
        if number % 2:
            found.append(named == ["ana"])
    assert found == [True] * (PENANCE // 2) + [False]
    assert verify_here(playing.ledger.export(playing.id)).broken is None
    assert verify(playing.ledger.export(playing.id))["verdict"] == "OK BUT"


def test_8_what_one_device_withholds_its_sibling_is_not_asked_for(playing: Playing) -> None:
    another_device(playing)
    withholds(playing, "bo", "bo-2")
    assert asked_for(playing, "bo") == ["ana", "bo"]
    assert asked_for(playing, "ana") == ["ana"]


def test_8_changing_keys_again_and_again_withholds_one_link_in_ten_rolls(playing: Playing) -> None:
    times = 0
    for number in range(PENANCE):
        if number % 2 == 0:
            playing.declares(SHOT, "ana")
            opened = playing.fight.table.open_roll
            assert opened is not None
            times += "bo" in opened.contributors
            playing.parties["ana"].salts(opened)
            playing.clock.at += PATIENCE
            playing.ledger.due.reveal_if_due(playing.id)
            playing.parties["bo"].changes_key(playing.parties["bo"], name=f" {number}")
        else:
            playing.does(BACK)
    assert times == 1


@pytest.mark.parametrize("comes", [another_key, another_device])
def test_8_a_server_that_asks_a_resting_seat_is_found_out(
    playing: Playing, comes: Comes, opened: InBrowser | InNode
) -> None:
    withholds(playing, "bo")
    playing.does(BACK)
    comes(playing)
    with patch.object(rolling, "_rests", lambda _, __: False):
        playing.does(SHOT)
    raw = playing.ledger.export(playing.id)
    line = max(line.n for line in playing.fight.lines if line.type == "CommandAccepted")
    here, report = verify_here(raw), verify(raw)
    assert here.broken is not None
    assert (here.broken[0], report["verdict"], report["line"]) == (line, "BROKEN", line)
    assert "whose link did not come for roll 1" in here.broken[1]
    assert "whose link did not come for roll 1" in report["why"]
    (said,) = opened.call("checkAll", [asked(raw)])
    assert (said["verdict"], said["line"]) == ("BROKEN", line)
