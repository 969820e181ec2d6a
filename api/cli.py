"""The command line: serve, fight, map, check, replay, verify, proof, export, import, archive and so on."""

from __future__ import annotations

import gc
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from api import (
    archiving,
    checking,
    examples,
    judging,
    playing,
    renewing,
    replaying,
    rosters,
    store,
    tables,
)
from api.client import starting
from api.importing import take_in
from api.malformed import Malformed
from api.maps import as_yaml, read_map
from api.players import PLAYERS, Choices
from api.reporting import as_json, aside, dumped, fight_told, progress, tell, tell_verification
from api.schemas import roster_schema_text
from api.stopping import WRONG, contents, must_be_writable, stop, write
from domain.deciding import Opening
from domain.refusals import Refused
from ledger import exporting
from ledger.application import ORIGIN, Ledger
from ledger.fight import Fight
from ledger.moving import move
from ledger.proofs import MARK as PROOF_MARK
from ledger.refusals import Broken, LedgerRefused
from ledger.secrets import SecretsRefused, share_key
from ledger.stores import FILE
from projections.again import Unfoldable, recorded_states
from projections.audit import audit
from projections.wording import counted

app = typer.Typer(
    name="encounter",
    help="Tactical combats written down as immutable events.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Folder = Annotated[
    Path, typer.Option("--data", envvar="ENCOUNTER_DATA", help="The folder with the database and its key.")
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="ENCOUNTER_DATABASE",
        help="The URL of a PostgreSQL database, not the folder's file.",
    ),
]
File = Annotated[Path, typer.Argument(help="An exported fight.")]
Json = Annotated[bool, typer.Option("--json", help="Print for programs.")]
DATA = Path("data")


def main() -> int:
    """Run the command line; it ends with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a sign gets a substitute for it.
            stream.reconfigure(errors="replace")
    app(prog_name="encounter")
    return 0


@app.command()
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
    # The web framework takes half of the time to start, and only serving needs it.
    from api import operating, serving, watching  # noqa: PLC0415
    from api.app import create_app  # noqa: PLC0415
    from api.limiting import BadRate, rate  # noqa: PLC0415

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
            print(examples.greeting(serving.address(listening), shown), flush=True)
            ledger.most_seats, ledger.most_invitations = seats, invitations
            application = create_app(ledger, **limits, operator=operator, public=led_to, allowed=allowed)
            with application.state.runner:
                serving.serve(application, listening)
    except (serving.NoPort, examples.BadExample, playing.NoEnd, SecretsRefused) as error:
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


@app.command()
def fight(
    system: Annotated[str, typer.Argument(help=f"{rosters.SYSTEMS}.")],
    roster: Annotated[
        Path | None, typer.Option(help="A YAML or JSON file of your own, or another of rosters/.")
    ] = None,
    export_to: Annotated[Path | None, typer.Option("--export", help="Write the fight to this file.")] = None,
    seed: Annotated[int | None, typer.Option(help="For the players' choices; the dice are the ledger's.")] = None,
    player: Annotated[str, typer.Option(help="sensible, or any: takes any offer.")] = "sensible",
    data: Annotated[Path | None, typer.Option("--data", help="Keep the fight in this folder.")] = None,
    json: Json = False,
) -> None:
    """Let two automatic players fight, tell the fight, verify it."""
    opening = _roster(system, roster)
    if player not in PLAYERS:
        stop(f"There is no player {player!r}: name {' or '.join(PLAYERS)}.")
    if export_to is not None:
        must_be_writable(export_to)
    choices = Choices(secrets.randbits(32) if seed is None else seed)
    try:
        with _a_store(data) as ledger:
            with progress("Fighting") as step:
                played = playing.play(ledger, opening, PLAYERS[player], choices, step)
            fought, exported = ledger.fight(played.encounter), ledger.export(played.encounter)
    except (Refused, playing.NoEnd) as refused:
        stop(str(refused), WRONG)
    except LedgerRefused as refused:
        stop(refused.message)
    if export_to is not None:
        write(export_to, exported)
    found = audit(exported)
    if json:
        as_json(fight_told(fought, found, played.commands))
    else:
        tell(fought)
        tell_verification(found)
    raise typer.Exit(0 if found.ok else WRONG)


def _roster(system: str, file: Path | None) -> Opening:
    """Return how the fight begins; ends with a sentence for a file that is no roster of that system."""
    _must_be_a_system(system)
    try:
        opening = rosters.read(file or rosters.SAMPLES[system], aside)
    except Malformed as malformed:
        stop(str(malformed))
    if opening.system != system:
        stop(f"The roster {file} is for {opening.system}, not for {system}.")
    return opening


def _must_be_a_system(system: str) -> None:
    """End with a sentence for a system that is not there."""
    if system not in rosters.SAMPLES:
        stop(f"There is no system {system!r}: name {rosters.SYSTEMS}.")


@contextmanager
def _a_store(folder: Path | None) -> Iterator[Ledger]:
    """Open the store in a folder, or one that is gone afterwards."""
    if folder is not None:
        with store.opened(folder) as ledger:
            yield ledger
    else:
        with TemporaryDirectory(prefix="encounter-") as passing, store.opened(Path(passing)) as ledger:
            yield ledger


app.command(name="open")(starting.open_there)
app.command()(starting.invite)
app.command(name="join")(starting.join_table)


@app.command()
def schema(
    system: Annotated[str, typer.Argument(help=f"{rosters.SYSTEMS}.")],
) -> None:
    """Print the JSON Schema of a system's roster files, for editors and programs."""
    _must_be_a_system(system)
    print(roster_schema_text(system), end="")


