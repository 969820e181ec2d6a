"""What the command line prints: values for programs, and what is said beside them."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import Any

import orjson
from pydantic_core import to_jsonable_python


def as_json(value: Any) -> None:
    """Print a value for programs."""
    sys.stdout.buffer.write(dumped(value))


def dumped(value: Any) -> bytes:
    """Return a value as it is written for programs."""
    return orjson.dumps(to_jsonable_python(value), option=orjson.OPT_INDENT_2) + b"\n"


def aside(sentence: str) -> None:
    """Say something to the person, beside what is printed for programs."""
    print(sentence, file=sys.stderr)


def program() -> str:
    """Return the name of this program as it was called, so that what is shown can be typed."""
    return quote(sys.argv[0]) if Path(sys.argv[0]).name == "encounter" else "encounter"
