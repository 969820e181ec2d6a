"""Who is the aggressor of a combat, what the dead keep, and true reasons: both board games, command by command."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.deciding import controls, decide, offers, pending
from domain.dice import Scripted
from domain.duel.flight import must_be_a_way
from domain.encounter import Encounter
from domain.events import DecisionOpened, DeclarationMade, Event, LifeStateChanged, OutcomeResolved, ResourceChanged
from domain.evolve import evolve
from domain.refusals import Refused
from ledger.line.actions import command_of
from tests.laws.fights import begun
from tests.openings import opening_of

LANE = {"tiles": ["A", "B", "C", "D", "E"], "links": [["A", "B"], ["B", "C"], ["C", "D"], ["D", "E"]]}
SYSTEMS = ["pursuit", "etiquette"]


def lane(system: str, *, settings: dict[str, Any] | None = None, **more: Any) -> Encounter:
    """Return Ana at A, Bo at B and Cy at C, each a seat's."""
    owned = system == "etiquette"
    people = [
        {"id": who, "at": at, "health": 4, "controller": who.lower(), **({"owner": who} if owned else {})}
        for who, at in (("Ana", "A"), ("Bo", "B"), ("Cy", "C"))
    ]
    if not owned:
        people = [{**each, "equipped": "blade"} for each in people]
        more = {"weapons": [{"id": "blade", "damage": 4}], **more}
    seats = [{"id": "ana"}, {"id": "bo"}, {"id": "cy"}]
    return begun(
        opening_of(
            {
                "system": system,
                "board": LANE,
                "seats": seats,
                "combatants": people,
                "settings": settings or {},
                **more,
            }
        )
    )


def play(encounter: Encounter, *said: str, dice: tuple[int, ...] = ()) -> tuple[Encounter, list[Event]]:
    """Return the state after some commands, and the events of the last: ``move Ana to=B``, ``flee Bo path=C,D``."""
    script, events = Scripted(list(dice)), list[Event]()
    for words in said:
        events = decide(command_of(body(words), encounter.system), encounter, script)
        for event in events:
            encounter = evolve(encounter, event)
    return encounter, events


def body(words: str) -> dict[str, Any]:
    """Return a command from its short form."""
    do, who, *fields = words.split()
    stated: dict[str, Any] = dict(field.split("=") for field in fields)
    for name, value in stated.items():
        stated[name] = value.split(",") if name == "path" else int(value) if value.isdigit() else value
    return {"do": do, ("by" if do in ("concede", "override", "claim_time") else "who"): who, **stated}


def refusal(encounter: Encounter, words: str) -> Refused:
    """Return why a command is refused."""
    with pytest.raises(Refused) as refused:
        decide(command_of(body(words), encounter.system), encounter, Scripted([]))
    return refused.value


MET = ("begin_move Ana allowance=3", "move Ana to=B", "engage Ana")
ANSWERED = {"pursuit": MET, "etiquette": (*MET, "decline Bo")}
FLED = ("disengage Ana", "disengage Bo", "flee Bo path=C")
"""Ana fails, Bo gets away into the space of Cy, with two spaces left under the dice below."""
DICE = (1, 1, 5, 2)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_entrant_is_the_aggressor_whoever_engages(system: str) -> None:
    encounter, _ = play(lane(system), *MET[:2], "decline Ana", "engage Bo")
    assert encounter.engagements["E1"].order == ("Bo", "Ana")
    assert encounter.engagements["E1"].aggressors == ("Ana",)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_log_says_that_a_fugitive_whom_both_let_pass_must_flee_on_or_stop(system: str) -> None:
    encounter, events = play(lane(system), *ANSWERED[system], *FLED, "decline Bo", "decline Cy", dice=DICE)
    last = events[-1]
    assert isinstance(last, DecisionOpened)
    assert (last.kind, last.owner, last.options) == ("flight", "Bo", ("flee", "stop"))
    assert last.context == {"who": "Bo", "spaces": 2, "engagement": "E1"}
    assert [offer.do for offer in offers(encounter) if not offer.aside] == ["flee", "stop"]
    assert refusal(encounter, "stay Bo").message == (
        "Bo cannot stay: the flight has begun, and whether to flee on, or to stop is to be answered first."
    )
    assert refusal(encounter, "move Ana to=C").code == "not_your_decision"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_flight_goes_on_that_stood_before_the_log_said_who_must_decide(system: str) -> None:
    encounter, _ = play(lane(system), *ANSWERED[system], *FLED, "decline Bo", "decline Cy", dice=DICE)
    stored = replace(encounter, decisions=())
    assert (pending(stored).kind, pending(stored).options) == ("fleeing", ("flee", "stop"))
    assert refusal(stored, "begin_move Cy allowance=1").message == "Cy cannot begin a move: Bo is in flight."
    on, _ = play(stored, "flee Bo path=D")
    assert on.combatants["Bo"].at == "D"
    assert not on.engagements or pending(on).kind == "chase"
    stopped, _ = play(stored, "stop Bo")
    assert stopped.engagements["E2"].aggressors == ("Bo",)


