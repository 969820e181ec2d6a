"""A receiver of what a feed sends, as a process of its own: it writes down what it gets, and behaves as it is told.

``python -m tests.analytics.receiving PORT FILE BEHAVIOUR…``: one behaviour for each call in turn, the last of them for
all that follow. It prints its port once it listens.
"""

from __future__ import annotations

import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import orjson

SLOW = 30.0
"""Seconds: longer than any sender of the tests waits."""


class Receiver(BaseHTTPRequestHandler):
    """Takes one call after the other."""

    protocol_version = "HTTP/1.1"
    file: Path
    behaviours: list[str]

    def do_POST(self) -> None:
        """Write down what came, then answer with a status, too late, not at all, or die before that."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        behaviour = self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]
        signed = {name: self.headers[name] for name in ("Encounter-Time", "Encounter-Signature", "Content-Type")}
        with self.file.open("ab") as kept:
            kept.write(orjson.dumps({**signed, "body": body.decode(), "answer": behaviour}) + b"\n")
        if behaviour == "dies":
            os._exit(1)
        if behaviour == "slow":
            time.sleep(SLOW)
        self.send_response(int(behaviour) if behaviour.isdecimal() else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def main(port: str, file: str, *behaviours: str) -> None:
    """Receive until the end of the process."""
    Receiver.file, Receiver.behaviours = Path(file), list(behaviours)
    with HTTPServer(("127.0.0.1", int(port)), Receiver) as server:
        print(server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
