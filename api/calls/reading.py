"""Single read models of an encounter, for every seat of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import TypeAdapter

from api.calls.encounters import At, Hindsight, SeenAs, etag, known, looked_at
from api.lanes import lanes_of
from api.long_answers import in_parts
from api.seats import AtTheWindow, TheLedger
from api.shapes.messages import VERSION
from api.shapes.problems import UNCHANGED, Wrong, documented
from ledger.table.fight import Fight
from projections.board import BoardView, board
from projections.chronicle import Entry, Sought, chosen, chronicle, markdown, text
from projections.history.annals import Chronicles
from projections.initiative import InitiativeView, initiative
from projections.values import UnknownSubject
from projections.why import CAUSES, Why, why
from projections.words import Words, words

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["reading"])
ANSWERS = {**UNCHANGED, **documented(401, 404, 422)}

Form = Annotated[Literal["json", "markdown", "text"], Query(alias="format", description="How it is written.")]
EntriesAfter = Annotated[int | None, Query(ge=-1, le=VERSION, description="Only entries that begin after this line.")]
Before = Annotated[int | None, Query(ge=0, le=VERSION, description="Only entries that begin before this line.")]
Limit = Annotated[
    int | None,
    Query(
        ge=1, le=1000, description="So many entries at most: the first after a line, if one is given, else the last."
    ),
]
Names = Annotated[str | None, Query(min_length=1, max_length=40, description="Only entries that name this combatant.")]
Find = Annotated[
    str | None, Query(min_length=1, max_length=80, description="Only entries in whose text this stands, in any case.")
]
After = Annotated[int, Query(ge=-1, le=VERSION, description="Only the lines after this version.")]
MostLines = Annotated[int | None, Query(ge=1, le=10_000, description="So many lines at most; all of them else.")]
AT_ONCE = 500
"""Entries of a chronicle that are written at a time."""


@router.get("/board", responses=ANSWERS)
def the_board(
    at: AtTheWindow, ledger: TheLedger, response: Response, version: At = None, hindsight: Hindsight = None
) -> BoardView:
    """Show who stands where, what they fight about, and the traps."""
    fight = looked_at(at, ledger, hindsight)
    response.headers["ETag"] = etag(known(fight, version))
    return board(fight.at(known(fight, version)))


@router.get("/initiative", responses=ANSWERS)
def the_initiative(
    at: AtTheWindow, ledger: TheLedger, response: Response, version: At = None, hindsight: Hindsight = None
) -> InitiativeView:
    """Show whose turn it is, every turn list, and what is pending."""
    fight = looked_at(at, ledger, hindsight)
    response.headers["ETag"] = etag(known(fight, version))
    return initiative(fight.at(known(fight, version)))


WRITTEN: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One sentence for each command, oldest first; what was taken back is marked.",
        "content": {"text/markdown": {"schema": {"type": "string"}}, "text/plain": {"schema": {"type": "string"}}},
    }
}


def _sought(
    after: EntriesAfter = None, before: Before = None, limit: Limit = None, who: Names = None, find: Find = None
) -> Sought:
    return Sought(after=after, before=before, limit=limit, who=who, find=find)


@router.get("/chronicle", responses={**WRITTEN, **ANSWERS, **documented(403, 503)}, response_model=list[Entry])
async def the_chronicle(
    request: Request,
    at: AtTheWindow,
    ledger: TheLedger,
    sought: Annotated[Sought, Depends(_sought)],
    version: At = None,
    form: Form = "json",
    hindsight: Hindsight = None,
    seen_as: SeenAs = None,
) -> Response:
    """Tell the fight in sentences, with the dice and rules of each, and with each sentence in parts.

    `clauses` joined are the `text`: the headline, each detail of what came of it, the rules it rests on. A part is
    words or also a name (`who`), a `place`, a `rule`, the faces of the roll `dice` of the entry (counted from 0), or a
    `number` of a value that changed: `GET …/why?value=<why>&at=<at>` explains it.
    """

    def told() -> Response:
        fight = looked_at(at, ledger, hindsight, seen_as)
        found = chosen(_told(request, fight, known(fight, version)), sought)
        return in_parts(_written(found, form), {"ETag": etag(known(fight, version))}, _MEDIA[form])

    # All of a long fight takes seconds to tell: in threads of its own, and not many at a time.
    return await lanes_of(request).chronicles.do(told)


_ENTRIES = TypeAdapter(list[Entry])
_MEDIA = {
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "text": "text/plain; charset=utf-8",
}


def _written(found: Sequence[Entry], form: str) -> Iterator[bytes]:
    """Yield entries as they are sent, so many at a time."""
    if form != "json":
        write = markdown if form == "markdown" else text
        yield from (write(found[start : start + AT_ONCE]).encode() for start in range(0, len(found), AT_ONCE))
        return
    for start in range(0, max(1, len(found)), AT_ONCE):
        yield (b"," if start else b"[") + _ENTRIES.dump_json([*found[start : start + AT_ONCE]], by_alias=True)[1:-1]
    yield b"]"


def _told(request: Request, fight: Fight, version: int) -> tuple[Entry, ...]:
    """Return the chronicle up to a version; of the newest only what is new is told."""
    chronicles: Chronicles = request.app.state.chronicles
    return chronicles.of(fight) if version == fight.version else chronicle(fight.lines[: version + 1], fight.seat)


RAW: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The stored bytes of each line.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}


@router.get("/lines", responses={**RAW, **ANSWERS}, response_class=Response)
def lines(at: AtTheWindow, ledger: TheLedger, after: After = -1, limit: MostLines = None) -> Response:
    """Hand out the stored lines as they are, one a line; of many, the next come after the number of the last."""
    fight = ledger.fight(at.encounter)
    last = fight.version if limit is None else min(fight.version, after + limit)
    headers = {"ETag": etag(last)} if last > after else {}
    stored = (b"".join(each + b"\n" for each in page) for page in ledger.records.pages(fight, after, last))
    return in_parts(stored, headers, "application/x-ndjson")


@router.get("/words", responses=ANSWERS)
def the_words(at: AtTheWindow, ledger: TheLedger, response: Response) -> Words:
    """Say what is called how: commands with their group, pools, conditions, things that this seat sees, house rules."""
    fight = ledger.fight(at.encounter, at.seat)
    response.headers["ETag"] = etag(fight.version)
    return words(fight.encounter)


Line = Annotated[int | None, Query(ge=0, le=VERSION, description="Why is this line there?")]
Value = Annotated[str | None, Query(max_length=80, description="Why is it what it is? `Bo.health`, `turn`, `pending`.")]


MostCauses = Annotated[int, Query(ge=1, le=1000, description="So many changes of a value at most, the newest.")]


@router.get("/why", responses=ANSWERS)
def why_so(
    at: AtTheWindow,
    ledger: TheLedger,
    line: Line = None,
    value: Value = None,
    version: At = None,
    hindsight: Hindsight = None,
    limit: MostCauses = CAUSES,
) -> Why:
    """Explain a line or a value by the events, dice, modifiers and rules behind it.

    Of a value that changed very often the newest changes are told; `earlier` is then the `at` that tells of others.
    """
    if (line is None) == (value is None):
        raise Wrong("not-a-command", "Ask either ?line=<number> or ?value=<name>, such as ?value=Bo.health.")
    fight = looked_at(at, ledger, hindsight)
    try:
        return why(fight, value or "" if line is None else line, known(fight, version), limit)
    except UnknownSubject as unknown:
        raise Wrong("no-such-subject", str(unknown)) from None
