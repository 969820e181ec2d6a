#!/usr/bin/env python3
"""Set up and run the project with nothing but Python 3.11 or newer.

    python3 dev.py run     open the store, serve the API, say what to try next
    python3 dev.py test    format, lint, types, then every test (with --all also types of tests, and what takes minutes)
    python3 dev.py check   the same with the fast tests of rules and lines only
    python3 dev.py bench   measure, and write docs/performance.md
    python3 dev.py page    build the page, and again whenever its sources change (with --once, once)
    python3 dev.py setup   only make the environment in .venv
    python3 dev.py new-system NAME   write a small rule system that plays, to be changed into a new one

Arguments after the word go on: those of run to `encounter serve`, those of test and check to pytest.
"""
# The syntax stays that of Python 3.6: an older Python must be able to read this file, to say that it is too old.

import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator, List, Optional, Sequence, Tuple

with suppress(ImportError):  # on Windows, where this file says so and ends
    import fcntl

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"
LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
PIP_LOCK = ROOT / "requirements-pip.lock"
SPARK_LOCK = ROOT / "requirements-spark.lock"
RAY_LOCK = ROOT / "requirements-ray.lock"
PAGE = ROOT / "page"
MEMORY = Path("/dev/shm")  # noqa: S108  # what lies in it has a folder of its own
"""A file system of Linux that lies in memory."""
ROOM = 4 * 1024**3
"""So many bytes must be free there for the files of the tests."""
OF_THE_FIGHT = ["tests/domain", "tests/test_scenarios.py"]
CODE = ["domain", "ledger", "projections", "analytics", "bots", "files", "client", "api", "cli", "verifier"]
OF_THE_LEDGER = ["tests/ledger/line", "tests/ledger/dice", "tests/ledger/table", "tests/projections", "tests/sixth"]

SPREAD = ["-n", "3", "--dist", "worksteal"]
"""Tests wait for browsers, servers and disks: three processes keep two cores busy."""

Step = Tuple[str, List[str]]

CONSOLE_SCRIPT = """#!/bin/sh
'''exec' {python} "$0" "$@"
' '''
import sys

sys.path[0] = {root!r}

# Processes that the program starts read this again, under another name.
if __name__ == "__main__":
    try:
        from cli.main import main

        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
"""


def main(arguments: Sequence[str]) -> int:
    """Do what the first argument says; return the exit status."""
    reason = why_not_here(sys.version_info, os.name)
    if reason:
        sys.exit(reason)
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__)
        return 0 if arguments else 2
    if arguments[0] not in COMMANDS:
        print("dev.py knows {}; not {!r}.".format(", ".join(COMMANDS), arguments[0]), file=sys.stderr)
        return 2
    # The tests start hundreds of processes: without kept bytecode each of them would read all of the code anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    rest = list(arguments[1:])
    status: int = COMMANDS[arguments[0]](rest[1:] if rest[:1] == ["--"] else rest)
    return status


def why_not_here(version: Sequence[object], system: str) -> str:
    """Return one sentence on why the project cannot run on this Python or system, or nothing."""
    if tuple(version[:2]) < OLDEST:
        return "Encounter Ledger needs Python 3.11 or newer; this is {}.{}.".format(*version[:2])
    if system == "nt":
        return "Encounter Ledger runs on Linux and macOS; on Windows, use it inside WSL."
    return ""


def run(arguments: List[str]) -> int:
    """Become the server, so that Ctrl-C reaches it and nothing else."""
    set_up(LOCK, DEV_LOCK)
    encounter = str(VENV / "bin" / "encounter")
    sys.stdout.flush()
    os.execv(encounter, [encounter, "serve", "--examples", *arguments])


