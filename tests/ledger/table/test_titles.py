"""What a fight is called: at its opening, and by a line of the ledger that no rewind takes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.refusals import Refused
from ledger.application import Ledger
from ledger.line.canonical import NotCanonical
from ledger.refusals import NotNamed, NotYours
from projections import naming
from projections.chronicle import chronicle
from projections.streams.live import from_version
from projections.view import view
from tests.ledger.fights import ARCHERS
from tests.openings import opening_of


def titled(ledger: Ledger, title: str | None = "The bridge") -> str:
    return ledger.open(opening_of({**ARCHERS, "title": title})).encounter


def test_the_title_of_an_opening_stands_in_line_0_and_in_every_view() -> None:
    with Ledger() as ledger:
        fight = ledger.fight(titled(ledger))
        assert view(fight).title == "The bridge"
        assert b'"title":"The bridge"' in fight.lines[0].raw
        assert "called “The bridge”" in chronicle(fight.lines)[0].text


def test_a_fight_without_a_title_is_stored_as_before() -> None:
    with Ledger() as ledger:
        fight = ledger.fight(titled(ledger, None))
        assert b"title" not in fight.lines[0].raw
        assert view(fight).title is None


def test_the_host_renames_at_any_time_and_older_versions_keep_their_title() -> None:
    with Ledger() as ledger:
        encounter = titled(ledger)
        before = ledger.fight(encounter).version
        live = from_version(ledger.fight(encounter), before)
        answer = ledger.rename(encounter, "ana", "encounter", "橋のたもと", cmd="n1")
        assert [line.type for line in answer.lines] == ["Renamed"]
        fight = ledger.fight(encounter)
        assert [view(fight, n).title for n in (before, fight.version)] == ["The bridge", "橋のたもと"]
        assert chronicle(fight.lines)[-1].text == "Seat ana called the fight “橋のたもと”."
        (change,) = live.after(fight.lines[before + 1 :])
        assert {"op": "replace", "path": "/title", "value": "橋のたもと"} in (change.patch or [])


def test_names_of_a_version_are_those_that_the_lines_up_to_it_tell() -> None:
    with Ledger() as ledger:
        encounter = titled(ledger)
        for number, name in enumerate(("One", "Two", "Three")):
            ledger.rename(encounter, "ana", "encounter", name, cmd=f"n{number}")
        fight, known = ledger.fight(encounter), naming.NAMELESS
        for line in fight.lines:
            known = naming.project(known, line)
            assert naming.at(fight, line.n) == known


def test_nobody_but_the_host_renames_and_nothing_that_is_not_there() -> None:
    with Ledger() as ledger:
        encounter = titled(ledger)
        with pytest.raises(NotYours, match="bo gives no names: only ana does"):
            ledger.rename(encounter, "bo", "encounter", "Mine", cmd="n1")
        with pytest.raises(NotNamed, match="nothing here"):
            ledger.rename(encounter, "ana", "Nobody", "Somebody", cmd="n2")
        with pytest.raises(NotNamed, match="1 to 80 characters"):
            ledger.rename(encounter, "ana", "encounter", "\u200b", cmd="n3")
        with pytest.raises(NotCanonical):
            ledger.rename(encounter, "ana", "encounter", "a\u202eb", cmd="n4")


@pytest.mark.parametrize("title", ["", " ", "x" * 81, "a\u200eb", "a\u061c"], ids=ascii)
def test_no_fight_begins_with_a_title_that_works_unseen(title: str) -> None:
    wanted = replace(opening_of(ARCHERS), title=title)
    with Ledger() as ledger, pytest.raises(Refused, match="The fight cannot be called that"):
        ledger.open(wanted)
