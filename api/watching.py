"""What an operator sees: one log line a call, counters and times, whether the service lives and can work."""

from __future__ import annotations

import logging
from functools import cache
from http import HTTPStatus
from time import perf_counter
from typing import Any

import structlog
from fastapi import APIRouter, Request, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.log_file import LogFile
from api.seats import TheLedger
from api.shapes.problems import documented
from ledger.application import Ledger

router = APIRouter(tags=["operating"])

REGISTRY = CollectorRegistry()
CALLS = Counter("encounter_calls", "Calls answered.", ("method", "path", "status"), registry=REGISTRY)
# Without labels it is there from the start: the increase of a series that is new is none to who watches.
FAILED = Counter("encounter_calls_failed", "Calls answered 500, by faults of the program.", registry=REGISTRY)
SECONDS = Histogram(
    "encounter_call_seconds",
    "How long a call took.",
    ("method", "path"),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)
LOST = Counter("encounter_log_lines_lost", "Log lines that could not be written.", registry=REGISTRY)
COMMITS = Histogram(
    "encounter_commit_seconds",
    "How long a transaction took that wrote lines.",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
    registry=REGISTRY,
)
TOGETHER = Histogram(
    "encounter_commit_commands",
    "Commands that one transaction wrote.",
    buckets=(1, 2, 4, 8, 16, 32, 64),
    registry=REGISTRY,
)
TURNED_AWAY = Counter("encounter_streams_turned_away", "Streams that were to come again later.", registry=REGISTRY)
ProcessCollector(registry=REGISTRY)
LINES = LogFile(LOST.inc)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""What is counted by its name: a caller may make up others, and each would be kept for ever."""
log = structlog.get_logger()
_rest: list[logging.Handler] = []
"""What writes the warnings of threads and libraries, while lines are logged; nothing while none are."""


class NoSuchLog(ValueError):
    """Log lines are not written like this; the message says how they are."""


def log_lines(form: str) -> None:
    """Write log lines to stderr: as ``json``, as ``text`` to be read by people, or ``none``. Raises NoSuchLog."""
    if form not in ("json", "text", "none"):
        raise NoSuchLog(f"There is no log {form[:40]!r}: name json, text or none.")
    structlog.reset_defaults()
    while _rest:
        logging.getLogger().removeHandler(_rest.pop())
    if form == "none":
        return
    shown: Any = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    stamped: list[Any] = [structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    structlog.configure(processors=[*stamped, shown], logger_factory=_to_the_file)
    _rest.append(_of_the_rest(stamped, shown))
    logging.getLogger().addHandler(_rest[0])


def _of_the_rest(stamped: list[Any], shown: Any) -> logging.Handler:
    """Return what lets warnings take the form of the other lines, a fault with its traceback in the same line."""
    told = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.format_exc_info, shown]
    handler = logging.StreamHandler(LINES)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=told, foreign_pre_chain=stamped))
    return handler


def _to_the_file(*_: Any) -> structlog.WriteLogger:
    return structlog.WriteLogger(LINES)  # type: ignore[arg-type]  # all it does is write and flush


# Else a warning that cannot be written raises in whoever warned.
logging.raiseExceptions = False
log_lines("none")


@router.get("/healthz", responses={200: {"content": {"text/plain": {}}}})
async def healthz() -> Response:
    """Say that the process lives, though every thread may be waiting for the store."""
    return Response("alive\n", media_type="text/plain")


@router.get("/readyz", responses={200: {"content": {"text/plain": {}}}, **documented(503)})
def readyz(ledger: TheLedger) -> Response:
    """Say whether calls can be answered: the store is asked; 503 with the reason else."""
    ledger.must_answer()
    return Response("ready\n", media_type="text/plain")


@router.get("/metrics", include_in_schema=False)
def metrics(request: Request) -> Response:
    """Return counters and times for Prometheus."""
    told = generate_latest(REGISTRY) + generate_latest(request.app.state.gauges)
    return Response(told, media_type=CONTENT_TYPE_LATEST)


def watch(ledger: Ledger | None) -> None:
    """Be told of what a ledger commits; an application that only documents its calls has none."""
    if ledger is not None:
        ledger.commits.on_commit = committed


def committed(commands: int, seconds: float) -> None:
    """Take note of a transaction that wrote the lines of so many commands."""
    COMMITS.observe(seconds)
    TOGETHER.observe(commands)


@cache
def _counters(method: str, path: str, status: int) -> tuple[Counter, Histogram | None]:
    """Return what counts the calls of an address that ended so, and what times all of them."""
    # How long somebody listened says nothing of how fast calls are.
    times = None if path.endswith("/stream") else SECONDS.labels(method, path)
    return CALLS.labels(method, path, str(status)), times


class Watched:
    """Counts, times and logs every call: its address without ids, the encounter, the status; never a key or a body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through and tell how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            # The call is answered, and perhaps committed: how it is told changes nothing of that.
            try:
                self._tell(scope, status, perf_counter() - began)
            except Exception:
                LOST.inc()

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"]
        path = getattr(scope.get("route"), "path", "none of ours")
        calls, took = _counters(method if method in METHODS else "other", path, status)
        calls.inc()
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            FAILED.inc()
        if took is not None:
            took.observe(seconds)
        if not _rest or path in ("/healthz", "/readyz", "/metrics"):
            return
        encounter = scope.get("path_params", {}).get("encounter")
        said = {"encounter": encounter} if encounter else {}
        said |= scope.get("state", {}).get("told", {})
        level = log.warning if status >= 500 else log.info
        level("call", method=method, path=path, status=status, ms=round(seconds * 1000, 1), **said)
