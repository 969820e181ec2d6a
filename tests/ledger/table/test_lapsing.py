"""The clock of a table: when time can be claimed, what happens then, and that no file claims it sooner."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.deciding import awaited, offers
from domain.events import DecisionLapsed
from domain.refusals import Refused
from domain.rulesets.verdigris.standing import mount_of, trained
from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import InTime, NotYours, TooOften, Waiting
from ledger.table.lapsing import Since
from projections.audit import audit
from projections.chronicle import chronicle
from tests.chance import seeded
from tests.clocks import START, Still
from tests.laws.fights import pick, said
from tests.laws.openings import OPENINGS
from tests.ledger.fights import SHOT, SWORDS, TO_BLOWS, Player, legal, opened, refusal
from tests.ledger.forging import broken_at, chained, first, rows_of
from tests.openings import opening_of
from verifier.verify_fight import verify as verify_alone

CLAIM = {"do": "claim_time", "by": "bo"}
WALKING = {("ana", "begin_move"), ("ana", "move")}
MOST_STEPS = 2
"""So many commands Ana gives at most before she stands on Bo's tile."""


@pytest.fixture
def player(clock: Still) -> Iterator[Player]:
    """Ana has stepped onto Bo's tile, and has thirty seconds to say whether she fights."""
    assert clock.at == START
    with Ledger() as ledger:
        asked = opened(ledger, clock=30)
        for body in TO_BLOWS[:3]:
            asked.does(body)
        yield asked


def until(player: Player) -> int | None:
    return player.ledger.waits.deadline(player.ledger.fight(player.encounter))


def test_the_time_of_a_decision_runs_from_the_last_line_that_changed_the_fight(player: Player, clock: Still) -> None:
    assert until(player) == START + 30_000
    clock.at += 12_000
    player.does({"do": "decline", "who": "Ana"})
    assert until(player) == START + 42_000


def test_time_that_is_left_cannot_be_claimed(player: Player, clock: Still) -> None:
    clock.at += 29_500
    with pytest.raises(InTime, match="The time cannot be claimed yet: 1 second is left to decide"):
        player.does(CLAIM, seat="bo")


def test_once_it_has_run_out_the_least_is_done_and_told(player: Player, clock: Still) -> None:
    clock.at += 30_000
    answer = player.does(CLAIM, seat="bo")
    assert [line.type for line in answer.lines] == [
        "CommandAccepted", "DecisionLapsed", "DeclarationMade", "DecisionOpened"
    ]  # fmt: skip
    lapsed = answer.lines[1].entry
    assert isinstance(lapsed, DecisionLapsed)
    assert (lapsed.kind, lapsed.owner, lapsed.reason) == ("engage", "Ana", "time_out")
    told = chronicle(player.ledger.fight(player.encounter).lines)[-1].text
    assert told.startswith("Ana’s time ran out (engage); Ana declined to fight Bo; Bo had to say whether to fight Ana")


def test_a_turn_is_passed_though_the_rules_know_no_passing(player: Player, clock: Still) -> None:
    player.does(TO_BLOWS[3])
    clock.at += 30_000
    player.does({"do": "claim_time", "by": "ana"}, seat="ana")
    assert player.ledger.fight(player.encounter).encounter.turn == "Bo"
    player.does({"do": "disengage", "who": "Bo"})
    found = audit(player.ledger.export(player.encounter))
    assert (found.ok, found.rules.result) == (True, "exact")


def test_what_happens_instead_of_an_answer_rolls_like_any_command(clock: Still) -> None:
    with Ledger() as ledger:
        player = opened(ledger, SWORDS, clock=30)
        player.meets()
        player.does({"do": "engage", "who": "A"}, seat="ana")
        player.does({"do": "engage", "who": "B"}, seat="bo")
        player.does({"do": "attack", "who": "A", "target": "B"}, seat="ana")
        clock.at += 30_000
        answer = player.does({"do": "claim_time", "by": "ana"}, seat="ana")
        types = [line.type for line in answer.lines]
        assert types[:4] == ["CommandAccepted", "EntropyRevealed", "DecisionLapsed", "DeclarationMade"]
        assert types.count("DiceRolled") == 2
        assert audit(ledger.export(player.encounter)).rules.result == "exact"