def test(arguments: List[str]) -> int:
    """Run everything; return 1 if anything failed. With --all the branches of domain/ are counted, and mutants made."""
    set_up(DEV_LOCK)
    if "--all" in arguments:
        add_engines()
    if "--all" not in arguments or not is_whole_suite(arguments):
        return report([*house_steps(), ("tests", tool("pytest", *SPREAD, *arguments))], types(*CODE))
    # Counting branches makes the rules run at half their speed: only the tests of the fight itself are counted.
    counted = ["--cov=domain", "--cov-report=", *OF_THE_FIGHT, *arguments]
    others = ["--ignore={}".format(path) for path in OF_THE_FIGHT]
    return report(
        [
            *house_steps(),
            ("tests of the fight itself", tool("pytest", *SPREAD, *counted)),
            ("every branch of domain/ is tested", tool("coverage", "report", "--fail-under=100")),
            ("all other tests", tool("pytest", *SPREAD, *others, *arguments)),
            ("small changes that the tests should notice", tool("tests.mutants")),
        ],
        types(),
    )


def check(arguments: List[str]) -> int:
    """Run what takes seconds: the rules, the lines, what is read of them; return 1 if anything failed."""
    set_up(DEV_LOCK)
    paths = [*OF_THE_FIGHT, *OF_THE_LEDGER, "tests/house"]
    elsewhere = ["--ignore=tests/projections/tables", "-p", "no:schemathesis"]
    quick = ["-n", "2", *SPREAD[2:], "-m", "not slow", "-k", "not postgres", *elsewhere, *paths, *arguments]
    return report([*house_steps(), ("fast tests", tool("pytest", *quick))], types(*CODE))


def bench(arguments: List[str]) -> int:
    """Measure this machine; return the exit status of the measurement."""
    set_up(DEV_LOCK)
    return subprocess.call([str(PYTHON), "-m", "tests.bench", *arguments], cwd=str(ROOT))


def page(arguments: List[str]) -> int:
    """Build what the server gives to browsers; return the exit status of the builder."""
    set_up(DEV_LOCK)
    page_tools()
    watching = [] if "--once" in arguments else ["--watch"]
    return subprocess.call([str(VENV / "bin" / "node"), str(PAGE / "build.mjs"), *watching])


def page_tools() -> None:
    """Install the tools that build and check the page, unless exactly these are there."""
    stamp = PAGE / "node_modules" / "installed"
    wanted = fingerprint(PAGE / "package-lock.json")
    with (PAGE / "package-lock.json").open() as lock:
        # Tests in several processes come here at once: one installs, the others wait.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (stamp.exists() and stamp.read_text() == wanted):
            quietly([str(VENV / "bin" / "npm"), "ci", "--silent", "--prefix", str(PAGE)])
            stamp.write_text(wanted)


def new_system(arguments: List[str]) -> int:
    """Write a rule system of that name; return the exit status of the writing."""
    set_up(DEV_LOCK)
    return subprocess.call([str(PYTHON), "-m", "tests.new_system", *arguments], cwd=str(ROOT))


def only_set_up(arguments: List[str]) -> int:
    """Make the environment with the tools of a developer; return 0."""
    if arguments:
        print("dev.py setup takes no arguments.", file=sys.stderr)
        return 2
    set_up(DEV_LOCK)
    print("{} is ready.".format(VENV))
    return 0


COMMANDS = {
    "run": run,
    "test": test,
    "check": check,
    "bench": bench,
    "page": page,
    "setup": only_set_up,
    "new-system": new_system,
}


def house_steps() -> List[Step]:
    """Return the checks that read the code without running it (the tests hold the import contracts)."""
    return [
        ("format", tool("ruff", "format", "--check", "--quiet", ".")),
        ("lint", tool("ruff", "check", "--quiet", ".")),
    ]


def types(*paths: str) -> Step:
    """Return the check of types, beside the tests: of everything a minute on one core, two thirds of it for tests."""
    return ("types", tool("mypy", *paths))


def tool(name: str, *arguments: str) -> List[str]:
    """Return the command line of a tool of the environment."""
    return [str(PYTHON), "-m", name, *arguments]


