"""One browser for all tests of a process, one server for those of a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import dev
from ledger.dice.faces import roll_message
from tests.browsers import SETTING, program, surroundings
from tests.chance import seeded
from tests.page.site import Site, site

PATIENCE = 20_000
"""Milliseconds that something may take to be seen, where other tests keep the machine busy."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run"]
FLAGS += ["--host-resolver-rules=MAP lan.test 127.0.0.1"]
"""A name under which the server is reached as from another machine: by http, that is not secure for a browser."""


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder of the tools that build and check the page, installed."""
    dev.page_tools()
    return dev.PAGE / "node_modules"


@pytest.fixture(scope="session")
def browser(tools: Path) -> Iterator[Browser]:
    """A browser without a window."""
    found = program()
    if found is None:
        assert not os.environ.get("CI"), f"Continuous integration needs a browser: chromium, or {SETTING}."
        pytest.skip(f"the page needs chromium or chrome; {SETTING} may name one")
    assert tools.exists()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playing:
        started = playing.chromium.launch(executable_path=found, args=FLAGS, env={**surroundings()})
        yield started
        started.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a store of its own."""
    with site(tmp_path_factory.mktemp("site")) as here:
        yield here


@contextmanager
def dice_of(name: object) -> Iterator[None]:
    """Throw the dice that come from a name, whoever declares what and when: nobody here draws them again."""
    plain = patch(
        "ledger.dice.entropy.roll_message",
        lambda encounter, roll, _declared, _salts: roll_message(encounter, roll, bytes(32), ()),
    )
    with seeded(name), plain:
        yield


@pytest.fixture
def same_dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """Throw the dice that come from the test's name."""
    with dice_of(request.node.nodeid):
        yield
