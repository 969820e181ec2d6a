"""Lines as they are written, for other programs."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from analytics.feed import bookmark, following, posting
from analytics.feed.bookmark import BadBookmark
from analytics.feed.following import Written
from analytics.feed.forms import FORMS, Telling
from analytics.feed.posting import NotTaken, Receiver
from cli import store
from cli.commands.options import DATA, Database, Folder
from cli.reporting import aside
from cli.stopping import INTERRUPTED, WRONG, contents, must_be_writable, stop
from ledger.application import Ledger
from ledger.refusals import LedgerRefused

SECRET = "ENCOUNTER_FEED_SECRET_FILE"  # noqa: S105 - the name of a setting
Take = Callable[[Sequence[Written]], None]


class Told(StrEnum):
    """How a line is told."""

    NDJSON = "ndjson"
    CLOUDEVENTS = "cloudevents"


def feed(
    since: Annotated[int, typer.Option(min=0, help="Begin after this position; a bookmark that is kept goes on.")] = 0,
    follow: Annotated[bool, typer.Option("--follow", help="Wait for lines to come, until Ctrl-C.")] = False,
    form: Annotated[Told, typer.Option("--format", help="How each line is told.")] = Told.NDJSON,
    post: Annotated[str | None, typer.Option(help="Send them to this address, in place of printing them.")] = None,
    secret: Annotated[
        Path | None, typer.Option(envvar=SECRET, help="The file with the secret that signs what is sent.")
    ] = None,
    kept: Annotated[
        Path | None, typer.Option("--bookmark", help="Keep in this file how far it came, and go on from there.")
    ] = None,
    data: Folder = DATA,
    database: Database = None,
) -> None:
    """Tell every line of the store to other programs, as everybody may see it: in order, each at least once."""
    told = FORMS[form.value]
    take = _printing(told) if post is None else _sending(post, secret, told, follow=follow)
    begun = since if kept is None else _kept(kept, since)
    try:
        with store.kept(data, database) as ledger:
            _must_be_reached(ledger, begun)
            for written in following.lines(ledger, begun, follow=follow):
                take(written)
                if kept is not None:
                    bookmark.keep(kept, written[-1].position)
    except (BadBookmark, NotTaken) as refused:
        stop(str(refused), WRONG)
    except LedgerRefused as refused:
        stop(refused.message, WRONG)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever read has enough; what is left in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _kept(file: Path, since: int) -> int:
    """Return where a bookmark says to go on, or ``since`` without one; ends with a sentence for what is none."""
    must_be_writable(file)
    try:
        found = bookmark.read(file)
    except BadBookmark as bad:
        stop(str(bad))
    return since if found is None else found


def _must_be_reached(ledger: Ledger, position: int) -> None:
    newest = ledger.rows.newest()
    if position > newest:
        stop(f"There is no position {position} in the store: the newest is {newest}. Is this an older copy of it?")


def _printing(form: Telling) -> Take:
    def take(written: Sequence[Written]) -> None:
        sys.stdout.buffer.write(b"".join(form.tell(line) + b"\n" for line in written))
        sys.stdout.buffer.flush()

    return take


def _sending(url: str, secret: Path | None, form: Telling, *, follow: bool) -> Take:
    """Return what sends lines; ends with a sentence where they cannot be signed."""
    if (why := posting.unfit(url)) is not None:
        stop(why)
    if secret is None:
        stop(f"What is sent is signed: name the file with the secret with --secret, or in {SECRET}.")
    key = contents(secret).strip()
    if len(key) < posting.SHORTEST_SECRET:
        stop(f"A secret has at least {posting.SHORTEST_SECRET} characters, chosen by chance: {secret} holds fewer.")
    receiver = Receiver(url=url, secret=key, content_type=form.content_type)

    def take(written: Sequence[Written]) -> None:
        body = form.body([form.tell(line) for line in written])
        # Each try is signed as of its own time.
        posting.until_taken(lambda: receiver.give(body, int(time.time())), follow=follow, tell=aside)

    return take
