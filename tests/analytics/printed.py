"""What the pages print: their fights fought anew, by chance and a clock that stay the same, and asked again."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from typer.testing import CliRunner

from cli.main import app
from tests.chance import repeatable

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "analytics.md", ROOT / "docs" / "answers.md"]
TYPED = ".venv/bin/encounter "
SET_UP = re.compile(r"```sh\nexport ENCOUNTER_DATA=(\w+)\n(.*?)```", re.DOTALL)
BLOCK = re.compile(rf"```\n{re.escape(TYPED)}([^\n]+)\n```\n\n```\n(.*?)```", re.DOTALL)
"""A command, and below it what it prints."""
ROWS = 9
"""So many rows of an answer stand in a page."""


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the commands of a page below which stands what they print, with that."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def pages() -> dict[Path, str]:
    """Return the pages with what their commands print today, in a folder of their own."""
    with TemporaryDirectory(prefix="encounter-") as name, chdir(name), repeatable("the answers of the pages"):
        for folder in ("rosters", "tests"):
            Path(folder).symlink_to(ROOT / folder)
        data, *commands = _set_up(PAGES[0].read_text(encoding="utf-8"))
        with patch.dict(os.environ, {"ENCOUNTER_DATA": data}):
            for command in commands:
                _typed(command)
            return {page: _anew(page) for page in PAGES}


def _set_up(text: str) -> Iterator[str]:
    """Yield the folder that a page names for its fights, and the commands that have them fought."""
    ((folder, commands),) = SET_UP.findall(text)
    yield folder
    yield from commands.splitlines()


def _typed(command: str) -> None:
    """Do what a reader does who types a line of the page."""
    if command.startswith(TYPED):
        _says(command.removeprefix(TYPED))
    else:
        subprocess.run(["sh", "-c", command], check=True)  # the page is ours


def _anew(page: Path) -> str:
    """Return a page with what its commands print, in the order in which they stand there."""
    return BLOCK.sub(
        lambda found: f"```\n{TYPED}{found[1]}\n```\n\n```\n{cut(_says(found[1]))}```", page.read_text(encoding="utf-8")
    )


def _says(command: str) -> str:
    """Return what a command prints; it must end well."""
    words = [re.sub(r'^"(.*)"$', r"\1", word) for word in re.findall(r'"[^"]*"|\S+', command)]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, (command, done.output)
    return done.stdout


def cut(told: str) -> str:
    """Return what a page holds of what was printed: of an answer the first rows."""
    head, empty, rows = told.partition("\n\n")
    every = rows.splitlines(keepends=True)
    if not empty or len(every) <= ROWS + 1:
        return told
    return head + empty + "".join(every[: ROWS + 1]) + "…\n"


def write() -> None:
    """Write the pages anew."""
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
