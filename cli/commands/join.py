"""A seat at a running table."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from cli.commands.options import Json, Link, State
from cli.stopping import stop

Kind = Literal["terminal", "bot"]


def join_table(
    link: Link,
    as_: Annotated[Kind, typer.Option("--as", help="Play yourself, or let a bot play.")] = "terminal",
    player: Annotated[str, typer.Option(help="The bot: sensible, or any, which takes any offer.")] = "sensible",
    seed: Annotated[int | None, typer.Option(help="For the bot's choices; the dice are everybody's.")] = None,
    custodial: Annotated[
        bool, typer.Option("--custodial", help="Without a key of your own: you salt nothing.")
    ] = False,
    lost: Annotated[
        str | None, typer.Option(help="The name of the device that you lost, and whose place this takes.")
    ] = None,
    state: State = None,
    json: Json = False,
) -> None:
    """Take a seat: check every line, salt every roll, and play it."""
    from bots.players import PLAYERS  # noqa: PLC0415 - who asks how to join waits for no rule
    from cli.playing.sitting import sit  # noqa: PLC0415 - as above

    if player not in PLAYERS:
        stop(f"There is no player {player!r}: name {' or '.join(PLAYERS)}.")
    sit(
        link,
        state,
        player=player if as_ == "bot" else None,
        seed=seed,
        custodial=custodial,
        lost=lost,
        json=json,
    )
