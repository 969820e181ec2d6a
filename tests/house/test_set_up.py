"""dev.py sets up once, says what is missing in one sentence, and passes arguments on."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dev


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commands that setting up would have run, in a folder of its own without uv; those beside as one."""
    ran: list[list[str]] = []

    def note(*beside: list[str]) -> None:
        command = [word for each in beside for word in each]
        ran.append(command)
        if "venv" in command:
            (dev.VENV / "bin").mkdir(parents=True, exist_ok=True)
            (dev.VENV / "bin" / "pip").touch()
            dev.STAMP.unlink(missing_ok=True)

    move_to(tmp_path, monkeypatch)
    monkeypatch.setattr(dev, "quietly", note)
    monkeypatch.setattr(dev, "compile_bytecode", lambda: None)
    monkeypatch.setattr("shutil.which", lambda _: None)
    return ran


def move_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "ROOT", folder)
    monkeypatch.setattr(dev, "VENV", folder / ".venv")
    monkeypatch.setattr(dev, "PYTHON", folder / ".venv" / "bin" / "python")
    monkeypatch.setattr(dev, "STAMP", folder / ".venv" / "installed")
    for name, variable in [("requirements.lock", "LOCK"), ("requirements-dev.lock", "DEV_LOCK")]:
        (folder / name).write_text(f"{name} as it was\n")
        monkeypatch.setattr(dev, variable, folder / name)


def words(commands: list[list[str]]) -> list[str]:
    """Return `venv`, `pip` (a newer one), `install` or `sync` for each command."""
    known = ("venv", "install", "sync")
    return [
        "pip" if str(dev.PIP_LOCK) in command else next(word for word in command if word in known)
        for command in commands
    ]


def test_every_requirement_of_a_lock_is_in_one_of_its_halves_with_its_hashes() -> None:
    lock = dev.DEV_LOCK.read_text(encoding="utf-8")
    one, other = dev.halved(lock)
    named = [[line for line in half.splitlines() if "==" in line] for half in (one, other)]
    assert sorted(named[0] + named[1]) == sorted(line for line in lock.splitlines() if "==" in line)
    assert (one + other).count("--hash=") == lock.count("--hash=")
    assert abs(len(named[0]) - len(named[1])) < 2


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 10, 13), (2, 7, 18)])
def test_an_older_python_is_told_so_in_one_sentence(version: tuple[int, ...]) -> None:
    found = f"{version[0]}.{version[1]}"
    assert dev.why_not_here(version, "posix") == f"Encounter Ledger needs Python 3.11 or newer; this is {found}."


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 2), (4, 0, 0)])
def test_python_3_11_and_what_follows_it_will_do(version: tuple[int, ...]) -> None:
    assert dev.why_not_here(version, "posix") == ""


def test_windows_is_sent_to_wsl() -> None:
    assert "WSL" in dev.why_not_here((3, 12), "nt")


def test_python_3_6_can_read_the_file() -> None:
    source = Path(dev.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    assert "from __future__ import annotations" not in source, "Python 3.6 does not know it"


def test_the_second_set_up_does_nothing(commands: list[list[str]]) -> None:
    dev.set_up(dev.LOCK)
    dev.set_up(dev.LOCK)
    assert words(commands) == ["venv", "pip", "install"]


@pytest.mark.usefixtures("commands")
def test_a_command_that_would_start_what_is_elsewhere_now_is_written_anew_and_no_other() -> None:
    dev.set_up(dev.LOCK)
    script = dev.VENV / "bin" / "encounter"
    script.write_text("from before.cli import main")
    dev.set_up(dev.LOCK)
    assert "from cli.main import main" in script.read_text()
    written = script.stat().st_mtime_ns
    dev.set_up(dev.LOCK)
    assert script.stat().st_mtime_ns == written


def test_what_is_installed_must_match_its_hash_and_be_a_wheel(commands: list[list[str]]) -> None:
    dev.set_up(dev.LOCK)
    for command in commands[1:]:
        assert "--require-hashes" in command
        assert command[command.index("--only-binary") + 1] == ":all:"


def test_what_is_installed_is_compiled_and_what_cannot_be_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to(tmp_path, monkeypatch)
    monkeypatch.setattr(dev, "PYTHON", sys.executable)
    packages = dev.VENV / "lib" / "python3" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "older.py").write_text("print 'as Python 2 wrote it'\n")
    (packages / "newer.py").write_text("print('as it is written now')\n")
    dev.compile_bytecode()
    assert [file.name.split(".")[0] for file in packages.glob("__pycache__/*.pyc")] == ["newer"]


