"""Any history: commands, rewinds, answers, typed dice, restarts and a second process, in any order."""

import shutil
import tempfile
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domain.refusals import Refused
from domain.replaying import replay
from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import LedgerRefused
from tests.chance import repeatable
from tests.ledger.fights import ARCHERS, SWORDS, Player, fight_events, legal, opened
from tests.sparing import often

# Dice fall as the number of the example says; what can be chosen next is not known when hypothesis draws, which draws
# places in a list.
PICKS = st.integers(0, 999)
SEATS = st.sampled_from(["ana", "bo"])


class History(RuleBasedStateMachine):
    """Two ledgers of one file play one encounter; what one was answered, the other finds."""

    @initialize(
        fight=st.sampled_from([ARCHERS, SWORDS]),
        dice=st.sampled_from(["ledger", "ledger", "table"]),
        number=st.integers(0, 2**32 - 1),
    )
    def open(self, fight: dict[str, Any], dice: str, number: int) -> None:
        self.ending = ExitStack()
        self.ending.enter_context(repeatable(number))
        self.folder = Path(tempfile.mkdtemp(prefix="history"))
        self.ledgers = [Ledger(self.folder, chain_length=5) for _ in range(2)]
        self.encounter = opened(self.ledgers[0], fight, dice=dice).encounter
        self.cmds = (f"m{n}" for n in count())
        self.exported = b""

    @rule(picks=st.lists(PICKS, min_size=1, max_size=12), by=st.integers(0, 1))
    def plays(self, picks: list[int], by: int) -> None:
        for pick in picks:
            self._plays(pick, by)

    def _plays(self, pick: int, by: int) -> None:
        ledger = self.ledgers[by]
        if not (choices := legal(ledger, self.encounter)):
            return
        seat, body = choices[pick % len(choices)]
        cmd = next(self.cmds)
        waited = ledger.waiting(self.encounter)
        try:
            answer = Player(ledger, self.encounter).does(body, seat=seat, cmd=cmd)
        except LedgerRefused:
            assert waited is not None
            return
        assert waited is None
        again = Player(self.ledgers[1 - by], self.encounter).does(body, seat=seat, cmd=cmd)
        assert again == answer

    @rule(pick=PICKS, seat=SEATS, by=st.integers(0, 1))
    def asks_to_go_back_or_forth(self, pick: int, seat: str, by: int) -> None:
        fight = self.ledgers[by].fight(self.encounter)
        target = fight.ends[pick % len(fight.ends)]
        try:
            answer = self.ledgers[by].ask_rewind(self.encounter, seat, target, "Again.", next(self.cmds))
        except LedgerRefused:
            assert self.ledgers[by].fight(self.encounter) == fight
            return
        if answer.lines[-1].type == "HistoryRewound":
            assert self.ledgers[1 - by].fight(self.encounter).encounter == fight.at(target)

    @rule(seat=SEATS, agree=st.booleans(), by=st.integers(0, 1))
    def answers(self, seat: str, agree: bool, by: int) -> None:
        request = self.ledgers[by].fight(self.encounter).table.request
        try:
            self.ledgers[by].answer_rewind(self.encounter, seat, agree, next(self.cmds))
        except LedgerRefused:
            assert request is None or request.by == seat
            return
        assert request is not None
        after = self.ledgers[1 - by].fight(self.encounter)
        assert after.table.request is None
        if agree:
            assert after.encounter == after.at(request.to_version)

    @rule(shown=st.lists(st.integers(1, 6), min_size=9, max_size=9), by=st.integers(0, 1))
    def types_in(self, shown: list[int], by: int) -> None:
        waited = self.ledgers[by].waiting(self.encounter)
        if waited is None:
            return
        faces = shown[: int(waited.dice.split("d")[0])]
        owner = self.ledgers[by].fight(self.encounter).encounter.combatants[waited.by].controller
        assert owner is not None
        answer = self.ledgers[by].type_dice(self.encounter, owner, waited.by, waited.dice, faces, next(self.cmds))
        assert answer.waiting == self.ledgers[1 - by].waiting(self.encounter)

    @rule(by=st.integers(0, 1))
    def restarts(self, by: int) -> None:
        before = self.ledgers[by].fight(self.encounter)
        self.ledgers[by].close()
        self.ledgers[by] = Ledger(self.folder, chain_length=5)
        assert self.ledgers[by].fight(self.encounter) == before

    @rule(seat=SEATS)
    def a_refused_command_changes_nothing(self, seat: str) -> None:
        before = self.ledgers[0].export(self.encounter)
        try:
            Player(self.ledgers[0], self.encounter).does(
                {"do": "attack", "who": "Nobody", "target": "Bo"}, seat=seat, cmd=next(self.cmds)
            )
        except (Refused, LedgerRefused):
            assert self.ledgers[0].export(self.encounter) == before
            return
        raise AssertionError("nobody attacked")

    @rule()
    def the_file_comes_in_elsewhere(self) -> None:
        raw = self.ledgers[0].export(self.encounter)
        with Ledger() as elsewhere:
            assert elsewhere.export(elsewhere.import_(raw)) == raw
            assert elsewhere.fight(self.encounter).encounter == self.ledgers[1].fight(self.encounter).encounter

    @invariant()
    def the_file_only_grows_and_verifies(self) -> None:
        if not hasattr(self, "encounter"):
            return
        raw = self.ledgers[0].export(self.encounter)
        lines = [line.raw for line in self.ledgers[0].lines(self.encounter)]
        assert lines[: len(self.exported.splitlines())] == self.exported.splitlines()
        self.exported = b"\n".join(lines)
        verified = verify(raw)
        assert verified.broken is None, verified.sentence

    @invariant()
    def both_hold_the_replay_of_the_lines(self) -> None:
        if not hasattr(self, "encounter"):
            return
        one, other = (ledger.fight(self.encounter) for ledger in self.ledgers)
        assert one == other
        assert one.encounter == replay(fight_events(one.lines))

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            for ledger in self.ledgers:
                ledger.close()
            self.ending.close()
            shutil.rmtree(self.folder)


History.TestCase.settings = settings(max_examples=often(6, whole=15), stateful_step_count=25, deadline=None)
TestHistory = pytest.mark.slow(History.TestCase)
