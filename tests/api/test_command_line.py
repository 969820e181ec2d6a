"""The command line: what it prints, what it writes, and with which status it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from typer.testing import Result

from bots.players import PLAYERS
from cli.main import COMMANDS
from cli.reporting import program
from files.rosters import SAMPLES, SYSTEMS
from files.written_rosters import FOLDER
from ledger.application import Ledger
from ledger.dice.secrets import new_token
from ledger.proof.verifying import verify
from ledger.version import VERSION
from projections.analytics import summing
from projections.analytics.extraction import extract
from projections.analytics.sources import of_store
from tests.api.calling import run
from tests.forging import mended

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("fights") / "fight.ndjson"
    assert run("fight", "pursuit", "--seed", 1, "--export", file).exit_code == 0
    return file


def one_sentence(result: Result, status: int) -> str:
    """Return the only line a failed call says, on stderr."""
    assert result.exit_code == status
    assert result.stdout == ""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(".")
    return lines[0]


# fight


def told_and_verified(fought: Result) -> bool:
    over = any(words in fought.stdout for words in ("he fight was ended", "he fight was over: "))
    return over and "Verified: " in fought.stdout and "decides exactly as recorded" in fought.stdout


@pytest.mark.long(but=("pursuit", "verdigris"))
@pytest.mark.parametrize("system", SAMPLES)
def test_a_fight_is_told_and_verified(system: str) -> None:
    fought = run("fight", system)
    assert (fought.exit_code, fought.stderr) == (0, "")
    assert told_and_verified(fought)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "seed"),
    [
        pytest.param(player, seed, marks=() if (player, seed) == ("sensible", 1) else pytest.mark.long)
        for player in PLAYERS
        for seed in (1, 2, 3)
    ],
)
@pytest.mark.parametrize("roster", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_roster_is_fought_to_its_end_by_both_players(roster: Path, player: str, seed: int) -> None:
    system = roster.stem.partition("-")[0]
    fought = run("fight", system, "--roster", roster, "--player", player, "--seed", seed)
    assert (fought.exit_code, fought.stderr) == (0, "")
    assert told_and_verified(fought)


def test_a_fight_is_told_to_programs() -> None:
    told = json.loads(run("fight", "vanguard", "--json").stdout)
    assert told["system"] == "vanguard"
    assert told["outcome"]
    assert told["verification"]["ok"] is True
    assert told["verification"]["rules"]["result"] == "exact"
    assert len([entry for entry in told["chronicle"] if entry["kind"] == "command"]) == told["commands"]


def test_a_seed_is_for_the_choices_and_never_for_the_dice(tmp_path: Path) -> None:
    entropy = []
    for name in ("one", "two"):
        run("fight", "pursuit", "--seed", 7, "--export", tmp_path / name)
        entropy.append((tmp_path / name).read_bytes().split(b'"server":"')[1][:64])
    assert entropy[0] != entropy[1]


def test_a_fight_is_kept_where_a_folder_is_named(tmp_path: Path) -> None:
    told = json.loads(run("fight", "pursuit", "--data", tmp_path, "--json").stdout)
    out = run("export", told["encounter"], "--data", tmp_path)
    assert out.exit_code == 0
    assert verify(out.stdout_bytes).ok


def test_a_roster_of_ones_own_is_fought(tmp_path: Path) -> None:
    roster = tmp_path / "two.yaml"
    roster.write_text(SAMPLES["pursuit"].read_text(encoding="utf-8"), encoding="utf-8")
    assert run("fight", "pursuit", "--roster", roster).exit_code == 0
    assert "is for pursuit" in one_sentence(run("fight", "etiquette", "--roster", roster), 2)
    roster.write_text("system: pursuit\nboard: {tiles: [T0]}\n", encoding="utf-8")
    assert "combatants" in one_sentence(run("fight", "pursuit", "--roster", roster), 2)


def test_another_roster_of_ours_is_fought_by_its_name() -> None:
    assert "is for storyteller" in one_sentence(run("fight", "etiquette", "--roster", "storyteller-zones"), 2)
    for command in ("fight", "open"):
        assert "storyteller-zones" in "".join(run(command, "--help").stdout.split())


def test_a_fight_is_fought_under_house_rules_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "fight.ndjson"
    fought = run("fight", "etiquette", "--set", "counter_needs=all_pairs", "--seed", 1, "--export", file)
    assert fought.exit_code == 0
    assert json.loads(file.read_bytes().split(b"\n")[0])["house_rules"]["counter_needs"] == "all_pairs"
    assert "spelling" in one_sentence(run("fight", "etiquette", "--set", "spelling=new"), 2)
    assert "write it as name=value" in one_sentence(run("fight", "etiquette", "--set", "counter_needs"), 2)


def test_several_fights_are_kept_and_closed_and_count_at_once(tmp_path: Path) -> None:
    told = run("fight", "pursuit", "--fights", 3, "--close", "--data", tmp_path, "--seed", 1)
    lines = told.stdout.splitlines()
    assert (told.exit_code, told.stderr, len(lines)) == (0, "", 3)
    assert all(re.fullmatch(r"[0-9a-f]{32}: [\w ]+ won after \d+ commands\.", line) for line in lines)
    assert json.loads(run("query", "winners", "--data", tmp_path, "--json").stdout)["fights"] == "3 fights."
    more = json.loads(run("fight", "pursuit", "--fights", 2, "--data", tmp_path, "--json").stdout)
    assert [each["verified"] for each in more] == [True, True]
    assert len({each["encounter"] for each in more}) == 2
    assert json.loads(run("query", "winners", "--data", tmp_path, "--json").stdout)["fights"].startswith("3 fights")


def test_the_turns_of_automatic_players_are_at_nobody_s_pace(tmp_path: Path) -> None:
    fought = json.loads(run("fight", "pursuit", "--close", "--data", tmp_path, "--json").stdout)["encounter"]
    with Ledger(tmp_path) as ledger:
        rows = extract(of_store(ledger, fought))
        assert ledger.fight(fought).table.automatic() == [*ledger.fight(fought).table.players]
    assert {row["automatic"] for row in summing.named(rows, "turn")} == {True}
    assert summing.paces(rows) == {}
    assert json.loads(run("query", "turns", "--data", tmp_path, "--json").stdout) == {"fights": "1 fight.", "rows": []}
    page = tmp_path / "page.html"
    assert run("report", "--encounter", fought, "--data", tmp_path, "--out", page).exit_code == 0
    assert "Whose turns took long" not in page.read_text("utf-8")


def test_several_fights_are_not_played_for_nothing(tmp_path: Path) -> None:
    assert "name it with --data" in one_sentence(run("fight", "pursuit", "--fights", 2), 2)
    several = ("fight", "pursuit", "--fights", 2, "--data", tmp_path / "new")
    assert "A file holds one fight" in one_sentence(run(*several, "--export", tmp_path / "one.ndjson"), 2)
    assert not (tmp_path / "new").exists()


def test_the_program_is_called_as_it_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/a place/encounter", "open"])
    assert program() == "'/a place/encounter'"
    monkeypatch.setattr(sys, "argv", ["cli/__main__.py"])
    assert program() == "encounter"


def test_it_says_which_version_it_is() -> None:
    assert run("--version").stdout == f"encounter {VERSION}\n"


def test_dice_of_the_table_need_people(tmp_path: Path) -> None:
    roster = tmp_path / "table.yaml"
    text = SAMPLES["pursuit"].read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("dice:")]
    roster.write_text("\n".join([*lines, "dice: table"]), encoding="utf-8")
    assert "needs people" in one_sentence(run("fight", "pursuit", "--roster", roster), 1)
    file = tmp_path / "fight.ndjson"
    fought = run("fight", "pursuit", "--roster", roster, "--life", "--seed", 1, "--export", file)
    assert (fought.exit_code, fought.stderr) == (0, "")
    types = [json.loads(line).get("type") for line in file.read_bytes().splitlines()]
    assert {"TableDiceTyped", "TableDiceAttested", "LedgerClosed"} <= {*types}


def test_an_unknown_system_player_or_roster_is_told_what_there_is(tmp_path: Path) -> None:
    assert f"name {SYSTEMS}." in one_sentence(run("fight", "chess"), 2)
    assert all(system in run("fight", "--help").stdout for system in SAMPLES)
    assert "sensible" in one_sentence(run("fight", "pursuit", "--player", "mad"), 2)
    one_sentence(run("fight", "pursuit", "--roster", tmp_path / "nowhere.yaml"), 2)


def test_the_help_says_the_sentence_of_every_command_to_its_end() -> None:
    said = " ".join(run("--help").stdout.split())
    assert {sentence for _, sentence in COMMANDS.values() if sentence not in said} == set()


# verify


def test_an_exported_fight_verifies_by_its_file_alone(exported: Path) -> None:
    verified = run("verify", exported)
    assert verified.exit_code == 0
    assert verified.stdout.startswith("OK BUT:\n  - open: ")
    assert "\nVerified: " in verified.stdout
    assert run("verify", exported, "--strict").exit_code == 3
    assert json.loads(run("verify", exported, "--json").stdout)["ok"] is True


@pytest.mark.parametrize("change", [(b'"amount":', b'"amount":1'), (b'"faces":[', b'"faces":[6,'), (b"\n", b"\n\n")])
def test_a_changed_file_is_broken_at_a_line(exported: Path, tmp_path: Path, change: tuple[bytes, bytes]) -> None:
    file = tmp_path / "changed.ndjson"
    raw = exported.read_bytes()
    assert change[0] in raw
    file.write_bytes(raw.replace(*change, 1))
    broken = run("verify", file)
    assert broken.exit_code == 1
    assert broken.stdout.startswith("BROKEN at line ")
    assert broken.stdout.lower().count("broken at line") == 1
    assert json.loads(run("verify", file, "--json").stdout)["ok"] is False
    assert "does not verify: line" in one_sentence(run("replay", file), 1)
    assert "is broken" in one_sentence(run("import", file, "--data", tmp_path / "data"), 1)


@pytest.mark.parametrize("raw", [b"", b"hello", b"{}", b"\x00" * 100, b'{"n":0,"type":"EncounterOpened"}\n' * 3])
def test_what_is_no_fight_is_said_to_be_none(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "none.ndjson"
    file.write_bytes(raw)
    assert run("verify", file).exit_code == 1
    assert run("replay", file).exit_code == 1


def test_lines_that_make_no_fight_are_one_sentence(tmp_path: Path, exported: Path) -> None:
    rows = [row for row in exported.read_bytes().splitlines() if b'"cause"' not in row][:4]
    file = tmp_path / "none.ndjson"
    file.write_bytes(mended(rows, 1, lambda value: value.update(detail={"tiles": 5})))
    assert run("verify", file).exit_code == 1
    assert "is no fight: line 1: It does not follow" in one_sentence(run("replay", file), 1)
    assert "Line 1 is broken: It does not follow" in one_sentence(run("import", file, "--data", tmp_path / "data"), 1)


@pytest.mark.parametrize("call", [["verify"], ["replay"], ["import"]])
def test_a_file_that_cannot_be_read_is_a_wrong_call(tmp_path: Path, call: list[str]) -> None:
    assert "No such file" in one_sentence(run(*call, tmp_path / "nowhere"), 2)
    assert "directory" in one_sentence(run(*call, tmp_path), 2)


# export and import


def test_what_was_exported_comes_in_and_goes_out_byte_for_byte(exported: Path, tmp_path: Path) -> None:
    taken = json.loads(run("import", exported, "--data", tmp_path / "data", "--json").stdout)
    again = run("import", exported, "--data", tmp_path / "data")
    assert again.exit_code == 0
    assert taken["encounter"] in again.stdout
    written = run("export", taken["encounter"], "--data", tmp_path / "data", "--out", tmp_path / "out.ndjson")
    assert written.exit_code == 0
    assert (tmp_path / "out.ndjson").read_bytes() == exported.read_bytes()


def test_an_encounter_that_is_not_there_is_told_which_are(exported: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Ledger(data):
        pass
    assert "none at all" in one_sentence(run("export", "nobody", "--data", data), 2)
    run("import", exported, "--data", data)
    assert "The newest in" in one_sentence(run("export", "nobody", "--data", data), 2)


def test_a_folder_that_keeps_no_encounters_is_told_so_and_not_made(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert "there is no such folder" in one_sentence(run("export", "x", "--data", nowhere), 2)
    assert not nowhere.exists()
    assert "holds no encounters.sqlite" in one_sentence(run("export", "x", "--data", tmp_path), 2)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_told_before_the_fight(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for place, why in ((tmp_path, "it is a folder"), (tmp_path / "nowhere" / "fight", "there is no folder")):
        assert why in one_sentence(run("fight", "pursuit", "--data", data, "--export", place), 2)
    assert not data.exists()


def test_a_file_that_cannot_be_written_is_a_wrong_call(exported: Path, tmp_path: Path) -> None:
    taken = json.loads(run("import", exported, "--data", tmp_path / "data", "--json").stdout)
    out = run("export", taken["encounter"], "--data", tmp_path / "data", "--out", tmp_path)
    one_sentence(out, 2)


# The data folder


def test_a_folder_that_is_a_file_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine", encoding="utf-8")
    for call in (["serve", "--port", 0], ["export", "x"], ["fight", "pursuit"]):
        assert "--data" in one_sentence(run(*call, "--data", tmp_path / "data"), 2)
        assert "--data" in one_sentence(run(*call, "--data", tmp_path / "data" / "in"), 2)


def test_a_database_that_is_none_is_told_so_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "encounters.sqlite"
    file.write_bytes(b"this is no database, but somebody's letter" * 100)
    for call in (["serve", "--port", 0], ["export", "x"]):
        assert "encounters.sqlite" in one_sentence(run(*call, "--data", tmp_path), 2)
    assert file.read_bytes().startswith(b"this is no database")


def test_a_damaged_database_is_told_before_anything_is_served(tmp_path: Path) -> None:
    run("fight", "pursuit", "--data", tmp_path)
    file = tmp_path / "encounters.sqlite"
    raw = bytearray(file.read_bytes())
    raw[4096 : len(raw) // 2] = bytes(len(raw) // 2 - 4096)
    file.write_bytes(raw)
    assert "encounters.sqlite" in one_sentence(run("serve", "--port", 0, "--data", tmp_path), 2)


def test_a_lost_key_stops_nobody_from_reading(tmp_path: Path) -> None:
    told = json.loads(run("fight", "pursuit", "--data", tmp_path, "--json").stdout)
    (tmp_path / "secret.key").unlink()
    assert run("export", told["encounter"], "--data", tmp_path).exit_code == 0


def test_a_key_that_others_may_read_is_told_so(tmp_path: Path) -> None:
    run("fight", "pursuit", "--data", tmp_path)
    (tmp_path / "secret.key").chmod(0o644)
    assert "chmod 600" in one_sentence(run("export", "x", "--data", tmp_path), 2)


# Output


def test_whoever_stops_reading_stops_the_program_quietly(exported: Path) -> None:
    command = [sys.executable, "-c", "from cli.main import main; main()", "replay", str(exported)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_terminal_that_knows_only_ascii_is_no_reason_to_stop(exported: Path) -> None:
    command = [sys.executable, "-c", "from cli.main import main; main()", "replay", str(exported)]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, env=plain, check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_signs_that_steer_a_terminal_in_a_file_are_spelled_out(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[31mred.ndjson"
    file.write_bytes(b'{"type":"\x1b[31m","n":0}\n')
    for call in ("verify", "replay", "import"):
        told = run(call, file, *(["--data", tmp_path / "data"] if call == "import" else []))
        assert told.exit_code == 1
        assert "\x1b" not in told.output


# check


def test_examples_are_checked_with_the_status_of_the_worst(tmp_path: Path) -> None:
    held = sorted((ROOT / "tests" / "scenarios" / "pursuit").glob("*.yaml"))[:3]
    assert run("check", *held).exit_code == 0
    assert len(json.loads(run("check", *held, "--json").stdout)) == 3
    malformed = tmp_path / "malformed.yaml"
    malformed.write_text("when: [", encoding="utf-8")
    assert run("check", held[0], malformed).exit_code == 2


def test_an_example_is_printed_whole_without_its_cast(tmp_path: Path) -> None:
    held, other = sorted((ROOT / "tests" / "scenarios" / "pursuit").glob("*.yaml"))[:2]
    assert "like: " in held.read_text(encoding="utf-8")
    alone = tmp_path / "alone.yaml"
    alone.write_text(run("check", "--whole", held).stdout, encoding="utf-8")
    assert run("check", alone).exit_code == 0
    assert json.loads(run("check", "--whole", "--json", held).stdout)["system"] == "pursuit"
    many = run("check", "--whole", held, other)
    assert (many.exit_code, many.stderr) == (2, "One file at a time is printed whole.\n")
    alone.write_text("like: nobody\n", encoding="utf-8")
    told = run("check", "--whole", alone)
    assert told.exit_code == 2
    assert "There is no casts/nobody.yaml beside this file" in told.stderr


def test_without_a_word_it_says_what_it_can_do() -> None:
    called = run()
    assert called.exit_code == 2
    for word in ("serve", "fight", "check", "replay", "verify", "export", "import"):
        assert word in called.output


# serve


OPERATOR = new_token()


class Server:
    """The program itself, serving on a free port."""

    def __init__(self, data: Path, *more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        command = [sys.executable, "-c", "from cli.main import main; main()", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(data), *more],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "ENCOUNTER_OPERATOR_KEY": OPERATOR},
        )
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if "Ctrl-C stops" in line:
                break

    def get(self, address: str, key: str | None = None) -> str:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        with urlopen(Request(address, headers=headers), timeout=10) as answer:  # noqa: S310 - an address of our own
            return str(answer.read().decode())

    def stop(self, how: signal.Signals) -> tuple[int, str, str]:
        self.process.send_signal(how)
        status = self.process.wait(timeout=20)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        return status, "".join([*self.said, *self.process.stdout]), self.process.stderr.read()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def served(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    server = Server(tmp_path / "data", *getattr(request, "param", ()))
    yield server
    server.close()


@pytest.mark.long
@pytest.mark.slow
def test_a_caller_who_hangs_up_is_no_fault(served: Server) -> None:
    head = b"POST /api/encounters HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    with socket.create_connection(("127.0.0.1", served.port)) as caller:
        caller.sendall(head)
    assert served.get(f"http://127.0.0.1:{served.port}/docs")
    _, _, complaints = served.stop(signal.SIGTERM)
    assert complaints == ""


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("served", [["--examples"]], indirect=True, ids=["examples"])
def test_it_serves_examples_that_can_be_read_as_it_says_and_stops_cleanly(served: Server, tmp_path: Path) -> None:
    host = f"http://127.0.0.1:{served.port}"
    assert "POST /api/encounters" in served.get(f"{host}/docs")
    there = json.loads(served.get(f"{host}/api/encounters", OPERATOR))
    assert [each["system"] for each in there] == list(SAMPLES)
    assert all(each["outcome"] for each in there)

    status, out, err = served.stop(signal.SIGINT)
    assert (status, err) == (0, "")
    assert str(tmp_path / "data" / "encounters.sqlite") in out
    assert out.endswith("Stopped.\n")
    assert out.count("Authorization: Bearer ") == 2 * len(SAMPLES)

    again = Server(tmp_path / "data", "--examples")
    try:
        assert not any("Playing" in line for line in again.said), "the examples are there already"
        key = out.split("Bearer ")[1].split("'")[0]
        told = again.get(f"http://127.0.0.1:{again.port}/api/encounters/{there[0]['id']}/chronicle?format=text", key)
        assert "The fight was ended" in told
    finally:
        status, _, err = again.stop(signal.SIGTERM)
        again.close()
    assert (status, err) == (0, "")


@pytest.mark.slow
def test_a_taken_port_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = run("serve", "--port", taken.getsockname()[1], "--data", tmp_path)
    assert "is taken" in one_sentence(refused, 2)


@pytest.mark.parametrize("host", ["256.0.0.1", "nowhere.invalid", "203.0.113.7"])
def test_an_address_that_is_not_ours_is_told_in_a_sentence(tmp_path: Path, host: str) -> None:
    assert "--host" in one_sentence(run("serve", "--host", host, "--port", 0, "--data", tmp_path), 2)


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none_is_a_wrong_call(tmp_path: Path, port: str) -> None:
    assert run("serve", "--port", port, "--data", tmp_path).exit_code == 2


def test_an_installation_is_copied_to_a_database_and_back(exported: Path, tmp_path: Path, postgres: str) -> None:
    here, back = tmp_path / "here", tmp_path / "back"
    taken = run("import", exported, "--data", here, "--json")
    encounter = json.loads(taken.stdout)["encounter"]
    copied = run("copy", "--data", here, "--to", postgres)
    assert copied.exit_code == 0, copied.stderr
    assert copied.stdout.startswith("Copied 1 of 1 encounters to ")
    assert run("export", encounter, "--data", here, "--database", postgres).stdout_bytes == exported.read_bytes()
    again = run("copy", "--data", here, "--database", postgres, "--to", back, "--json")
    assert json.loads(again.stdout) == {"encounters": 1, "new": 1}
    assert run("export", encounter, "--data", back).stdout_bytes == exported.read_bytes()


def test_a_database_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    nowhere = f"host={tmp_path} dbname=none user=none connect_timeout=1"
    one_sentence(run("import", SAMPLES["pursuit"], "--data", tmp_path / "data", "--database", nowhere), 2)
