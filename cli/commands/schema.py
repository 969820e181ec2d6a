"""The JSON Schema of roster files."""

from __future__ import annotations

from cli.commands.systems import System, must_be_a_system
from files.schemas import roster_schema_text


def schema(
    system: System,
) -> None:
    """Print the JSON Schema of a system's roster files, for editors and programs."""
    must_be_a_system(system)
    print(roster_schema_text(system), end="")