@app.command(name="map")
def map_file(
    file: Annotated[Path, typer.Argument(help="A Universal VTT map: .dd2vtt, .uvtt or .df2vtt.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output else.")] = None,
    json: Json = False,
) -> None:
    """Print the board of squares that a map file states, for a roster of storyteller."""
    try:
        read = read_map(file)
    except Malformed as malformed:
        stop(str(malformed))
    for sentence in read.told:
        aside(sentence)
    board = read.board
    written = dumped(board) if json else as_yaml(board).encode()
    if out is None:
        sys.stdout.buffer.write(written)
    else:
        write(out, written)
        laid = ", ".join(counted(len(board[f"{what}s"]), what) for what in ("wall", "door", "window"))
        print(f"Wrote {out}: {board['width']} by {board['height']} squares, {laid}.")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Example files: given, commands, faces, expected events.")],
    json: Json = False,
) -> None:
    """Run rulebook examples from files."""
    raise typer.Exit(checking.check(files, json))


@app.command()
def replay(
    file: File,
    at: Annotated[int | None, typer.Option(min=0, help="Show only this version.")] = None,
    json: Json = False,
) -> None:
    """Step through an exported fight: the board, the order, the sentence."""
    seen = replaying.replay(_fight(file))
    if at is not None and at > seen.fight.version:
        stop(f"There is no version {at}: the last one is {seen.fight.version}.")
    steps = range(len(seen.steps)) if at is None else [seen.step_at(at)]
    if json:
        as_json([seen.told(step) for step in steps])
    elif at is None and sys.stdin.isatty() and sys.stdout.isatty():
        replaying.step_through(seen, shutil.get_terminal_size)
    else:
        print("\n\n".join(seen.shown(step) for step in steps))


def _fight(file: Path) -> Fight:
    """Return the fight that a file holds; ends with a sentence for one that does not verify."""
    try:
        _, lines, _ = exporting.read(contents(file))
        recorded_states(lines)
    except Broken as broken:
        stop(f"{file} does not verify: line {broken.line}: {broken.reason}", WRONG)
    except Unfoldable as unfoldable:
        stop(f"{file} is no fight: line {unfoldable.n}: {unfoldable}", WRONG)
    return Fight().then(lines)


@app.command(name="verify")
def verify_file(
    file: File,
    checkpoint: Annotated[list[Path] | None, typer.Option(help="A checkpoint that a player kept.")] = None,
    log_key: Annotated[str | None, typer.Option(help="The key of the log that you trust: name+id+key.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="End with 3 for OK BUT.")] = False,
    operator: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="A seat of whoever runs the server: it witnesses no roll.")
    ] = None,
    json: Json = False,
) -> None:
    """Check an exported fight, or the proof of a roll, with nothing but its file: chain, dice, rules."""
    kept = [judging.checkpoint_in(path) for path in checkpoint or ()]
    raw = contents(file)
    if raw.startswith(PROOF_MARK):
        raise typer.Exit(judging.judge_proof(raw, kept, log_key, operator or (), as_json=json))
    with progress("Verifying"):
        found = judging.judged(raw, kept, log_key, operator or ())
    if json:
        as_json(judging.as_report(found))
    else:
        judging.tell(found)
    raise typer.Exit(judging.status(found, strict=strict))


@app.command("proof")
def prove_roll(
    fight: Annotated[str, typer.Argument(help="An exported fight, or the link of a seat.")],
    number: Annotated[int | None, typer.Argument(help="The number of the roll, as a verification tells it.")] = None,
    roll: Annotated[int | None, typer.Option(help="The same number.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output else.")] = None,
    state: starting.State = None,
) -> None:
    """Write the few lines that prove one roll of a fight, to paste into a chat; of a link they are checked first."""
    wanted = number if roll is None else roll
    if wanted is None or None not in (number, roll):
        stop("Say which roll, once: encounter proof fight.ndjson 2, or --roll 2.")
    if "#" in fight:
        raw = starting.proved_there(fight, wanted, state)
        judging.must_prove(raw, wanted)
    else:
        raw = judging.proof_of(contents(Path(fight)), wanted)
    if out is None:
        sys.stdout.buffer.write(raw)
    else:
        write(out, raw)
        print(f"Wrote {out}: {len(raw)} bytes.")