def test_nobody_claims_while_dice_are_awaited_nor_who_only_watches(clock: Still) -> None:
    with Ledger() as ledger:
        player = opened(ledger, clock=30, dice="table")
        player.comes_to_blows()
        player.does(SHOT)
        assert until(player) is None
        clock.at += 60_000
        with pytest.raises(Waiting):
            player.does(CLAIM, seat="bo")
        with pytest.raises(NotYours):
            player.does({"do": "claim_time", "by": "eve"}, seat="eve")


def test_without_a_clock_there_is_no_time_to_claim() -> None:
    with Ledger() as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        assert until(player) is None
        with pytest.raises(Refused) as refused:
            player.does(CLAIM, seat="bo")
        assert refused.value.code == "no_such_action"


def test_no_time_runs_where_nobody_is_asked_or_the_fight_is_over(player: Player) -> None:
    player.does({"do": "decline", "who": "Ana"})
    player.does({"do": "decline", "who": "Bo"})
    player.does({"do": "concede", "by": "bo"}, seat="bo")
    assert until(player) is None
    with pytest.raises(Refused):
        player.does(CLAIM, seat="bo")


def test_a_file_that_claims_time_which_was_left_is_broken(player: Player, clock: Still) -> None:
    clock.at += 30_000
    player.does(CLAIM, seat="bo")
    raw = player.ledger.export(player.encounter)
    assert verify(raw).ok
    rows = rows_of(raw)
    claimed = next(row for row in rows if row.get("decl", {}).get("action", {}).get("do") == "claim_time")
    for row in rows:
        row["at"] = min(row["at"], START + 29_999)
    assert broken_at(chained(rows)) == claimed["n"]
    del first(rows, "EncounterOpened")["clock"]
    assert broken_at(chained(rows)) == claimed["n"]


def test_what_decides_nothing_renews_no_time(clock: Still) -> None:
    with Ledger() as ledger:
        player = opened(ledger, clock=30)
        player.does(TO_BLOWS[0])
        began = clock.at
        step = ledger.fight(player.encounter).version
        player.does(TO_BLOWS[1])
        for turn, idle in enumerate(("seal", "dispute", "take back")):
            clock.at += 4_000
            if idle == "seal":
                player.does({"do": "seal", "by": "ana", "text": "hm"}, seat="ana")
            elif idle == "dispute":
                ledger.disputes.contest(player.encounter, "ana", 0, "No.", cmd=f"d{turn}")
            elif idle == "take back":
                ledger.ask_rewind(player.encounter, "ana", step, "A slip.", f"r{turn}")
            assert until(player) == began + 30_000
        player.does(TO_BLOWS[1])
        assert until(player) == began + 30_000
        ledger.ask_rewind(player.encounter, "ana", step, "A slip.", "again")
        assert until(player) == began + 30_000
        clock.at = began + 30_000
        player.does(CLAIM, seat="bo")
        assert verify(ledger.export(player.encounter)).ok
        assert verify_alone(ledger.export(player.encounter))["verdict"] != "BROKEN"


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_who_takes_back_alone_and_decides_again_gains_no_time_until_they_go_further(steps: int, clock: Still) -> None:
    """The time of each step is that of the first with which ana came so far, also if she steps elsewhere."""
    with Ledger() as ledger:
        player = opened(ledger, clock=30)
        back, ends = ledger.fight(player.encounter).version, []
        for body in TO_BLOWS[: steps + 1]:
            ends.append(until(player))
            clock.at += 2_000
            player.does(body)
        ends.append(until(player))
        assert ends[1:] == [START + 30_000 + 2_000 * n for n in range(1, steps + 2)]
        for turn in range(3):
            clock.at += 2_000
            ledger.ask_rewind(player.encounter, "ana", back, "A slip.", f"back-{turn}")
            assert until(player) == ends[0]
            for due, body in zip(ends[1:], TO_BLOWS[: steps + 1], strict=True):
                player.does(body)
                assert until(player) == due
        due = ends[-1]
        assert due is not None
        clock.at = due - 1
        with pytest.raises(InTime):
            player.does(CLAIM, seat="bo")
        clock.at = due
        player.does(CLAIM, seat="bo")
        raw = ledger.export(player.encounter)
    assert verify(raw).ok
    assert verify_alone(raw)["verdict"] != "BROKEN"


