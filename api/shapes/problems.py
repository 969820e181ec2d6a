"""What goes wrong, in one shape everywhere: ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from domain.refusals import Refused
from files.fields import Field, problem_of, sentence
from ledger import refusals
from ledger.calls import refusing
from ledger.dice.secrets import SecretsRefused
from ledger.line.canonical import NotCanonical

MEDIA_TYPE = "application/problem+json"

TITLES = {
    "no-key": (401, "A seat's key is needed"),
    "not-signed": (401, "Not signed as it must be"),
    "not-yours": (403, "Not for this seat"),
    "no-room": (403, "No room for more"),
    "not-found": (404, "Not found"),
    "archived": (404, "Archived"),
    "no-such-version": (404, "No such version"),
    "no-such-proof": (404, "No such checkpoint or line"),
    "no-such-subject": (404, "No such line or value"),
    "not-allowed": (405, "Not a call of this address"),
    "dice-awaited": (409, "Dice are awaited"),
    "in-time": (409, "There is time left"),
    "no-dice-awaited": (409, "Not the dice that are awaited"),
    "not-joined": (409, "No seat for this device"),
    "no-such-link": (409, "Not the link that is awaited"),
    "not-named": (409, "Nothing that can be called so"),
    "not-pictured": (409, "Not the picture of this board"),
    "no-dispute": (409, "Not to be contested, or not to be settled so"),
    "not-closed": (409, "Not to be closed yet"),
    "no-rewind": (409, "Not to be taken back"),
    "no-fork": (409, "Nothing branches off there"),
    "read-only": (409, "Read only"),
    "damaged": (409, "Damaged in the store"),
    "goes-on": (409, "Not over"),
    "no-entropy": (409, "No dice can be rolled here"),
    "other-bytes": (409, "Another fight of that name"),
    "out-of-sequence": (409, "Not the next call of the seat"),
    "overtaken": (412, "Somebody was faster"),
    "too-large": (413, "Too large"),
    "unsupported-type": (415, "Not a type that is read here"),
    "not-a-command": (422, "Not a command"),
    "not-cosigned": (422, "Not a cosignature"),
    "no-picture": (422, "Not a picture that is kept"),
    "no-odds": (422, "No odds are told"),
    "used-before": (422, "Used before for something else"),
    "broken-file": (422, "The file does not hold"),
    "too-often": (429, "Too many calls"),
    "busy": (503, "Too many at once"),
    "no-store": (503, "The store cannot be used"),
    "not-built": (503, "Not built yet"),
    "ending": (503, "The server ends"),
    "fault": (500, "A fault of this program"),
}
"""Status and title of every problem but the refusals of the rules, which are 409 and named after their code."""


_HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": "1"}}


class Waiting(BaseModel):
    """What the encounter waits for: the phase, whose owner must answer, for which combatant, with what options."""

    kind: str
    owner: str | list[str] | None = None
    who: str | None = None
    options: list[str] = []


LEDGER: dict[type[refusals.LedgerRefused], str] = {
    refusals.NoSuchEncounter: "not-found",
    refusals.NotSeated: "not-found",
    refusals.Archived: "archived",
    refusals.Damaged: "damaged",
    refusals.NoChain: "no-entropy",
    refusals.NotOver: "goes-on",
    refusals.NotYours: "not-yours",
    refusals.WentOn: "overtaken",
    refusals.NotSigned: "not-signed",
    refusals.OutOfSequence: "out-of-sequence",
    refusals.NotJoined: "not-joined",
    refusals.NoSuchLink: "no-such-link",
    refusals.NotCosigned: "not-cosigned",
    refusals.NoSuchProof: "no-such-proof",
    refusals.OtherBody: "used-before",
    refusals.Waiting: "dice-awaited",
    refusals.InTime: "in-time",
    refusals.NotWaiting: "no-dice-awaited",
    refusals.NoRewind: "no-rewind",
    refusals.NoFork: "no-fork",
    refusals.NotNamed: "not-named",
    refusals.NotPictured: "not-pictured",
    refusals.NoDispute: "no-dispute",
    refusals.NotClosed: "not-closed",
    refusals.ReadOnly: "read-only",
    refusals.NoFaces: "not-a-command",
    refusals.Busy: "busy",
    refusals.NoStore: "no-store",
    refusals.Conflict: "other-bytes",
    refusals.Broken: "broken-file",
    refusals.TooMuch: "too-large",
    refusals.TooOften: "too-often",
    refusals.NoRoom: "no-room",
}
"""The problem that each refusal of the ledger is, and each kind of one."""


class Problem(BaseModel):
    """What went wrong, and for whom to do what about it; ``following`` is the number of the seat's next signed call."""

    type: str
    title: str
    status: int
    detail: str
    code: str | None = None
    rule: str | None = None
    pending: Waiting | None = None
    version: int | None = None
    line: int | None = None
    following: int | None = None
    fields: list[Field] | None = None


class Wrong(Exception):
    """A call that cannot be answered: the name of the problem, one sentence, and what else helps."""

    def __init__(
        self,
        name: str,
        detail: str,
        *,
        fields: list[Field] | None = None,
        version: int | None = None,
        line: int | None = None,
        following: int | None = None,
    ) -> None:
        super().__init__(detail)
        status, title = TITLES[name]
        self.problem = Problem(
            type=f"/problems/{name}",
            title=title,
            status=status,
            detail=detail,
            fields=fields,
            version=version,
            line=line,
            following=following,
        )
        self.headers = dict(_HEADERS.get(status, {}))
        if version is not None:
            self.headers["ETag"] = f'"{version}"'


