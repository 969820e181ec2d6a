"""Answers that spare bytes: 304 where nothing changed since the caller asked last, and gzip where the caller takes it.

Only what is read is pressed: no such answer holds a key, and those of other calls may.
"""

from __future__ import annotations

import gzip
import re
from hashlib import blake2b
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST, MOST = 1_000, 8 * 2**20
"""Of how many bytes an answer is pressed: shorter ones gain nothing, longer ones are files."""
AT_ONCE = 64 * 2**10
"""What is longer is pressed in a thread, so that others do not wait for it."""
_VERSION = re.compile(r'"\d{1,16}"')
_TAG = re.compile(r'(?:W/)?("[^"]*")')
_REFUSED = re.compile(r"q\s*=\s*0(\.0*)?$")


class Sparing:
    """Gives what is read and has a version a tag of its own, answers 304 to whoever has it, and presses the rest."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the call through; an answer in one piece is sent shorter where that can be."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        asked, begun = Headers(scope=scope), list[Message]()

        async def spared(message: Message) -> None:
            # What comes without a length goes on for a while: a stream, which begins at once.
            if message["type"] == "http.response.start" and "content-length" in Headers(raw=message["headers"]):
                begun.append(message)
                return
            if not begun:
                await send(message)
                return
            start = begun.pop()
            for each in await _shorter(asked, start, message) if _whole(start, message) else (start, message):
                await send(each)

        await self._app(scope, receive, spared)


def _whole(start: Message, message: Message) -> bool:
    """Return whether an answer is a success in one piece that no one has pressed yet."""
    headers = Headers(raw=start["headers"])
    plain = "content-encoding" not in headers and message["type"] == "http.response.body"
    return plain and start["status"] == 200 and not message.get("more_body", False)


async def _shorter(asked: Headers, start: Message, message: Message) -> tuple[Message, Message]:
    """Return the answer as it is sent."""
    body: bytes = message.get("body", b"")
    headers = MutableHeaders(raw=list(start["headers"]))
    if _VERSION.fullmatch(headers.get("etag", "")):
        headers["ETag"] = _tag(headers["etag"], body)
        if has(asked, headers["ETag"]):
            return _unchanged(start, headers)
    headers.add_vary_header("Accept-Encoding")
    if LEAST <= len(body) <= MOST and takes_gzip(asked) and _is_text(headers):
        body = await _pressed(body)
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(body))
    return {**start, "headers": headers.raw}, {**message, "body": body}


def _tag(version: str, body: bytes) -> str:
    """Return the tag of an answer: its version, and what it holds, since not all of that is told by the version."""
    return f'{version[:-1]}-{blake2b(body, digest_size=8).hexdigest()}"'


def _unchanged(start: Message, headers: MutableHeaders) -> tuple[Message, Message]:
    kept = [(name, value) for name, value in headers.raw if name not in (b"content-length", b"content-type")]
    return {**start, "status": 304, "headers": kept}, {"type": "http.response.body", "body": b""}


def has(asked: Headers, tag: str) -> bool:
    """Return whether the caller says that it has what bears this tag (RFC 9110, 13.1.2)."""
    return tag in _TAG.findall(asked.get("if-none-match", ""))


def takes_gzip(asked: Headers) -> bool:
    """Return whether the caller takes gzip, and does not refuse it."""
    for each in asked.get("accept-encoding", "").lower().split(","):
        coding, _, weight = each.partition(";")
        if coding.strip() == "gzip":
            return not _REFUSED.match(weight.strip())
    return False


def _is_text(headers: MutableHeaders) -> bool:
    kind = headers.get("content-type", "")
    return kind.startswith(("text/", "application/json", "application/x-ndjson", "application/schema+json"))


async def _pressed(body: bytes) -> bytes:
    if len(body) <= AT_ONCE:
        return _gzip(body)
    return await run_in_threadpool(_gzip, body)


def _gzip(body: Any) -> bytes:
    return gzip.compress(body, compresslevel=6, mtime=0)
