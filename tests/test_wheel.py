"""The wheel: it keeps its folders to itself, and what it installs in an empty environment is the whole program."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from urllib.request import urlopen
from venv import EnvBuilder
from zipfile import ZipFile

import pytest

from ledger.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [
    "domain",
    "ledger",
    "projections",
    "analytics",
    "bots",
    "files",
    "client",
    "api",
    "cli",
    "verifier",
    "rosters",
]
PAGE = ROOT / "verifier" / "index.html"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the project as it stands."""
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the `encounter` of an environment that holds the wheel and, linked, what it depends on."""
    environment = tmp_path_factory.mktemp("somewhere") / "with a space"
    uv = shutil.which("uv")
    EnvBuilder(symlinks=True).create(environment)
    python = str(environment / "bin" / "python")
    pip = (
        [uv, "pip", "install", "--python", python]
        if uv
        else [sys.executable, "-m", "pip", "--python", python, "install"]
    )
    subprocess.run([*pip, "--no-index", "--no-deps", "--quiet", str(wheel)], check=True, capture_output=True)
    (site,) = environment.glob("lib/python*/site-packages")
    # A path file inside of the linked folder, such as the one of this project, is not read.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return environment / "bin" / "encounter"


def alone() -> dict[str, str]:
    """Return the environment variables of somebody who knows nothing of this project."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ENCOUNTER_"))}


def said(program: Path, *arguments: str, within: Path) -> str:
    """Return what the installed program prints, started in a folder of nobody's."""
    done = subprocess.run(
        [program, *arguments], cwd=within, env=alone(), check=False, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def got(address: str) -> tuple[bytes, str | None]:
    """Return the body that an address answers with, and the server that it names."""
    with urlopen(address, timeout=30) as answer:  # noqa: S310 - of the server that was just started
        body: bytes = answer.read()
        return body, answer.headers["Server"]


def test_nothing_but_one_package_lands_among_other_packages(wheel: Path) -> None:
    with ZipFile(wheel) as held:
        assert {name.partition("/")[0] for name in held.namelist()} == {
            "encounter_ledger",
            f"encounter_ledger-{VERSION}.dist-info",
        }


def test_it_holds_every_file_of_the_program_and_of_its_rosters_and_schemas_as_it_stands(wheel: Path) -> None:
    there = [
        path
        for folder in [*FOLDERS, "docs/schemas", "page/served"]
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    ]
    expected = {f"encounter_ledger/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in there}
    expected["encounter_ledger/__init__.py"] = (ROOT / "encounter_ledger.py").read_bytes()
    with ZipFile(wheel) as held:
        assert {name: held.read(name) for name in held.namelist() if ".dist-info/" not in name} == expected


def test_it_needs_what_the_project_needs_and_has_its_licence(wheel: Path) -> None:
    with ZipFile(wheel) as held:
        metadata = held.read(f"encounter_ledger-{VERSION}.dist-info/METADATA").decode()
        assert f"encounter_ledger-{VERSION}.dist-info/licenses/LICENSE" in held.namelist()
    assert "Requires-Dist: fastapi" in metadata
    assert "Requires-Python: >=3.11" in metadata
    assert "hypothesis" not in metadata


def test_it_says_which_version_it_is(installed: Path, tmp_path: Path) -> None:
    assert said(installed, "--version", within=tmp_path) == f"encounter {VERSION}\n"


@pytest.mark.long
def test_it_fights_with_its_own_roster_and_verifies_the_file_in_which_no_version_stands(
    installed: Path, tmp_path: Path
) -> None:
    assert "Verified: " in said(installed, "fight", "pursuit", "--export", "fight.ndjson", within=tmp_path)
    found = json.loads(said(installed, "verify", "fight.ndjson", "--json", within=tmp_path))
    assert found["ok"] is True
    assert VERSION not in (tmp_path / "fight.ndjson").read_text(encoding="utf-8")


def test_it_prints_the_schema_that_it_brings(installed: Path, tmp_path: Path) -> None:
    brought = ROOT / "docs" / "schemas" / "vanguard.roster.json"
    assert said(installed, "schema", "vanguard", within=tmp_path) == brought.read_text(encoding="utf-8")


def test_it_serves_the_interface_and_the_page_of_the_verifier(installed: Path, tmp_path: Path) -> None:
    serve = [str(installed), "serve", "--port", "0"]
    with subprocess.Popen(serve, cwd=tmp_path, env=alone(), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            found = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in server.stdout)
            address = next(each[0] for each in found if each)
            assert got(f"{address}/readyz")[1] == f"encounter-ledger/{VERSION}"
            assert got(f"{address}/verify")[0] == PAGE.read_bytes()
        finally:
            server.send_signal(signal.SIGINT)
        assert server.stdout.read().endswith("Stopped.\n")
    assert server.returncode == 0
    assert (tmp_path / "data" / "encounters.sqlite").exists()
