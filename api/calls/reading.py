"""Single read models of an encounter, for every seat of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from api.calls.encounters import At, Hindsight, SeenAs, etag, known, looked_at
from api.seats import AtTheWindow, TheLedger
from api.shapes.messages import VERSION
from api.shapes.problems import UNCHANGED, Wrong, documented
from ledger.table.fight import Fight
from projections.board import BoardView, board
from projections.chronicle import Entry, Sought, chosen, chronicle, markdown, text
from projections.history.annals import Chronicles
from projections.initiative import InitiativeView, initiative
from projections.values import UnknownSubject
from projections.why import Why, why
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


@router.get("/chronicle", responses={**WRITTEN, **ANSWERS, **documented(403)}, response_model=list[Entry])
def the_chronicle(
    request: Request,
    at: AtTheWindow,
    ledger: TheLedger,
    response: Response,
    sought: Annotated[Sought, Depends(_sought)],
    version: At = None,
    form: Form = "json",
    hindsight: Hindsight = None,
    seen_as: SeenAs = None,
) -> Any:
    """Tell the fight in sentences, with the dice and rules of each, and with each sentence in parts.

    `clauses` joined are the `text`: the headline, each detail of what came of it, the rules it rests on. A part is
    words or also a name (`who`), a `place`, a `rule`, the faces of the roll `dice` of the entry (counted from 0), or a
    `number` of a value that changed: `GET …/why?value=<why>&at=<at>` explains it.
    """
    fight = looked_at(at, ledger, hindsight, seen_as)
    told = chosen(_told(request, fight, known(fight, version)), sought)
    tag = etag(known(fight, version))
    if form == "json":
        response.headers["ETag"] = tag
        return told
    written, kind = (markdown(told), "text/markdown") if form == "markdown" else (text(told), "text/plain")
    return Response(written, headers={"ETag": tag}, media_type=f"{kind}; charset=utf-8")


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
def lines(at: AtTheWindow, ledger: TheLedger, after: After = -1) -> Response:
    """Hand out the stored lines as they are, one a line."""
    stored = ledger.lines(at.encounter, after)
    raw = b"".join(line.raw + b"\n" for line in stored)
    headers = {"ETag": etag(stored[-1].n)} if stored else {}
    return Response(raw, headers=headers, media_type="application/x-ndjson")


@router.get("/words", responses=ANSWERS)
def the_words(at: AtTheWindow, ledger: TheLedger, response: Response) -> Words:
    """Say what is called how: commands with their group, pools, conditions, things that this seat sees, house rules."""
    fight = ledger.fight(at.encounter, at.seat)
    response.headers["ETag"] = etag(fight.version)
    return words(fight.encounter)


Line = Annotated[int | None, Query(ge=0, le=VERSION, description="Why is this line there?")]
Value = Annotated[str | None, Query(max_length=80, description="Why is it what it is? `Bo.health`, `turn`, `pending`.")]


@router.get("/why", responses=ANSWERS)
def why_so(
    at: AtTheWindow,
    ledger: TheLedger,
    line: Line = None,
    value: Value = None,
    version: At = None,
    hindsight: Hindsight = None,
) -> Why:
    """Explain a line or a value by the events, dice, modifiers and rules behind it."""
    if (line is None) == (value is None):
        raise Wrong("not-a-command", "Ask either ?line=<number> or ?value=<name>, such as ?value=Bo.health.")
    fight = looked_at(at, ledger, hindsight)
    try:
        return why(fight.lines[: known(fight, version) + 1], line if line is not None else value or "")
    except UnknownSubject as unknown:
        raise Wrong("no-such-subject", str(unknown)) from None
