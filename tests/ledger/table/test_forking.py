"""A what-if repeats a fight up to a moment for every seat as it knew it, goes on with dice of its own, and says so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.deciding import offers
from domain.encounter import Encounter
from domain.events import DiceRolled
from domain.ruleset import RULESETS
from domain.table.policies import DAY
from files import rosters
from files.written_rosters import named
from ledger.application import Ledger
from ledger.line.entries import SeatJoined, Unsealed
from ledger.proof.verifying import verify
from ledger.refusals import NoFork, NotNamed, NotYours
from ledger.table.joining import READER
from ledger.table.naming import names
from projections.audit import audit
from projections.chronicle import chronicle
from tests.chance import repeatable
from tests.ledger.fights import ARCHERS, SHOT, Player, alone, opened
from tests.ledger.forging import chained
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS, PLACE
from verifier.verify_fight import verify as verify_alone

ROLL = {"do": "secret_roll", "by": "gm", "dice": "2d20+1", "purpose": "omen"}
NOTE = {"do": "seal", "by": "gm", "text": "The bridge gives way."}


@pytest.fixture
def ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """A ledger in memory whose dice come from the test's name."""
    with repeatable(request.node.nodeid), Ledger() as here:
        yield here


def same(one: Encounter, other: Encounter) -> bool:
    """Say whether two encounters stand alike, but for what makes one of them a what-if."""
    return one == replace(other, id=one.id, fork=one.fork, dice=one.dice, clock=one.clock)


def closed(player: Player) -> None:
    """Let the referee end the fight, or all but one give up, and close the ledger."""
    ledger, encounter = player.ledger, player.encounter
    referee, seats = ledger.fight(encounter).encounter.referee, ledger.fight(encounter).table.players
    if referee is not None:
        player.does({"do": "end_encounter", "by": referee}, seat=referee)
    for seat in seats:
        # Whoever lost everybody by the dice has nothing to give up.
        if any(offer.do == "concede" for offer in offers(ledger.fight(encounter).encounter, seat)):
            player.does({"do": "concede", "by": seat}, seat=seat)
    ledger.close_ledger(encounter, referee or seats[0], cmd="close")


@pytest.mark.slow
@pytest.mark.parametrize("system", sorted(OPENINGS))
def test_every_seat_knows_in_the_fork_what_it_knew_at_that_moment(ledger: Ledger, system: str) -> None:
    player = Player(ledger, ledger.open(opening_of({**OPENINGS[system], "rewind": "referee"})).encounter)
    player.does(ROLL, seat="gm")
    player.does(NOTE, seat="gm")
    player.does({"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]}, seat="gm")
    player.plays(random.Random(system), 6)
    fight = ledger.fight(player.encounter)
    for version in (each for each in fight.ends if fight.at(each).outcome is None):
        fork = ledger.fork(player.encounter, "gm", version).encounter
        for seat in fight.table.seats:
            known = ledger.fight(player.encounter, seat).at(version)
            assert same(known, ledger.fight(fork, seat).encounter)
        raw = ledger.export(fork, "eve")
        assert (LURKER in ledger.fight(player.encounter, "eve").at(version).combatants) or LURKER.encode() not in raw
        assert b"omen" not in ledger.export(fork)
        assert verify(ledger.export(fork)).broken is None


@pytest.mark.long(but=("etiquette", "storyteller"))
@pytest.mark.slow
@pytest.mark.parametrize("system", sorted(RULESETS))
def test_a_fork_plays_on_and_the_verifiers_say_what_is_repeated_and_what_is_proved(ledger: Ledger, system: str) -> None:
    player = Player(ledger, ledger.open(rosters.read(named(system))).encounter)
    player.plays(random.Random(f"before {system}"), 25)
    fight = ledger.fight(player.encounter)
    closed(player)
    fork = Player(ledger, ledger.fork(player.encounter, fight.table.players[0], fight.ends[-1]).encounter)
    assert same(fight.at(fight.ends[-1]), ledger.fight(fork.encounter).encounter)
    repeated = ledger.fight(fork.encounter).version
    fork.plays(random.Random(f"after {system}"), 25)
    raw = ledger.export(fork.encounter)
    here, apart = verify(raw), verify_alone(raw)
    assert (here.verdict, apart["verdict"], [*here.but]) == ("OK BUT", "OK BUT", apart["but"])
    assert "forked" in here.but
    whence = {"encounter": player.encounter, "leaf": fight.log.leaf(fight.ends[-1]).hex(), "n": fight.ends[-1]}
    assert here.fork == apart["fork"] == whence
    assert {roll.grade for roll in here.rolls if roll.line <= repeated} <= {"fork"}
    assert {roll.grade for roll in here.rolls if roll.line > repeated} <= {"server only"}
    assert [roll["grade"] for roll in apart["rolls"]] == [roll.grade for roll in here.rolls]
    assert audit(raw).ok


def test_what_was_taken_back_is_not_repeated_and_what_was_said_stays_with_those_who_said_it(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS), rewind="free")
    player.comes_to_blows()
    player.does({"do": "say", "by": "ana", "text": "Leave us the road."}, seat="ana")
    before = ledger.fight(player.encounter).version
    player.does(SHOT, seat="ana")
    rolled = ledger.fight(player.encounter).version
    ledger.ask_rewind(player.encounter, "ana", before, "Not so.", "back")
    told = [line.type for line in ledger.fight(ledger.fork(player.encounter, "ana").encounter).lines]
    assert not {"DiceRolled", "MessageRecorded", "HistoryRewound", "CommandAccepted"} & {*told}
    assert "DiceRolled" in [
        line.type for line in ledger.fight(ledger.fork(player.encounter, "ana", rolled).encounter).lines
    ]


def test_the_original_stays_as_it_is_and_the_dice_of_the_fork_are_its_own(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS))
    player.comes_to_blows()
    before = ledger.export(player.encounter)
    forks = [ledger.fork(player.encounter, "ana").encounter for _ in range(6)]
    assert ledger.export(player.encounter) == before
    thrown = {
        event.faces
        for fork in forks
        for line in Player(ledger, fork).does(SHOT, seat="ana").lines
        for event in line.events
        if isinstance(event, DiceRolled)
    }
    assert len(thrown) > 1


