"""A rule system as a command takes it."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.stopping import stop
from files.rosters import SAMPLES, SYSTEMS

System = Annotated[str, typer.Argument(help=f"{SYSTEMS}.")]


def must_be_a_system(system: str) -> None:
    """End with a sentence for a system that is not there."""
    if system not in SAMPLES:
        stop(f"There is no system {system!r}: name {SYSTEMS}.")