def is_whole_suite(arguments: Sequence[str]) -> bool:
    """Return whether pytest was asked for all tests: told at most how many fights to play, and to leave nothing out."""
    rest = [argument for argument in arguments if argument != "--all"]
    while rest and rest[0].startswith("--fights"):
        del rest[: 1 if "=" in rest[0] else 2]
    return not rest


def report(steps: Sequence[Step], beside: Optional[Step] = None) -> int:
    """Run all steps in turn, and one ``beside`` them on a core of its own; name those that failed; return 1 if any."""
    failed = []
    with files_in_memory(), beginning(beside) as other:
        for title, command in steps:
            began = time.monotonic()
            print("== {}".format(title), flush=True)
            if subprocess.call(command, cwd=str(ROOT)):
                failed.append(title)
            print("   {:.1f} s".format(time.monotonic() - began), flush=True)
        if beside and other:
            print("== {}\n{}".format(beside[0], other.communicate()[0]), end="", flush=True)
            if other.returncode:
                failed.append(beside[0])
    print("Failed: {}.".format("; ".join(failed)) if failed else "All well.")
    return 1 if failed else 0


@contextmanager
def files_in_memory() -> Iterator[None]:
    """Let the files of tests lie in memory where there is room: thousands are synced, and none outlives its test."""
    room = min(shutil.disk_usage(str(MEMORY)).free, free_memory()) if MEMORY.is_dir() else 0
    if "TMPDIR" in os.environ or room < ROOM:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="encounter-", dir=str(MEMORY), ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # a PostgreSQL of the tests may run as another user
        os.environ["TMPDIR"] = folder
        try:
            yield
        finally:
            del os.environ["TMPDIR"]


def free_memory() -> int:
    """Return how many bytes of memory programs may take before others are pushed out of it; 0 where nobody says."""
    said = Path("/proc/meminfo").read_text() if Path("/proc/meminfo").exists() else ""
    found = re.search(r"^MemAvailable: +(\d+) kB", said, flags=re.MULTILINE)
    return int(found.group(1)) * 1024 if found else 0


