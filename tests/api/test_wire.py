"""What speaks HTTP: the head of a call has a bound, whatever parses it, and a body has none but the call's own."""

from __future__ import annotations

import json
import socket
import sys
from contextlib import suppress
from importlib import reload
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import pytest

from api import rationing, watching, wire
from tests.api.streaming import Serving


def asked(here: Serving, *parts: bytes) -> bytes:
    """Return what comes back of a connection to which these parts are sent, until it is closed."""
    url = urlsplit(here.address)
    with socket.create_connection((url.hostname or "", url.port or 0), timeout=10) as connection:
        try:
            for part in parts:
                connection.sendall(part)
        except (BrokenPipeError, ConnectionResetError):
            pass
        found = b""
        try:
            while piece := connection.recv(1 << 16):
                found += piece
        except ConnectionResetError:
            pass
        return found


def asked_once(here: Serving, call: bytes) -> bytes:
    """Return the beginning of what comes back, from a connection that stays open."""
    url = urlsplit(here.address)
    with socket.create_connection((url.hostname or "", url.port or 0), timeout=10) as connection:
        connection.sendall(call)
        return connection.recv(1 << 16)


HEAD = b"GET /healthz HTTP/1.1\r\nHost: here\r\n"
STREAM = b"GET /api/encounters/x/stream HTTP/1.1\r\nHost: here\r\n"
END = b"Connection: close\r\n\r\n"


@pytest.mark.parametrize(
    "endless",
    [
        pytest.param([HEAD, b"X-Long: ", *[b"x" * 8192] * 40], id="one header"),
        pytest.param([HEAD, *[b"X-One: of many\r\n" * 512] * 40], id="many headers"),
        pytest.param([b"GET /", *[b"x" * 8192] * 40], id="an address"),
    ],
)
def test_a_head_without_an_end_is_refused_and_let_go(here: Serving, endless: list[bytes]) -> None:
    answer = asked(here, *endless)
    assert answer == b"" or answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 431"))
    assert asked(here, HEAD, END).startswith(b"HTTP/1.1 200")


def test_what_comes_in_one_piece_has_the_same_bounds(here: Serving) -> None:
    for padding in (b"X-Long: " + b"x" * 150_000 + b"\r\n", b"a:\r\n" * 1000):
        answer = asked(here, HEAD + padding + END)
        assert answer == b"" or answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 431"))


CHUNKED = b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"


def test_what_comes_behind_a_body_is_no_header_and_has_bounds(here: Serving) -> None:
    address = f"/api/encounters/{here.encounter}/commands".encode()
    key = here.keys["ana"].encode()
    call = b"POST %b HTTP/1.1\r\nHost: here\r\n%b\r\n" % (address, CHUNKED)
    body = json.dumps({"cmd": "c1", "action": {"do": "say", "who": "Ana", "text": "Hi"}}).encode()
    whole = b"%x\r\n%b\r\n0\r\n" % (len(body), body)
    behind = b"Authorization: Bearer %b\r\nConnection: close\r\n\r\n" % key
    version = here.version
    assert asked_once(here, call + whole + behind).startswith(b"HTTP/1.1 401")
    assert here.version == version
    url = urlsplit(here.address)
    with socket.create_connection((url.hostname or "", url.port or 0), timeout=10) as connection:
        connection.sendall(call + whole)
        sent = 0
        with suppress(OSError):
            while sent < 4 << 20:
                connection.sendall(b"X: " + b"a" * 8189)
                sent += 8192
                sleep(0.001)
    assert sent < 4 << 20


def test_a_body_in_many_small_pieces_is_whole(here: Serving) -> None:
    many = b"1\r\n \r\n" * 40_000
    call = b"POST /api/drafts HTTP/1.1\r\nHost: here\r\n%bConnection: close\r\n\r\n" % CHUNKED
    assert asked(here, call, *[many[at : at + 50_000] for at in range(0, len(many), 50_000)], b"0\r\n\r\n").startswith(
        b"HTTP/1.1 422"
    )


def test_a_body_may_be_longer_than_a_head(here: Serving) -> None:
    body = b" " * (4 * wire.MOST)
    call = b"POST /api/drafts HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    assert asked(here, call, b"Content-Length: %d\r\n" % len(body), END, body).startswith(b"HTTP/1.1 422")


def test_many_calls_over_one_connection_are_each_counted_anew(here: Serving) -> None:
    padding = b"X-Long: " + b"x" * 30_000 + b"\r\n"
    answer = asked(here, *[HEAD + padding + b"\r\n"] * 8, HEAD + padding + END)
    assert answer.count(b"HTTP/1.1 200") == 9


@pytest.fixture
def full(here: Serving, monkeypatch: pytest.MonkeyPatch) -> Serving:
    """Return a server that has no room for a stream, and where a call for one that is made would fall over."""

    async def falling(*_: Any) -> None:
        raise AssertionError("a call was made of it")

    monkeypatch.setattr(rationing, "BEGINNING", 0)
    monkeypatch.setattr(rationing.Rationed, "__call__", falling)
    return here


def test_who_asks_for_a_stream_that_there_is_no_room_for_is_told_before_a_call_is_made_of_it(full: Serving) -> None:
    before = watching.TURNED_AWAY._value.get()
    head, _, body = asked(full, STREAM + b"\r\n").partition(b"\r\n\r\n")
    status, *fields = head.split(b"\r\n")
    headers = {name.lower(): value for name, _, value in (each.partition(b": ") for each in fields)}
    assert status == b"HTTP/1.1 503 Service Unavailable"
    assert (headers[b"retry-after"], headers[b"connection"], headers[b"cache-control"]) == (b"1", b"close", b"no-store")
    assert int(headers[b"content-length"]) == len(body)
    assert json.loads(body)["detail"] == "Many begin to listen just now: come again."
    assert watching.TURNED_AWAY._value.get() == before + 1


@pytest.mark.long
@pytest.mark.parametrize(
    "more", [b"Content-Length: 2\r\n\r\n{}", b"\r\n" + STREAM + b"\r\n", b"\r\nno call at all\r\n"]
)
def test_what_comes_behind_such_a_call_is_not_heard(full: Serving, more: bytes) -> None:
    answer = asked(full, STREAM + more)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 503")


def test_an_answer_that_is_under_way_is_ended_before_a_stream_is_refused(
    here: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rationing, "BEGINNING", 0)
    answer = asked(here, HEAD + b"\r\n" + STREAM + END)
    assert [each[:3] for each in answer.split(b"HTTP/1.1 ")[1:]] == [b"200", b"503"]
    assert answer.endswith(b"}")


def test_without_its_wheel_the_parser_in_python_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn.protocols.http.httptools_impl", None)
    try:
        assert reload(wire).protocol.__name__ == "H11Protocol"
    finally:
        monkeypatch.undo()
        reload(wire)
