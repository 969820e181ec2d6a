"""What the page says of files, asked of it in a real browser, or in node where there is no browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browsers import program
from tests.verifier import browser

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "verifier" / "index.html"
ASKING = (HERE / "asking.js").read_text(encoding="utf-8")


class InBrowser:
    """The page, opened from disk in a browser."""

    name = "browser"

    def __init__(self, opened: browser.Browser) -> None:
        self.browser = opened
        self.open()

    def open(self) -> None:
        """Open the page anew."""
        self.browser.open(PAGE.as_uri())
        self.browser.evaluate(ASKING)

    def call(self, function: str, asked: Any) -> Any:
        """Return what a function of `asking.js` answers."""
        return self.browser.evaluate(f"{function}({json.dumps(asked)})")


class InNode:
    """The scripts of the page, run by node."""

    name = "node"

    def call(self, function: str, asked: Any) -> Any:
        """Return what a function of `asking.js` answers."""
        return self._run(asked, function)

    def steps(self, function: str, asked: Sequence[Any]) -> list[int]:
        """Return how many blocks of the page's own code run for each of what is asked, one after another."""
        found: list[int] = self._run([*asked], function, "steps")
        return found

    def _run(self, asked: Any, *words: str) -> Any:
        command = ["node", "--no-warnings", str(HERE / "running.mjs"), str(PAGE), str(HERE / "asking.js"), *words]
        ended = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
        return json.loads(ended.stdout)


@contextmanager
def page() -> Iterator[InBrowser | InNode | None]:
    """Give the page in what this machine has; None if that is neither a browser nor node."""
    if program() is not None:
        with browser.Browser() as opened:
            yield InBrowser(opened)
    elif shutil.which("node") is not None:
        yield InNode()
    else:
        yield None


def asked(
    raw: bytes,
    kept: Sequence[str] = (),
    log_key: str | None = None,
    using: str | None = None,
    operators: Sequence[str] = (),
) -> Any:
    """Return what the page is asked of one file."""
    told = {"kept": [*kept], "logKey": log_key, "operators": [*operators], "using": using}
    found = {"raw": b64encode(raw).decode(), **told}
    return {name: value for name, value in found.items() if value is not None}
