"""Imports go cli → api, client → files, bots → projections → ledger → domain, and the domain stands alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import COMMANDS, Named
from domain.ruleset import RULESETS

ROOT = Path(__file__).resolve().parents[2]
ALLOWED_IN_DOMAIN = sys.stdlib_module_names | {"annotated_types", "domain"}


def imported(source: str) -> set[str]:
    """Return the top-level names of all modules that ``source`` imports, wherever it does so."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or ".").partition(".")[0])
    return found


def test_the_contracts_in_pyproject_hold() -> None:
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-logo', '--no-cache'])"
    done = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_domain_imports_only_the_standard_library_and_annotated_types() -> None:
    foreign = {
        str(path.relative_to(ROOT)): imported(path.read_text(encoding="utf-8")) - ALLOWED_IN_DOMAIN
        for path in (ROOT / "domain").rglob("*.py")
    }
    assert {path: names for path, names in foreign.items() if names} == {}


def test_an_import_is_seen_wherever_it_stands() -> None:
    source = "import os.path\nfrom ledger.line import x\ndef later():\n    from . import y\n    import orjson as fast\n"
    assert imported(source) == {"os", "ledger", "", "orjson"}


CALLED = """
import sys
from cli.main import app
try:
    app({arguments}, standalone_mode=False)
except BaseException as ended:
    print(type(ended).__name__, file=sys.stderr)
print(*(each for each in {wanted} if each in sys.modules))
"""
FOR_A_SERVER = {"fastapi", "starlette", "uvicorn", "structlog", "prometheus_client", "limits"}
FOR_A_STORE = {"ledger.application", "ledger.store.kinds", "ledger.store.sqlite", "eventsourcing", "sqlite3", "psycopg"}
FOR_QUESTIONS = {"icepool", "projections.odds", "projections.why", "projections.reasons"}
OF_RULES = {f"domain.rulesets.{system}" for system in RULESETS}


def read_by(*arguments: str, wanted: set[str]) -> set[str]:
    """Return which of those modules a call of the command line has read when it ends."""
    asked = CALLED.format(arguments=list(arguments), wanted=sorted(wanted))
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.slow
def test_help_reads_neither_the_fight_nor_a_framework() -> None:
    heavy = {"domain", "ledger", "projections", "pydantic", "orjson", "yaml", "cryptography", "icepool", "rich"}
    assert read_by("--help", wanted=heavy | FOR_A_SERVER | FOR_A_STORE) == set()


@pytest.mark.slow
def test_the_help_of_a_command_is_set_in_plain_rows() -> None:
    """What draws boxes around it takes as long to read as all else that a command needs."""
    assert read_by("open", "--help", wanted={"rich", "typer.rich_utils"}) == set()
    assert read_by("join", "--help", wanted={"typer.rich_utils", "rich.console"}) == set()


@pytest.mark.long
def test_joining_reads_no_rule_system_no_framework_no_store_and_no_odds() -> None:
    """Which system it is tells the server, once somebody answers there; odds are counted when somebody asks."""
    nobody = "http://127.0.0.1:1/api/encounters/" + "a" * 32 + "#key"
    assert read_by("join", nobody, wanted={"client.client"}) == {"client.client"}
    spared = FOR_A_SERVER | FOR_A_STORE | FOR_QUESTIONS | OF_RULES | {"yaml"}
    assert read_by("join", nobody, wanted=spared) == set()


@pytest.mark.slow
def test_the_help_of_joining_reads_neither_the_rules_nor_a_client() -> None:
    heavy = {"domain", "ledger.line.entries", "ledger.table", "projections.sentences", "client.client", "cryptography"}
    assert read_by("join", "--help", wanted=heavy | FOR_A_SERVER | FOR_A_STORE) == set()


@pytest.mark.long
def test_opening_reads_no_rule_and_no_line() -> None:
    spared = FOR_A_SERVER | FOR_A_STORE | FOR_QUESTIONS | OF_RULES | {"domain.deciding", "ledger.line.entries"}
    assert read_by("open", "pursuit", "--server", "http://127.0.0.1:1", wanted=spared) == set()


def test_a_command_says_the_same_of_itself_before_and_after_it_is_read() -> None:
    for name, (_, sentence) in COMMANDS.items():
        assert Named(name=name).whole().help == sentence
