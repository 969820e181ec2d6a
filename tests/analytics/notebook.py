"""The notebook in docs/, run without Jupyter: its cells in one namespace, one after the other, and what they print."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "docs" / "analytics.ipynb"


def read() -> dict[str, Any]:
    """Return the notebook as it is stored."""
    found: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return found


def code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return its cells of code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def ran(notebook: dict[str, Any]) -> list[str]:
    """Return what each cell of code prints."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = []
    for number, cell in enumerate(code(notebook), 1):
        said = io.StringIO()
        with redirect_stdout(said):
            exec(compile("".join(cell["source"]), f"{NOTEBOOK.name}, cell {number}", "exec"), names)  # noqa: S102  # the notebook is ours
        printed.append(said.getvalue())
    return printed


def kept(cell: dict[str, Any]) -> str:
    """Return what a cell printed when it was stored."""
    return "".join(text for output in cell["outputs"] for text in output["text"])


def write() -> None:
    """Run the notebook and store what its cells print."""
    notebook = read()
    for number, (cell, told) in enumerate(zip(code(notebook), ran(notebook), strict=True), 1):
        text = told.splitlines(keepends=True)
        cell["execution_count"] = number
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
