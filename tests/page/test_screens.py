"""Every screen of the page looks as it did: at three widths, light and dark, in one browser with fonts of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import gettempdir

import pytest
from playwright.sync_api import Browser

from tests.browsers import pinned
from tests.page.looks import LOOKS, USUAL, Look
from tests.page.screens.looking import MOST, folder_of, held_against, settled
from tests.page.screens.stage import Stage, stage
from tests.page.screens.states import KEPT, State, name_of

FOUND = Path(gettempdir()) / "encounter-screens"
"""Where what differs is put."""


@pytest.fixture(scope="module")
def on(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Look], Stage]]:
    """A stage for each look: there every scene is set once."""
    with ExitStack() as stages:

        @cache
        def of(look: Look) -> Stage:
            return stages.enter_context(stage(browser.browser_type, tmp_path_factory.mktemp(str(look))))

        yield of


def left(name: str, picture: bytes) -> Path:
    """Leave a picture for whoever wants to see it, and return where it is."""
    file = FOUND / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(picture)
    return file


@pytest.mark.long(but=("squares-1440-light",))
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("state", KEPT, ids=name_of)
def test_a_screen_looks_as_it_did(on: Callable[[Look], Stage], state: State, look: Look) -> None:
    name = name_of(state)
    with on(look).scene(name, look) as scene:
        page = state(scene)
        if pinned() is None:
            there = left(f"{look}/{name}.png", settled(page))
            pytest.skip(f"pictures are compared on Linux on x86-64 alone; this one was made: {there}")
        kept = (folder_of(look) / f"{name}.png").read_bytes()
        seen, found = held_against(page, kept, on(look).judge)
    if found.share > MOST:
        marked = left(f"{look}/{name}-differs.png", found.picture)
        there = left(f"{look}/{name}.png", seen)
        pytest.fail(
            f"{name} at {look} differs in {found.share:.2%} of its pixels from what is kept: see {there} and {marked}. "
            "If it should, `python -m tests.page.screens` makes the pictures anew.",
            pytrace=False,
        )


@pytest.mark.long
def test_a_screen_that_differs_is_noticed(on: Callable[[Look], Stage]) -> None:
    kept = (folder_of(USUAL) / "opening.png").read_bytes()
    with on(USUAL).scene("another", USUAL) as scene:
        page = scene.lobby()
        page.evaluate("for (const each of document.querySelectorAll('main button')) each.style.fontWeight = 900")
        _, found = held_against(page, kept, on(USUAL).judge)
    assert MOST < found.share < 1
    assert found.picture.startswith(b"\x89PNG")


def test_every_picture_is_of_a_screen_that_is_compared_and_they_are_small() -> None:
    names = {f"{name_of(state)}.png" for state in KEPT}
    folders = [folder for folder in folder_of(USUAL).parent.iterdir() if "-" in folder.name]
    assert {len(folders)} == {6}
    for folder in folders:
        assert {file.name for file in folder.iterdir()} == names
    assert sum(file.stat().st_size for folder in folders for file in folder.iterdir()) < 6_500_000