@app.command()
def export(
    encounter: Annotated[str, typer.Argument(help="The id of an encounter in the store, or the link of a seat.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output else.")] = None,
    data: Folder = DATA,
    database: Database = None,
    state: starting.State = None,
) -> None:
    """Write a fight to a file that verifies by itself; by the link of a seat as far as that seat knows it."""
    raw = starting.exported_there(encounter, state) if "#" in encounter else _exported(encounter, data, database)
    if out is None:
        sys.stdout.buffer.write(raw)
    else:
        write(out, raw)
        print(f"Wrote {out}: {len(raw)} bytes.")


def _exported(encounter: str, data: Path, database: str | None) -> bytes:
    with store.kept(data, database) as ledger:
        try:
            return ledger.export(encounter)
        except LedgerRefused as refused:
            stop(f"{refused.message} {_those_in(ledger, data)}")


def _those_in(ledger: Ledger, folder: Path) -> str:
    """Return which encounters a store holds, in a sentence."""
    there = [each.encounter for each in ledger.encounters() if not each.archived][-5:]
    return f"The newest in {folder}: {', '.join(there)}." if there else f"There is none at all in {folder}."


@app.command(name="import")
def import_file(file: File, data: Folder = DATA, database: Database = None, json: Json = False) -> None:
    """Take an exported fight into the store, read only, after verifying it."""
    raw = contents(file)
    with store.opened(data, database) as ledger:
        try:
            taken = take_in(ledger, raw)
        except LedgerRefused as refused:
            stop(refused.message, WRONG)
    if json:
        as_json({"encounter": taken})
    else:
        print(f"Imported {taken} into {data}.")


@app.command()
def archive(
    to: Annotated[Path, typer.Option(help="The folder for the files, one an encounter.")],
    encounters: Annotated[list[str] | None, typer.Argument(help="The ids of encounters that are over.")] = None,
    ended_before: Annotated[
        str | None, typer.Option(help="All that ended, and were last changed, before this date: 2026-03-31.")
    ] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Write fights that are over to files, verify these, and only then take the lines out of the store."""
    with store.kept(data, database) as ledger:
        wanted = archiving.chosen(ledger, encounters or (), ended_before)
        raise typer.Exit(archiving.STATUS[archiving.archive(ledger, wanted, to, json)])


@app.command()
def restore(
    files: Annotated[list[Path], typer.Argument(help="Files that fights were archived to.")],
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Put archived fights back into the store, as they were."""
    with store.kept(data, database) as ledger:
        raise typer.Exit(archiving.STATUS[archiving.restore(ledger, files, json)])


@app.command()
def renew_chains(
    encounters: Annotated[list[str] | None, typer.Argument(help="The ids of encounters; all that roll else.")] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """After an older copy of the store was put back: let the next rolls come from links that nobody has seen."""
    with store.kept(data, database) as ledger:
        raise typer.Exit(0 if renewing.renew(ledger, encounters or (), json) else WRONG)


@app.command()
def rebuild(
    name: Annotated[str | None, typer.Argument(help="lobby or tallies; all without a name.")] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Build the tables of read models anew from the lines, while serving goes on."""
    with store.kept(data, database) as ledger:
        tables.build_anew(ledger, name, json)


@app.command()
def stats(
    system: Annotated[str | None, typer.Option(help="Only encounters of this system.")] = None,
    encounter: Annotated[str | None, typer.Option(help="Only this encounter.")] = None,
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print for spreadsheets: one row a measure.")] = False,
) -> None:
    """Count who dealt, took, healed, rolled and moved how much; what was taken back, or overruled, does not count."""
    if json and as_csv:
        stop("Name one of --json and --csv.")
    if system is not None:
        _must_be_a_system(system)
    wanted = tables.Wanted(system=system, encounter=encounter, without=examples.kept_in(data))
    with store.kept(data, database) as ledger:
        tables.print_tallies(ledger, wanted, "csv" if as_csv else "json" if json else "text")


@app.command(name="move")
def move_store(
    to: Annotated[str, typer.Option(help="Where to: the URL of a PostgreSQL database, or a folder.")],
    data: Folder = DATA,
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy every encounter to another store, with its seats and dice, and compare both byte by byte."""
    folder, url = (data, to) if "=" in to or "://" in to else (Path(to), None)
    try:
        with store.kept(data, database) as source:
            share_key(data, folder)
            with store.opened(folder, url) as target:
                total = len(source.encounters())
                with progress("Moving", total) as step:
                    moved = []
                    for number, (_, new) in enumerate(move(source, target), 1):
                        moved.append(new)
                        step(number)
    except (LedgerRefused, SecretsRefused) as refused:
        stop(str(refused), WRONG)
    if json:
        as_json({"encounters": total, "new": sum(moved)})
    else:
        print(f"Moved {sum(moved)} of {total} encounters to {to}; all {total} are there, byte for byte.")