def test_a_fork_has_a_title_that_says_so_and_one_entry_for_all_that_is_repeated(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS), title="The bridge")
    player.comes_to_blows()
    fight = ledger.fight(player.encounter)
    again = ledger.fight(ledger.fork(ledger.fork(player.encounter, "ana").encounter, "ana").encounter)
    assert again.table.title == "What if: The bridge"
    (entry,) = chronicle(again.lines)
    assert (entry.n, entry.last) == (0, again.version)
    assert "branched off at line" in entry.text
    assert fight.encounter.fork is None


def test_names_that_were_given_meanwhile_are_kept(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS))
    for of, name in {"Bo": "A hooded stranger", "T1": "The ford"}.items():
        ledger.rename(player.encounter, "ana", of, name, cmd=f"name-{of}")
    fork = ledger.fight(ledger.fork(player.encounter, "ana").encounter)
    assert {of: names(fork).get(of) for of in ("Bo", "T1")} == {"Bo": "A hooded stranger", "T1": "The ford"}


@pytest.mark.parametrize("seat", ["ana", "eve"])
def test_while_the_fight_goes_on_a_fork_is_the_referees_alone(ledger: Ledger, seat: str) -> None:
    encounter = ledger.open(opening_of(OPENINGS["storyteller"])).encounter
    with pytest.raises(NotYours, match="Until the ledger is closed only gm"):
        ledger.fork(encounter, seat)
    assert ledger.fork(encounter, "gm").keys.keys() == {"gm", "ana", "eve"}


def test_where_nobody_is_the_referee_it_is_for_who_plays_alone_until_the_ledger_is_closed(ledger: Ledger) -> None:
    player = opened(ledger)
    for seat in ("ana", "bo", "eve"):
        with pytest.raises(NotYours, match="unless they play alone"):
            ledger.fork(player.encounter, seat)
    ledger.devices.let_play(player.encounter, "ana", SeatJoined(seat="bo", role="player", kind="bot", cmd="bot"))
    assert ledger.fork(player.encounter, "ana").keys.keys() == {"ana", "bo", "eve"}
    with pytest.raises(NotYours):
        ledger.fork(player.encounter, "eve")
    first = ledger.fight(player.encounter).ends[0]
    closed(player)
    assert ledger.fork(player.encounter, "eve", first).keys.keys() == {"ana", "bo", "eve"}


def test_whoever_asks_of_a_fight_that_is_over_is_told_what_to_do_first(ledger: Ledger) -> None:
    player = opened(ledger)
    first = ledger.fight(player.encounter).ends[0]
    with pytest.raises(NotYours, match=r"play alone\.$"):
        ledger.fork(player.encounter, "bo", first)
    player.does({"do": "concede", "by": "ana"}, seat="ana")
    with pytest.raises(NotYours, match="let its ledger be closed first"):
        ledger.fork(player.encounter, "bo", first)
    ledger.close_ledger(player.encounter, "ana", cmd="close")
    assert ledger.fork(player.encounter, "bo", first).keys


def test_nothing_branches_off_in_the_midst_of_a_command_after_the_end_or_in_the_future(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS))
    player.comes_to_blows()
    first, second = ledger.fight(player.encounter).ends[:2]
    with pytest.raises(NoFork, match=f"branch off at line {first}, or after it"):
        ledger.fork(player.encounter, "ana", second - 1)
    with pytest.raises(NoFork, match="There is no line"):
        ledger.fork(player.encounter, "ana", ledger.fight(player.encounter).version + 1)
    player.does({"do": "concede", "by": "ana"}, seat="ana")
    with pytest.raises(NoFork, match="the fight is over"):
        ledger.fork(player.encounter, "ana")