@pytest.mark.parametrize("number", range(3))
def test_however_a_seat_goes_to_and_fro_alone_each_step_has_the_time_of_the_first_that_came_so_far(
    number: int, clock: Still
) -> None:
    """Ana walks at random, takes back at random, and goes forth again to what she took back: her time never grows."""
    chance = random.Random(f"to and fro {number}")
    with Ledger() as ledger:
        player = opened(ledger, clock=30)
        here = ledger.fight(player.encounter).version
        steps, first = {here: 0}, [until(player)]
        for turn in range(40):
            clock.at += 500
            found = [body for seat, body in legal(ledger, player.encounter) if (seat, body["do"]) in WALKING]
            others = [each for each in steps if each != here]
            if steps[here] < MOST_STEPS and (not others or chance.random() < 0.5):
                player.does(chance.choice(found))
                come, here = steps[here] + 1, ledger.fight(player.encounter).version
                steps[here] = come
            else:
                here = chance.choice(others)
                ledger.ask_rewind(player.encounter, "ana", here, "A slip.", f"to-{turn}")
            if steps[here] == len(first):
                first.append(until(player))
            assert until(player) == first[steps[here]]
        assert len(first) == MOST_STEPS + 1


def test_who_goes_further_than_before_taking_back_has_time_for_it(clock: Still) -> None:
    with Ledger() as ledger:
        player = opened(ledger, clock=30)
        player.does(TO_BLOWS[0])
        step = ledger.fight(player.encounter).version
        player.does(TO_BLOWS[1])
        clock.at += 8_000
        ledger.ask_rewind(player.encounter, "ana", step, "A slip.", "back")
        player.does(TO_BLOWS[1])
        assert until(player) == START + 30_000
        clock.at += 8_000
        player.does(TO_BLOWS[2])
        assert until(player) == clock.at + 30_000


def test_whom_a_decision_asks_that_was_taken_back_and_given_again_has_all_the_time(
    player: Player, clock: Still
) -> None:
    """Bo, who is asked anew, loses nothing by ana's slip; and nothing of hers by what he takes back himself."""
    ledger, asked = player.ledger, player.ledger.fight(player.encounter).version
    for turn in range(2):
        player.does({"do": "decline", "who": "Ana"})
        assert until(player) == clock.at + 30_000
        clock.at += 8_000
        ledger.ask_rewind(player.encounter, "ana", asked, "A slip.", f"back-{turn}")
        assert until(player) == START + 30_000
    player.does({"do": "decline", "who": "Ana"})
    declined = ledger.fight(player.encounter).version
    for turn in range(2):
        player.does({"do": "decline", "who": "Bo"}, seat="bo")
        assert until(player) == clock.at + 30_000
        clock.at += 8_000
        ledger.ask_rewind(player.encounter, "bo", declined, "A slip.", f"his-{turn}")
        assert until(player) == START + 16_000 + 30_000
    clock.at = START + 16_000 + 30_000
    player.does({"do": "claim_time", "by": "ana"}, seat="ana")
    raw = ledger.export(player.encounter)
    assert verify(raw).ok
    assert verify_alone(raw)["verdict"] != "BROKEN"