def refusal(refused: Refused) -> Problem:
    """Return the problem of a command that the rules refuse."""
    name = refused.code.replace("_", "-")
    waiting = asdict(refused.pending)
    if isinstance(waiting["owner"], tuple):
        waiting["owner"] = list(waiting["owner"])
    return Problem(
        type=f"/problems/{name}",
        title=name.replace("-", " ").capitalize(),
        status=409,
        detail=refused.message,
        code=refused.code,
        rule=refused.rule,
        pending=Waiting.model_validate({**waiting, "options": list(refused.pending.options)}),
    )


def respond(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """Return the answer that a problem is."""
    body = problem.model_dump_json(exclude_none=True)
    return Response(body, problem.status, dict(headers or {}), media_type=MEDIA_TYPE)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what a call says of its problems in the OpenAPI document; that its store is gone may happen to any."""
    return {status: {"description": MEANINGS[status], "content": _CONTENT} for status in sorted({*statuses, 503})}


UNCHANGED: dict[int | str, dict[str, Any]] = {
    304: {"description": "Nothing changed since the answer whose `ETag` the call brings as `If-None-Match`."}
}
MEANINGS = {
    401: "No seat's key, or one that nobody has.",
    403: "The seat may not do that.",
    404: "There is no such thing, or not for this seat.",
    405: "This address has no such call.",
    409: "The rules say no: `code`, `rule` and what is `pending`.",
    412: "Something happened since the version the caller had seen; `version` is the current one.",
    413: "The body is larger than allowed.",
    415: "The body is not of a type that is read here.",
    422: "This is not a command: `fields` names every field that is wrong and what is allowed there.",
    429: "Too often, or too many: `Retry-After` says for how long, where waiting helps.",
    503: "The store cannot be used just now, or too many use it: the same call may be made again.",
}
_CONTENT = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}


def not_committed(error: BaseException) -> Response:
    """Return the answer to a command that could not be committed; raises what is a fault of this program."""
    if not isinstance(error, refusals.LedgerRefused):
        raise error
    return _refused_by_the_ledger(None, error)


def install(app: FastAPI) -> None:
    """Let every error of ``app``, its framework's included, leave in the one shape."""
    app.add_exception_handler(Wrong, _wrong)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(refusals.LedgerRefused, _refused_by_the_ledger)
    app.add_exception_handler(NotCanonical, _not_canonical)
    app.add_exception_handler(SecretsRefused, _no_entropy)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _parameters)
    app.add_exception_handler(Exception, _fault)


def _wrong(_: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, Wrong)  # noqa: S101  # Starlette hands each handler its own kind
    return respond(wrong.problem, wrong.headers)


def _refused(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)  # noqa: S101  # as above
    _in_words(request, refused)
    return respond(refusal(refused))


def _in_words(request: Request, refused: Refused | refusals.LedgerRefused) -> None:
    """Put into a refusal the names that the seat which called knows, where its fight can be read."""
    caller = getattr(request.state, "caller", None)
    if caller is None or refused.named:
        return
    with suppress(refusals.LedgerRefused):
        refusing.tell(request.app.state.ledger.fight(caller.encounter), caller.seat, refused)


def _refused_by_the_ledger(request: Request | None, refused: Exception) -> Response:
    assert isinstance(refused, refusals.LedgerRefused)  # noqa: S101  # as above
    if request is not None:
        _in_words(request, refused)
    wrong = Wrong(
        next(LEDGER[kind] for kind in type(refused).__mro__ if kind in LEDGER),
        refused.message,
        version=getattr(refused, "version", None),
        line=getattr(refused, "line", None),
        following=getattr(refused, "following", None),
    )
    if (after := getattr(refused, "after", None)) is not None:
        wrong.headers["Retry-After"] = str(after)
    return respond(wrong.problem, wrong.headers)


def _not_canonical(_: Request, reason: Exception) -> Response:
    return respond(Wrong("not-a-command", str(reason)).problem)


def _no_entropy(_: Request, reason: Exception) -> Response:
    return respond(Wrong("no-entropy", str(reason)).problem)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  # as above
    name, detail = _HTTP.get(error.status_code, ("not-a-command", str(error.detail)))
    status, title = TITLES[name]
    said = detail.format(method=request.method, path=request.url.path)
    headers = dict(error.headers or {})
    if status == 405:
        headers["Allow"] = ", ".join(_calls_of(request)) or headers.get("Allow", "")
    return respond(Problem(type=f"/problems/{name}", title=title, status=status, detail=said), headers)


def _calls_of(request: Request) -> list[str]:
    """Return the methods of an address; the framework itself names those of one route only."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    return [
        method.upper()
        for path, calls in paths.items()
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), request.url.path)
        for method in calls
    ]


_HTTP = {
    404: ("not-found", "There is nothing at this address; the calls are listed at /docs."),
    405: ("not-allowed", "This address does not answer to {method}; the calls are listed at /docs."),
    413: ("too-large", "The body is larger than this call reads."),
    415: ("unsupported-type", "The body is not of a type that is read here."),
}


def _parameters(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # as above
    fields = [
        Field(at=".".join(map(str, each["loc"][1:])), problem=problem_of(each["type"], each["msg"]))
        for each in error.errors()
    ]
    wrong = Wrong("not-a-command", sentence(fields), fields=fields)
    return respond(wrong.problem)


def _fault(_: Request, error: Exception) -> Response:
    detail = f"The call could not be answered because of a fault of this program ({type(error).__name__})."
    return respond(Wrong("fault", detail).problem)
