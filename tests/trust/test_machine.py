"""Declaring, salting, dropping, taking back, restarting, changing devices, in any order: the file tells it all."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ledger.application import Ledger
from ledger.line.entries import CommandAccepted, Json, MissingAccepted
from ledger.proof.verifying import verify
from ledger.table.rolling import PATIENCE, PENANCE
from tests.chance import seeded
from tests.clocks import steady_time
from tests.ledger.fights import ARCHERS, LASTING, TO_BLOWS, legal
from tests.sparing import often
from tests.verifier.playing import Party, Playing
from verifier.verify_fight import verify as verify_alone

pytestmark = pytest.mark.slow
PICKS = st.integers(0, 999)
SEATS = ("ana", "bo", "eve")
PLAYERS = ("ana", "bo")
SEATED = ((), ("ana",), ("bo",), ("ana", "bo"), ("ana", "bo", "eve"))


@dataclass(slots=True)
class Rolled:
    """What the model knows of a roll: whose, which parties salt it, whose links came, how it is graded."""

    seat: str
    named: list[str]
    came: list[str] = field(default_factory=list)
    agreed: set[str] = field(default_factory=set)
    late: bool = False
    grade: str = "open"


class Salted(RuleBasedStateMachine):
    """Two ledgers of one store; a model counts rolls, and who had a part in them."""

    @initialize(
        missing=st.sampled_from(["wait", "consent"]), seats=st.sampled_from(SEATED), number=st.integers(0, 2**32 - 1)
    )
    def open(self, missing: str, seats: tuple[str, ...], number: int) -> None:
        self.ending = ExitStack()
        self.ending.enter_context(seeded(number))
        self.folder = Path(tempfile.mkdtemp(prefix="salted"))
        clock = self.ending.enter_context(steady_time())
        self.ledgers = [Ledger(self.folder) for _ in range(2)]
        self.playing = Playing(self.ledgers[0], clock, ARCHERS, combatants=LASTING, entropy="all", missing=missing)
        self.missing = missing
        self.rolls: list[Rolled] = []
        self.missed: dict[str, int] = {}
        self.live: dict[int, frozenset[int]] = {self.version: frozenset()}
        self.receipts: list[str] = []
        self.playing.seated(*seats)
        for body in TO_BLOWS:
            self.playing.does(body)
        self.live[self.version] = frozenset()

    @property
    def version(self) -> int:
        return self.playing.fight.version

    @property
    def waits(self) -> bool:
        return bool(self.rolls) and self.playing.fight.table.open_roll is not None

    def counting(self) -> frozenset[int]:
        """Return the rolls that count now."""
        return self.live[max(self.live)]

    # At the table

    @precondition(lambda self: not self.waits)
    @rule(pick=PICKS, phone=st.booleans())
    def declares(self, pick: int, phone: bool) -> None:
        choices = legal(self.playing.ledger, self.playing.id)
        # Mostly blows, which are what is rolled for.
        choices = [each for each in choices if pick % 9 and each[1]["do"] == "attack"] or choices
        if not choices:
            return
        seat, body = choices[pick % len(choices)]
        party = f"{seat}-2" if phone and f"{seat}-2" in self.playing.parties else seat
        accepted = self.playing.declares(body, seat, party).lines[0].entry
        assert isinstance(accepted, CommandAccepted)
        if accepted.roll is None:
            self.live[self.version] = self.counting()
            return
        assert accepted.roll == len(self.rolls) + 1
        named = sorted(accepted.contributors or {})
        assert self._seats(named) == self._expected(accepted.roll, seat)
        self.rolls.append(Rolled(seat, named, grade="open" if named else "server only"))
        self.live[self.version] = self.counting() | {accepted.roll}

    def _seats(self, parties: list[str]) -> set[str]:
        return {self.playing.parties[party].seat for party in parties}

    def _expected(self, roll: int, roller: str) -> set[str]:
        every = self._seats([*self.playing.parties])
        free = {each for each in every if roll > self.missed.get(each, -PENANCE) + PENANCE}
        return free | ({roller} & self._seats([*self.playing.parties]))

    @precondition(lambda self: self.waits)
    @rule(pick=PICKS, by=st.integers(0, 1))
    def gives_a_link(self, pick: int, by: int) -> None:
        self.playing.ledger = self.ledgers[by]
        opened, rolled = self.playing.fight.table.open_roll, self.rolls[-1]
        assert opened is not None
        party = rolled.named[pick % len(rolled.named)]
        self.playing.parties[party].salts(opened)
        rolled.came = sorted({*rolled.came, party})
        self._decided()

    @rule(
        rolls=st.lists(st.tuples(PICKS, st.sets(st.sampled_from(SEATS), max_size=2)), min_size=1, max_size=5),
        by=st.integers(0, 1),
    )
    def rolls_to_the_end(self, rolls: list[tuple[int, set[str]]], by: int) -> None:
        for pick, silent in rolls:
            self._to_the_end(pick, silent, by)

    def _to_the_end(self, pick: int, silent: set[str], by: int) -> None:
        """Let a command be declared if no roll is open, and all but some give their links; then time passes."""
        if not self.waits:
            self.declares(pick, phone=pick % 2 == 1)
        for number, party in enumerate(self.rolls[-1].named if self.waits else ()):
            if self.playing.parties[party].seat not in silent and self.waits:
                self.gives_a_link(number, by)
        if self.waits:
            self.time_passes(by)
        if self.waits and self.missing == "consent":
            self.those_who_are_there_go_on()

    @precondition(lambda self: self.waits)
    @rule(by=st.integers(0, 1))
    def time_passes(self, by: int) -> None:
        self.playing.clock.at += PATIENCE
        self.rolls[-1].late = True
        self.ledgers[by].due.reveal_if_due(self.playing.id)
        self._decided()

    @precondition(lambda self: self.waits and self.missing == "consent")
    @rule()
    def those_who_are_there_go_on(self) -> None:
        rolled, roll = self.rolls[-1], len(self.rolls)
        for seat in PLAYERS:
            table = self.playing.fight.table
            asked = {rolled.seat, *self._seats(rolled.came)}
            if table.open_roll is None or seat not in asked or seat in table.open_roll.without:
                continue
            head = self.playing.signed(seat, {"do": "go_on", "roll": roll})
            self.playing.ledger.devices.go_on(self.playing.id, MissingAccepted(roll=roll, seat=seat, **head))
            rolled.agreed.add(seat)
        self._decided()

    def _decided(self) -> None:
        """Expect the open roll to be decided, if it is time."""
        rolled = self.rolls[-1]
        gone = [party for party in rolled.named if party not in rolled.came]
        asked = {rolled.seat, *self._seats(rolled.came)} & {*PLAYERS}
        without = rolled.late if self.missing == "wait" else asked <= rolled.agreed
        decided = not gone or (without and rolled.seat not in self._seats(gone))
        assert (self.playing.fight.table.open_roll is None) == decided
        if not decided:
            return
        others = self._seats(rolled.came) & {*PLAYERS} - {rolled.seat}
        rolled.grade = "witnessed" if not gone else "partial"
        if not others:
            rolled.grade = "server+roller" if rolled.came else "server only"
        self.missed.update(dict.fromkeys(self._seats(gone), len(self.rolls)))
        self.live[self.version] = self.counting()

    # Taking back

    @rule(pick=PICKS, seat=st.sampled_from(PLAYERS), agree=st.booleans())
    def takes_back(self, pick: int, seat: str, agree: bool) -> None:
        fight = self.playing.fight
        targets = [end for end in fight.ends if end in self.live]
        target = targets[pick % len(targets)]
        if fight.at(target) == fight.encounter and not self.waits:
            return
        before, was_open = self.version, self.waits
        ask = {"do": "rewind", "to_version": target, "reason": "Again."}
        ledger, encounter = self.playing.ledger, self.playing.id
        ledger.ask_rewind(encounter, seat, target, "Again.", **self.playing.signed(seat, ask))
        if was_open and not self.waits:
            # It had waited long enough and was decided first.
            self._settle_after(before)
        if self.playing.fight.table.request is not None:
            other = PLAYERS[1 - PLAYERS.index(seat)]
            head = self.playing.signed(other, {"do": "answer_rewind", "agree": agree})
            ledger.answer_rewind(encounter, other, agree, **head)
        if self.playing.fight.lines[-1].type == "HistoryRewound":
            self.live[self.version] = self.live[target]

    def _settle_after(self, before: int) -> None:
        types = [line.type for line in self.playing.fight.lines[before + 1 :]]
        if "EntropyRevealed" in types:
            self._decided()

    # Devices

    @rule(seat=st.sampled_from(SEATS))
    def a_device_joins(self, seat: str) -> None:
        mine = [party for party in self.playing.parties.values() if party.seat == seat]
        if len(mine) == 2:
            return
        Party(self.playing, seat, f"{seat}-2" if mine else seat).joins(*mine)

    @precondition(lambda self: not self.waits and bool(self.playing.parties))
    @rule(pick=PICKS)
    def a_key_is_changed(self, pick: int) -> None:
        party = self._picked(pick)
        if party.base:
            return
        party.changes_key(party).base = 1

    @precondition(lambda self: not self.waits)
    @rule(by=st.integers(0, 1))
    def the_server_begins_another_chain(self, by: int) -> None:
        self.ledgers[by].renewals.renew(self.playing.id)

    @precondition(lambda self: bool(self.playing.parties))
    @rule(pick=PICKS)
    def somebody_cosigns(self, pick: int) -> None:
        self.receipts.append(self._picked(pick).cosigns())

    def _picked(self, pick: int) -> Party:
        parties = [*self.playing.parties.values()]
        return parties[pick % len(parties)]

    @rule(by=st.integers(0, 1))
    def a_server_restarts(self, by: int) -> None:
        self.ledgers[by].close()
        self.ledgers[by] = Ledger(self.folder)
        self.playing.ledger = self.ledgers[by]

    # What must hold

    @invariant()
    def the_file_holds_and_counts_what_the_model_counts(self) -> None:
        if not hasattr(self, "playing"):
            return
        found = verify(self.playing.ledger.export(self.playing.id), self.receipts[-2:])
        assert found.broken is None, found.sentence
        told = [(roll.grade, roll.voided) for roll in found.rolls]
        counting = self.counting()
        assert told == [(rolled.grade, n not in counting) for n, rolled in enumerate(self.rolls, 1)]

    def teardown(self) -> None:
        if not hasattr(self, "ending"):
            return
        with self.ending:
            if not hasattr(self, "playing"):
                return
            report: Json = verify_alone(self.playing.ledger.export(self.playing.id), self.receipts)
            assert report["verdict"] != "BROKEN", report
            counting = self.counting()
            doubtful = [n for n, rolled in enumerate(self.rolls, 1) if rolled.grade != "witnessed" or n not in counting]
            assert report["bound"] == len(doubtful)
            for ledger in self.ledgers:
                ledger.close()
            shutil.rmtree(self.folder)


Salted.TestCase.settings = settings(max_examples=often(3, whole=8), stateful_step_count=12, deadline=None)
TestSalted = Salted.TestCase
