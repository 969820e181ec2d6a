"""The HTTP application: its parts, one shape of errors, one document."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Depends, FastAPI
from limits import RateLimitItem
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import gauges, page, parameters, watching
from api.calls import (
    chances,
    commands,
    consents,
    devices,
    disputes,
    drafts,
    encounters,
    forks,
    lobby,
    names,
    odds,
    pictures,
    reading,
    receipts,
    records,
    replaying,
    showing,
    straight,
    stream,
    summaries,
    tallies,
)
from api.channels import Channels
from api.ending import Ended
from api.estimates.waiting import Estimates
from api.express import Express
from api.lanes import Lanes
from api.limiting import Limited
from api.precedence import Precedence, Preferred
from api.quotas import Allowed, Quotas
from api.rationing import Ration, Rationed
from api.server_bots import Automatic
from api.shapes import documentation, documentation_page, problems
from api.sparing import Sparing
from ledger.application import Ledger
from ledger.version import VERSION
from projections.history.annals import Chronicles
from projections.tables.runner import Runner

PARTS = (
    encounters,
    forks,
    drafts,
    lobby,
    tallies,
    summaries,
    devices,
    commands,
    odds,
    consents,
    disputes,
    names,
    reading,
    stream,
    receipts,
    records,
    replaying,
    chances,
    showing,
    pictures,
)
PAGES = (documentation_page, page, watching)
"""What is for browsers and for probes, which add parameters of their own."""
HEADERS = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"server", f"encounter-ledger/{VERSION}".encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-page", page.build().encode()),
]


def create_app(
    ledger: Ledger,
    *,
    a_key: RateLimitItem | None = None,
    an_address: RateLimitItem | None = None,
    operator: str | None = None,
    public: str | None = None,
    allowed: Allowed | None = None,
    data: Path | None = None,
) -> FastAPI:
    """Return the application that works on ``ledger``; whoever made the ledger closes it.

    ``a_key`` and ``an_address`` are how many calls each may make, ``operator`` is the hash of the operator's key,
    ``public`` is the address that invitations lead to; where it is none, that which is listened on.
    ``allowed`` is what callers may have, without limits else; ``data`` is the folder beside which estimates are kept.
    """
    app = FastAPI(
        title="Encounter Ledger",
        version=VERSION,
        description=(
            "Tactical combats written down as immutable events. Open an encounter, hand each seat its key, declare "
            "commands; every answer that is not a success is a problem (RFC 9457) with one sentence that says why."
        ),
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.ledger = ledger
    precedence = Precedence()
    app.state.channels = Channels(ledger, precedence)
    app.state.automatic = Automatic(ledger)
    app.state.estimates = Estimates(ledger, data)
    app.state.lanes = Lanes()
    app.state.chronicles = Chronicles()
    app.state.runner = Runner(ledger)
    app.state.operator = operator
    app.state.public = public
    app.state.gauges = gauges.registry(app.state)
    watching.watch(ledger)
    quotas = app.state.quotas = Quotas(allowed or Allowed(), operator)
    ration = app.state.ration = Ration(quotas, headers=HEADERS, note=watching.TURNED_AWAY.inc)
    app.router.routes.extend([*straight.ROUTES, *_calls().routes])
    problems.install(app)
    documentation.describe(app)
    app.add_middleware(Express, ledger=ledger, channels=app.state.channels)
    app.add_middleware(Sparing)
    app.add_middleware(Preferred, precedence=precedence)
    app.add_middleware(Limited, a_key=a_key, an_address=an_address)
    app.add_middleware(Ended)
    app.add_middleware(watching.Watched)
    app.add_middleware(_Headers)
    app.add_middleware(Rationed, ration=ration)
    return app


@cache
def _calls() -> APIRouter:
    """Return the calls, made ready once for every application of the process: that takes most of its start."""
    calls = APIRouter()
    known = [Depends(parameters.must_be_known)]
    for part in PARTS:
        calls.include_router(part.router, dependencies=known, responses=problems.documented(422))
    for shown in PAGES:
        calls.include_router(shown.router)
    return calls


class _Headers:
    """Adds what every answer carries; HEAD is answered like GET, of which the server sends the headers alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through, with the headers on what comes back."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(each for each in HEADERS if each[0] not in given)]
            await send(message)

        head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self._app({**scope, "method": "GET", "asked": "HEAD"} if head else scope, receive, with_headers)
