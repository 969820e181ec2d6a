"""The random fights that the laws are held against: as many a system as asked for, each with its number in its name."""

from __future__ import annotations

import pytest

from tests.laws.fights import SYSTEMS, Game, play

USUAL, EVERYTHING = 2, 300


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Hold a law that takes a game, or the number of one, against every fight."""
    config = metafunc.config
    fights = range(config.getoption("--fights") or (EVERYTHING if config.getoption("--all") else USUAL))
    games = [pytest.param((system, number), id=f"{system}-{number}") for system in SYSTEMS for number in fights]
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, indirect=True, scope="module")
    elif "fight" in metafunc.fixturenames:
        metafunc.parametrize("fight", games)


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    """Give a fight, played once: pytest holds all laws of a module against it before it goes on."""
    system, number = request.param
    return Game(system, number, list(play(system, number)))
