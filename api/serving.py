"""Serving: a port of one's own, and a clean end on Ctrl-C."""

from __future__ import annotations

import errno
import socket
from types import FrameType

import uvicorn
from fastapi import FastAPI


class NoPort(Exception):
    """The address cannot be listened on; the message says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the address, from now on. Raises NoPort."""
    listening = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        if listening is not None:
            listening.close()
        raise NoPort(_why(host, port, error)) from None
    return listening


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken: stop what uses it, or name another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights: name one from 1024 on with --port."
    reason = error.strerror or str(error)
    return f"Nobody can listen on {host}, port {port} ({reason}): name another with --host and --port."


def address(listening: socket.socket) -> str:
    """Return the URL that a socket answers at."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(app: FastAPI, listening: socket.socket) -> None:
    """Answer calls until Ctrl-C or a request to end, then finish those that run and return."""
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=5, lifespan="off"
    )
    _Server(config).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server for which being asked to end is no accident: it returns instead of raising the signal again."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; on a second request, do not wait for calls that still run."""
        del frame
        self.force_exit = self.should_exit and sig == 2
        self.should_exit = True
