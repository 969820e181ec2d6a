"""How a call of the command line ends early: one sentence on stderr, and the exit status."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import typer

from cli.rows import fitted
from projections.wording import inert

WRONG = 1
"""The thing is wrong: a fight does not verify, an example does not hold."""
MISUSED = 2
"""It was called wrongly, or the machine does not let it."""
INTERRUPTED = 130
"""Ctrl-C ended it."""

LARGEST_FILE = 256 << 20
"""So many bytes of a file are read; no fight comes near it."""


def say(text: str) -> None:
    """Print it; that nobody reads to the end, as with ``| head``, is no fault and changes no exit status."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def stop(sentence: str, status: int = MISUSED) -> NoReturn:
    """Say why on stderr, and end."""
    for row in fitted(sentence) if sys.stderr.isatty() else [inert(sentence)]:
        print(row, file=sys.stderr)
    raise typer.Exit(status)


def ended_from_outside(kept: str = "") -> NoReturn:
    """Say that somebody ended a process of ours, and what that leaves; end."""
    stop(f"A process was ended from outside.{kept}", WRONG)


def contents(path: Path) -> bytes:
    """Return what a file holds; ends with a sentence where it cannot be read, or is larger than any fight."""
    try:
        with path.open("rb") as opened:
            raw = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        stop(f"The file {path} cannot be read: {error.strerror}.")
    if len(raw) > LARGEST_FILE:
        stop(f"The file {path} is too large to be a fight: at most {LARGEST_FILE >> 20} MiB are read.")
    return raw


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
