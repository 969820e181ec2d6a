"""Why something is not on offer: the rules' own refusal of its likeliest form."""

from __future__ import annotations

import pytest

from domain.deciding import offers
from domain.ruleset import RULESETS
from projections.reasons import reasons
from tests.laws.fights import SYSTEMS, begun, play
from tests.openings import opening_of

pytestmark = pytest.mark.slow


def lane() -> dict[str, object]:
    return {
        "system": "pursuit",
        "board": {"tiles": ["A", "B"], "links": [["A", "B"]]},
        "seats": [{"id": "ana"}, {"id": "bo"}],
        "combatants": [
            {"id": "Ana", "controller": "ana", "at": "A", "health": 3},
            {"id": "Bo", "controller": "bo", "at": "B", "health": 3},
        ],
    }


def test_whoever_asks_hears_of_their_own_and_what_the_rules_say() -> None:
    told = reasons(begun(opening_of(lane())), "ana")
    assert {reason.who for reason in told} == {"Ana"}
    attack = next(reason for reason in told if reason.do == "attack")
    assert (attack.code, attack.rule) == ("wrong_phase", "PUR-12")
    assert attack.sentence == "Ana cannot attack: nobody's move or combat is going on."
    assert "begin_move" not in {reason.do for reason in told}


@pytest.mark.long(but=("pursuit", "vanguard"))
@pytest.mark.parametrize("system", SYSTEMS)
def test_in_every_system_there_is_a_reason_or_an_offer_and_never_both(system: str) -> None:
    codes: set[str] = set()
    for number in range(2):
        for step in play(system, number, most=40):
            for seat in {who.controller or "" for who in step.before.combatants.values()}:
                offered = {(offer.do, offer.who) for offer in offers(step.before, seat)}
                for reason in reasons(step.before, seat):
                    assert (reason.do, reason.who) not in offered
                    assert reason.sentence.endswith(".")
                    codes.add(reason.code)
            if step.after.outcome is not None:
                assert reasons(step.after, "anybody") == []
    assert len(codes) >= min(3, len(RULESETS[system].COMMANDS))
