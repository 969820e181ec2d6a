"""Commands that wait for nothing but the disk, taken on the event loop itself: no thread is handed a call.

What cannot be taken so goes on to the usual call, which does it in a thread, or says why not: fights that are not in
memory, tables with devices or secrets, refusals, calls that come again. So this is a shorter way to the same answer.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple

from eventsourcing.persistence import IntegrityError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.calls import commands
from api.calls.encounters import etag
from api.channels import Channels
from api.seats import KEY, Seated
from api.shapes import bodies, problems
from api.shapes.messages import Declared
from api.shapes.messages import declared as shape_of
from api.shapes.problems import Wrong
from ledger.application import Ledger
from ledger.calls.playing import Taken
from ledger.line.canonical import NotCanonical
from ledger.refusals import LedgerRefused
from ledger.store.after_commit import afterwards
from ledger.store.tailing import Tailer
from ledger.table.answers import Declaration
from ledger.table.fight import Fight

PATH = "/api/encounters/{encounter}/commands"
_COMMANDS = re.compile("/api/encounters/([^/]+)/commands")
_VERSIONS = re.compile(commands.VERSIONS)
SOON = 0.001
"""Seconds after an answer until those who listen are told: whoever plays on is decided first."""
_READY = ThreadPoolExecutor(1, thread_name_prefix="ready")
ONCE = (b"authorization", b"content-type", b"if-match")


class _Route(NamedTuple):
    """What others are told of the call: it is the one of that address (see ``watching``)."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Caller:
    """Who calls at which fight, and the version that they saw."""

    fight: Fight
    seated: Seated
    version: str | None


