"""Many fights as a command: what it says, what it keeps, and how it is ended and gone on with."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

import pytest

import dev
from analytics import extras
from bots import sparring
from cli.variants import mirrored
from files import rosters
from files.written_rosters import OURS, as_written
from tests.api.calling import run
from tests.api.test_command_line import ROOT, one_sentence

FEW = ("--fights", 30, "--workers", 1)


def test_it_says_who_wins_how_often() -> None:
    told = run("simulate", "pursuit", *FEW)
    assert (told.exit_code, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert lines[0] == "pursuit, 30 fights by sensible players, seed 1:"
    assert [line.split(" wins ")[0].strip() for line in lines if " wins " in line] == ["Odila", "Kestrel", "Bram"]
    assert lines[-1].startswith("Result: ")
    assert run("simulate", "pursuit", *FEW).stdout == told.stdout
    assert run("simulate", "pursuit", *FEW, "--seed", 2).stdout.splitlines()[-1] != lines[-1]


@pytest.mark.long
def test_a_house_rule_is_compared_on_the_same_dice() -> None:
    rules = ("--set", "defense_choice=after_attack_roll", "--against", "counter_needs=all_pairs")
    found = json.loads(run("simulate", "etiquette", *FEW, *rules, "--json").stdout)
    assert (found["fights"], found["compared"]) == (30, ["counter_needs=all_pairs"])
    assert [change["side"] for change in found["changes"]] == ["Vesper", "Marrow", "Thistle"]
    assert len(found["result"]) == 64


def test_a_roster_is_compared_with_another(tmp_path: Path) -> None:
    other = tmp_path / "weaker.yaml"
    text = (ROOT / "rosters" / "pursuit.yaml").read_text(encoding="utf-8")
    other.write_text(text.replace("health: {now: 3, max: 7}", "health: 1"), encoding="utf-8")
    told = run("simulate", "pursuit", *FEW, "--against-roster", other)
    (bram,) = (line for line in told.stdout.splitlines() if line.startswith("  Bram -"))
    assert "points: wins 0 only so" in bram


@pytest.mark.long
@pytest.mark.parametrize(
    ("stat", "text", "changed"),
    [
        ("Bram.health+1", "health: {now: 3, max: 7}", "health: {now: 4, max: 8}"),
        ("Kestrel.health-4", "health: 7,", "health: 3,"),
    ],
)
def test_a_stat_is_weighed_as_if_the_roster_said_so(tmp_path: Path, stat: str, text: str, changed: str) -> None:
    other = tmp_path / "other.yaml"
    written = (ROOT / "rosters" / "pursuit.yaml").read_text(encoding="utf-8")
    assert text in written
    other.write_text(written.replace(text, changed), encoding="utf-8")
    found = json.loads(run("simulate", "pursuit", *FEW, "--stat", stat, "--json").stdout)
    asked = json.loads(run("simulate", "pursuit", *FEW, "--against-roster", other, "--json").stdout)
    assert found["compared"] == [stat]
    assert {**found, "compared": []} == {**asked, "compared": []}


@pytest.mark.long
def test_a_stat_within_a_stat_and_two_at_once() -> None:
    stats = ("--stat", "Odile.skills.blades+1", "--stat", "Odile.hp+1", "--stat", "Berek.hp+1")
    found = json.loads(run("simulate", "verdigris", "--fights", 2, "--workers", 1, *stats, "--json").stdout)
    assert found["compared"] == ["Odile.skills.blades+1", "Odile.hp+1", "Berek.hp+1"]
    assert found["changes"]


@pytest.mark.parametrize("stat", ["Maud.health+1", "Mudlings.count-1"])
def test_a_stat_is_weighed_whatever_the_system_calls_the_list_it_stands_in(stat: str) -> None:
    found = json.loads(run("simulate", "vanguard", "--fights", 2, "--workers", 1, "--stat", stat, "--json").stdout)
    assert found["compared"] == [stat]
    assert found["changes"]


def test_all_are_fought_again_in_the_opposite_order(tmp_path: Path) -> None:
    text = (ROOT / "rosters" / "pursuit-roofs.yaml").read_text(encoding="utf-8")
    lark, stagg = (line for line in text.splitlines() if line.startswith(("  - {id: Lark", "  - {id: Stagg")))
    turned = text.replace(f"{lark}\n{stagg}", f"{stagg}\n{lark}")
    turned = turned.replace("  - {id: lark}\n  - {id: stagg}", "  - {id: stagg}\n  - {id: lark}")
    other = tmp_path / "other.yaml"
    other.write_text(turned, encoding="utf-8")
    found = json.loads(run("simulate", "pursuit-roofs", *FEW, "--mirror", "--json").stdout)
    asked = json.loads(run("simulate", "pursuit-roofs", *FEW, "--against-roster", other, "--json").stdout)
    assert found["compared"] == ["all in the opposite order"]
    assert {**found, "compared": []} == {**asked, "compared": []}
    assert any(change["only_before"] + change["only_after"] for change in found["changes"])


@pytest.mark.parametrize("name", OURS)
def test_a_roster_in_the_opposite_order_begins_a_fight_of_the_same_people(name: str) -> None:
    document = as_written(OURS[name], print)
    one, other = (rosters.opening_of(each) for each in (document, mirrored(document)))
    first, second = sparring.begun(one), sparring.begun(other)
    told = [{who.id: (who.side, who.pools) for who in each.combatants.values()} for each in (first, second)]
    assert told[0] == told[1]
    assert [*first.combatants] != [*second.combatants]
    assert sorted(sparring.seats_of(one)) == sorted(sparring.seats_of(other))
    assert mirrored(mirrored(document)).content == document.content


def test_parts_in_one_folder_come_to_the_same_as_all_at_once(tmp_path: Path) -> None:
    whole = run("simulate", "pursuit", *FEW, "--json")
    for part in ("1/2", "2/2"):
        assert run("simulate", "pursuit", *FEW, "--shard", part, "--out", tmp_path / part[0]).exit_code == 0
    for file in (tmp_path / "2").iterdir():
        shutil.copy(file, tmp_path / "1")
    merged = run("simulate", "pursuit", *FEW, "--out", tmp_path / "1", "--resume", "--json")
    assert merged.stdout == whole.stdout


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (["nowhere.yaml"], "nowhere.yaml: It cannot be read"),
        (["pursuit", "--set", "loot"], "'loot' is no house rule: write it as name=value."),
        (["pursuit", "--set", "loot=all"], "settings.loot: It "),
        (["pursuit", "--against", "gravity=off"], "settings.gravity: It is not a field here"),
        (["pursuit", "--against-roster", "etiquette"], "only fights of one system compare."),
        (
            ["pursuit", "--stat", "Nobody.health+1"],
            "Nobody of the roster is meant: name one of Odila, Kestrel and Bram",
        ),
        (["pursuit", "--stat", "Bram.health"], "Write whose number it is, its name, and what is added: who.stat+1."),
        (["pursuit", "--stat", "Bram.grit+1"], "The roster states no grit of Bram: it has at, controller, "),
        (["pursuit", "--stat", "Bram.at+1"], "--stat Bram.at+1: 'chapel' is no whole number."),
        (["pursuit", "--stat", "Bram.hand.0.x+1"], "The roster states no hand.0.x of Bram."),
        (["pursuit", "--stat", "Bram.health-9"], "combatants.2.health"),
        (["pursuit", "--player", "best"], "There is no player 'best': name any or sensible."),
        (["pursuit", "--shard", "3/2"], "'3/2' is no part: write it as 2/5"),
        (["pursuit", "--shard", "1/2"], "A part alone says little: name a folder with --out"),
        (["pursuit", "--shard", "1/2", "--out", "x", "--until", "0.1"], "name one of --shard and --until."),
        (["pursuit", "--resume"], "There is nothing to go on with: name the folder with --out."),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(call: list[str], says: str) -> None:
    assert says in one_sentence(run("simulate", *call, "--fights", 1), 2)


def test_a_folder_of_another_simulation_stays_as_it_is(tmp_path: Path) -> None:
    assert run("simulate", "pursuit", "--fights", 2, "--out", tmp_path).exit_code == 0
    before = sorted((file.name, file.read_bytes()) for file in tmp_path.iterdir())
    assert "holds this simulation already" in one_sentence(
        run("simulate", "pursuit", "--fights", 2, "--out", tmp_path), 2
    )
    again = run("simulate", "pursuit", "--fights", 2, "--seed", 9, "--out", tmp_path, "--resume")
    assert "holds another simulation" in one_sentence(again, 2)
    assert sorted((file.name, file.read_bytes()) for file in tmp_path.iterdir()) == before


def test_a_process_that_is_ended_from_outside_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def ended(*_: object, **__: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("bots.lab.running.simulate", ended)
    assert one_sentence(run("simulate", "pursuit"), 1) == "A process was ended from outside."
    told = run("simulate", "pursuit", "--out", tmp_path)
    assert told.stderr == "A process was ended from outside. What was done is kept: go on with --resume.\n"


def test_ray_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    said = one_sentence(run("simulate", "pursuit", "--engine", "ray"), 2)
    assert said.startswith("This needs ray, which the extra `ray` brings: type `")


def test_a_cluster_that_is_not_there_is_said_in_a_sentence_before_ray_is_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nobody = f"127.0.0.1:{taken.getsockname()[1]}"
    monkeypatch.setenv("RAY_ADDRESS", nobody)
    said = one_sentence(run("simulate", "pursuit", "--engine", "ray"), 1)
    assert said == f"Nothing answers at {nobody}, which RAY_ADDRESS names."


@pytest.mark.long
@pytest.mark.slow
def test_the_command_that_is_set_up_takes_several_processes(tmp_path: Path) -> None:
    script = tmp_path / "encounter"
    script.write_text(dev.CONSOLE_SCRIPT.format(python=sys.executable, root=str(ROOT)), encoding="utf-8")
    script.chmod(0o755)
    told = [
        subprocess.run(
            [script, "simulate", "pursuit", "--fights", "60", "--workers", str(workers)],
            check=True,
            capture_output=True,
            text=True,
        )
        for workers in (1, 2)
    ]
    assert told[0].stdout == told[1].stdout
    assert [each.stderr for each in told] == ["", ""]


HEARS_CTRL_C = (
    "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    " runpy.run_module('cli', run_name='__main__')"
)
"""The program as from a terminal: what a shell begins in the background hears no Ctrl-C, nor do its children."""


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_done(workers: int, tmp_path: Path) -> None:
    call = ["simulate", "pursuit", "--fights", "100000", "--workers", str(workers), "--out", str(tmp_path / "kept")]
    started = subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, *call],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not [*(tmp_path / "kept").glob("*.ndjson")] and time.monotonic() < deadline:
        time.sleep(0.05)
    try:
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
    assert started.returncode == 130
    (line,) = err.strip().splitlines()
    assert line.startswith("Stopped after ")
    assert line.endswith(" of 100,000 fights: go on with --resume.")
    assert out.splitlines()[-1].startswith("Result: ")
    kept = 25 * len([*(tmp_path / "kept").glob("*.ndjson")])
    assert f"Stopped after {kept:,} of" in line
    again = run("simulate", "pursuit", "--fights", 25, "--out", tmp_path / "kept", "--resume", "--json")
    assert json.loads(again.stdout)["fights"] == 25
