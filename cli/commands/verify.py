"""What a file proves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli import verdicts
from cli.commands.options import File, Json, State
from cli.playing import starting
from cli.progress import progress
from cli.reporting import as_json
from cli.stopping import contents, stop, write
from ledger.proof.proofs import MARK as PROOF_MARK


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
    kept = [verdicts.checkpoint_in(path) for path in checkpoint or ()]
    raw = verdicts.lines_of(contents(file))
    if raw.startswith(PROOF_MARK):
        raise typer.Exit(verdicts.judge_proof(raw, kept, log_key, operator or (), strict=strict, as_json=json))
    with progress("Verifying"):
        found = verdicts.judged(raw, kept, log_key, operator or ())
    if json:
        as_json(verdicts.as_report(found))
    else:
        verdicts.tell(found)
    raise typer.Exit(verdicts.status(found, strict=strict))


def prove_roll(
    fight: Annotated[str, typer.Argument(help="An exported fight, or the link of a seat.")],
    number: Annotated[int | None, typer.Argument(help="The number of the roll, as a verification tells it.")] = None,
    roll: Annotated[int | None, typer.Option(help="The same number.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write; standard output else.")] = None,
    state: State = None,
) -> None:
    """Write the few lines that prove one roll of a fight, to paste into a chat; of a link they are checked first."""
    wanted = number if roll is None else roll
    if wanted is None or None not in (number, roll):
        stop("Say which roll, once: encounter proof fight.ndjson 2, or --roll 2.")
    if "#" in fight:
        raw = starting.proved_there(fight, wanted, state)
        verdicts.must_prove(raw, wanted)
    else:
        raw = verdicts.proof_of(contents(Path(fight)), wanted)
    if out is None:
        sys.stdout.buffer.write(raw)
    else:
        write(out, raw)
        print(f"Wrote {out}: {len(raw)} bytes.")