@pytest.mark.parametrize("system", SYSTEMS)
def test_when_time_runs_out_on_a_fugitive_among_others_they_stop(system: str) -> None:
    encounter, _ = play(lane(system, clock=30), *ANSWERED[system], *FLED, "decline Bo", "decline Cy", dice=DICE)
    after, _ = play(encounter, "claim_time cy")
    assert set(after.engagements["E2"].members) == {"Bo", "Cy"}


def test_etq_18_with_the_house_rule_a_fugitive_chases_from_the_combat_they_fled_into() -> None:
    encounter = lane("etiquette", settings={"chase": "pursuit"})
    encounter, _ = play(
        encounter,
        *ANSWERED["etiquette"],
        *FLED,
        "engage Bo",
        "decline Cy",
        "disengage Bo",
        "disengage Cy",
        "flee Cy path=D",
        dice=(*DICE, 1, 1, 5, 4),
    )
    assert (pending(encounter).kind, pending(encounter).who) == ("chase", "Bo")
    encounter, _ = play(encounter, "chase Bo path=D")
    assert encounter.engagements["E2"].place == "D"
    assert encounter.combatants["Bo"].movement == 1


def test_a_flight_of_nobody_s_board_move_leaves_the_move_of_another() -> None:
    encounter, _ = play(lane("pursuit"), *ANSWERED["pursuit"], *FLED, "engage Bo", "let_go Ana", dice=DICE)
    assert encounter.mover == "Ana"
    assert encounter.combatants["Ana"].movement == 2
    assert encounter.pursuers == ("Ana",)
    assert refusal(encounter, "chase Ana path=C").code == "wrong_phase"
    assert refusal(encounter, "chase Cy path=B").message == (
        "Cy cannot chase: only the aggressor of a combat chases whoever flees from it."
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_gives_up_has_no_allowance_left(system: str) -> None:
    encounter, _ = play(lane(system), "begin_move Ana allowance=3")
    encounter, events = play(encounter, "concede ana")
    lost = [each for each in events if isinstance(each, ResourceChanged)]
    assert [(each.who, each.before, each.after, each.why) for each in lost] == [("Ana", 3, 0, "left")]
    assert pending(encounter).kind == "idle"


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_is_ruled_dead_has_no_allowance_left(system: str) -> None:
    encounter, _ = play(lane(system), "begin_move Ana allowance=3")
    ruled = command_of(
        {"do": "override", "by": "table", "who": "Ana", "what": "life", "value": "dead", "reason": "agreed"}, system
    )
    lost = [each for each in decide(ruled, encounter, Scripted([])) if isinstance(each, ResourceChanged)]
    assert [(each.before, each.after, each.why) for each in lost] == [(3, 0, "death")]


def test_pur_10_a_dead_mover_loses_the_allowance_before_the_cards() -> None:
    items = [{"id": "nut"}]
    encounter = lane("pursuit", settings={"loot": "killer_takes_hand"}, items=items)
    ana = encounter.combatants["Ana"]
    assert ana.movement == 0
    encounter, events = play(encounter, *MET[:2], "decline Ana", "engage Bo", "attack Bo target=Ana")
    names = [type(event).__name__ for event in events]
    assert names[2:4] == ["LifeStateChanged", "ResourceChanged"]
    assert encounter.combatants["Ana"].movement == 0


def test_somebody_alive_and_somebody_dead_with_nothing_left_lose_nothing() -> None:
    encounter, events = play(lane("pursuit"), *MET, "attack Ana target=Bo")
    assert any(isinstance(event, LifeStateChanged) for event in events)
    assert [each.why for each in events if isinstance(each, ResourceChanged)] == ["attack"]
    assert encounter.combatants["Ana"].movement == 1


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("words", ["move Bo to=C", "end_move Bo"])
def test_during_a_board_move_of_somebody_else_the_reason_is_that_move(system: str, words: str) -> None:
    encounter, _ = play(lane(system), "begin_move Ana allowance=2")
    refused = refusal(encounter, words)
    assert (refused.code, refused.rule) == ("out_of_turn", "PUR-1" if system == "pursuit" else "ETQ-1")
    assert refused.message.endswith(": Ana is on a board move.")


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_space_is_left_and_two_are(system: str) -> None:
    encounter, _ = play(lane(system), *ANSWERED[system], "disengage Ana", "disengage Bo", dice=(1, 1, 2, 1))
    assert refusal(encounter, "flee Bo path=C,D").message == "Bo cannot flee 2 spaces: 1 is left."
    with pytest.raises(Refused, match=r"^Bo cannot flee 1 space: 0 are left\.$"):
        must_be_a_way(encounter, "Bo", ("C",), 0, pending(encounter), "PUR-19", "flee")
    assert refusal(encounter, "stop Bo").message == (
        "Bo cannot stop: the flight has not begun, and whether and where to flee is to be answered first."
    )


def test_words_before_the_champion_is_named_are_refused_with_what_comes_first() -> None:
    units = [
        {"id": "Ana", "owner": "Ana", "at": "A", "health": 3},
        {"id": "Bo", "owner": "Bo", "at": "B", "health": 3},
        {"id": "Imp", "owner": "Bo", "at": "B", "health": 3},
    ]
    start = begun(opening_of({"system": "etiquette", "board": LANE, "combatants": units}))
    encounter, _ = play(start, "begin_move Ana allowance=2", "move Ana to=B")
    refused = refusal(encounter, "say Bo text=truce")
    assert (refused.code, refused.rule) == ("wrong_phase", "ETQ-9")
    assert refused.message == "Bo cannot negotiate yet: which unit answers is to be answered first, by Bo."
    assert refusal(start, "say Bo text=truce").message == "Bo cannot negotiate: no aggressor is to declare now."


def cards(system: str) -> Encounter:
    """Return Ana, with cards, in a combat of hers at B with spaces on both sides of it taken."""
    card = {"when": ["action"]} if system == "etiquette" else {"usable_on_opponent": True}
    items = [
        {"id": "gust", "effect": {"kind": "relocate", "spaces": 1}, **card},
        {"id": "pit", "trap": True},
        {"id": "wink", **card},
    ]
    owned = system == "etiquette"
    people: list[dict[str, Any]] = [
        {"id": "Ana", "at": "A", "health": 4, "hand": ["gust", "pit", "wink"]},
        {"id": "Bo", "at": "B", "health": 4},
        {"id": "Cy", "at": "C", "health": 4},
    ]
    people = [{**each, **({"owner": each["id"]} if owned else {})} for each in people]
    board = {"tiles": ["A", "B", "C"], "links": [["A", "B"], ["B", "C"]]}
    settings = {} if owned else {"trap_elsewhere_in_combat": "allow"}
    opening = {"system": system, "board": board, "combatants": people, "items": items, "settings": settings}
    encounter, _ = play(begun(opening_of(opening)), *ANSWERED[system])
    return encounter


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_card_that_could_send_somebody_somewhere_says_so(system: str) -> None:
    message = refusal(cards(system), "use_item Ana item=gust target=Bo tile=C").message
    assert message == "Ana cannot send Bo to C with gust: name a free space within its reach."
    assert refusal(cards(system), "use_item Ana item=gust target=Bo").message == (
        "Ana cannot send Bo with gust: name a free space within its reach."
    )


def test_a_trap_is_set_on_a_space_and_what_is_none_is_not_set() -> None:
    encounter = cards("pursuit")
    trap = command_of(
        {"do": "use_item", "who": "Ana", "item": "pit", "as_trap": True, "tile": "C", "target": "Bo"}, "pursuit"
    )
    with pytest.raises(Refused, match="a trap is set on a space, not on somebody"):
        decide(trap, encounter, Scripted([]))
    no_trap = command_of({"do": "use_item", "who": "Ana", "item": "gust", "as_trap": True, "tile": "C"}, "pursuit")
    with pytest.raises(Refused, match="it is no trap"):
        decide(no_trap, encounter, Scripted([]))


def test_a_card_meant_for_an_action_that_does_nothing_is_refused_with_that_reason() -> None:
    refused = refusal(cards("etiquette"), "use_item Ana item=wink target=Bo")
    assert refused.message == "Ana cannot use wink: the card does nothing to an opponent."
    refused = refusal(cards("etiquette"), "use_item Ana item=pit target=Bo")
    assert refused.message.startswith("Ana cannot use pit: the card ")


@pytest.mark.parametrize(("house", "first"), [("aggressor", "Ana"), ("nonbelligerent", "Bo")])
def test_etq_8_and_12_of_two_who_engage_a_house_rule_says_who_is_first(house: str, first: str) -> None:
    encounter = lane("etiquette", settings={"both_engage_first": house})
    encounter, events = play(encounter, *MET, "engage Bo")
    assert encounter.engagements["E1"].order[0] == first
    assert encounter.turn == first
    assert encounter.engagements["E1"].aggressors == ("Ana",)
    assert not any(isinstance(event, DecisionOpened) for event in events)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_seat_commands_whom_it_controls_and_speaks_for_itself_alone(system: str) -> None:
    encounter = lane(system)

    def may(seat: str, **said: str) -> bool:
        return controls(encounter, seat, command_of(said, system))

    assert may("ana", do="end_move", who="Ana")
    assert not may("bo", do="end_move", who="Ana")
    assert may("ana", do="concede", by="ana")
    assert not may("bo", do="concede", by="ana")
    assert may("ana", do="hand_over", who="Ana", to="bo")
    assert not may("bo", do="hand_over", who="Ana", to="bo")
    assert not may("ana", do="end_encounter", by="bo")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_log_says_whom_a_deed_is_meant_for_and_whom_an_outcome_concerns(system: str) -> None:
    _, events = play(lane(system), *MET)
    (engaged,) = [event for event in events if isinstance(event, DeclarationMade)]
    assert (engaged.targets, engaged.taken) == (("Bo",), "engage")
    _, events = play(lane(system), *ANSWERED[system], "disengage Ana", dice=(1, 2))
    tried = next(event for event in events if isinstance(event, DeclarationMade))
    came = next(event for event in events if isinstance(event, OutcomeResolved))
    assert (tried.targets, came.whom) == (("Bo",), "Bo")


def test_the_log_says_who_is_chased_and_who_is_let_go() -> None:
    met = (*MET, "disengage Ana", "disengage Bo", "flee Bo path=A")
    for words in ("chase Ana path=A", "let_go Ana"):
        _, events = play(lane("pursuit"), *met, words, dice=(1, 1, 2, 1))
        declared = next(event for event in events if isinstance(event, DeclarationMade))
        assert (declared.targets, declared.taken) == (("Bo",), words.split()[0])
