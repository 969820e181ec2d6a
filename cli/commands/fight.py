"""A fight between two automatic players."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from bots.players import PLAYERS, Choices
from bots.sparring import NoEnd
from cli import store, whole_fights
from cli.commands.options import Json
from cli.commands.systems import System, must_be_a_system
from cli.progress import progress
from cli.reporting import as_json, aside
from cli.stopping import WRONG, must_be_writable, stop, write
from domain.refusals import Refused
from domain.table.openings import Opening
from files import rosters
from files.malformed import Malformed
from files.written_rosters import OURS, named
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from ledger.table.fight import Fight
from projections.audit import Audit, audit
from projections.chronicle import chronicle, text
from projections.wording import listed


def fight(
    system: System,
    roster: Annotated[
        Path | None, typer.Option(help=f"A YAML or JSON file of your own, or {listed(OURS, 'or')}.")
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
                played = whole_fights.play(ledger, opening, PLAYERS[player], choices, step)
            fought, exported = ledger.fight(played.encounter), ledger.export(played.encounter)
    except (Refused, NoEnd) as refused:
        stop(str(refused), WRONG)
    except LedgerRefused as refused:
        stop(refused.message)
    if export_to is not None:
        write(export_to, exported)
    found = audit(exported)
    if json:
        as_json(_for_programs(fought, found, played.commands))
    else:
        _tell(fought)
        _tell_verification(found)
    raise typer.Exit(0 if found.ok else WRONG)


def _roster(system: str, file: Path | None) -> Opening:
    """Return how the fight begins; ends with a sentence for a file that is no roster of that system."""
    must_be_a_system(system)
    try:
        opening = rosters.read(named(file or system), aside)
    except Malformed as malformed:
        stop(str(malformed))
    if opening.system != system:
        stop(f"The roster {file} is for {opening.system}, not for {system}.")
    return opening


@contextmanager
def _a_store(folder: Path | None) -> Iterator[Ledger]:
    """Open the store in a folder, or one that is gone afterwards."""
    if folder is not None:
        with store.opened(folder) as ledger:
            yield ledger
    else:
        with TemporaryDirectory(prefix="encounter-") as passing, store.opened(Path(passing)) as ledger:
            yield ledger


def _for_programs(fight: Fight, found: Audit, commands: int) -> dict[str, Any]:
    """Return a finished fight for programs."""
    return {
        "encounter": fight.id,
        "system": fight.encounter.system,
        "outcome": fight.encounter.outcome,
        "commands": commands,
        "chronicle": chronicle(fight.lines),
        "verification": found,
    }


def _tell(fight: Fight) -> None:
    """Print the chronicle."""
    print(text(chronicle(fight.lines)))


def _tell_verification(found: Audit) -> None:
    """Print what a verification came to."""
    for each in found.sentences:
        print(each)
