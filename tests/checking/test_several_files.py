"""Several files at once: the exit status, and the result for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from files.checking import check
from tests.checking.fight import FIGHT


def test_the_worst_of_several_files_gives_the_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, broken = tmp_path / "good.yaml", tmp_path / "bad.yaml", tmp_path / "broken.yaml"
    good.write_text(yaml.safe_dump(FIGHT), encoding="utf-8")
    bad.write_text(yaml.safe_dump({**FIGHT, "dice": [1]}), encoding="utf-8")
    broken.write_text("a: [", encoding="utf-8")
    assert check([good], as_json=False) == 0
    assert check([good, bad], as_json=False) == 1
    capsys.readouterr()
    assert check([good, broken, bad], as_json=False) == 2
    told = capsys.readouterr().out
    assert "Nobody rolls the last 1 faces under `dice`: [1]." in told
    assert f"{broken}, line " in told
    assert told.endswith("1 of 3 files hold.\n")


def test_the_result_is_there_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(yaml.safe_dump({**FIGHT, "state": {"Bo.health": 4}}), encoding="utf-8")
    assert check([bad], as_json=True) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["status"], told["exit_status"], told["title"]) == ("failed", 1, "Ana strikes Bo")
    (difference,) = told["differences"]
    assert (difference["where"], difference["expected"], difference["found"]) == ("state.Bo.health", 4, 2)
