"""Serving the HTTP API."""

from __future__ import annotations

import gc
from typing import Annotated

import typer

from api import serving, watching
from api.app import create_app
from api.limiting import BadRate, rate
from bots.sparring import NoEnd
from cli import examples, operating, soundness, store
from cli.commands.options import DATA, Database, Folder
from cli.reporting import aside
from cli.stopping import stop
from ledger.application import ORIGIN
from ledger.dice.secrets import SecretsRefused
from ledger.refusals import LedgerRefused
from ledger.store.kinds import FILE


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    data: Folder = DATA,
    database: Database = None,
    with_examples: Annotated[
        bool, typer.Option("--examples", help="Keep a finished fight of each system ready.")
    ] = False,
    a_key: Annotated[
        str, typer.Option("--rate", envvar="ENCOUNTER_RATE", help="Calls that a seat may make, or none.")
    ] = "100/second",
    an_address: Annotated[
        str, typer.Option("--address-rate", envvar="ENCOUNTER_ADDRESS_RATE", help="Calls from an address, or none.")
    ] = "1000/second",
    openings: Annotated[
        str,
        typer.Option(
            "--open-rate",
            envvar="ENCOUNTER_OPEN_RATE",
            help="Openings and imports from an address, none for any number, or operator.",
        ),
    ] = "60/minute",
    cosigning: Annotated[
        str, typer.Option("--cosign-rate", envvar="ENCOUNTER_COSIGN_RATE", help="Cosignatures of a key, or none.")
    ] = "600/minute",
    streams: Annotated[
        int, typer.Option(envvar="ENCOUNTER_STREAMS", min=1, help="Streams that one key listens to at a time.")
    ] = 16,
    seats: Annotated[
        int, typer.Option(envvar="ENCOUNTER_SEATS", min=1, max=500, help="Seats of an encounter, latecomers included.")
    ] = 64,
    invitations: Annotated[
        int, typer.Option(envvar="ENCOUNTER_INVITATIONS", min=1, help="Keys and invitations of an encounter.")
    ] = 256,
    memory: Annotated[
        int,
        typer.Option(envvar="ENCOUNTER_MEMORY", min=1, help="MB of memory for encounters that were used last."),
    ] = 512,
    check: Annotated[
        bool,
        typer.Option(
            "--check-store/--no-check-store",
            envvar="ENCOUNTER_CHECK_STORE",
            help="Hold all that is stored against what was written while serving, and not only the newest fights.",
        ),
    ] = False,
    chances: Annotated[
        bool,
        typer.Option(
            "--chances/--no-chances",
            envvar="ENCOUNTER_CHANCES",
            help="Estimate win chances of fights that are over, in a process that gives way to all others.",
        ),
    ] = True,
    log: Annotated[str, typer.Option(envvar="ENCOUNTER_LOG", help="A line a call: json, text or none.")] = "none",
    origin: Annotated[
        str, typer.Option(envvar="ENCOUNTER_ORIGIN", help="The host's name, which new encounters' checkpoints carry.")
    ] = ORIGIN,
    public: Annotated[
        str | None,
        typer.Option("--public-url", envvar="ENCOUNTER_PUBLIC_URL", help="The address that invitations lead to."),
    ] = None,
) -> None:
    """Serve the HTTP API until Ctrl-C."""
    try:
        for sentence in operating.settings():
            aside(sentence)
        limits = {"a_key": rate(a_key), "an_address": rate(an_address)}
        operator = operating.operator_key()
        allowed = operating.allowed(openings, cosigning, streams, operator)
        watching.log_lines(log)
        named = operating.must_name_a_log(origin)
        led_to = operating.must_be_an_address(public)
        with store.opened(data, database, named) as ledger:
            listening = serving.listen(host, port)
            kept_in = (data / FILE).resolve() if database is None else "the database of --database"
            print(f"Fights are kept in {kept_in}.", flush=True)
            shown = examples.examples(ledger, data, print) if with_examples else []
            print(examples.greeting(serving.address(listening), shown, serving.from_elsewhere(listening)), flush=True)
            ledger.fights.memory.most = memory * 1024 * 1024
            ledger.devices.most_seats, ledger.devices.most_invitations = seats, invitations
            application = create_app(ledger, **limits, operator=operator, public=led_to, allowed=allowed, data=data)
            application.state.estimates.wanted = chances
            with application.state.runner, soundness.looked_through(ledger, everything=check, tell=aside):
                serving.serve(application, listening)
    except (serving.NoPort, examples.BadExample, NoEnd, SecretsRefused) as error:
        stop(str(error))
    except (operating.BadSetting, BadRate, watching.NoSuchLog) as error:
        stop(str(error))
    except LedgerRefused as refused:
        stop(refused.message)
    except KeyboardInterrupt:
        pass
    # The interpreter would look through every encounter in memory for garbage before it ends.
    gc.freeze()
    print("Stopped.")
