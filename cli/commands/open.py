"""An encounter opened on a running server."""

from __future__ import annotations

from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.commands.options import Json
from cli.reporting import as_json, aside, program
from cli.stopping import stop
from client import replies
from client.calling import Calls, NoLink, NoServer, Problem, invitation
from files.malformed import Malformed
from files.pictures import formats
from files.written_rosters import OURS, as_written, named
from projections.wording import listed

Server = Annotated[str, typer.Option(envvar="ENCOUNTER_SERVER", help="The address of a running server.")]


def open_there(
    what: Annotated[str, typer.Argument(help=f"A roster file, or {listed(OURS, 'or')} for one of ours.")],
    server: Server = "http://127.0.0.1:8000",
    entropy: Annotated[str | None, typer.Option(help="Who salts rolls: all, roller or server.")] = None,
    json: Json = False,
) -> None:
    """Open an encounter on a running server, and print a link for each seat."""
    file = named(what)
    try:
        roster = as_written(file, aside)
    except Malformed as malformed:
        stop(str(malformed))
    opening = dict(roster.content)
    if entropy is not None:
        opening["entropy"] = entropy
    try:
        with closing(Calls(server)) as calls:
            opened = calls.post("/api/encounters", opening)
            links = replies.links(opened, calls.address)
            if roster.picture is not None:
                _bring(calls.address, list(links.values()), roster.picture)
    except Problem as refused:
        stop(_wrong_in(file) or str(refused))
    except (NoLink, NoServer) as trouble:
        stop(str(trouble))
    tell(opened, links, json)


def tell(opened: dict[str, Any], links: dict[str, str], json: bool) -> None:
    """Print the link of each seat of an encounter that was opened."""
    if json:
        as_json({**opened, "invitations": links})
        return
    print(f"Opened {opened['encounter']}. Give each seat its link, and nobody else's:")
    for seat, link in links.items():
        print(f"  {seat}: {link}")
    print(f"Each joins with: {program()} join LINK")


def _bring(address: str, links: list[str], picture: bytes) -> None:
    """Bring the picture of the board, as the seat that may; whoever plays without it is told."""
    for link in links:
        seat = invitation(link)
        path = f"/api/encounters/{seat.encounter}/pictures/{formats.name_of(picture)}"
        try:
            with closing(Calls(address, seat.key)) as calls:
                calls.call("PUT", path, picture, formats.kind_of(picture))
                return
        except Problem as refused:
            if refused.status != HTTPStatus.FORBIDDEN:
                aside(f"The picture of the board was not taken: {refused}")
                return
    aside("The picture of the board was not taken: no seat here may bring it.")


def _wrong_in(file: Path) -> str | None:
    """Return what the roster states wrongly, with its line, which only it tells; None if its server refused more."""
    from files import rosters  # noqa: PLC0415 - the rules are read only where a server did not open it

    try:
        rosters.read(file)
    except Malformed as malformed:
        return str(malformed)
    return None