def test_a_roll_holds_and_files_count_its_time_from_there(clock: Still) -> None:
    with Ledger() as ledger:
        player = opened(ledger, clock=30)
        player.comes_to_blows()
        turn = ledger.fight(player.encounter).version
        thrown = player.does({"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"}).lines[0].n
        clock.at += 8_000
        ledger.ask_rewind(player.encounter, "ana", turn, "A slip.", "back")
        shot = player.does(SHOT).lines[0].n
        fight = ledger.fight(player.encounter)
        assert thrown < shot < Since().upto(fight.version, fight.log).newest()


def test_two_seats_gain_no_time_by_handing_a_combatant_to_and_fro(player: Player, clock: Still) -> None:
    began = until(player)
    for giver, taker in (("ana", "bo"), ("bo", "ana")) * 2:
        clock.at += 5_000
        player.does({"do": "hand_over", "who": "Ana", "to": taker}, seat=giver)
        assert until(player) == began
    clock.at += 10_000
    player.does(CLAIM, seat="bo")
    raw = player.ledger.export(player.encounter)
    assert verify(raw).ok
    assert verify_alone(raw)["verdict"] != "BROKEN"


def test_who_asks_for_the_end_and_is_refused_again_and_again_gains_no_time(clock: Still) -> None:
    with Ledger() as ledger:
        player = opened(ledger, clock=30)
        player.does(TO_BLOWS[0])
        began = until(player)
        for _ in range(3):
            clock.at += 4_000
            player.does({"do": "end_encounter", "by": "ana"}, seat="ana")
            assert until(player) == began
            clock.at += 4_000
            player.does({"do": "refuse_end", "by": "bo"}, seat="bo")
            assert until(player) == began
        clock.at = START + 30_000
        player.does(CLAIM, seat="bo")
        raw = ledger.export(player.encounter)
    assert verify(raw).ok
    assert verify_alone(raw)["verdict"] != "BROKEN"


def test_words_give_no_time_whoever_says_them(clock: Still) -> None:
    with Ledger() as ledger:
        player = opened(ledger, SWORDS, clock=30)
        player.meets()
        began = until(player)
        for seat, who in (("ana", "Ana"), ("bo", "Bo")) * 2:
            clock.at += 2_000
            player.does({"do": "say", "who": who, "text": "Hm."}, seat=seat)
            assert until(player) == began


def stances(player: Player) -> list[tuple[str, dict[str, Any]]]:
    """Return who may take which stance now, by the seat that says so."""
    fight = player.ledger.fight(player.encounter)
    return [
        (seat, body)
        for seat in fight.table.players
        for offer in offers(fight.encounter, seat)
        if offer.do == "set_stance"
        for body in said(offer)
    ]


def to_stances(ledger: Ledger) -> Player:
    """Return a fight that has come to its stances: the ledger's dice end some before."""
    for number in range(30):
        chance = random.Random(f"stances {number}")
        player = Player(ledger, ledger.open(opening_of({**OPENINGS["vanguard"](chance), "clock": 30})).encounter)
        for _ in range(40):
            body = pick(ledger.fight(player.encounter).encounter, chance, may_end=False)
            if stances(player):
                return player
            if body is None or refusal(player, body, seat="gm") is not None:
                break
    raise AssertionError("No fight of thirty came to its stances.")


def test_a_stance_that_is_changed_again_and_again_gives_no_time(clock: Still) -> None:
    with Ledger() as ledger:
        player = to_stances(ledger)
        began, found = until(player), stances(player)
        for seat, body in found[:2] * 2:
            clock.at += 4_000
            player.does(body, seat=seat)
            assert until(player) == began


GUARDED: dict[str, Any] = {
    "system": "storyteller",
    "clock": 30,
    "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}],
    "board": {"width": 6, "height": 6},
    "combatants": [
        {"id": "Ana", "kind": "pc", "controller": "ana", "at": "0:0", "hp": 9},
        {"id": "Bea", "kind": "pc", "controller": "ana", "at": "1:0", "hp": 9},
        {"id": "Gob", "at": "5:5", "hp": 4},
        {"id": "Hob", "at": "5:4", "hp": 4},
        {"id": "Lurker", "hp": 33, "armor_rating": 17, "hidden": True},
    ],
}

