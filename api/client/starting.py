"""Playing with others from the command line: open an encounter on a server, invite, join."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import typer

from api import files, rosters
from api.client import said
from api.client.bot import Bot
from api.client.calling import Calls, NoLink, NoServer, Problem, invitation
from api.client.client import Client
from api.client.device import Device
from api.client.history import Alarm
from api.client.joining import Arrival, MustWait, NotVouched, join, read
from api.client.keeping import InUse, devices, hash_of, home
from api.client.terminal import Terminal
from api.malformed import Malformed
from api.players import PLAYERS, Choices
from api.reporting import as_json, aside
from api.stopping import WRONG, stop
from ledger.table import BOT
from projections.wording import inert

Link = Annotated[str, typer.Argument(help="An invitation: http://host:8000/api/encounters/ID#KEY.")]
State = Annotated[
    Path | None,
    typer.Option("--state", envvar="ENCOUNTER_STATE", help="The folder of your devices; ~/.local/share else."),
]
Server = Annotated[str, typer.Option(envvar="ENCOUNTER_SERVER", help="The address of a running server.")]
Json = Annotated[bool, typer.Option("--json", help="Print for programs.")]
Kind = Literal["terminal", "bot"]


@contextmanager
def ending() -> Iterator[None]:
    """Let what goes wrong end with its sentence."""
    try:
        yield
    except Alarm as alarm:
        stop(str(alarm), WRONG)
    except (NoLink, NoServer, Problem, InUse, MustWait) as refused:
        stop(str(refused))


def open_there(
    what: Annotated[str, typer.Argument(help=f"A roster file, or {rosters.SYSTEMS} for a sample one.")],
    server: Server = "http://127.0.0.1:8000",
    entropy: Annotated[str | None, typer.Option(help="Who salts rolls: all, roller or server.")] = None,
    json: Json = False,
) -> None:
    """Open an encounter on a running server, and print a link for each seat."""
    file = rosters.SAMPLES.get(what) or Path(what)
    try:
        rosters.read(file, aside)
        opening = dict(rosters.with_its_map(files.read(file), file.parent, rosters.to_nobody).content)
    except Malformed as malformed:
        stop(str(malformed))
    if entropy is not None:
        opening["entropy"] = entropy
    with ending(), closing(Calls(server)) as calls:
        opened = calls.post("/api/encounters", opening)
        links = said.links(opened, calls.address)
    if json:
        as_json({**opened, "invitations": links})
        return
    print(f"Opened {opened['encounter']}. Give each seat its link, and nobody else's:")
    for seat, link in links.items():
        print(f"  {seat}: {link}")
    print("Each joins with: encounter join LINK")


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
        own = _own(invited.encounter, invited.key, state or home())
        body: dict[str, Any] = {"seat": seat, "role": "spectator" if spectator else "player", "lost": lost}
        with closing(Calls(invited.address, invited.key if own is None else own.state.token)) as calls:
            if own is not None and own.state.seat == seat and lost is None:
                there = said.read(said.Seating, calls.ask(f"/api/encounters/{invited.encounter}/seats"))
                body |= own.inviting(there.seen, there.following)
            body = {"cmd": secrets.token_hex(16), **body}
            answer = calls.post(f"/api/encounters/{invited.encounter}/invitations", body)
            fresh = said.link(said.read(said.Invited, answer).invitation, calls.address, invited.encounter)
    if json:
        as_json({**answer, "invitation": fresh})
    else:
        print(fresh)


def exported_there(link: str, state: Path | None) -> bytes:
    """Return a fight as the file that its server hands to the seat of a link; ends with a sentence if it does not."""
    return _got(link, state, "/export")


def proved_there(link: str, roll: int, state: Path | None) -> bytes:
    """Return the proof of a roll that the server of a link hands out; ends with a sentence if it does not."""
    return _got(link, state, f"/proofs?roll={roll}")


def _got(link: str, state: Path | None, path: str) -> bytes:
    with ending():
        invited = invitation(link)
        own = _own(invited.encounter, invited.key, state or home())
        with closing(Calls(invited.address, invited.key if own is None else own.state.token)) as calls:
            return calls.get(f"/api/encounters/{invited.encounter}{path}")


def _own(encounter: str, key: str, state: Path) -> Device | None:
    """Return the device that came with this link; None where none did."""
    for _, device in devices(state, encounter):
        if device.state.joined and device.state.invitation == hash_of(key):
            return device
    return None


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
    if player not in PLAYERS:
        stop(f"There is no player {player!r}: name {' or '.join(PLAYERS)}.")
    with ending():
        kind = BOT if as_ == BOT else None
        client, hears = _seated(link, state or home(), custodial=custodial, lost=lost, kind=kind)
        with client:
            name = client.device.state.party if client.device else client.seat
            print(f"You are {name}, and the first {client.history.size} lines hold.", file=sys.stderr)
            if as_ == "bot":
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
            print(f"{needed} Let it be told there: vouch {needed.request}", file=sys.stderr)
        except Problem as problem:
            if arrival.request is None or problem.kind != "not-signed":
                raise
            print(problem, file=sys.stderr)
        vouched |= _answer()


def _answer() -> dict[str, Any]:
    """Return what somebody who vouches gave back; ends with a sentence where nobody does."""
    print("What did it give back?", file=sys.stderr)
    if not (word := sys.stdin.readline()):
        _unvouched()
    try:
        return read(word)
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return {}


def _unvouched() -> NoReturn:
    stop("Nobody vouched for this device: it does not sit at the table.")


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


def _print(text: str) -> None:
    print(text, flush=True)
