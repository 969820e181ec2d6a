"""What would have been, from a moment of a fight on a running server."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from cli.commands.open import tell
from cli.commands.options import Json, Link, State
from cli.playing.starting import ending, own_device
from client import replies
from client.calling import Calls, invitation
from client.folder import home


def fork(
    link: Link,
    at: Annotated[int | None, typer.Option(help="The line after which it goes its own way; the newest else.")] = None,
    state: State = None,
    json: Json = False,
) -> None:
    """Open a what-if: a fight repeated up to a line, that goes on with dice of its own; print a link for each seat."""
    with ending():
        invited = invitation(link)
        own = own_device(invited.encounter, invited.key, state or home())
        with closing(Calls(invited.address, invited.key if own is None else own.state.token)) as calls:
            opened = calls.post(f"/api/encounters/{invited.encounter}/forks", {} if at is None else {"at": at})
            links = replies.links(opened, calls.address)
    tell(opened, links, json)
