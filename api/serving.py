"""Serving: a port of one's own, and a clean end on Ctrl-C, with streams open too."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from threading import Lock
from types import FrameType

import uvicorn
from fastapi import FastAPI

from api import wire
from api.channels import Channels
from api.collecting import sparing_the_old
from api.estimates.waiting import Estimates
from api.server_bots import Automatic
from ledger.calls.timer import Timer

GRACE = 0.4
"""Seconds that a client has, once the server ends, to take what was sent to it already."""
SWITCHING = 0.0005
"""Seconds after which a thread that works lets another go on.

Else the event loop waits ten times as long each time that it has sent something, while listeners are told what they
missed.
"""
DEAD_AFTER = 60
"""A client that takes nothing for so many seconds is gone."""


class NoPort(Exception):
    """The address cannot be listened on; the message says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the address, from now on. Raises NoPort."""
    listening = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _drop_the_dead(listening)
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        if listening is not None:
            listening.close()
        raise NoPort(_why(host, port, error)) from None
    return listening


def _drop_the_dead(listening: socket.socket) -> None:
    """Let the system end connections of clients that are gone or read nothing: a stream may have nothing to say."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("TCP_KEEPIDLE", 20), ("TCP_KEEPINTVL", 10), ("TCP_USER_TIMEOUT", 1000 * DEAD_AFTER)):
        if (known := getattr(socket, option, None)) is not None:
            listening.setsockopt(socket.IPPROTO_TCP, known, value)


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken: stop what uses it, or name another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights: name one from 1024 on with --port."
    reason = error.strerror or str(error)
    return f"Nobody can listen on {host}, port {port} ({reason}): name another with --host and --port."


def address(listening: socket.socket) -> str:
    """Return the URL that a socket answers at on this machine."""
    host, port = listening.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "::1" if ":" in host else "127.0.0.1"
    return _url(host, port)


def from_elsewhere(listening: socket.socket) -> str | None:
    """Return the URL at which other machines of the network reach a socket that listens on every address there is."""
    if reachable(listening) is not None:
        return None
    with socket.socket(listening.family, socket.SOCK_DGRAM) as asking:
        try:
            # Addresses for examples (RFC 5737, RFC 3849): nothing is sent, the machine names the way it would take.
            asking.connect(("2001:db8::1" if listening.family == socket.AF_INET6 else "192.0.2.1", 9))
        except OSError:
            return None
        return _url(asking.getsockname()[0], listening.getsockname()[1])


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def reachable(listening: socket.socket) -> str | None:
    """Return the URL that others reach a socket at; None where it listens on every address there is."""
    return None if ip_address(listening.getsockname()[0]).is_unspecified else address(listening)


def server(app: FastAPI) -> uvicorn.Server:
    """Return the server of an application made by ``create_app``; ``should_exit`` ends it."""
    config = uvicorn.Config(
        app,
        http=wire.protocol,
        log_config=None,  # its warnings go where all others go
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="off",
        h11_max_incomplete_event_size=wire.MOST,
    )
    return _Server(config, app)


def serve(app: FastAPI, listening: socket.socket) -> None:
    """Answer calls until Ctrl-C or a request to end, then finish those that run and return."""
    server(app).run(sockets=[listening])


_before: list[float] = []
"""The interval that each server of this process found when it began, the first one's first."""
_turning = Lock()


@contextmanager
def switching_soon() -> Iterator[None]:
    """Let threads that work give way soon, and as late as before once no server of this process is left."""
    with _turning:
        _before.append(sys.getswitchinterval())
        sys.setswitchinterval(SWITCHING)
    try:
        yield
    finally:
        with _turning:
            found = _before.pop()
            if not _before:
                sys.setswitchinterval(found)


class _Server(uvicorn.Server):
    """A server for which being asked to end is no accident: it returns instead of raising the signal again."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._state = app.state
        self._channels: Channels = app.state.channels
        self._timer = Timer(app.state.ledger)
        self._automatic: Automatic = app.state.automatic
        self._estimates: Estimates = app.state.estimates

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer calls until asked to end."""
        if sockets and self._state.public is None:
            self._state.public = reachable(sockets[0])
        with switching_soon(), sparing_the_old(), self._timer, self._automatic, self._estimates:
            await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; on a second request, do not wait for calls that still run."""
        del frame
        self.force_exit = self.should_exit and sig == 2
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which would never end by themselves, then wait for the other calls."""
        self._channels.end()
        cutting = asyncio.ensure_future(self._cut_off())
        await super().shutdown(sockets)
        cutting.cancel()

    async def _cut_off(self) -> None:
        """Let go of clients that take nothing of what was sent: they would be waited for as long as calls that work."""
        transports = [connection.transport for connection in list(self.server_state.connections)]
        before = [transport.get_write_buffer_size() for transport in transports]
        await asyncio.sleep(GRACE)
        for transport, unsent in zip(transports, before, strict=True):
            if 0 < unsent <= transport.get_write_buffer_size():
                transport.abort()
        # Whoever was just being let in was not there to be asked to leave.
        while True:
            for connection in list(self.server_state.connections):
                if not connection.transport.is_closing():
                    connection.shutdown()
            await asyncio.sleep(GRACE)
