"""On Ray, where it is installed, a simulation comes to the same as in one process, whatever is lost on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.api.test_simulating import HEARS_CTRL_C

ROOT = Path(__file__).resolve().parents[3]
ON_RAY = ("--engine", "ray", "--workers", "2")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]


@contextmanager
def simulating(*words: object) -> Iterator[subprocess.Popen[str]]:
    """Give a simulation that hears Ctrl-C, in a session of its own; whatever is left of that ends with the block."""
    call = [sys.executable, "-c", HEARS_CTRL_C, "simulate", *map(str, words)]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    with subprocess.Popen(
        call, cwd=ROOT, env=alone, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            for pid in of_session(process.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def of_session(session: int) -> dict[int, str]:
    """Return what runs in a session, by its number."""
    told = subprocess.run(["ps", "-eo", "pid=,sess=,args="], check=True, capture_output=True, text=True).stdout
    rows = [row.split(None, 2) for row in told.splitlines()]
    return {int(pid): args for pid, where, args in rows if where == str(session)}


def said(*words: object) -> tuple[int, str, str]:
    """Return the exit status of a simulation, and what it said."""
    with simulating(*words) as process:
        out, err = process.communicate(timeout=240)
    return process.returncode, out, err


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + 120
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_one_process_several_and_ray_come_to_the_same_hash() -> None:
    words = ("etiquette", "--fights", "60", "--against", "counter_needs=all_pairs", "--json")
    one = said(*words, "--workers", "1")
    assert (one[0], one[2]) == (0, "")
    assert said(*words, "--workers", "2") == one
    assert said(*words, *ON_RAY) == one


def test_a_chunk_whose_process_is_killed_is_fought_anew(tmp_path: Path) -> None:
    words = ("pursuit", "--fights", "2000", "--json")
    with simulating(*words, *ON_RAY, "--out", tmp_path / "kept") as process:
        until(lambda: [*(tmp_path / "kept").glob("*.ndjson")])
        at_work = [pid for pid, args in of_session(process.pid).items() if args.startswith("ray::_rows")]
        assert at_work
        os.kill(at_work[0], signal.SIGKILL)
        out, err = process.communicate(timeout=240)
    assert "A worker died" in err
    assert (process.returncode, out) == said(*words, "--workers", "2")[:2]


def test_ctrl_c_keeps_what_is_done_and_leaves_nothing_running(tmp_path: Path) -> None:
    with simulating("pursuit", "--fights", "100000", *ON_RAY, "--out", tmp_path / "kept") as process:
        until(lambda: [*(tmp_path / "kept").glob("*.ndjson")])
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
        until(lambda: not of_session(process.pid))
    assert process.returncode == 130
    kept = 25 * len([*(tmp_path / "kept").glob("*.ndjson")])
    assert err == f"Stopped after {kept:,} of 100,000 fights: go on with --resume.\n"