def test_uv_is_used_where_there_is_one(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/somewhere/{name}")
    dev.set_up(dev.LOCK)
    assert words(commands) == ["venv", "sync"]
    assert {command[0] for command in commands} == {"/somewhere/uv"}


def test_what_it_starts_keeps_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setitem(dev.COMMANDS, "setup", lambda _: "PYTHONDONTWRITEBYTECODE" in os.environ)
    assert dev.main(["setup"]) == 0


def test_the_environment_of_a_developer_serves_to_run(commands: list[list[str]]) -> None:
    dev.set_up(dev.DEV_LOCK)
    dev.set_up(dev.LOCK, dev.DEV_LOCK)
    assert words(commands) == ["venv", "pip", "install"]


def test_the_environment_of_a_player_is_completed_for_the_tests(commands: list[list[str]]) -> None:
    dev.set_up(dev.LOCK, dev.DEV_LOCK)
    dev.set_up(dev.DEV_LOCK)
    assert words(commands) == ["venv", "pip", "install", "pip", "install"]


def test_a_new_lock_is_installed_over_the_old_one(commands: list[list[str]]) -> None:
    dev.set_up(dev.LOCK)
    dev.LOCK.write_text("changed\n")
    dev.set_up(dev.LOCK)
    assert words(commands) == ["venv", "pip", "install", "pip", "install"]


def test_another_python_makes_the_environment_anew(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    dev.set_up(dev.LOCK)
    monkeypatch.setattr(sys, "version", "another")
    dev.set_up(dev.LOCK)
    assert words(commands) == ["venv", "pip", "install", "venv", "pip", "install"]


def test_after_an_interruption_the_environment_is_made_anew(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    dev.set_up(dev.LOCK)
    dev.LOCK.write_text("changed\n")
    with monkeypatch.context() as patch:
        patch.setattr(dev, "install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            dev.set_up(dev.LOCK)
    dev.set_up(dev.LOCK)
    assert words(commands) == ["venv", "pip", "install", "venv", "pip", "install"]


def test_without_the_venv_module_the_package_to_install_is_named(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(SystemExit, match=r"^Python's venv module is missing: install the package python3-venv"):
        dev.set_up(dev.LOCK)
    assert commands == []


def test_an_installation_that_fails_shows_what_it_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="failed, for the reason above"):
        dev.quietly([sys.executable, "-c", "print('no such hash'); raise SystemExit(1)"])
    assert capsys.readouterr().err == "no such hash\n"


def test_the_console_command_finds_the_project_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Ana's table, with spaces"
    (folder / "cli").mkdir(parents=True)
    (folder / "cli" / "__init__.py").touch()
    (folder / "cli" / "main.py").write_text(
        "import sys\n\n\ndef main() -> int:\n    print(sys.argv[1:])\n    return 3\n"
    )
    (folder / ".venv" / "bin").mkdir(parents=True)
    move_to(folder, monkeypatch)
    dev.PYTHON.symlink_to(sys.executable)
    dev.put_the_project_on_the_path()

    done = subprocess.run(
        [dev.VENV / "bin" / "encounter", "serve", "a b"], cwd="/", check=False, capture_output=True, text=True
    )

    assert (done.returncode, done.stdout, done.stderr) == (3, "['serve', 'a b']\n", "")


def test_ctrl_c_while_the_program_is_still_being_read_ends_it_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "__init__.py").touch()
    (tmp_path / "cli" / "main.py").write_text("raise KeyboardInterrupt\n")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    move_to(tmp_path, monkeypatch)
    dev.PYTHON.symlink_to(sys.executable)
    dev.put_the_project_on_the_path()

    done = subprocess.run([dev.VENV / "bin" / "encounter"], check=False, capture_output=True, text=True)

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.usefixtures("commands")
def test_run_becomes_the_server_with_examples_and_passes_arguments_on(monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, arguments: became.append(arguments))
    dev.run(["--port", "8001"])
    assert became == [[str(dev.VENV / "bin" / "encounter"), "serve", "--examples", "--port", "8001"]]


@pytest.mark.parametrize(
    ("arguments", "whole"),
    [
        ([], True),
        (["--fights", "2000"], True),
        (["--fights=2000"], True),
        (["--all", "--fights", "9"], True),
        (["tests/house"], False),
        (["--fights", "9", "-k", "feint"], False),
    ],
)
def test_the_coverage_of_the_domain_counts_for_the_whole_suite_only(arguments: list[str], whole: bool) -> None:
    assert dev.is_whole_suite(arguments) is whole


def test_every_step_runs_and_those_that_failed_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    steps = [
        ("lint", [sys.executable, "-c", "raise SystemExit(1)"]),
        ("types", [sys.executable, "-c", "print('checked')"]),
    ]
    assert dev.report(steps) == 1
    out = capfd.readouterr().out
    assert "checked" in out
    assert out.endswith("Failed: lint.\n")
    assert dev.report(steps[1:]) == 0


def test_what_runs_beside_the_steps_is_told_after_them_and_may_fail_too(capfd: pytest.CaptureFixture[str]) -> None:
    steps = [("tests", [sys.executable, "-c", "print('passed')"])]
    types = ("types", [sys.executable, "-c", "raise SystemExit('a wrong type')"])
    assert dev.report(steps, types) == 1
    out = capfd.readouterr().out
    assert out.index("passed") < out.index("== types\na wrong type\n")
    assert out.endswith("Failed: types.\n")


def test_a_word_it_does_not_know_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["dance"]) == 2
    assert capsys.readouterr().err == "dev.py knows run, test, check, bench, page, setup, new-system; not 'dance'.\n"


@pytest.mark.usefixtures("commands")
def test_a_new_system_is_written_by_the_environment_of_a_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []

    def call(command: list[str], **_: object) -> int:
        called.append(command)
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    assert dev.main(["new-system", "brawl"]) == 0
    assert called == [[str(dev.PYTHON), "-m", "tests.new_system", "brawl"]]
    assert (dev.VENV / "installed").read_text().endswith(f"{dev.fingerprint(dev.DEV_LOCK)}\n")


def test_without_a_word_it_says_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main([]) == 2
    assert "python3 dev.py test" in capsys.readouterr().out
