"""The view kept up line by line is the view at each version, for whoever came in anywhere."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

import jsonpatch
import pytest

from bots.players import Choices, sensible
from cli import whole_fights
from domain.encounter import Encounter
from files import rosters
from ledger.application import Ledger
from ledger.refusals import NoStore
from ledger.table.fight import Fight
from projections import naming
from projections.naming import Names
from projections.streams.live import Change, Live, as_sent, from_version, goes_on, parts
from projections.view import viewed
from tests.ledger.fights import SHOT, TO_BLOWS, Player, opened

pytestmark = pytest.mark.slow

View = dict[str, Any]


def follow(view: View, changes: list[Change], fight: Fight) -> View:
    """Return the view after the patches; after each it is the one that the encounter has there."""
    view = deepcopy(view)
    for change in changes:
        if change.patch is not None:
            view = jsonpatch.apply_patch(view, change.patch)
            assert view == as_sent(viewed(fight.at(change.n), change.n))
    return view


@pytest.mark.long(but=("storyteller",))
@pytest.mark.parametrize("system", rosters.SAMPLES)
def test_the_patches_of_a_whole_fight_lead_from_view_to_view(system: str) -> None:
    with Ledger() as ledger:
        played = whole_fights.play(ledger, rosters.read(rosters.SAMPLES[system]), sensible, Choices(11))
        fight = ledger.fight(played.encounter)
        start = fight.ends[0]
        live = from_version(fight, start)
        changes = [change for part in parts(fight.lines[start + 1 :], 40) for change in live.after(part)]
        assert [change.raw for change in changes] == [line.raw for line in fight.lines[start + 1 :]]
        assert follow(as_sent(viewed(fight.at(start), start)), changes, fight) == live.view
        assert live.view == as_sent(viewed(fight.encounter, fight.version))
        patched = [change.n for change in changes if change.patch is not None]
        assert set(fight.ends[1:]) <= set(patched)
        each_alone = ("CommandAccepted", "ChainRenewed", "SeatJoined")
        assert len(patched) <= sum(line.type in each_alone for line in fight.lines)


def written_bit_by_bit(ledger: Ledger) -> tuple[str, list[int]]:
    """Play what is written in many pieces: physical dice, wishes to take back. Return where each piece ends."""
    player: Player = opened(ledger, dice="table")
    encounter = player.encounter
    ends = [ledger.fight(encounter).version]

    def done(answer: Any) -> int:
        ends.append(ledger.fight(encounter).version)
        return int(answer.version)

    moved = [done(player.does(body)) for body in TO_BLOWS]
    done(player.does(SHOT))
    done(ledger.type_dice(encounter, "ana", "Ana", "1d6", (5,), "d1"))
    done(ledger.ask_rewind(encounter, "ana", moved[-1], "Before the dice.", "r1"))
    done(ledger.type_dice(encounter, "ana", "Ana", "1d6", (3,), "d2"))
    done(ledger.ask_rewind(encounter, "ana", moved[-1], "A slip.", "r2"))
    done(ledger.answer_rewind(encounter, "bo", False, "no"))
    done(ledger.ask_rewind(encounter, "bo", moved[-1], "Please.", "r3"))
    done(ledger.answer_rewind(encounter, "ana", True, "yes"))
    done(ledger.ask_rewind(encounter, "bo", moved[0], "And further.", "r4"))
    done(player.does({"do": "disengage", "who": "Ana"}))
    done(ledger.type_dice(encounter, "ana", "Ana", "1d6", (6,), "d3"))
    done(ledger.type_dice(encounter, "bo", "Bo", "1d6", (1,), "d4"))
    return encounter, ends


def test_whoever_comes_in_anywhere_gets_patches_that_fit_what_they_have() -> None:
    with Ledger() as ledger:
        encounter, ends = written_bit_by_bit(ledger)
        fight = ledger.fight(encounter)
        kinds = {line.type for line in fight.lines}
        assert kinds >= {"RewindLapsed", "RewindAnswered", "HistoryRewound", "TableDiceTyped"}
        live = Live(fight.at(ends[0]), ends[0], fight.at)
        had = {ends[0]: live.view}
        for start, end in pairwise(ends):
            for change in live.after(fight.lines[start + 1 : end + 1]):
                before = had[change.n - 1]
                had[change.n] = before if change.patch is None else follow(before, [change], fight)
        for version, view in had.items():
            changes = [each for each in from_version(fight, version).after(_after(fight, version)) if each.n > version]
            assert follow(view, changes, fight) == live.view


def test_what_cannot_be_followed_just_now_is_taken_in_whole_when_it_is_told_again() -> None:
    with Ledger() as ledger:
        encounter, ends = written_bit_by_bit(ledger)
        fight = ledger.fight(encounter)
        gone = True

        def state_at(version: int) -> Encounter:
            if gone:
                raise NoStore("The store is gone.")
            return fight.at(version)

        live = Live(fight.at(ends[0]), ends[0], state_at)
        view, rest = live.view, fight.lines[ends[0] + 1 :]
        with pytest.raises(NoStore):
            live.after(rest)
        assert (live.version, live.view) == (ends[0], view)
        gone = False
        assert follow(view, live.after(rest), fight) == as_sent(viewed(fight.encounter, fight.version))


def test_names_that_cannot_be_asked_for_at_the_end_of_a_ledger_are_asked_for_again() -> None:
    with Ledger() as ledger:
        player = opened(ledger)
        start = ledger.fight(player.encounter).version
        ledger.rename(player.encounter, "ana", "encounter", "The quay", cmd="n1")
        player.ends()
        ledger.close_ledger(player.encounter, "ana", cmd="close")
        fight, gone = ledger.fight(player.encounter), [NoStore("The store is gone.")]

        def names_at(version: int) -> Names:
            if gone:
                raise gone.pop()
            return naming.at(fight, version)

        live = Live(fight.at(start), start, fight.at, names_at=names_at)
        rest = fight.lines[start + 1 :]
        with pytest.raises(NoStore):
            live.after(rest)
        assert live.version == start
        assert [change.n for change in live.after(rest)] == [line.n for line in rest]
        assert live.view["title"] == "The quay"


def _after(fight: Fight, version: int) -> Any:
    return fight.lines[from_version(fight, version).version + 1 :]


def test_no_part_ends_within_a_command() -> None:
    with Ledger() as ledger:
        encounter, _ = written_bit_by_bit(ledger)
        lines = ledger.fight(encounter).lines
        for most in range(1, 12):
            cut = parts(lines, most)
            assert [line for part in cut for line in part] == list(lines)
            assert not any(goes_on(before[-1], after[0]) for before, after in pairwise(cut))
            assert all(len(part) < most + 12 for part in cut)
        assert parts(lines[:0], 5) == [[]]


def test_a_state_that_is_known_is_taken_in_place_of_folding() -> None:
    with Ledger() as ledger:
        encounter, ends = written_bit_by_bit(ledger)
        fight = ledger.fight(encounter)
        folded, known = (Live(fight.at(ends[0]), ends[0], fight.at) for _ in range(2))
        for start, end in pairwise(ends):
            lines = fight.lines[start + 1 : end + 1]
            assert known.after(lines, fight.at(end)) == folded.after(lines)
            assert known.view == folded.view
        both = Live(fight.at(ends[0]), ends[0], fight.at)
        assert both.after(fight.lines[ends[0] + 1 :], fight.encounter)[-1].patch is not None
        assert both.view == folded.view
