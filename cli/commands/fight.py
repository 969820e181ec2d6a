"""Fights between automatic players, in a store."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from bots.players import PLAYERS, Choices, Player
from bots.sparring import NoEnd
from bots.table_life import Life
from cli import store, whole_fights
from cli.commands.options import Json
from cli.commands.systems import System, must_be_a_system
from cli.progress import progress
from cli.reporting import as_json, aside
from cli.stopping import WRONG, must_be_writable, say, stop, write
from cli.variants import with_settings
from domain.refusals import Refused
from domain.table.openings import Opening
from files import rosters
from files.malformed import Malformed
from files.written_rosters import OURS, as_written, named
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from ledger.table.fight import Fight
from projections.audit import Audit, audit
from projections.chronicle import chronicle, text
from projections.wording import counted, listed


def fight(
    system: System,
    roster: Annotated[
        Path | None, typer.Option(help=f"A YAML or JSON file of your own, or {listed(OURS, 'or')}.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="A house rule, as name=value.")] = None,
    export_to: Annotated[Path | None, typer.Option("--export", help="Write the fight to this file.")] = None,
    seed: Annotated[int | None, typer.Option(help="For the players' choices; the dice are the ledger's.")] = None,
    player: Annotated[str, typer.Option(help="sensible, or any: takes any offer.")] = "sensible",
    data: Annotated[Path | None, typer.Option("--data", help="Keep the fights in this folder.")] = None,
    fights: Annotated[int, typer.Option(min=1, max=100_000, help="How many; several are kept with --data.")] = 1,
    close: Annotated[bool, typer.Option("--close", help="Close the ledger of each once it is over.")] = False,
    life: Annotated[
        bool,
        typer.Option("--life", help="Also take back, contest, settle, throw dice of the table, and close: for trials."),
    ] = False,
    json: Json = False,
) -> None:
    """Let automatic players fight, once or several times, tell the fight, verify it."""
    opening = _opening(system, roster, settings or [])
    if player not in PLAYERS:
        stop(f"There is no player {player!r}: name {' or '.join(PLAYERS)}.")
    _must_be_kept(fights, data, export_to)
    seed = secrets.randbits(32) if seed is None else seed
    lives: Iterator[Life | None] = map(Life, count(seed)) if life else repeat(None)
    table = _Table(opening=opening, player=PLAYERS[player], choices=Choices(seed), lives=lives, close=close or life)
    try:
        with _a_store(data) as ledger:
            sound = _one(ledger, table, export_to, json) if fights == 1 else _several(ledger, table, fights, json)
    except (Refused, NoEnd) as refused:
        stop(str(refused), WRONG)
    except LedgerRefused as refused:
        stop(refused.message)
    raise typer.Exit(0 if sound else WRONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """How fights begin, who plays them, what life there is beside each, and whether their ledgers are closed."""

    opening: Opening
    player: Player
    choices: Choices
    lives: Iterator[Life | None]
    close: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fought:
    """A fight that is over, its file, and what was found in it."""

    fight: Fight
    commands: int
    exported: bytes
    found: Audit


def _opening(system: str, file: Path | None, settings: list[str]) -> Opening:
    """Return how the fights begin; ends with a sentence for a file that is no roster of that system."""
    must_be_a_system(system)
    try:
        opening = rosters.opening_of(with_settings(as_written(named(file or system), aside), settings))
    except Malformed as malformed:
        stop(str(malformed))
    if opening.system != system:
        stop(f"The roster {file} is for {opening.system}, not for {system}.")
    return opening


def _must_be_kept(fights: int, data: Path | None, export_to: Path | None) -> None:
    """End with a sentence where fights would be gone, or cannot be written."""
    if fights > 1 and data is None:
        stop("Several fights are kept in a folder: name it with --data.")
    if fights > 1 and export_to is not None:
        stop("A file holds one fight: of several, name with `encounter export` which.")
    if export_to is not None:
        must_be_writable(export_to)


@contextmanager
def _a_store(folder: Path | None) -> Iterator[Ledger]:
    """Open the store in a folder, or one that is gone afterwards."""
    if folder is not None:
        with store.opened(folder) as ledger:
            yield ledger
    else:
        with TemporaryDirectory(prefix="encounter-") as passing, store.opened(Path(passing)) as ledger:
            yield ledger


def _one(ledger: Ledger, table: _Table, export_to: Path | None, json: bool) -> bool:
    """Play a fight, tell it whole, and return whether it verifies."""
    with progress("Fighting") as step:
        fought = _fought(ledger, table, step)
    if export_to is not None:
        write(export_to, fought.exported)
    if json:
        as_json({**_for_programs(fought), "chronicle": chronicle(fought.fight.lines), "verification": fought.found})
    else:
        print(text(chronicle(fought.fight.lines)))
        for each in fought.found.sentences:
            print(each)
    return fought.found.ok


def _several(ledger: Ledger, table: _Table, fights: int, json: bool) -> bool:
    """Play some fights, tell each in a line, and return whether all verify."""
    told: list[dict[str, Any]] = []
    sentences: list[str] = []
    with progress("Fighting", fights) as step:
        for number in range(fights):
            fought = _fought(ledger, table)
            told.append({**_for_programs(fought), "verified": fought.found.ok})
            sentences += _in_short(fought)
            step(number + 1)
    if json:
        as_json(told)
    else:
        say("\n".join(sentences))
    return all(each["verified"] for each in told)


def _fought(ledger: Ledger, table: _Table, watch: Callable[[int], None] = lambda _: None) -> _Fought:
    """Return a new fight, played to its end, closed where that is wanted, and verified."""
    life = next(table.lives)
    played = whole_fights.play(ledger, table.opening, table.player, table.choices, watch, life)
    if table.close:
        whole_fights.close(ledger, played.encounter)
    exported = ledger.export(played.encounter)
    return _Fought(
        fight=ledger.fight(played.encounter), commands=played.commands, exported=exported, found=audit(exported)
    )


def _for_programs(fought: _Fought) -> dict[str, Any]:
    """Return for programs which fight it is, and how it ended."""
    encounter = fought.fight.encounter
    return {
        "encounter": fought.fight.id,
        "system": encounter.system,
        "outcome": encounter.outcome,
        "winner": encounter.winner,
        "commands": fought.commands,
    }


def _in_short(fought: _Fought) -> list[str]:
    """Return in sentences how a fight ended, and what is wrong with it, if anything is."""
    winner = (fought.fight.encounter.winner or "nobody").replace("_", " ")
    told = f"{fought.fight.id}: {winner} won after {counted(fought.commands, 'command')}."
    return [told] if fought.found.ok else [told, *fought.found.sentences]
