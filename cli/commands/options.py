"""What several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Folder = Annotated[
    Path, typer.Option("--data", envvar="ENCOUNTER_DATA", help="The folder with the database and its key.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="ENCOUNTER_DATABASE",
        help="The URL of a PostgreSQL database, not the folder's file.",
    ),
]
File = Annotated[Path, typer.Argument(help="An exported fight.")]
Json = Annotated[bool, typer.Option("--json", help="Print for programs.")]
Link = Annotated[str, typer.Argument(help="An invitation: http://host:8000/e/ID#KEY.")]
State = Annotated[
    Path | None,
    typer.Option("--state", envvar="ENCOUNTER_STATE", help="The folder of your devices; ~/.local/share else."),
]
DATA = Path("data")
