"""Rebuilding: new tables from the first line on, beside those that are read meanwhile, and the switch to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter

from eventsourcing.persistence import IntegrityError, Notification

from ledger.line.attachments import MARK
from ledger.refusals import Busy, NoStore
from ledger.store.stored_lines import no_collection
from projections.tables.models import ReadModel
from projections.tables.parts import BUILDING, OLD, Aside, Build, Lost, Moved
from projections.tables.runner import Runner

ENCOUNTERS = 20
"""Encounters in one transaction: each is read as a whole, and its rows are written once."""
PAGE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What a rebuild came to: the build that is live now, the last line in it, the time, and who was set aside."""

    model: str
    build: str
    position: int
    seconds: float
    aside: tuple[Aside, ...]


def rebuild(runner: Runner, name: str, step: Callable[[int], None] = lambda _: None) -> Rebuilt:
    """Build a read model anew and let readers find it; goes on with what an interrupted rebuild has left.

    ``step`` is told the position now and then.
    """
    model, tables, began = runner.models[name], runner.tables, perf_counter()
    build = _begun(runner, model)
    if build.position == 0:
        build = _by_encounter(runner, model, build, step)
    while not tables.switch(build):
        if page := runner.after(build.position, PAGE):
            build = _moved(model, build, page) or _again(runner, build)
            step(build.position)
        elif _again(runner, build).state != BUILDING:
            # A server that had no live build has finished this one.
            break
    for each in tables.builds(name):
        if each.state == OLD:
            # Somebody still reads it: the server drops it later.
            with suppress(Busy, NoStore):
                tables.sweep(each)
    return Rebuilt(
        model=name,
        build=build.name,
        position=build.position,
        seconds=perf_counter() - began,
        aside=tuple(tables.aside(build).values()),
    )


def _by_encounter(runner: Runner, model: ReadModel, build: Build, step: Callable[[int], None]) -> Build:
    """Return the build with all lines that there are now, read encounter by encounter in the order of their opening.

    Each encounter is read to its newest line, so that nothing up to the mark is left out; its later lines come with
    the pages, which pass by what a row holds already. Of an archived one the mark is read. It cannot be resumed: by
    then the encounters read have grown.
    """
    mark = runner.newest()
    while build.position < mark:
        openings = runner.after(build.position, ENCOUNTERS, mark, ("EncounterOpened", MARK))
        moved = _moved(model, build, openings or runner.after(mark - 1, 1, mark))
        if moved is None:
            return _again(runner, build)
        build = moved
        step(build.position)
    return build


def _moved(model: ReadModel, build: Build, page: Sequence[Notification]) -> Build | None:
    """Return the build after a page; None where somebody else has moved it meanwhile."""
    try:
        with no_collection():
            model.process_page(build, page)
    except Moved:
        return None
    return replace(build, position=page[-1].id)


def _again(runner: Runner, build: Build) -> Build:
    """Return the build as it stands. Raises Lost where somebody has dropped it."""
    for each in runner.tables.builds(build.model):
        if each.name == build.name:
            return each
    raise Lost(f"{build.name} was dropped while it was built: rebuild again.")


def _begun(runner: Runner, model: ReadModel) -> Build:
    """Return the build to go on with: one that is built already, or a new one, whoever begins it."""
    for each in reversed(runner.tables.builds(model.name)):
        if each.state == BUILDING and each.format == model.FORMAT and runner.is_sound(each):
            return each
    try:
        return runner.tables.begin(model.name, model.FORMAT, model.TABLES)
    except IntegrityError:
        # A server has begun it at the same moment, if nothing is wrong.
        runner.tables.must_be_whole()
        return _begun(runner, model)