BEGINNING: list[tuple[str, dict[str, Any]]] = [
    ("gm", {"do": "open", "by": "gm"}),
    ("gm", {"do": "determine_surprise", "by": "gm", "hiding": []}),
    ("gm", {"do": "positions_done", "by": "gm"}),
    ("gm", {"do": "roll_initiative", "by": "gm", "who": "Gob"}),
    ("gm", {"do": "roll_initiative", "by": "gm", "who": "Hob"}),
    ("ana", {"do": "roll_initiative", "by": "ana", "who": "Ana"}),
    ("ana", {"do": "roll_initiative", "by": "ana", "who": "Bea"}),
]


def guarded(ledger: Ledger, **changes: Any) -> tuple[Player, str]:
    """Return a fight of Ana against a referee, and whose turn it is, once those who tie are in order."""
    player = Player(ledger, ledger.open(opening_of({**GUARDED, **changes})).encounter)
    for seat, body in BEGINNING:
        player.does(body, seat=seat)
    while (asked := awaited(ledger.fight(player.encounter).encounter)) is not None and asked.kind == "initiative_tie":
        seat, body = next(each for each in legal(ledger, player.encounter) if each[1]["do"] == "order_tie")
        player.does(body, seat=seat)
    assert asked is not None
    assert asked.who is not None
    return player, asked.who


def overrules(player: Player, who: str, what: str, value: int | str) -> None:
    player.does({"do": "override", "by": "gm", "who": who, "what": what, "value": value, "reason": "So."}, seat="gm")


def test_a_referee_who_overrules_again_and_again_gives_nobody_time(clock: Still) -> None:
    with Ledger() as ledger:
        player, _ = guarded(ledger)
        began = until(player)
        assert began is not None
        for hp in (8, 7, 8):
            clock.at += 4_000
            overrules(player, "Ana", "hp", hp)
            assert until(player) == began
        clock.at += 4_000
        player.does({"do": "reveal", "by": "gm", "who": "Lurker", "at": "3:3"}, seat="gm")
        assert until(player) == began
        clock.at = START + 30_000
        player.does({"do": "claim_time", "by": "ana"}, seat="ana")
        raw = ledger.export(player.encounter)
    assert verify(raw).broken is None
    assert verify_alone(raw)["verdict"] != "BROKEN"


BESIDE: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"do": "rule", "subject": "situation", "attacker": "Ana", "target": "Gob", "mode": "advantage"},
        {"do": "rule", "subject": "situation", "attacker": "Ana", "target": "Gob", "mode": "none"},
    ),
    ({"do": "call_save", "who": "Bea", "ability": "agility", "versus": 9},) * 2,
    ({"do": "place", "who": "Hob", "at": "4:4"}, {"do": "place", "who": "Hob", "at": "4:3"}),
    (
        {"do": "change_board", "change": "blocked", "squares": ["2:2"]},
        {"do": "change_board", "change": "cleared", "squares": ["2:2"]},
    ),
    ({"do": "secret_roll", "dice": "1d6", "purpose": "luck"},) * 2,
]


@pytest.mark.parametrize("two", BESIDE, ids=lambda two: two[0]["do"])
def test_what_a_referee_says_beside_again_and_again_gives_nobody_time(two: tuple[Any, Any], clock: Still) -> None:
    with seeded("beside"), Ledger() as ledger:
        player, whose = guarded(ledger)
        began = until(player)
        assert began is not None
        for body in two * 2:
            clock.at += 4_000
            player.does({**body, "by": "gm"}, seat="gm")
            assert until(player) == began
        clock.at = began
        player.does({"do": "claim_time", "by": "ana"}, seat="ana")
        asked = awaited(ledger.fight(player.encounter).encounter)
        assert asked is None or asked.who != whose
        raw = ledger.export(player.encounter)
    assert verify(raw).broken is None
    assert verify_alone(raw)["verdict"] != "BROKEN"


