"""Several writers of one file: whatever they do at once, each encounter stays one honest history."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from domain.refusals import Refused
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from ledger.refusals import LedgerRefused
from ledger.table.answers import Declaration
from tests.ledger.fights import BACK, LASTING, SHOT, TO_BLOWS, Player, legal, opened
from tests.ledger.writer import writer


@pytest.mark.slow
def test_two_processes_write_one_encounter_without_mixing_it_up(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        encounter = opened(ledger, combatants=LASTING).encounter
        children = [writer(tmp_path, name, 60, encounter) for name in ("one", "two")]
        promised = [line.split() for child in children for line in child.communicate(timeout=120)[0].splitlines()]
        assert [child.returncode for child in children] == [0, 0]
        lines = ledger.lines(encounter)
        assert len(promised) == 120
        for _, version, digest in promised:
            assert leaf(lines[int(version)].raw).hex() == digest
        accepted = [line.entry.decl["cmd"] for line in lines if line.type == "CommandAccepted"]  # type: ignore[union-attr]
        assert sorted(accepted) == sorted({*accepted})
        assert len(accepted) == 120
        assert {cmd.split("-")[0] for cmd in accepted} == {"one", "two"}
        assert verify(ledger.export(encounter)).ok


def test_two_ledgers_of_one_file_see_each_others_lines(tmp_path: Path) -> None:
    with Ledger(tmp_path) as one, Ledger(tmp_path) as other:
        player = opened(one)
        echo = Player(other, player.encounter, start=100)
        assert other.fight(player.encounter) == one.fight(player.encounter)
        for n, body in enumerate(TO_BLOWS):
            (player, echo)[n % 2].does(body)
            assert other.fight(player.encounter) == one.fight(player.encounter)
        echo.does(SHOT)
        player.does(BACK)
        assert other.export(player.encounter) == one.export(player.encounter)
        assert verify(one.export(player.encounter)).ok


def test_a_refusal_is_given_on_the_newest_state_only(tmp_path: Path) -> None:
    with Ledger(tmp_path) as one, Ledger(tmp_path) as other:
        player = opened(one)
        assert other.fight(player.encounter).version == 4
        player.comes_to_blows()
        # What the other process has in memory would refuse this.
        assert Player(other, player.encounter, start=100).does(SHOT).lines


def test_the_same_cmd_through_two_processes_is_one_command(tmp_path: Path) -> None:
    with Ledger(tmp_path) as one, Ledger(tmp_path) as other:
        player = opened(one)
        other.fight(player.encounter)
        first = player.does(TO_BLOWS[0], cmd="once")
        assert Player(other, player.encounter).does(TO_BLOWS[0], cmd="once") == first
        assert one.fight(player.encounter).version == first.version


def test_threads_of_one_process_play_many_encounters_at_once(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        encounters = [opened(ledger, combatants=LASTING).encounter for _ in range(3)]

        def play(worker: int) -> int:
            chance, accepted = random.Random(worker), 0
            for n in range(40):
                encounter = chance.choice(encounters)
                seat, body = chance.choice(legal(ledger, encounter))
                try:
                    Player(ledger, encounter).does(body, seat=seat, cmd=f"{worker}-{n}")
                except (Refused, LedgerRefused):
                    continue
                accepted += 1
            return accepted

        with ThreadPoolExecutor(6) as pool:
            accepted = sum(pool.map(play, range(6)))
        written = [line for encounter in encounters for line in ledger.lines(encounter)]
        assert sum(line.type == "CommandAccepted" for line in written) == accepted > 40
        for encounter in encounters:
            assert verify(ledger.export(encounter)).ok
    with Ledger(tmp_path) as again:
        assert [line for encounter in encounters for line in again.lines(encounter)] == written


def test_a_double_click_is_one_command(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        encounter = opened(ledger).encounter
        sent = Declaration(action=command_of(TO_BLOWS[0], "etiquette"), cmd="click")
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: ledger.record(encounter, "ana", sent), range(16)))
        assert all(answer == answers[0] for answer in answers)
        assert ledger.fight(encounter).version == answers[0].version


def test_of_two_who_press_together_one_is_told_why_not(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        version = player.comes_to_blows().version

        def shoots(click: int) -> str:
            try:
                player.does(SHOT, cmd=f"click-{click}", version=version)
            except LedgerRefused as refused:
                return refused.message
            return "accepted"

        with ThreadPoolExecutor(2) as pool:
            said = sorted(pool.map(shoots, range(2)))
        assert said[1] == "accepted"
        assert said[0].startswith(f"The fight went on since version {version}")
