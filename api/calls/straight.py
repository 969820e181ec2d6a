"""Calls of those who play that go to a thread and back once: who calls, what they send and the answer in one piece.

They are the calls of the same addresses, which document them, and do the same work. Whatever is not
plain is left to those: parameters, long bodies, keys that are none. So this is a shorter way to the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from api.calls import commands, devices
from api.calls.encounters import etag
from api.seats import KEY, Seated, seat_of
from api.shapes import bodies
from api.shapes.messages import BEATING, LINKING, TYPED, There
from ledger.application import Ledger

Work = Callable[[Request, Seated, Ledger, bytes], Response]
ONCE = (b"authorization", b"content-type", b"content-length", b"if-match")
JSON = "application/json"
_VERSIONS = re.compile(commands.VERSIONS)
_CHOICES = TypeAdapter(commands.Choices)
_THERE = TypeAdapter(There)


class Straight(Route):
    """A call of a seat that is done in one thread, where its head says that there is nothing unusual to it."""

    def __init__(self, call: str, work: Work, *, method: str = "POST", queries: frozenset[bytes] = frozenset()) -> None:
        """``queries`` are what may stand behind the address, as it is written."""
        self._queries = queries | {b""}
        self._method = method
        self._work = work
        super().__init__(f"/api/encounters/{{encounter}}/{call}", self._answer, methods=[method])

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether this call is done here."""
        if scope["type"] != "http" or scope["method"] != self._method or scope["query_string"] not in self._queries:
            return Match.NONE, {}
        found, more = super().matches(scope)
        if found is not Match.FULL or not _is_plain(scope, has_body=self._method == "POST"):
            return Match.NONE, {}
        # The framework's own routes say so of themselves too: under it a call is counted and told.
        return found, {**more, "route": self}

    async def _answer(self, request: Request) -> Response:
        sent = await bodies.raw(request, (JSON,), bodies.SHORT) if self._method == "POST" else b""
        return await run_in_threadpool(self._done, request, sent)

    def _done(self, request: Request, sent: bytes) -> Response:
        ledger: Ledger = request.app.state.ledger
        key = request.headers["authorization"].partition(" ")[2]
        at = seat_of(request, request.path_params["encounter"], ledger, key, joining=False)
        return self._work(request, at, ledger, sent)


def _is_plain(scope: Scope, *, has_body: bool) -> bool:
    """Return whether a head shows a key, and of a body that it is JSON and short; and nothing of it twice."""
    names = [name for name, _ in scope["headers"]]
    if any(names.count(name) > 1 for name in ONCE):
        return False
    headers = Headers(scope=scope)
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not KEY.fullmatch(key) or not _VERSIONS.fullmatch(headers.get("if-match", "*")):
        return False
    if not has_body:
        return True
    length = headers.get("content-length", "")
    return headers.get("content-type") == JSON and length.isdecimal() and int(length) <= bodies.SHORT


def _command(request: Request, at: Seated, ledger: Ledger, sent: bytes) -> Response:
    return commands.command(request, at, ledger, sent, request.headers.get("if-match"))


def _dice(_: Request, at: Seated, ledger: Ledger, sent: bytes) -> Response:
    return commands.dice(at, ledger, bodies.parse(TYPED, sent))


def _link(_: Request, at: Seated, ledger: Ledger, sent: bytes) -> Response:
    return _told(_THERE, devices.link(at, ledger, bodies.parse(LINKING, sent)))


def _presence(_: Request, at: Seated, ledger: Ledger, sent: bytes) -> Response:
    return _told(_THERE, devices.presence(at, ledger, bodies.parse(BEATING, sent)))


def _offers(request: Request, at: Seated, ledger: Ledger, _: bytes) -> Response:
    found = commands.choices(at, ledger, asides=not request.scope["query_string"]).choices
    return _told(_CHOICES, found, {"ETag": etag(found.version)})


def _told(shape: TypeAdapter[Any], answer: Any, headers: dict[str, str] | None = None) -> Response:
    return Response(shape.dump_json(answer, by_alias=True), headers=headers, media_type=JSON)


ROUTES = (
    Straight("commands", _command),
    Straight("dice", _dice),
    Straight("links", _link),
    Straight("presence", _presence),
    Straight("offers", _offers, method="GET", queries=frozenset({b"asides=false"})),
)
