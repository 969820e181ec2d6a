"""PUR-3, ETQ-3: nobody ends a fight of several alone; all who play agree, with nothing in between."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bots.players import Choices, any_offer, sensible
from domain.deciding import controls, decide, offers
from domain.dice import NoDice
from domain.encounter import Encounter
from domain.events import DeclarationMade, EncounterEnded, Event, MessageRecorded
from domain.evolve import evolve
from domain.refusals import Refused
from ledger.line.actions import command_of
from tests.domain.systems.test_duel_roles import MET, SYSTEMS, lane, play


def end(by: str | None = None) -> dict[str, Any]:
    return {"do": "end_encounter", **({"by": by} if by else {})}


def told(encounter: Encounter, body: dict[str, Any]) -> list[Event]:
    return decide(command_of(body, encounter.system), encounter, NoDice())


def after(encounter: Encounter, *bodies: dict[str, Any]) -> Encounter:
    for body in bodies:
        for event in told(encounter, body):
            encounter = evolve(encounter, event)
    return encounter


def refusal(encounter: Encounter, body: dict[str, Any]) -> Refused:
    with pytest.raises(Refused) as refused:
        told(encounter, body)
    return refused.value


def ending(encounter: Encounter, seat: str) -> list[str | None]:
    """Return by whom a seat is offered the end."""
    return [offer.by for offer in offers(encounter, seat) if offer.do == "end_encounter"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_seat_ends_nothing_and_all_together_do(system: str) -> None:
    encounter = lane(system)
    assert [ending(encounter, seat) for seat in ("ana", "bo", "cy", "eve")] == [["ana"], ["bo"], ["cy"], []]
    asked = after(encounter, end("ana"))
    assert (asked.outcome, asked.ending) == (None, ("ana",))
    assert [ending(asked, seat) for seat in ("ana", "bo", "cy")] == [[], ["bo"], ["cy"]]
    two = after(asked, end("bo"))
    assert two.outcome is None
    declared, over = told(two, end("cy"))
    assert isinstance(declared, DeclarationMade)
    assert isinstance(over, EncounterEnded)
    assert (declared.who, over.outcome, over.reason, over.winner) == ("cy", "ended", "agreed", None)


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_cannot_end_it_is_told_why(system: str) -> None:
    encounter = lane(system)
    assert refusal(encounter, end()).message == (
        "Nobody can end the encounter alone: say by which seat of ana, bo and cy."
    )
    assert (refusal(encounter, end("eve")).code, refusal(encounter, end()).code) == (
        "not_your_decision",
        "invalid_value",
    )
    asked = after(encounter, end("ana"))
    again = refusal(asked, end("ana"))
    assert (again.code, again.message) == (
        "already_answered",
        "ana cannot end the encounter alone: bo and cy must agree.",
    )
    assert not controls(encounter, "ana", command_of(end("bo"), system))


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_happens_next_lapses_the_wish_and_words_do_not(system: str) -> None:
    asked = after(lane(system), end("ana"), end("bo"))
    words = MessageRecorded(by="cy", channel="table", text="One more round.")
    assert evolve(asked, words).ending == ("ana", "bo")
    went_on = after(asked, {"do": "begin_move", "who": "Cy", "allowance": 1}, {"do": "end_move", "who": "Cy"})
    assert went_on.ending == ()
    assert after(went_on, end("cy")).outcome is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_wish_of_a_seat_asks_and_closes_no_question(system: str) -> None:
    encounter, _ = play(lane(system), "begin_move Ana allowance=2")
    asked = after(encounter, end("bo"))
    assert (asked.mover, asked.combatants["Ana"].movement) == ("Ana", 2)
    met, _ = play(lane(system), *MET[:2])
    assert refusal(met, end("ana")).code == "two_living_on_tile"


@pytest.mark.parametrize("system", SYSTEMS)
def test_where_one_seat_plays_or_one_side_is_left_anybody_ends_it(system: str) -> None:
    encounter = after(lane(system), {"do": "concede", "by": "cy"})
    assert after(encounter, end("ana"), end("bo")).outcome == "ended"
    encounter = after(lane(system), *({"do": "hand_over", "who": one, "to": "ana"} for one in ("Bo", "Cy")))
    (over,) = told(encounter, end())
    assert isinstance(over, EncounterEnded)
    assert refusal(encounter, end("ana")).message == (
        "ana has nobody to agree with: the encounter ends without naming a seat."
    )
    over = told(after(lane(system), {"do": "concede", "by": "bo"}), {"do": "concede", "by": "cy"})[-1]
    assert isinstance(over, EncounterEnded)
    assert over.winner == "Ana"


@pytest.mark.parametrize("player", [any_offer, sensible])
@pytest.mark.parametrize("system", SYSTEMS)
def test_automatic_players_agree_and_whoever_asked_waits(system: str, player: Any) -> None:
    asked = after(lane(system), end("ana"))
    assert player(asked, offers(asked, "bo"), Choices(1), False) == end("bo")
    assert player(asked, offers(asked, "ana"), Choices(1), False) is None


def refuse(by: str) -> dict[str, Any]:
    return {"do": "refuse_end", "by": by}


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_is_asked_may_refuse_and_then_nobody_wants_it_any_more(system: str) -> None:
    asked = after(lane(system), end("ana"), end("bo"))
    refused = after(asked, refuse("cy"))
    (said,) = told(asked, refuse("cy"))
    assert isinstance(said, DeclarationMade)
    assert (said.who, said.kind, said.taken) == ("cy", "refuse_end", None)
    assert (refused.outcome, refused.ending) == (None, ())
    assert replace(refused, ending=asked.ending) == asked, "a refusal changes nothing else"
    assert after(refused, end("cy")).ending == ("cy",)


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_whoever_is_asked_may_refuse_and_is_offered_it(system: str) -> None:
    def may(encounter: Encounter) -> list[str]:
        return [
            seat
            for seat in ("ana", "bo", "cy", "eve")
            for offer in offers(encounter, seat)
            if offer.do == "refuse_end" and offer.by == seat
        ]

    calm, asked = lane(system), after(lane(system), end("ana"))
    assert (may(calm), may(asked), may(after(asked, end("cy")))) == ([], ["bo", "cy"], ["bo"])
    for encounter, seat, code, message in (
        (calm, "bo", "no_trigger", "bo cannot refuse the end: nobody wants the encounter to end."),
        (asked, "ana", "already_answered", "ana cannot refuse the end: ana wants it to end; bo and cy may refuse."),
        (asked, "eve", "not_your_decision", "eve cannot refuse the end: that is for bo and cy."),
    ):
        refused = refusal(encounter, refuse(seat))
        assert (refused.code, refused.message) == (code, message)
    assert not controls(asked, "ana", command_of(refuse("bo"), system))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_refusal_in_the_middle_of_a_board_move_leaves_the_move_as_it_was(system: str) -> None:
    moving, _ = play(lane(system), "begin_move Ana allowance=2")
    refused = after(moving, end("bo"), refuse("ana"))
    assert (refused.mover, refused.combatants["Ana"].movement, refused.decisions) == ("Ana", 2, moving.decisions)
