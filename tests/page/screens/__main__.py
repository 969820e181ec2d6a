"""Make the pictures that are compared anew; or all there are, into a folder, to be looked at."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect, sync_playwright

from tests.browsers import pinned
from tests.page.looks import Look
from tests.page.screens.looking import EVERY, folder_of, settled
from tests.page.screens.pictures import with_few_colours
from tests.page.screens.stage import Stage, stage
from tests.page.screens.states import KEPT, LOOKED_AT, State, name_of


def make(on: Stage, look: Look, states: tuple[State, ...], folder: Path | None) -> None:
    """Make the pictures of one look of some states."""
    into = folder / str(look) if folder else folder_of(look)
    into.mkdir(parents=True, exist_ok=True)
    for state in states:
        with on.scene(name_of(state), look) as scene:
            seen = settled(state(scene))
        (into / f"{name_of(state)}.png").write_bytes(seen if folder else with_few_colours(on.judge, seen))
    print(f"{look}: {len(states)} pictures in {into}", flush=True)


def main(asked: Namespace) -> int:
    """Make them; return 1 where they would not be the same as elsewhere."""
    if asked.to is None and not pinned():
        print("Pictures that are compared come from the browser in tests/browser, which runs on Linux on x86-64.")
        return 1
    expect.set_options(timeout=60_000)
    every = (*KEPT, *LOOKED_AT) if asked.to else KEPT
    states = tuple(state for state in every if not asked.names or name_of(state) in asked.names)
    for look in (each for each in EVERY if asked.look in (None, str(each))):
        with TemporaryDirectory() as store, sync_playwright() as playing, stage(playing.chromium, Path(store)) as on:
            make(on, look, states, asked.to)
    return 0


if __name__ == "__main__":
    reading = ArgumentParser(prog="python -m tests.page.screens", description=__doc__)
    reading.add_argument("names", nargs="*", help="only these screens")
    reading.add_argument("--to", type=Path, help="a folder for all there are, with all their colours, to be looked at")
    reading.add_argument("--look", choices=[str(each) for each in EVERY], help="only this width and scheme")
    sys.exit(main(reading.parse_args()))
