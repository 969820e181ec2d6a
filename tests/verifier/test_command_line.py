"""The file as a program: it runs alone, says in words or as JSON what it found, and ends as it says."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import stopping
from cli.main import app
from ledger.line.canonical import canon_trusted
from tests.verifier.cases import FILES
from verifier import verify_fight
from verifier.verify_fight import main, verify

FILE = Path(__file__).parents[2] / "verifier" / "verify_fight.py"


def test_it_needs_the_standard_library_and_cryptography_alone(tmp_path: Path) -> None:
    tree = ast.walk(ast.parse(FILE.read_text(encoding="utf-8")))
    names = {name for node in tree for name in _imported(node)}
    assert {name for name in names if name not in sys.stdlib_module_names} == {"cryptography"}
    alone = shutil.copy(FILE, tmp_path / "verify_fight.py")
    command = [sys.executable, "-P", alone, FILES / "salted.ndjson", "--checkpoint", FILES / "whole.note"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("OK\n")
    assert "ana (player, 1 device); your device took part in 3 of 3 rolls" in ended.stdout
    assert "at most 1 of 3 rolls can have been influenced by anybody" in ended.stdout


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name.partition(".")[0] for each in node.names]
    return [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) else []


def test_it_says_what_is_broken_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILES / "rewritten.ndjson"), "--checkpoint", str(FILES / "honest.note")]) == 1
    assert capsys.readouterr().out.startswith("BROKEN at line ")


def test_it_says_what_is_left_open_and_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILES / "secret-of-ana.ndjson")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("OK BUT:\n  - open")
    assert "Sealed and not open: lines " in said


@pytest.mark.parametrize(
    "file", ["typed.ndjson", "disputed.ndjson", "secret-closed.ndjson", "said.ndjson", "ruled.ndjson", "dated.ndjson"]
)
def test_every_kind_of_fight_is_told(capsys: pytest.CaptureFixture[str], file: str) -> None:
    main([str(FILES / file)])
    said = capsys.readouterr().out
    told = {
        "typed.ndjson": "of them attested",
        "disputed.ndjson": "Disputes that nobody settled: lines ",
        "secret-closed.ndjson": "because For the next evening.",
        "said.ndjson": "nobody",
        "ruled.ndjson": "Values set by a ruling: 1",
        "dated.ndjson": "cosigned by bo; bo dated it before the last of them",
    }
    assert (told[file] in said) == (file != "said.ndjson")


def test_it_reports_as_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    key = (FILES / "log.key").read_text().strip()
    assert main([str(FILES / "salted.ndjson"), "--json", "--log-key", key]) == 0
    assert json.loads(capsys.readouterr().out) == verify((FILES / "salted.ndjson").read_bytes())


@pytest.mark.parametrize(
    "arguments",
    [
        ["nowhere.ndjson"],
        [str(FILES / "salted.ndjson"), "--checkpoint", "nowhere.note"],
        [str(FILES / "salted.ndjson"), "--checkpoint", str(FILES / "salted.ndjson")],
        [str(FILES / "salted.ndjson"), "--log-key", "no key"],
    ],
)
def test_called_wrongly_it_says_so_and_ends_with_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_no_control_character_of_a_file_reaches_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    raw = (FILES / "loaded.ndjson").read_bytes().replace(b'"role":"player"', b'"role":"\\u001b[2J"', 1)
    (tmp_path / "loud.ndjson").write_bytes(raw)
    main([str(tmp_path / "loud.ndjson")])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(("file", "rolls"), [("devices.ndjson", 10), ("waiting.ndjson", 3), ("consenting.ndjson", 1)])
def test_the_lines_of_the_page_on_verifying_recompute_salted_rolls(tmp_path: Path, file: str, rolls: int) -> None:
    page = (FILE.parents[1] / "docs" / "verifying.md").read_text(encoding="utf-8")
    _, _, code = page.partition("```python\n")
    (tmp_path / "check.py").write_text(code.partition("```")[0], encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, tmp_path / "check.py", FILES / file], capture_output=True, text=True, check=True
    )
    assert len(ended.stdout.splitlines()) == rolls


def with_an_unknown_kind(tmp_path: Path) -> Path:
    file = tmp_path / "newer.ndjson"
    rows = (FILES / "loaded.ndjson").read_bytes().splitlines()
    line = json.loads(rows[-2]) | {"type": "Smiled"}
    file.write_bytes(b"\n".join(rows[:-2]) + b"\n" + canon_trusted(line) + b"\n")
    return file


@pytest.mark.parametrize(("strict", "codes"), [(False, [0, 0, 1, 3]), (True, [0, 3, 1, 3])])
def test_both_programs_end_alike(tmp_path: Path, strict: bool, codes: list[int]) -> None:
    broken = tmp_path / "broken.ndjson"
    broken.write_bytes(b"PK\x03\x04")
    files = [FILES / "salted.ndjson", FILES / "said.ndjson", broken, with_an_unknown_kind(tmp_path)]
    also = ["--strict"] if strict else []
    assert [main([str(file), *also]) for file in files] == codes
    assert [CliRunner().invoke(app, ["verify", str(file), *also]).exit_code for file in files] == codes


def test_what_is_newer_is_said_to_be_newer_by_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = with_an_unknown_kind(tmp_path)
    main([str(file)])
    for said in (capsys.readouterr().out, CliRunner().invoke(app, ["verify", str(file)]).stdout):
        assert said.startswith("newer than I am, from line ")


@pytest.mark.parametrize("beside", [["--checkpoint", "nowhere.note"], ["--log-key", "no key"]])
def test_what_cannot_be_used_is_a_wrong_call_of_both(beside: list[str]) -> None:
    called = [str(FILES / "salted.ndjson"), *beside]
    assert main(called) == 2
    ended = CliRunner().invoke(app, ["verify", *called])
    assert (ended.exit_code, ended.stdout) == (2, "")


@pytest.mark.parametrize("name", ["salted.ndjson", "devices.ndjson", "secret-of-ana.ndjson", "typed.ndjson"])
def test_both_report_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(FILES / name), "--json"])
    alone = json.loads(capsys.readouterr().out)
    here = json.loads(CliRunner().invoke(app, ["verify", str(FILES / name), "--json"]).stdout)
    assert {each: here[each] for each in alone} == alone


def test_a_kept_checkpoint_is_held_against_the_file_by_the_command_line() -> None:
    called = ["verify", str(FILES / "rewritten.ndjson"), "--checkpoint", str(FILES / "honest.note")]
    ended = CliRunner().invoke(app, called)
    assert ended.exit_code == 1
    assert ended.stdout.startswith("BROKEN at line ")


PROGRAMS = {
    "the file": [sys.executable, str(FILE)],
    "the ledger": [sys.executable, "-m", "cli", "verify"],
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_nobody_need_read_to_the_end(program: str) -> None:
    """As with `| head`: no traceback, and the exit status is that of the verdict."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [*PROGRAMS[program], str(FILES / "salted.ndjson")]
    ended = subprocess.run(command, cwd=FILE.parents[1], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_what_is_too_large_to_be_a_fight_is_not_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (FILES / "salted.ndjson").stat().st_size
    for most, status in ((whole, 0), (whole - 1, 2)):
        monkeypatch.setattr(verify_fight, "LARGEST_FILE", most)
        monkeypatch.setattr(stopping, "LARGEST_FILE", most)
        assert main([str(FILES / "salted.ndjson")]) == status
        assert ("too large to be a fight" in capsys.readouterr().err) == (status == 2)
        ended = CliRunner().invoke(app, ["verify", str(FILES / "salted.ndjson")])
        assert (ended.exit_code, "too large to be a fight" in ended.stderr) == (status, status == 2)