def test_a_reveal_in_a_fork_opens_nothing_that_a_seat_sealed_before_it(ledger: Ledger) -> None:
    player = Player(ledger, ledger.open(opening_of(OPENINGS["storyteller"])).encounter)
    player.does({**ROLL, "purpose": LURKER}, seat="gm")
    fork = Player(ledger, ledger.fork(player.encounter, "gm").encounter)
    fork.does({"do": "reveal", "by": "gm", "who": LURKER, "at": "3:3"}, seat="gm")
    opened = [line.entry for line in ledger.fight(fork.encounter).lines if isinstance(line.entry, Unsealed)]
    assert opened
    assert not any("DiceRolled" in str(each.payload) for each in opened)


def test_what_is_called_so_later_is_not_named_before_anybody_knew_of_it(ledger: Ledger) -> None:
    player = Player(ledger, ledger.open(opening_of(OPENINGS["verdigris"])).encounter)
    before = ledger.fight(player.encounter).ends[0]
    player.does({"do": "reveal", "by": "gm", "who": LURKER, "at": "Barn"}, seat="gm")
    ledger.rename(player.encounter, "gm", "venom", "Widow's milk", cmd="name")
    after = ledger.fight(player.encounter).version
    known = [ledger.export(ledger.fork(player.encounter, "gm", at).encounter, "eve") for at in (before, after)]
    assert [b"Widow's milk" in raw for raw in known] == [False, True]


def test_a_what_if_keeps_a_title_that_says_so(ledger: Ledger) -> None:
    fork = ledger.fork(opened(ledger, alone(ARCHERS)).encounter, "ana").encounter
    with pytest.raises(NotNamed, match="let its title begin with"):
        ledger.rename(fork, "ana", "encounter", "The bridge", cmd="name")
    ledger.rename(fork, "ana", "encounter", "What if Bo had run", cmd="again")
    assert ledger.fight(fork).table.title == "What if Bo had run"


def test_more_names_than_line_0_holds_are_refused_with_a_sentence(ledger: Ledger) -> None:
    many = [f"T{n}" for n in range(60)]
    board = {"tiles": many, "links": [list(pair) for pair in pairwise(many)]}
    player = opened(ledger, {**alone(ARCHERS), "board": board})
    for tile in many:
        ledger.rename(player.encounter, "ana", tile, "\U0001f600" * 80, cmd=tile)
    with pytest.raises(NoFork, match="fit into no line 0"):
        ledger.fork(player.encounter, "ana")


def test_a_fork_of_an_older_fight_has_a_time_in_which_a_lost_key_can_say_no(ledger: Ledger) -> None:
    raw = (Path(__file__).parents[2] / "verifier" / "files" / "claimed.ndjson").read_bytes()
    encounter = ledger.import_(raw)
    assert ledger.fight(encounter).table.key_wait is None
    ends = [end for end in ledger.fight(encounter).ends if ledger.fight(encounter).at(end).outcome is None]
    assert ledger.fight(ledger.fork(encounter, READER, ends[-1]).encounter).table.key_wait == DAY


def test_an_imported_fight_can_be_branched_off_and_played(ledger: Ledger) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    with Ledger() as other:
        encounter = other.import_(ledger.export(player.encounter))
        fork = Player(other, other.fork(encounter, READER).encounter)
        assert fork.does(SHOT).version > 0
        assert other.fight(encounter).imported


@pytest.mark.parametrize(
    "fork",
    [
        {"encounter": "f" * 32, "leaf": "0" * 64},
        {"encounter": "F" * 32, "leaf": "0" * 64, "n": 3},
        {"encounter": "f" * 32, "leaf": "0" * 63, "n": 3},
        {"encounter": "f" * 32, "leaf": "0" * 64, "n": -1},
        {"encounter": "f" * 32, "leaf": "0" * 64, "n": True},
        {"encounter": "f" * 32, "leaf": "0" * 64, "n": "3"},
        {"encounter": "f" * 32, "leaf": "0" * 64, "n": 3, "more": 1},
        {},
    ],
    ids=str,
)
def test_what_does_not_name_a_line_is_broken(ledger: Ledger, fork: dict[str, Any]) -> None:
    rows = [orjson.loads(row) for row in ledger.export(opened(ledger).encounter).splitlines() if b'"n"' in row]
    raw = chained([{**rows[0], "fork": fork}, *rows[1:]])
    assert (verify(raw).broken or (None,))[0] == 0
    assert (verify_alone(raw)["verdict"], verify_alone(raw)["line"]) == ("BROKEN", 0)