GOBS = [{"id": name, "at": at, "hp": 4, "initiative_group": "gobs"} for name, at in (("Gob", "5:5"), ("Hob", "5:4"))]
"""Two who act one after the other; who of them is first, the referee may say again and again."""


def test_a_referee_who_picks_who_acts_next_again_and_again_gives_nobody_time(clock: Still) -> None:
    with seeded("who of the gobs"), Ledger() as ledger:
        people = [GUARDED["combatants"][0], *GOBS]
        player = Player(ledger, ledger.open(opening_of({**GUARDED, "combatants": people})).encounter)
        for seat, body in (*BEGINNING[:3], ("gm", {"do": "roll_initiative", "by": "gm", "group": "gobs"})):
            player.does(body, seat=seat)
        while (state := ledger.fight(player.encounter).encounter).turn != "Ana":
            wanted = ("roll_initiative", "order_tie", "end_turn")
            seat, body = next(each for each in legal(ledger, player.encounter) if each[1]["do"] in wanted)
            player.does(body, seat=seat)
        began, order = until(player), state.order
        assert began is not None
        for _ in range(4):
            clock.at += 4_000
            last = next(who for who in reversed(ledger.fight(player.encounter).encounter.order) if who != "Ana")
            player.does({"do": "act_next", "by": "gm", "who": last}, seat="gm")
            assert until(player) == began
        assert ledger.fight(player.encounter).encounter.order == order
        clock.at = began
        player.does({"do": "claim_time", "by": "ana"}, seat="ana")
        raw = ledger.export(player.encounter)
    assert verify(raw).broken is None
    assert verify_alone(raw)["verdict"] != "BROKEN"


def test_a_question_that_a_ruling_asked_gives_no_time_once_the_ruling_is_taken_back(clock: Still) -> None:
    with seeded("beside"), Ledger() as ledger:
        player, whose = guarded(ledger)
        began, version = until(player), ledger.fight(player.encounter).version
        for turn in range(3):
            clock.at += 4_000
            overrules(player, whose, "life", "dead")
            ledger.ask_rewind(player.encounter, "gm", version, "A slip.", f"back-{turn}")
            assert until(player) == began


@pytest.mark.parametrize("seat", ["ana", "gm"])
def test_a_referee_who_takes_back_alone_gives_time_only_to_others(seat: str, clock: Still) -> None:
    """What another seat did and must do anew has its time; what the referee does and undoes gives none."""
    with seeded(f"{seat} is first 0"), Ledger() as ledger:
        player, whose = guarded(ledger, rewind="referee")
        assert (whose in ("Ana", "Bea")) == (seat == "ana")
        started, began = ledger.fight(player.encounter).version, until(player)
        clock.at += 4_000
        player.does({"do": "end_turn", "who": whose}, seat=seat)
        clock.at += 4_000
        ledger.ask_rewind(player.encounter, "gm", started, "A slip.", "back")
        since = until(player)
        assert since == (began if seat == "gm" else clock.at + 30_000)
        ended = ledger.fight(player.encounter).log.ends[-1]
        for turn in range(3):
            clock.at += 1_000
            ledger.ask_rewind(player.encounter, "gm", ended, "No slip.", f"forth-{turn}")
            ledger.ask_rewind(player.encounter, "gm", started, "A slip.", f"back-{turn}")
            assert until(player) == since
        with pytest.raises(InTime):
            player.does({"do": "claim_time", "by": "ana"}, seat="ana")
        assert since is not None
        clock.at = since
        player.does({"do": "claim_time", "by": "ana"}, seat="ana")
        raw = ledger.export(player.encounter)
    assert verify(raw).broken is None
    assert verify_alone(raw)["verdict"] != "BROKEN"


