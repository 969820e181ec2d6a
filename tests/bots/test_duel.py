"""What the automatic player of the two board games thinks of what is seldom on offer."""

from __future__ import annotations

from bots.duel import worth
from domain.encounter import Encounter
from tests.laws.fights import begun
from tests.openings import opening_of


def lane() -> Encounter:
    """Return Ana and Bo two spaces apart; Ana holds a trap, Bo a bomb."""
    return begun(
        opening_of(
            {
                "system": "pursuit",
                "board": {"tiles": ["A", "B", "C"], "links": [["A", "B"], ["B", "C"]]},
                "items": [
                    {"id": "snare", "trap": True},
                    {"id": "tonic", "effect": {"kind": "heal", "amount": 2}},
                    {"id": "gust", "effect": {"kind": "relocate", "spaces": 1}, "usable_on_opponent": True},
                    {"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "usable_on_opponent": True},
                ],
                "combatants": [
                    {
                        "id": "Ana",
                        "at": "A",
                        "health": {"now": 1, "max": 3},
                        "hand": ["snare", "bomb", "gust", "tonic"],
                    },
                    {"id": "Bo", "at": "C", "health": 3},
                ],
            }
        )
    )


def test_whoever_may_chase_does() -> None:
    chase = worth(lane(), {"do": "chase", "who": "Ana", "path": ["B", "C"]}, tired=False)
    assert chase > worth(lane(), {"do": "let_go", "who": "Ana"}, tired=False)


def test_a_trap_is_laid_when_nothing_else_is_to_be_done() -> None:
    trap = worth(lane(), {"do": "use_item", "who": "Ana", "item": "snare", "tile": "B", "as_trap": True}, tired=False)
    bomb = worth(lane(), {"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"}, tired=False)
    assert 0 < trap < bomb


def test_a_card_that_moves_or_steadies_oneself_comes_after_blows() -> None:
    moves = worth(lane(), {"do": "use_item", "who": "Ana", "item": "gust", "target": "Bo", "tile": "B"}, tired=False)
    bomb = worth(lane(), {"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"}, tired=False)
    assert 0 < moves < bomb


def test_whoever_is_hurt_heals_oneself_and_nobody_else() -> None:
    own = worth(lane(), {"do": "use_item", "who": "Ana", "item": "tonic", "target": "Ana"}, tired=False)
    foe = worth(lane(), {"do": "use_item", "who": "Ana", "item": "tonic", "target": "Bo"}, tired=False)
    assert own > 100 > foe
