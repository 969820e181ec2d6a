"""A whole fight to be played again elsewhere: the chronicle, its moments, and the view after each command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import orjson
from pydantic import TypeAdapter

from ledger.line.entries import CommandAccepted
from ledger.line.lines import Line
from ledger.table.fight import Fight
from projections.chronicle import Entry
from projections.disputes import DisputeView, disputes
from projections.history.moments import Moment, moments
from projections.luck.reckoning import Luck, luck
from projections.skips import skips
from projections.streams.live import from_version, parts
from projections.streams.patching import Operation
from projections.words import Words, words

VIEW_EVERY = 50
"""After so many steps the whole view stands in place of what changed in it."""
AT_ONCE = 100
"""So many lines are told in a piece."""
Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How things stood after line ``n``: the whole ``view``, or the JSON Patch from that of the step before.

    ``left`` is, by side, what its combatants have of their first pools, and how much they can have.
    """

    n: int
    view: Json | None = None
    patch: list[Operation] | None = None
    left: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """A fight up to ``version`` as a seat knows it: steps, the first with a view, moments, entries, disputes, luck."""

    encounter: str
    version: int
    words: Words
    steps: tuple[Stage, ...]
    moments: tuple[Moment, ...]
    entries: tuple[Entry, ...]
    disputes: tuple[DisputeView, ...]
    luck: Luck


_ENTRY, _MOMENT, _STAGE, _WORDS, _LUCK, _DISPUTES = (
    TypeAdapter[Any](each) for each in (Entry, Moment, Stage, Words, Luck, list[DisputeView])
)


def bundle(fight: Fight, entries: Sequence[Entry], chances: bytes | None = None) -> Iterator[bytes]:
    """Yield the bundle of a fight, with its chronicle, as the JSON of a Bundle in pieces of which none is large.

    Where its ``chances`` were estimated, as JSON, they may stand in it too.
    """
    found: list[Moment] = []
    yield b'{"encounter":%b,"version":%d,"words":%b,"steps":[' % (
        orjson.dumps(fight.id),
        fight.version,
        _WORDS.dump_json(words(fight.encounter)),
    )
    separator = b""
    for told in _steps(fight, found):
        yield separator + b",".join(_STAGE.dump_json(step, exclude_none=True) for step in told)
        separator = b","
    skipped = skips(fight.log.rewinds, fight.version)
    kept = (each for each in found if each.kind == "back" or skipped.by(each.n) is None)
    yield b'],"moments":[%b],"entries":[' % b",".join(_MOMENT.dump_json(each, exclude_none=True) for each in kept)
    for first in range(0, len(entries), AT_ONCE):
        told_here = b",".join(_ENTRY.dump_json(each, by_alias=True) for each in entries[first : first + AT_ONCE])
        yield (b"," if first else b"") + told_here
    also = b"" if chances is None else b',"chances":%b' % chances
    contested = _DISPUTES.dump_json(disputes(fight))
    yield b'],"disputes":%b,"luck":%b%b}' % (contested, _LUCK.dump_json(luck([fight])), also)


def _steps(fight: Fight, found: list[Moment]) -> Iterator[list[Stage]]:
    """Yield the steps in parts, none of which is empty, and add to the moments that are found."""
    live = from_version(fight, set_up(fight.lines))
    steps, made = [Stage(n=live.version, view=live.view, left=left(live.view))], 1
    rest = fight.lines[live.version + 1 :]
    for lines in parts(rest, 1) if rest else ():
        before = live.view
        patch = live.after(lines)[-1].patch or []
        found += moments(lines, before, live.view)
        if all(each["path"] == "/version" for each in patch):
            continue
        changed = {"view": live.view} if made % VIEW_EVERY == 0 else {"patch": patch}
        steps.append(Stage(n=live.version, left=left(live.view), **changed))
        made += 1
        if len(steps) >= AT_ONCE:
            yield steps
            steps = []
    if steps:
        yield steps


def set_up(lines: Sequence[Line]) -> int:
    """Return the version with which the set-up ended: the line before the first command."""
    first = next((line.n for line in lines if isinstance(line.entry, CommandAccepted)), len(lines))
    return first - 1


def left(view: Json) -> dict[str, tuple[int, int]]:
    """Return what the combatants of each side have of their first pools, and the most they can have, as far as told."""
    found: dict[str, tuple[int, int]] = {}
    for each in view["combatants"]:
        pool = next(iter(each["pools"].values()), None)
        if each["life"] == "inert" or pool is None or not isinstance(pool.get("max"), int):
            continue
        now, most = found.get(each["side"], (0, 0))
        found[each["side"]] = (now + max(0, pool["now"]), most + pool["max"])
    return found
