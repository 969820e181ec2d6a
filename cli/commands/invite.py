"""An invitation for somebody at a running table."""

from __future__ import annotations

import secrets
from contextlib import closing
from typing import Annotated, Any

import typer

from cli.commands.options import Json, Link, State
from cli.playing.starting import calls_of, ending, own_of
from cli.reporting import as_json
from client import replies
from client.calling import invitation


def invite(
    link: Link,
    seat: Annotated[str, typer.Argument(help="A new seat, your own for a further device, or one that lost its own.")],
    spectator: Annotated[bool, typer.Option("--spectator", help="A new seat that only watches.")] = False,
    lost: Annotated[
        str | None, typer.Option(help="The name of a lost device, for whose place another key is asked.")
    ] = None,
    state: State = None,
    json: Json = False,
) -> None:
    """Invite a latecomer, or somebody anew, with the link of whoever opened the encounter; print the link."""
    with ending():
        invited = invitation(link)
        own = own_of(invited, state)
        body: dict[str, Any] = {"seat": seat, "role": "spectator" if spectator else "player", "lost": lost}
        with closing(calls_of(invited, own)) as calls:
            if own is not None and own.state.seat == seat and lost is None:
                there = replies.read(replies.Seating, calls.ask(f"/api/encounters/{invited.encounter}/seats"))
                body |= own.inviting(there.seen, there.following)
            body = {"cmd": secrets.token_hex(16), **body}
            answer = calls.post(f"/api/encounters/{invited.encounter}/invitations", body)
            fresh = replies.link(replies.read(replies.Invited, answer).invitation, calls.address, invited.encounter)
    if json:
        as_json({**answer, "invitation": fresh})
    else:
        print(fresh)