def to_a_rider(ledger: Ledger) -> tuple[Player, list[tuple[str, dict[str, Any]]]]:
    """Return a fight in which a rider may give orders that the mount has learnt, and those orders."""
    for number in range(60):
        chance = random.Random(f"rider {number}")
        player = Player(ledger, ledger.open(opening_of({**OPENINGS["verdigris"](chance), "clock": 30})).encounter)
        for _ in range(20):
            state, found = ledger.fight(player.encounter).encounter, legal(ledger, player.encounter)
            orders = [(each, mount_of(state, each[1]["who"])) for each in found if each[1]["do"] == "order_mount"]
            learnt = [each for each, mount in orders if mount is not None and trained(mount, each[1]["order"])]
            if learnt:
                return player, learnt
            if not found:
                break
            seat, body = chance.choice(found)
            player.does(body, seat=seat)
    raise AssertionError("No fight of sixty came to a rider.")


@pytest.mark.long
@pytest.mark.slow
def test_a_rider_gains_no_time_by_orders_that_the_mount_has_learnt(clock: Still) -> None:
    with seeded("a rider"), Ledger() as ledger:
        player, orders = to_a_rider(ledger)
        began = until(player)
        for seat, body in orders[:1] * 4:
            clock.at += 4_000
            player.does(body, seat=seat)
            assert until(player) == began


def test_a_ruling_after_which_another_decision_is_awaited_gives_time_for_it(clock: Still) -> None:
    with Ledger() as ledger:
        player, whose = guarded(ledger)
        began, before = until(player), awaited(ledger.fight(player.encounter).encounter)
        clock.at += 20_000
        overrules(player, whose, "life", "dead")
        assert awaited(ledger.fight(player.encounter).encounter) != before
        assert began is not None
        assert until(player) == began + 20_000


def test_a_rewind_that_others_agreed_to_gives_time_anew(player: Player, clock: Still) -> None:
    ledger, version = player.ledger, player.ledger.fight(player.encounter).version
    player.does({"do": "decline", "who": "Ana"})
    player.does({"do": "decline", "who": "Bo"}, seat="bo")
    clock.at += 20_000
    ledger.ask_rewind(player.encounter, "ana", version, "A slip.", "back")
    ledger.answer_rewind(player.encounter, "bo", True, "yes")
    assert until(player) == clock.at + 30_000


def test_a_request_that_is_refused_again_and_again_is_heard_three_times(player: Player, clock: Still) -> None:
    ledger, version = player.ledger, player.ledger.fight(player.encounter).version
    player.does({"do": "decline", "who": "Ana"})
    player.does({"do": "decline", "who": "Bo"}, seat="bo")
    began = until(player)
    for turn in range(3):
        clock.at += 1_000
        ledger.ask_rewind(player.encounter, "ana", version, "A slip.", f"ask-{turn}")
        ledger.answer_rewind(player.encounter, "bo", False, f"no-{turn}")
    assert until(player) == began
    with pytest.raises(TooOften, match="ana has asked 3 times to take something back since the fight went on last"):
        ledger.ask_rewind(player.encounter, "ana", version, "A slip.", "ask-4")
    ledger.ask_rewind(player.encounter, "bo", version, "Mine.", "his")
    ledger.answer_rewind(player.encounter, "ana", False, "no")
    player.does({"do": "move", "who": "Ana", "to": "T1"})
    ledger.ask_rewind(player.encounter, "ana", version, "A slip.", "ask-5")


def test_a_seat_leaves_room_for_the_disputes_of_others(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.table.disputing.MOST_OPEN_OF_ONE", 3)
    for n in range(3):
        player.ledger.disputes.contest(player.encounter, "ana", n, "No.", cmd=f"d{n}")
    with pytest.raises(TooOften, match="ana contests 3 lines already"):
        player.ledger.disputes.contest(player.encounter, "ana", 3, "No.", cmd="d3")
    player.ledger.disputes.contest(player.encounter, "bo", 3, "No.", cmd="d3")
