"""An encounter opened on a running server."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from cli.commands.options import Json
from cli.reporting import as_json, aside, program
from cli.stopping import stop
from client import replies
from client.calling import Calls, NoLink, NoServer, Problem
from files import documents, rosters
from files.malformed import Malformed
from projections.wording import listed

Server = Annotated[str, typer.Option(envvar="ENCOUNTER_SERVER", help="The address of a running server.")]


def open_there(
    what: Annotated[str, typer.Argument(help=f"A roster file, or {listed(rosters.OURS, 'or')} for one of ours.")],
    server: Server = "http://127.0.0.1:8000",
    entropy: Annotated[str | None, typer.Option(help="Who salts rolls: all, roller or server.")] = None,
    json: Json = False,
) -> None:
    """Open an encounter on a running server, and print a link for each seat."""
    file = rosters.named(what)
    try:
        rosters.read(file, aside)
        opening = dict(rosters.with_its_map(documents.read(file), file.parent, rosters.to_nobody).content)
    except Malformed as malformed:
        stop(str(malformed))
    if entropy is not None:
        opening["entropy"] = entropy
    try:
        with closing(Calls(server)) as calls:
            opened = calls.post("/api/encounters", opening)
            links = replies.links(opened, calls.address)
    except (NoLink, NoServer, Problem) as refused:
        stop(str(refused))
    if json:
        as_json({**opened, "invitations": links})
        return
    print(f"Opened {opened['encounter']}. Give each seat its link, and nobody else's:")
    for seat, link in links.items():
        print(f"  {seat}: {link}")
    print(f"Each joins with: {program()} join LINK")
