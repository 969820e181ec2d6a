"""Whatever a fight can ask has a step of its own; that no `match` leaves one out is proved by its types."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from domain.duel import questions as duel
from domain.encounter import Turn
from domain.ruleset import RULESETS
from domain.rulesets.storyteller import questions as storyteller
from domain.rulesets.vanguard import questions as vanguard
from domain.rulesets.verdigris import steps as verdigris

DOMAIN = Path(__file__).parents[2] / "domain"
ALWAYS = frozenset({"turn", "over"})
"""What every system may wait for: the fold opens turns, and ends come."""
OF_THE_BOARD = frozenset({"idle"})
"""What the two board games wait for when everybody may move."""
NEVER = {"pursuit": {"champion", "begin_move"}, "etiquette": {"begin_move"}, "vanguard": {"combat", "stances"}}
"""What is spelt and never answered: a side of pursuit is one player, ``begin_move`` tells whose clock runs, and in two
phases of vanguard a question stands open until the next one begins."""
UNASKED = frozenset({"over", "idle", "moving", "passing", "fleeing"})
"""What goes on in the two board games without a question."""


def kinds(code: str) -> Iterator[str]:
    """Yield the kinds of what some code waits for, as it spells them."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id="IDLE"):
                yield "idle"
            case ast.Call(func=ast.Name(id="DecisionOpened" | "Pending"), keywords=named):
                yield from (word for each in named if each.arg == "kind" for word in _words(each.value))
            case ast.Call(func=ast.Name(id="PhaseChanged"), keywords=named):
                yield from (word for each in named if each.arg in ("origin", "to") for word in _words(each.value))
            case ast.Call(func=ast.Name(id="_waits_for"), args=[_, kind, *_]):
                yield from _words(kind)
            case ast.Call(func=ast.Name(id="ask"), args=[_, ast.Constant(value=str(kind)), _, _, _, *_]):
                yield kind
            case _:
                pass


def _words(kind: ast.expr) -> Iterator[str]:
    match kind:
        case ast.Constant(value=str(word)):
            yield word
        case ast.IfExp(body=one, orelse=other):
            yield from (*_words(one), *_words(other))
        case _:
            pass


def waited_for(system: str) -> frozenset[str]:
    """Return the kinds of all that a system waits for."""
    rooms = [DOMAIN / "rulesets" / system]
    alike = system in ("pursuit", "etiquette")
    if alike:
        rooms.append(DOMAIN / "duel")
    found = {kind for room in rooms for path in room.rglob("*.py") for kind in kinds(path.read_text())}
    return frozenset((found | ALWAYS | (OF_THE_BOARD if alike else set())) - NEVER.get(system, set()))


ASKED: dict[str, tuple[Iterable[str], int]] = {
    "storyteller": (storyteller.KINDS, len(get_args(storyteller.Asked)) - 1),
    "vanguard": (vanguard.KINDS, len(get_args(vanguard.Asked))),
    "verdigris": (verdigris.KINDS, len(get_args(verdigris.Asked))),
}
"""The kinds of question that a system reads, and how many steps they are: a move is one on a grid or in zones."""
STEPS = {
    "storyteller": frozenset(storyteller.PHASES),
    "vanguard": frozenset({"setup", "characters", "monsters"}),
    "verdigris": frozenset({"setup"}),
}
"""What goes on in a system without a question."""


@pytest.mark.slow
def test_every_system_that_asks_is_looked_at() -> None:
    asking = {system for system in RULESETS if waited_for(system) - ALWAYS - OF_THE_BOARD}
    assert {*ASKED, "pursuit", "etiquette"} == asking


@pytest.mark.slow
@pytest.mark.parametrize("system", ASKED)
def test_whatever_is_asked_has_a_step_of_its_own(system: str) -> None:
    kinds, steps = ASKED[system]
    assert {*kinds, *STEPS[system], "over"} == waited_for(system)
    assert len(set(kinds)) == steps


def test_whatever_the_two_board_games_ask_has_a_step_of_its_own() -> None:
    assert set(duel.KINDS) == (waited_for("pursuit") | waited_for("etiquette")) - UNASKED
    assert set(duel.KINDS.values()) == {*get_args(duel.Question), Turn}


@pytest.mark.slow
@pytest.mark.parametrize("system", RULESETS)
def test_what_is_calm_is_something_that_is_waited_for(system: str) -> None:
    assert waited_for(system) >= RULESETS[system].INTERRUPTIONS.calm


@pytest.mark.parametrize(
    "code",
    ["DecisionOpened(kind='x')", "Pending(kind='x', owner=1)", "PhaseChanged(to='x')", "ask(story, 'x', 1, 2, 3)"],
)
def test_a_kind_is_seen_where_it_is_spelt(code: str) -> None:
    assert list(kinds(code)) == ["x"]
