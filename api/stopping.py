"""How a call of the command line ends early: one sentence on stderr, and the exit status."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import typer

from projections.wording import inert

WRONG = 1
"""The thing is wrong: a fight does not verify, an example does not hold."""
MISUSED = 2
"""It was called wrongly, or the machine does not let it."""


def stop(sentence: str, status: int = MISUSED) -> NoReturn:
    """Say why on stderr, and end."""
    print(inert(sentence), file=sys.stderr)
    raise typer.Exit(status)


def contents(path: Path) -> bytes:
    """Return what a file holds; ends with a sentence where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        stop(f"The file {path} cannot be read: {error.strerror}.")


def must_be_writable(path: Path) -> None:
    """End with a sentence where no file can be written: better before long work than after it."""
    there = os.access(path, os.F_OK)
    if there and path.is_dir():
        reason = "it is a folder"
    elif not there and not os.access(path.parent, os.F_OK):
        reason = f"there is no folder {path.parent}"
    elif not os.access(path if there else path.parent, os.W_OK):
        reason = "you may not write there"
    else:
        return
    stop(f"The file {path} cannot be written ({reason}): name another.")


def write(path: Path, raw: bytes) -> None:
    """Write a file; ends with a sentence where it cannot be written."""
    try:
        path.write_bytes(raw)
    except OSError as error:
        stop(f"The file {path} cannot be written: {error.strerror}.")
