"""What would have been, from a moment of a fight on a running server."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from cli.commands.open import tell
from cli.commands.options import Json, Link, State
from cli.playing.starting import calls_of, ending, own_of
from client import replies
from client.calling import invitation


def fork(
    link: Link,
    at: Annotated[int | None, typer.Option(help="The line after which it goes its own way; the newest else.")] = None,
    state: State = None,
    json: Json = False,
) -> None:
    """Open a what-if: a fight repeated up to a line, that goes on with dice of its own; print a link for each seat."""
    with ending():
        invited = invitation(link)
        with closing(calls_of(invited, own_of(invited, state))) as calls:
            opened = calls.post(f"/api/encounters/{invited.encounter}/forks", {} if at is None else {"at": at})
            links = replies.links(opened, calls.address)
    tell(opened, links, json)
