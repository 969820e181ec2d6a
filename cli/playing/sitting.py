"""Sitting at a running table: with a terminal, or with a bot in one's place."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bots.players import PLAYERS, Choices
from cli.playing.starting import ending
from cli.playing.terminal import Terminal
from cli.reporting import as_json
from cli.rows import fitted
from cli.stopping import WRONG, stop
from client.bot import Bot
from client.calling import Problem
from client.client import Client
from client.folder import home
from client.joining import Arrival, NotVouched, join, read
from ledger.table.table import BOT
from projections.wording import inert


def sit(
    link: str,
    state: Path | None,
    *,
    player: str | None,
    seed: int | None,
    custodial: bool,
    lost: str | None,
    json: bool,
) -> None:
    """Take a seat and play it to the end, by the automatic ``player`` if one is named; an alarm ends with status 1."""
    with ending():
        kind = None if player is None else BOT
        client, hears = _seated(link, state or home(), custodial=custodial, lost=lost, kind=kind)
        with client:
            name = client.device.state.party if client.device else client.seat
            _aside(f"You are {name}, and the first {client.history.size} lines hold.")
            if player is not None:
                _play(Bot(client, PLAYERS[player], Choices(secrets.randbits(32) if seed is None else seed)), json)
            else:
                terminal = Terminal(client, sys.stdin, _print, json=json)
                hears.append(terminal.heard)
                terminal.run()
            if client.alarm is not None:
                stop(str(client.alarm), WRONG)


def _seated(
    link: str, state: Path, *, custodial: bool, lost: str | None, kind: str | None
) -> tuple[Client, list[Callable[[int | None], None]]]:
    """Return a client, and the list of those who hear of new lines."""
    hears: list[Callable[[int | None], None]] = []

    def watch(size: int | None) -> None:
        for hear in hears:
            hear(size)

    if custodial:
        return join(link, custodial=True, watch=watch), hears
    arrival = Arrival(link, state, lost=lost, kind=kind, watch=watch)
    try:
        return _vouched(arrival), hears
    except BaseException:
        arrival.close()
        raise


def _vouched(arrival: Arrival) -> Client:
    """Return the client once enough others have vouched for its device, if any must."""
    vouched: dict[str, Any] = {}
    while True:
        try:
            return arrival.join(vouched)
        except NotVouched as needed:
            _aside(f"{needed} Let it be told there:")
            # It is copied, and so stays in one row.
            print(f"vouch {needed.request}", file=sys.stderr)
        except Problem as problem:
            if arrival.request is None or problem.kind != "not-signed":
                raise
            _aside(str(problem))
        vouched |= _answer()


def _answer() -> dict[str, Any]:
    """Return what somebody who vouches gave back; ends with a sentence where nobody does."""
    _aside("What did it give back?")
    if not (word := sys.stdin.readline()):
        stop("Nobody vouched for this device: it does not sit at the table.")
    try:
        return read(word)
    except ValueError as wrong:
        _aside(str(wrong))
        return {}


def _play(bot: Bot, json: bool) -> None:
    outcome = bot.play()
    client = bot.client
    client.settle()
    came_to: dict[str, Any] = {
        "encounter": client.encounter,
        "seat": client.seat,
        "outcome": outcome,
        "commands": bot.given,
        "links": client.given,
        "lines": client.history.size,
    }
    if json:
        as_json(came_to)
    else:
        print(f"The fight is over: {inert(outcome)}. {bot.given} commands and {client.given} links from {client.seat}.")


def _aside(text: str) -> None:
    """Say something beside the game, in rows that fit into the terminal."""
    for row in fitted(text):
        print(row, file=sys.stderr)


def _print(text: str) -> None:
    print(text, flush=True)
