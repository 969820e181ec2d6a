"""Many fights at once: who wins, how long it takes, and what a rule or a sheet makes of both."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import orjson
import typer

from analytics.extras import MissingExtra, must_have
from bots.lab import chunks, running
from bots.lab.cluster import NoCluster, on_ray
from bots.lab.sentences import sentences
from bots.lab.summary import Summary, summary
from bots.players import PLAYERS
from cli.commands.options import Json
from cli.progress import progress
from cli.reporting import as_json, aside
from cli.stopping import INTERRUPTED, WRONG, ended_from_outside, say, stop
from cli.variants import mirrored, with_settings, with_stats
from domain.ruleset import RULESETS
from files import rosters
from files.documents import Document
from files.malformed import Malformed
from files.written_rosters import OURS, as_written, named
from projections.wording import listed

if TYPE_CHECKING:
    from domain.table.openings import Opening


class Fighters(StrEnum):
    """What fights."""

    PROCESSES = "processes"
    RAY = "ray"


def simulate(
    roster: Annotated[str, typer.Argument(help=f"A YAML or JSON file of your own, or {listed(OURS, 'or')}.")],
    fights: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many.")] = 1000,
    settings: Annotated[list[str] | None, typer.Option("--set", help="A house rule, as name=value.")] = None,
    against: Annotated[
        list[str] | None, typer.Option(help="A house rule, as name=value, that the same fights have beside this.")
    ] = None,
    against_roster: Annotated[
        str | None, typer.Option(help="Another roster to compare with, on the same dice.")
    ] = None,
    stats: Annotated[
        list[str] | None,
        typer.Option("--stat", help="A number of somebody's sheet that the same fights have otherwise: who.stat+1."),
    ] = None,
    mirror: Annotated[
        bool, typer.Option("--mirror", help="The same fights with seats and combatants in the opposite order.")
    ] = False,
    player: Annotated[str, typer.Option(help=f"Who plays all sides: {listed(PLAYERS, 'or')}.")] = "sensible",
    seed: Annotated[int, typer.Option(help="For dice and choices: the same comes to the same.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Processes; one a core else.")] = None,
    engine: Annotated[
        Fighters, typer.Option(help="Who fights: ray, an extra, on the cluster at RAY_ADDRESS or one of this machine.")
    ] = Fighters.PROCESSES,
    shard: Annotated[str, typer.Option(help="Only a part, as 2/5: put the files of all parts in one folder.")] = "1/1",
    until: Annotated[
        float | None, typer.Option(min=0.001, max=0.5, help="Stop once shares, or differences, are known so closely.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the fights in this folder.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what the folder holds.")] = False,
    json: Json = False,
) -> None:
    """Let automatic players fight many times without a store, and say who wins how often, and what a change does."""
    part = _shard(shard, out, until)
    if resume and out is None:
        stop("There is nothing to go on with: name the folder with --out.")
    if player not in PLAYERS:
        stop(f"There is no player {player!r}: name {' or '.join(PLAYERS)}.")
    compared = _Compared(against or [], against_roster, stats or [], mirror=mirror)
    plan = _plan(roster, settings or [], compared, player, seed)
    fight = _fights(engine)
    wanted = chunks.chunks(fights, part)
    try:
        folder = None if out is None else chunks.Folder(out, _stated(plan), resume=resume)
        with progress("Fighting", sum(map(len, wanted))) as step:
            done = running.simulate(plan, wanted, workers=workers, engine=fight, folder=folder, until=until, watch=step)
    except chunks.BadFolder as bad:
        stop(str(bad))
    except NoCluster as lost:
        stop(f"{lost}{_kept(out)}", WRONG)
    except BrokenProcessPool:
        ended_from_outside(_kept(out))
    found = summary(done.rows, running.sides_of(plan))
    _tell(found, plan, roster, compared.told, json)
    if done.stopped:
        kept = "go on with --resume" if out is not None else "name a folder with --out to be able to go on"
        aside(f"Stopped after {len(done.rows):,} of {sum(map(len, wanted)):,} fights: {kept}.")
        raise typer.Exit(INTERRUPTED)


def _kept(out: Path | None) -> str:
    return " What was done is kept: go on with --resume." if out is not None else ""


def _fights(engine: Fighters) -> running.Engine:
    """Return what fights; ends with a sentence where it is not installed."""
    if engine is Fighters.PROCESSES:
        return running.in_processes
    try:
        must_have("ray", extra="ray")
    except MissingExtra as missing:
        stop(str(missing))
    return on_ray


def _tell(found: Summary | None, plan: running.Plan, roster: str, changes: list[str], json: bool) -> None:
    if json:
        stated = {"system": plan.one.system, "player": plan.player, "seed": plan.seed, "compared": changes}
        as_json({**stated, **(asdict(found) if found is not None else {"fights": 0})})
    elif found is not None:
        title = f"{roster}, {found.fights:,} fights by {plan.player} players, seed {plan.seed}"
        say("\n".join(sentences(found, title, f"With {listed(changes)}" if changes else "")))


class _Compared(NamedTuple):
    """What the same fights have otherwise: house rules, the whole roster, numbers on sheets, who stands first."""

    rules: list[str]
    roster: str | None
    stats: list[str]
    mirror: bool

    @property
    def told(self) -> list[str]:
        """Return what is otherwise, as it was typed."""
        order = ["all in the opposite order"] if self.mirror else []
        return [*self.rules, *([self.roster] if self.roster else []), *self.stats, *order]

    def opening(self, roster: str, settings: list[str]) -> Opening:
        """Return how those fights begin. Raises Malformed."""
        document = _roster(self.roster or roster, [*settings, *self.rules], self.stats)
        return rosters.opening_of(mirrored(document) if self.mirror else document)


def _plan(roster: str, settings: list[str], compared: _Compared, player: str, seed: int) -> running.Plan:
    """Return what is to be simulated; ends with a sentence for a file that is no roster, or a rule that is none."""
    try:
        one = rosters.opening_of(_roster(roster, settings, []))
        other = compared.opening(roster, settings) if compared.told else None
    except Malformed as malformed:
        stop(str(malformed))
    if other is not None and other.system != one.system:
        stop(f"{roster} is for {one.system}, {compared.roster} for {other.system}: only fights of one system compare.")
    return running.Plan(one=one, other=other, player=player, seed=seed)


def _roster(name: str, settings: list[str], stats: list[str]) -> Document:
    """Return a roster under these house rules and with these stats. Raises Malformed."""
    return with_stats(with_settings(as_written(named(name), aside), settings), stats)


def _shard(text: str, out: Path | None, until: float | None) -> tuple[int, int]:
    """Return which part of how many is meant; ends with a sentence for what is none."""
    which, _, of = text.partition("/")
    if not (which.isdecimal() and of.isdecimal() and 1 <= int(which) <= int(of) <= 10_000):
        stop(f"{text!r} is no part: write it as 2/5, the second of five.")
    if int(of) > 1 and out is None:
        stop("A part alone says little: name a folder with --out, and put the files of all parts into one.")
    if int(of) > 1 and until is not None:
        stop("A part does not know how close all of them come: name one of --shard and --until.")
    return int(which), int(of)


def _stated(plan: running.Plan) -> dict[str, Any]:
    """Return what tells a simulation from others."""
    return {
        "system": plan.one.system,
        "rules": RULESETS[plan.one.system].VERSION,
        "opening": _digest(plan.one),
        "against": None if plan.other is None else _digest(plan.other),
        "player": plan.player,
        "seed": plan.seed,
    }


def _digest(opening: Opening) -> str:
    return sha256(orjson.dumps(opening, option=orjson.OPT_SORT_KEYS)).hexdigest()
