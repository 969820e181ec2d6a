"""Imports go api → projections → ledger → domain, and the domain stands on the standard library alone."""

import ast
import subprocess
import sys
from pathlib import Path

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


def test_the_command_line_starts_without_what_only_a_server_needs() -> None:
    heavy = ["fastapi", "starlette", "uvicorn", "structlog", "prometheus_client", "limits"]
    asked = f"import api.cli, sys; print(*({heavy} & sys.modules.keys()))".replace(str(heavy), "{*" + str(heavy) + "}")
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.split() == []
