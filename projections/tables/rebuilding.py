"""Rebuilding: new tables from the first line on, beside those that are read meanwhile, and the switch to them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter

from eventsourcing.persistence import IntegrityError

from ledger.refusals import Busy, NoStore
from projections.tables.models import ReadModel
from projections.tables.parts import BUILDING, LIVE, OLD, Aside, Build, Moved
from projections.tables.runner import Runner


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What a rebuild came to: the build that is live now, the lines read for it, and who was set aside."""

    model: str
    build: str
    position: int
    lines: int
    seconds: float
    aside: tuple[Aside, ...]


def rebuild(runner: Runner, name: str, step: Callable[[int], None] = lambda _: None) -> Rebuilt:
    """Build a read model anew and let readers find it; goes on with what an interrupted rebuild has left.

    ``step`` is told the position now and then.
    """
    model, tables, began, lines = runner.models[name], runner.tables, perf_counter(), 0
    build = _begun(runner, model)
    while True:
        page = runner.after(build.position)
        if not page and tables.switch(build):
            break
        if page:
            try:
                model.process_page(build, page)
            except (Moved, IntegrityError):
                # A server that has no live build works on this one too.
                build = next(each for each in tables.builds(name) if each.name == build.name)
                if build.state == LIVE:
                    break
                continue
            lines += len(page)
            build = replace(build, position=page[-1].id)
            step(build.position)
    for each in tables.builds(name):
        if each.state == OLD:
            # Somebody still reads it: the server drops it later.
            with suppress(Busy, NoStore):
                tables.sweep(each)
    return Rebuilt(
        model=name,
        build=build.name,
        position=build.position,
        lines=lines,
        seconds=perf_counter() - began,
        aside=tuple(tables.aside(build).values()),
    )


def _begun(runner: Runner, model: ReadModel) -> Build:
    for each in reversed(runner.tables.builds(model.name)):
        if each.state == BUILDING and each.format == model.FORMAT and runner.is_sound(each):
            return each
    return runner.tables.begin(model.name, model.FORMAT, model.TABLES)
