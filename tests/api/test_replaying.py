"""Stepping through a fight: in a terminal by keys, plainly where there is none, at one version when asked."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.cells import cell_len

from cli.replaying import Replay, Stepper, keys, order, replay
from ledger.proof import exporting
from ledger.table.fight import Fight
from projections.initiative import initiative
from tests.api.calling import run

TRANSCRIPTS = Path(__file__).resolve().parents[1] / "transcripts"

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    exported = tmp_path_factory.mktemp("fights") / "fight.ndjson"
    assert run("fight", "etiquette", "--seed", 2, "--export", exported).exit_code == 0
    return exported


@pytest.fixture
def stepper(file: Path) -> Stepper:
    _, lines, _ = exporting.read(file.read_bytes())
    return Stepper(replay=replay(Fight().then(lines)))


def press(stepper: Stepper, *keys: str) -> int:
    for key in keys:
        assert stepper.press(key)
    return stepper.step


def test_keys_lead_on_and_back_and_never_out(stepper: Stepper) -> None:
    last = len(stepper.replay.steps) - 1
    assert press(stepper, "n", " ", "right") == 3
    assert press(stepper, "p", "left") == 1
    assert press(stepper, "p", "p", "p") == 0
    assert press(stepper, "end", "n") == last
    assert press(stepper, "home") == 0
    assert press(stepper, "x", "escape", "7") == 0


def test_a_number_leads_to_the_step_of_that_version(stepper: Stepper) -> None:
    steps = stepper.replay.steps
    for step in (0, 5, len(steps) - 1):
        for version in (steps[step].n, steps[step].last):
            assert press(stepper, "g", *str(version), "\r") == step
    assert press(stepper, "g", *"99999", "\r") == len(steps) - 1
    assert press(stepper, "g", "\r") == len(steps) - 1
    assert press(stepper, "home", "g", "1", "2", "\x7f", "\x7f", "0", "\r") == 0
    assert press(stepper, "g", "5", "escape") == 0
    assert stepper.typed is None


@pytest.mark.parametrize("key", ["q", "\x03", "\x04", ""])
def test_these_keys_end_it(stepper: Stepper, key: str) -> None:
    assert not stepper.press(key)


@pytest.mark.parametrize(
    ("read", "pressed"),
    [
        (b"n", ["n"]),
        (b" ", [" "]),
        (b"\x1b[C", ["right"]),
        (b"\x1b[D\x1b[D", ["left", "left"]),
        (b"\x1bOA", ["up"]),
        (b"\x1b[B", ["down"]),
        (b"\x1b[H", ["home"]),
        (b"\x1b[F", ["end"]),
        (b"\x1b", ["escape"]),
        (b"\x1b[5~\x1b[6~", ["page up", "page down"]),
        (b"\x1b[1~\x1b[4~", ["home", "end"]),
        (b"\x1b[Z", ["escape"]),
        (b"12\r", ["1", "2", "\r"]),
        (b"\xff", ["\ufffd"]),
        (b"", [""]),
    ],
)
def test_what_a_terminal_sends_are_keys(read: bytes, pressed: list[str]) -> None:
    assert keys(read) == pressed


@pytest.mark.parametrize(("width", "height"), [(30, 10), (200, 60), (80, 24), (12, 4)])
def test_the_headline_and_the_keys_stay_on_a_screen_of_any_size(stepper: Stepper, width: int, height: int) -> None:
    for step in range(len(stepper.replay.steps)):
        stepper.step = step
        rows = stepper.screen(width, height)
        assert max(map(cell_len, rows)) <= width
        assert rows[0] == stepper.replay.head(step)[:width]
        assert words(rows).endswith(words([stepper.prompt()])) or height < 10
        assert len(rows) <= height


def words(rows: Iterable[str]) -> str:
    return " ".join(" ".join(rows).split())


def told(transcript: Path) -> Replay:
    _, lines, _ = exporting.read(transcript.read_bytes())
    return replay(Fight().then(lines))


@pytest.mark.parametrize("transcript", sorted(TRANSCRIPTS.glob("*.ndjson")), ids=lambda path: path.stem)
def test_points_order_and_pending_always_stand_on_a_screen_of_80_by_24(transcript: Path) -> None:
    stepper = Stepper(replay=told(transcript))
    for step in range(0, len(stepper.replay.steps), 9):
        stepper.step, state = step, stepper.replay.state(step)
        for top in (0, 99):
            stepper.top = top
            shown = words(stepper.screen(80, 24))
            for one in state.combatants.values():
                pools = ", ".join(f"{pool.now}/{pool.max}" for pool in one.pools.values())
                assert f"{one.id} {pools}" in shown
            assert words(order(initiative(state), 80)) in shown


@pytest.mark.long(but=("etiquette", "storyteller"))
@pytest.mark.parametrize("transcript", sorted(TRANSCRIPTS.glob("*.ndjson")), ids=lambda path: path.stem)
def test_no_row_is_wider_than_80_columns_and_no_word_is_broken(transcript: Path) -> None:
    stepper = Stepper(replay=told(transcript))
    for step, entry in enumerate(stepper.replay.steps[::4]):
        rows = stepper.replay.shown(4 * step, 80).split("\n")
        assert max(map(cell_len, rows)) <= 80
        assert words(entry.text.split()) in words(rows)


def test_down_scrolls_through_what_does_not_fit_and_another_step_begins_at_its_top(stepper: Stepper) -> None:
    press(stepper, "end", "p", "p")
    step, seen = stepper.step, stepper.screen(60, 14)
    assert any(row.startswith("… ") and row.endswith(" more rows: down") for row in seen)
    for _ in range(60):
        press(stepper, "down")
        seen += stepper.screen(60, 14)
    assert not any("more rows" in row for row in stepper.screen(60, 14))
    assert {row for row in stepper.replay.story(step, 60) if row} <= set(seen)
    top = stepper.top
    assert top > 0
    press(stepper, "up", "page up")
    assert stepper.top < top
    press(stepper, "page down", "n")
    assert stepper.top == 0


def test_where_there_are_more_people_than_rows_some_points_are_left_out_and_said_to_be(stepper: Stepper) -> None:
    step = press(stepper, "end", "p", "p")
    rows = stepper.screen(30, 10)
    assert "…" in rows
    assert words(rows).endswith(words([*stepper.replay.stands(step, 30)[-1:], stepper.prompt()]))


def test_where_there_is_no_terminal_every_step_is_printed(file: Path, stepper: Stepper) -> None:
    told = run("replay", file)
    assert told.exit_code == 0
    count = len(stepper.replay.steps)
    for step in range(count):
        assert stepper.replay.shown(step) in told.stdout
    assert f"step {count} of {count}" in told.stdout
    assert "\x1b" not in told.stdout


def test_one_version_is_shown_when_asked(file: Path, stepper: Stepper) -> None:
    told = run("replay", file, "--at", 3)
    assert told.stdout == stepper.replay.shown(stepper.replay.step_at(3)) + "\n"
    late = run("replay", file, "--at", 99999)
    assert late.exit_code == 2
    assert late.stderr.startswith("There is no version 99999: the last one is ")


@pytest.mark.long(but=("-1",))
@pytest.mark.parametrize("transcript", sorted(TRANSCRIPTS.glob("*.ndjson")), ids=lambda path: path.stem)
def test_every_step_of_every_system_is_shown_with_its_phase_only_between_turns(transcript: Path) -> None:
    shown = run("replay", transcript)
    assert (shown.exit_code, shown.stderr) == (0, "")
    steps = shown.stdout.split("  version ")[1:]
    assert f"  step {len(steps)} of {len(steps)}\n" in steps[-1]
    assert [step for step in steps if ", phase " in step and "→ " in step] == []


def test_programs_get_every_step_with_board_and_order(file: Path, stepper: Stepper) -> None:
    steps = json.loads(run("replay", file, "--json").stdout)
    assert [step["step"]["text"] for step in steps] == [step.text for step in stepper.replay.steps]
    assert steps[-1]["initiative"]["outcome"] == "ended"
    assert len(json.loads(run("replay", file, "--at", 3, "--json").stdout)) == 1


@pytest.mark.slow
def test_in_a_terminal_it_steps_by_keys_and_leaves_the_terminal_as_it_was(file: Path) -> None:
    master, slave = pty.openpty()
    before = os.ttyname(slave)
    command = [sys.executable, "-c", "from cli.main import main; main()", "replay", str(file)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave)
    try:
        assert "step 1 of" in read_until(master, "q: end")
        os.write(master, b"n")
        assert "step 2 of" in read_until(master, "q: end")
        os.write(master, b"g")
        assert "Go to version:" in read_until(master, "Go to version:")
        os.write(master, b"0\r")
        assert "step 1 of" in read_until(master, "q: end")
        os.write(master, b"q")
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.wait()
        assert os.ttyname(slave) == before
        os.close(slave)
        os.close(master)


def read_until(terminal: int, ending: str) -> str:
    """Return what the terminal shows up to a text."""
    shown, until = "", time.monotonic() + 20
    while not shown.endswith(ending) and time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 65536).decode()
            if ending in shown:
                break
    return shown
