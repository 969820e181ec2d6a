"""Laws over legal play of all systems: what is folded line by line is what is built at once, and rewinds hold."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.deciding import decide, example, offers
from domain.dice import DiceNeeded
from domain.encounter import Encounter, Thing
from domain.events import EVENTS, HistoryRewound
from domain.evolve import evolve
from domain.replaying import live
from ledger.dice.entropy import LoadedDice
from ledger.line.actions import command_of
from ledger.line.entries import CommandAccepted
from projections.board import board
from projections.chronicle import Chronicle, chronicle, markdown, project, text
from projections.drawing import drawing
from projections.history.annals import Annals
from projections.initiative import initiative
from projections.rerun import decided_again
from projections.rules import STATEMENTS
from projections.skips import skips
from projections.view import viewed
from projections.why import why
from tests.laws.openings import OPENINGS
from tests.projections.fights import ETIQUETTE, PURSUIT, Written
from tests.sparing import often

pytestmark = pytest.mark.slow

System = dict[str, Any]
CROWDED = [
    OPENINGS[system](random.Random(seed)) for system in ("verdigris", "vanguard", "storyteller") for seed in (1, 4)
]
SYSTEMS = st.sampled_from([PURSUIT, ETIQUETTE, *CROWDED])


def play(opening: System, choices: st.DataObject, most: int) -> Written:
    """Return a fight of legal commands and rewinds, chosen by ``choices``."""
    fight = Written(opening)
    for _ in range(choices.draw(st.integers(1, most))):
        ends = [line.n for line in fight.lines if _ends(fight, line.n)]
        if choices.draw(st.integers(0, 9)) == 0:
            fight.rewind(choices.draw(st.sampled_from(ends)))
            continue
        every = [offer for offer in offers(fight.now) if offer.do != "end_encounter" and not offer.aside]
        if not every:
            break
        body = example(choices.draw(st.sampled_from(every)))
        command = {name: value for name, value in body.items() if name not in ("do", "who")}
        fight.do(body["do"], body.get("who"), faces=_faces(fight, body, choices), **command)
    return fight


def _faces(fight: Written, body: dict[str, Any], choices: st.DataObject) -> list[int]:
    """Return as many faces as the command rolls."""
    faces: list[int] = []
    while True:
        try:
            decide(command_of(body, fight.now.system), fight.now, LoadedDice(faces, 1))
        except DiceNeeded as needed:
            faces += [choices.draw(st.integers(1, needed.dice.sides)) for _ in range(needed.dice.count)]
        else:
            return faces


def _ends(fight: Written, n: int) -> bool:
    """Return whether a line ends a command or the set-up."""
    line = fight.lines[n]
    after = fight.lines[n + 1] if n < fight.last else None
    goes_on = after is not None and isinstance(after.entry, EVENTS) and after.cause == line.cause
    return isinstance(line.entry, EVENTS) and not goes_on


@settings(max_examples=often(8, whole=20), deadline=None)
@given(SYSTEMS, st.data())
def test_every_view_folded_step_by_step_is_the_view_built_at_once(opening: System, choices: st.DataObject) -> None:
    fight = play(opening, choices, 25)
    encounter = Encounter()
    states: list[Encounter] = []
    for line in fight.lines:
        if isinstance(line.entry, EVENTS):
            encounter = evolve(encounter, line.entry)
        elif isinstance(line.entry, HistoryRewound):
            encounter = states[line.entry.to_version]
        states.append(encounter)
    for version in {0, fight.last // 2, fight.last}:
        at_once = fight.at(version)
        assert viewed(states[version], version) == viewed(at_once, version)
        assert (board(states[version]), initiative(states[version])) == (board(at_once), initiative(at_once))


@settings(max_examples=often(8, whole=25), deadline=None)
@given(SYSTEMS, st.data())
def test_the_chronicle_grows_line_by_line_to_what_it_is_at_once(opening: System, choices: st.DataObject) -> None:
    fight = play(opening, choices, 20)
    so_far, annals = Chronicle(), Annals()
    for line in fight.lines:
        so_far = project(so_far, line)
    entries = chronicle(fight.lines)
    assert so_far.entries == entries
    upto = choices.draw(st.integers(0, fight.last))
    annals.take(fight.lines[:upto])
    assert annals.entries == chronicle(fight.lines[:upto])
    annals.take(fight.lines[upto:])
    assert annals.entries == entries
    commands = [line.n for line in fight.lines if isinstance(line.entry, CommandAccepted)]
    assert [entry.n for entry in entries if entry.kind == "command"] == commands
    assert all(entry.text.endswith(".") and "\n" not in entry.text for entry in entries)
    assert len(text(entries).splitlines()) == len(markdown(entries).splitlines()) == len(entries)
    assert {rule for entry in entries for rule in entry.rules} <= set(STATEMENTS)


@settings(max_examples=often(8, whole=20), deadline=None)
@given(SYSTEMS, st.data())
def test_a_rewind_goes_on_from_the_view_it_went_back_to(opening: System, choices: st.DataObject) -> None:
    fight = play(opening, choices, 15)
    ends = [n for n in range(fight.last + 1) if _ends(fight, n)]
    to_version = choices.draw(st.sampled_from(ends))
    then = viewed(fight.at(to_version), 0)
    drawn = drawing(board(fight.at(to_version)))
    back = fight.rewind(to_version)
    assert viewed(fight.now, 0) == then
    assert drawing(board(fight.now)) == drawn
    struck = {entry.n: entry.undone_by for entry in chronicle(fight.lines) if entry.kind == "command"}
    assert all(struck[n] == back for n in struck if to_version < n < back)


@settings(max_examples=often(8, whole=20), deadline=None)
@given(SYSTEMS, st.data())
def test_why_ends_in_the_value_as_it_stands_and_its_changes_join(opening: System, choices: st.DataObject) -> None:
    fight = play(opening, choices, 25)
    now = fight.now
    for who, one in now.combatants.items():
        held: tuple[Thing, ...] = (*now.hand(one.side), *now.carried(who, "hand"))
        for subject, value in [
            *((f"{who}.{pool.name}", pool.now) for pool in one.pools.values()),
            (f"{who}.at", one.at),
            (f"{who}.life", one.life),
            (f"{who}.movement", one.movement),
            (f"{who}.hand", tuple(thing.id for thing in held)),
        ]:
            answer = why(fight.lines, subject)
            changed = [cause.before for cause in answer.chain] + [value]
            assert answer.value == value
            assert changed[1:] == [cause.after for cause in answer.chain]


@settings(max_examples=often(8, whole=20), deadline=None)
@given(SYSTEMS, st.data())
def test_every_line_can_be_asked_about_and_every_command_decides_exactly(
    opening: System, choices: st.DataObject
) -> None:
    fight = play(opening, choices, 15)
    for n in range(fight.last + 1):
        answer = why(fight.lines, n)
        assert answer.value == fight.lines[n].type
        assert answer.sentences
    assert {verdict.result for verdict in decided_again(fight.lines)} <= {"exact"}


@given(st.data())
def test_what_a_rewind_skips_is_what_does_not_count(choices: st.DataObject) -> None:
    last = choices.draw(st.integers(1, 30))
    lines = choices.draw(st.lists(st.integers(1, last), unique=True, max_size=8).map(sorted))
    rewinds = [(line, choices.draw(st.integers(0, line - 1))) for line in lines]
    skipped = skips(rewinds, last)
    kept = {n for n in range(last + 1) if skipped.by(n) is None}
    assert kept - set(lines) == {n for span in live(rewinds, last) for n in span}