@contextmanager
def beginning(step: Optional[Step]) -> "Iterator[Optional[subprocess.Popen[str]]]":
    """Yield the running process of a step, whose words are kept; it ends with the block."""
    if step is None:
        yield None
        return
    with subprocess.Popen(
        step[1], cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def set_up(*locks: Path) -> None:
    """Install the first of ``locks`` into .venv, unless it holds what any of them names."""
    place = "{} {}".format(ROOT, sys.version.replace("\n", " "))
    found = STAMP.read_text().splitlines() if STAMP.exists() else []
    if found[:1] == [place] and found[1:] in [[fingerprint(lock)] for lock in locks]:
        put_the_project_on_the_path()
        return
    began = time.monotonic()
    print("Setting up {} (once; about half a minute, with uv seconds) ...".format(VENV), flush=True)
    uv = shutil.which("uv")
    try:
        if found[:1] != [place] or not (uv or (VENV / "bin" / "pip").exists()):
            make_environment(uv)
        for stamp in (STAMP, VENV / "spark", VENV / "ray"):
            if stamp.exists():
                stamp.unlink()  # interrupted from here on, the environment is made anew
        install(locks[0], uv)
        put_the_project_on_the_path()
        STAMP.write_text("{}\n{}\n".format(place, fingerprint(locks[0])))
    except OSError as error:
        sys.exit("dev.py could not set up {}: {}.".format(VENV, error))
    print("Set up in {:.0f} s.".format(time.monotonic() - began), flush=True)


def fingerprint(lock: Path) -> str:
    """Return the SHA-256 of a lock file."""
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def make_environment(uv: Optional[str]) -> None:
    """Make an empty .venv, in place of one that was made for another Python or another folder."""
    # The Python behind this one, should this one live in the very .venv that is replaced.
    python = getattr(sys, "_base_executable", sys.executable)
    if uv:
        quietly([uv, "venv", "--clear", "--no-project", "--python", python, str(VENV)])
        return
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        sys.exit("Python's venv module is missing: install the package python3-venv (Debian, Ubuntu), or uv.")
    quietly([python, "-I", "-m", "venv", "--clear", str(VENV)])


def install(lock: Path, uv: Optional[str]) -> None:
    """Install exactly the wheels whose hashes ``lock`` names, which leaves nothing to be resolved."""
    exactly = ["--require-hashes", "--only-binary", ":all:"]
    if uv:
        quietly([uv, "pip", "sync", "--compile-bytecode", "--python", str(PYTHON), *exactly, str(lock)])
        return
    # -I: what lies on PYTHONPATH would count as installed already.
    pip = [str(PYTHON), "-I", "-m", "pip", "install", "--disable-pip-version-check", "--no-deps", *exactly]
    # The pip that an older Python brings takes twice as long over all the rest; either compiles on one core.
    quietly([*pip, "-r", str(PIP_LOCK)])
    with tempfile.TemporaryDirectory() as folder:
        halves = [Path(folder) / "one.lock", Path(folder) / "other.lock"]
        for half, text in zip(halves, halved(lock.read_text()), strict=True):
            half.write_text(text)
        quietly(*([*pip, "--no-compile", "-r", str(half)] for half in halves))
    compile_bytecode()


def halved(lock: str) -> List[str]:
    """Return two locks, each with every other requirement of one: pip unpacks them one by one, on one core."""
    each = re.split(r"^(?=\w)", lock, flags=re.MULTILINE)[1:]
    return ["".join(each[first::2]) for first in range(2)]


def compile_bytecode() -> None:
    """Compile what was installed, on all cores; what is for other Pythons and does not compile is left as it is."""
    compiling = [str(PYTHON), "-I", "-m", "compileall", "-q", "-j", "0", "-x", r"[\\/]tests?[\\/]", str(VENV / "lib")]
    subprocess.call(compiling, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def add_engines() -> None:
    """Install the engines that are too heavy for everybody, each where it can run."""
    if shutil.which("java") is not None:
        add("Spark", VENV / "spark", SPARK_LOCK)
    if sys.implementation.name == "cpython":
        add("Ray", VENV / "ray", RAY_LOCK, "--only-binary", ":all:")


def add(name: str, stamp: Path, lock: Path, *how: str) -> None:
    """Install what a lock names beside the tools, unless exactly that is there."""
    wanted = fingerprint(lock)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Adding {} to {} (once; some minutes) ...".format(name, VENV), flush=True)
    uv = shutil.which("uv")
    pip = [uv, "pip", "install", "--python", str(PYTHON)] if uv else [str(PYTHON), "-I", "-m", "pip", "install"]
    quietly([*pip, "--require-hashes", "--no-deps", *how, "-r", str(lock)])
    stamp.write_text(wanted)


def put_the_project_on_the_path() -> None:
    """Let the environment import the folders of the project, and give it the command `encounter`."""
    for site in (VENV / "lib").glob("python*/site-packages"):
        keep(site / "encounter-ledger.pth", "{}\n".format(ROOT))
    script = VENV / "bin" / "encounter"
    keep(script, CONSOLE_SCRIPT.format(python=shlex.quote(str(PYTHON)), root=str(ROOT)))
    script.chmod(0o755)


def keep(file: Path, text: str) -> None:
    """Write a file that holds something else, and leave alone one that others may be reading just now."""
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def quietly(*commands: List[str]) -> None:
    """Run commands beside each other, and show what one of them said only if it fails, which ends the program."""
    out, both = subprocess.PIPE, subprocess.STDOUT
    running = [
        subprocess.Popen(command, cwd=str(ROOT), stdout=out, stderr=both, universal_newlines=True)
        for command in commands
    ]
    said = [process.communicate()[0] for process in running]
    for command, process, words in zip(commands, running, said, strict=True):
        if process.returncode:
            print(words.rstrip(), file=sys.stderr)
            sys.exit("Setting up stopped: {} failed, for the reason above.".format(" ".join(command[:4])))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
