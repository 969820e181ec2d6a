"""A real browser without a window, spoken to over two pipes with its own protocol: no port, no network, no library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Any, Self

from tests.browsers import program, surroundings

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--mute-audio",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--remote-debugging-pipe",
)


# The browser reads what it is asked from file 3 and writes its answers to file 4.
_START = """
import fcntl, os, sys
ask, answer = (fcntl.fcntl(int(each), fcntl.F_DUPFD, 10) for each in sys.argv[1:3])
os.dup2(ask, 3)
os.dup2(answer, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """A browser with one page in it; what it is asked, it answers in order."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="browser", ignore_cleanup_errors=True)
        asking, self._ask = os.pipe()
        self._answer, answering = os.pipe()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-S", "-c", _START, str(asking), str(answering)),
                *(str(program()), *FLAGS, f"--user-data-dir={self._folder.name}"),
            ],
            pass_fds=(asking, answering),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=surroundings(),
        )
        os.close(asking)
        os.close(answering)
        self._asked = 0
        self._left = b""
        self.events: list[Any] = []
        self._session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "DOM", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        os.close(self._ask)
        self._process.kill()
        self._process.wait()
        os.close(self._answer)
        self._folder.cleanup()

    def call(self, method: str, **params: Any) -> Any:
        """Return what the browser answers to one question."""
        self._asked += 1
        asked: dict[str, Any] = {"id": self._asked, "method": method, "params": params}
        if self._session is not None:
            asked["sessionId"] = self._session
        left = memoryview(json.dumps(asked).encode() + b"\0")
        while left:
            left = left[os.write(self._ask, left) :]
        while (message := self._next()).get("id") != self._asked:
            self.events.append(message)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    def _next(self) -> Any:
        while b"\0" not in self._left:
            read = os.read(self._answer, 1 << 20)
            if not read:
                raise RuntimeError("The browser went away.")
            self._left += read
        message, _, self._left = self._left.partition(b"\0")
        return json.loads(message)

    def open(self, address: str) -> None:
        """Load a page and wait for it."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        loaded = "document.readyState === 'complete' ? done() : addEventListener('load', () => done())"
        self.evaluate(f"new Promise((done) => {loaded})")

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page, awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def choose(self, selector: str, *files: Path) -> None:
        """Choose files in a field of the page, as a person would."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(file.resolve()) for file in files])

    def looks(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set how large the window is, and whether the person likes it dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, path: Path) -> None:
        """Write what the page looks like, all of it."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(b64decode(shot["data"]))
