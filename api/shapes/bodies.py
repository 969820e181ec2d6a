"""Bodies of calls: read in full up to a limit, as JSON with one meaning, and only as what the call takes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn, TypeVar

import orjson
from fastapi import Depends, Request
from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from api.shapes.problems import Wrong
from files.bounding import oversized
from files.exact import exact
from files.fields import Field, Loc, refusal_of, sentence
from files.plain_pairs import Twin, object_of
from ledger.line.canonical import NotCanonical, check_words

LIMIT = 1024 * 1024
DEEPEST = 12
LARGEST = 2**53 - 1

SHORT = 16 * 1024
"""Bytes of a body that is read in one go where it is spelt plainly."""
_BIG_NUMBER = re.compile(rb"\d{16}")
_AROUND = b" \t\r\n"
"""What may stand around JSON."""

Shape = TypeVar("Shape")


async def raw(request: Request, types: tuple[str, ...], limit: int) -> bytes:
    """Return the body of a call. Raises Wrong where it is of another type, larger than ``limit`` bytes, or cut off."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given not in types:
        wanted = " or ".join(types)
        raise Wrong("unsupported-type", f"Send the body as {wanted} (the Content-Type header), not as {given[:60]!r}.")
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > limit:
                raise Wrong("too-large", f"The body is too large: at most {limit} bytes are read here.")
    except ClientDisconnect:
        raise Wrong("not-a-command", "The caller hung up before the body had come.") from None
    return bytes(body)


def of(
    shape: TypeAdapter[Shape] | Callable[[Any], TypeAdapter[Shape]], limit: int = LIMIT
) -> Callable[..., Coroutine[Any, Any, Shape]]:
    """Return what reads the body of a call as ``shape``, for FastAPI to depend on.

    A long one, and one whose shape may have to be made first, is parsed on a worker thread.
    """

    async def body(request: Request) -> bytes:
        return await raw(request, ("application/json",), limit)

    async def read(sent: bytes = Depends(body)) -> Shape:
        if len(sent) > SHORT or not isinstance(shape, TypeAdapter):
            return await run_in_threadpool(parse, shape, sent)
        return parse(shape, sent)

    return read


def parse(shape: TypeAdapter[Shape] | Callable[[Any], TypeAdapter[Shape]], body: bytes) -> Shape:
    """Return what ``body`` spells. Raises Wrong (422) where it is not JSON with one meaning, or not of that shape.

    A shape may depend on what the body holds: then it is given as what finds it.
    """
    return read(shape, body)[0]


def read(shape: TypeAdapter[Shape] | Callable[[Any], TypeAdapter[Shape]], body: bytes) -> tuple[Shape, Any]:
    """Return the same, and the JSON it was read from."""
    value = _plain(body)
    if value is None:
        value = _json(body)
        _check(value, ())
    if not isinstance(shape, TypeAdapter):
        shape = shape(value)
    if (found := oversized(shape, value)) is not None:
        raise Wrong("not-a-command", sentence([found]), fields=[found])
    try:
        return exact(shape).validate_python(value), value
    except ValidationError as error:
        said, fields = refusal_of(shape, value, error)
        raise Wrong("not-a-command", said, fields=fields) from None


def _plain(body: bytes) -> Any:
    """Return what a body spells in the one way in which nothing in it has to be looked at; None for every other body.

    Written again it has the same bytes: so no field stands there twice. It holds plain ASCII, no sign is escaped, no
    number is large, and there are no more brackets than it may be deep. Bodies that are spaced, as many programs write
    them, are known by that: they are not read here, only to be read again.
    """
    if len(body) > SHORT or not body.isascii() or b"\\" in body or b"\x7f" in body or b'": ' in body:
        return None
    if _BIG_NUMBER.search(body) or body.count(b"{") + body.count(b"[") > DEEPEST:
        return None
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    written = orjson.dumps(value)
    return value if written == body or written == body.strip(_AROUND) else None


def _json(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole)
    except UnicodeDecodeError:
        _refuse("The body is not UTF-8 text.")
    except RecursionError:
        _refuse(_TOO_DEEP)
    except json.JSONDecodeError as error:
        _refuse(f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.")


_TOO_DEEP = f"The body is nested too deeply: at most {DEEPEST} levels are read."


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    try:
        return object_of(pairs)
    except Twin as twin:
        _refuse(f"The field {twin.name!r} stands there twice in one object.")


def _no_number(word: str) -> NoReturn:
    _refuse(f"{word} is not a number that is read here.")


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        shown = digits if len(digits) <= 20 else f"{digits[:20]}…"
        _refuse(f"The number {shown} is too large: whole numbers go up to {LARGEST}.")
    return int(digits)


def _check(value: Any, loc: Loc) -> None:
    """Raise Wrong where a text holds what deceives the eye, or the value is too deep."""
    if len(loc) > DEEPEST:
        _refuse(_TOO_DEEP)
    if isinstance(value, str):
        _check_words(value, loc)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            _check(each, (*loc, index))
    elif isinstance(value, dict):
        for name, each in value.items():
            _check_words(name, loc)
            _check(each, (*loc, name))


def _check_words(text: str, loc: Loc) -> None:
    try:
        check_words(text)
    except NotCanonical as error:
        at = ".".join(map(str, loc)).encode("ascii", "backslashreplace").decode()
        _refuse(str(error), Field(at=at, problem=str(error)))


def _refuse(detail: str, *fields: Field) -> NoReturn:
    raise Wrong("not-a-command", detail, fields=list(fields) or None)