class Express:
    """Takes commands that it can, and lets every other call through."""

    def __init__(self, app: ASGIApp, *, ledger: Ledger, channels: Channels) -> None:
        """``channels`` are told of each command that was committed, once it is answered."""
        self._app = app
        self._ledger = ledger
        self._channels = channels
        self._route = _Route(PATH)
        self._shapes: dict[str, bool] = {}
        self._recalling: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the call if it is such a command, or let it through."""
        found = _COMMANDS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None or scope["query_string"]:
            await self._app(scope, receive, send)
            return
        caller = self._caller(scope, found[1])
        if caller is None:
            # Before the body has come: who may not call is told at once.
            await self._app(scope, receive, send)
            return
        came = [await receive()]
        if came[0]["type"] == "http.request" and not came[0].get("more_body", False):
            with self._ledger.tailer.telling():
                taken = await self._taken(scope, caller, came[0].get("body", b""))
                if taken is not None:
                    await self._answer(taken, scope, receive, send)
                    return

        async def again() -> Message:
            return came.pop() if came else await receive()

        await self._app(scope, again, send)

    async def _taken(self, scope: Scope, caller: _Caller, body: bytes) -> Taken | BaseException | None:
        """Return a command that is committed, or why it is not; None where it is for the usual call."""
        read = _read(caller, body)
        if read is None:
            return None
        wish, declared, value = read
        state = scope.setdefault("state", {})
        # Whoever has to do it instead need not read it again.
        state[commands.READ] = declared, value
        encounter, seat = caller.seated.encounter, caller.seated.seat
        commit = _Commit(self._ledger.tailer)
        taken = self._ledger.playing.at_once(encounter, seat, wish, declared.faces, commit.told)
        if taken is None:
            self._recall(caller.fight)
            return None
        scope["route"], scope["path_params"] = self._route, {"encounter": encounter}
        state["told"] = {"seat": seat, "cmd": wish.cmd, "do": wish.action.do}
        error = await commit.done
        if isinstance(error, IntegrityError):
            return None
        return taken if error is None else error

    def _recall(self, fight: Fight) -> None:
        """Let what a fight lacks to be taken so be fetched, once at a time."""
        if fight.log.recalls or fight.table.devices or fight.table.secret or fight.id in self._recalling:
            return
        self._recalling.add(fight.id)

        def recall() -> None:
            try:
                fight.log.recall()
            finally:
                self._recalling.discard(fight.id)

        _beside(recall)

    def _has_shapes(self, system: str) -> bool:
        """Return whether the commands of a system can be read; if not, let that be made beside, which takes a while."""
        if system not in self._shapes:
            self._shapes[system] = False
            _beside(lambda: self._shapes.update({system: shape_of(system) is not None}))
        return self._shapes[system]

    def _caller(self, scope: Scope, encounter: str) -> _Caller | None:
        """Return who calls at which fight, by the head of the call; None where the usual call has to look at it."""
        fight = self._ledger.fights.memory.get(encounter)
        headers = _headers(scope)
        if fight is None or headers is None:
            return None
        if not self._has_shapes(fight.encounter.system):
            return None
        scheme, _, key = headers.get("authorization", "").partition(" ")
        version = headers.get("if-match")
        if scheme.lower() != "bearer" or not KEY.fullmatch(key) or not _is_json(headers.get("content-type", "")):
            return None
        seat = self._ledger.known_keys.seat(encounter, fight.table, key)
        if seat is None or (version is not None and not _VERSIONS.fullmatch(version)):
            return None
        return _Caller(fight=fight, seated=Seated(encounter=encounter, seat=seat), version=version)

    async def _answer(self, taken: Taken | BaseException, scope: Scope, receive: Receive, send: Send) -> None:
        if isinstance(taken, BaseException):
            await problems.not_committed(taken)(scope, receive, send)
            return
        # Before it is sent: whoever does not read the answer keeps it from nobody else.
        self._tell_soon(taken.fight)
        answer = taken.answer()
        status, body = commands.told(answer)
        headers = [
            (b"etag", etag(answer.version).encode()),
            (b"content-length", b"%d" % len(body)),
            (b"content-type", b"application/json"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _tell_soon(self, fight: Fight) -> None:
        """Tell those who listen while the next command is on its way to the disk, or nobody gives one."""
        held = ExitStack()
        held.enter_context(self._ledger.tailer.telling())

        def tell() -> None:
            with held:
                self._tell(fight)

        asyncio.get_running_loop().call_later(SOON, tell)

    def _tell(self, fight: Fight) -> None:
        """Tell those who listen, here and elsewhere."""
        told = False
        with afterwards("telling those who listen"):
            told = self._channels.told(fight)
        if told:
            self._ledger.tailer.told()
        else:
            self._ledger.tailer.committed()


class _Commit:
    """A commit under way, which the event loop waits for."""

    def __init__(self, tailer: Tailer) -> None:
        self._loop = asyncio.get_running_loop()
        self._tailer = tailer
        self.done: asyncio.Future[BaseException | None] = self._loop.create_future()

    def told(self, error: BaseException | None) -> None:
        """Take what became of it, from the thread that commits."""
        try:
            self._loop.call_soon_threadsafe(self._settle, error)
        except RuntimeError:
            # The loop has ended with the server.
            self._tailer.committed()

    def _settle(self, error: BaseException | None) -> None:
        if self.done.done():
            # The call was broken off: nobody is left to tell those who listen.
            self._tailer.committed()
        else:
            self.done.set_result(error)


def _read(caller: _Caller, body: bytes) -> tuple[Declaration, Declared[Any], Any] | None:
    """Return a command, as the ledger takes it, as it was declared, and as JSON; None for what the usual call reads."""
    if len(body) > bodies.SHORT:
        return None
    try:
        declared, value = commands.read_here(caller.fight.encounter.system, body)
        return commands.wished(caller.seated, declared, value, caller.version), declared, value
    except (Wrong, NotCanonical, LedgerRefused):
        return None


def _headers(scope: Scope) -> Headers | None:
    """Return the headers of a call; None where one of those that matter here stands there twice."""
    names = [name for name, _ in scope["headers"]]
    return None if any(names.count(name) > 1 for name in ONCE) else Headers(scope=scope)


def _is_json(kind: str) -> bool:
    return kind.partition(";")[0].strip().lower() == "application/json"


def _beside(work: Callable[[], object]) -> None:
    """Let what the next command needs to be taken be done in a thread."""

    def done() -> None:
        with afterwards("making ready for the next command"):
            work()

    _READY.submit(done)
