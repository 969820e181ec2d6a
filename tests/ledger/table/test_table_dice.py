"""Physical dice: the encounter waits for what the table typed in, and what is typed stands."""

from copy import deepcopy
from pathlib import Path

import pytest

from api.shapes.samples import OPENINGS
from domain.deciding import pending, sides
from domain.events import DiceRolled, HistoryRewound
from domain.refusals import Refused
from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import NoRewind, NotWaiting, NotYours, OtherBody, Waiting
from ledger.table.answers import Answer, Wait
from ledger.table.rolling import overdue
from tests.clocks import steady_time
from tests.ledger.fights import BACK, SHOT, TO_BLOWS, Player, opened, types

pytestmark = pytest.mark.long("postgres")

AWAY = {"do": "disengage", "who": "Ana"}


@pytest.fixture
def player(ledger: Ledger) -> Player:
    at_blows = opened(ledger, dice="table")
    at_blows.comes_to_blows()
    return at_blows


def types_in(player: Player, by: str, *faces: int, seat: str | None = None, cmd: str = "dice") -> Answer:
    return player.ledger.type_dice(player.encounter, seat or by.lower(), by, "1d6", faces, cmd)


def test_a_command_that_rolls_waits_for_its_dice(player: Player) -> None:
    answer = player.does(SHOT)
    assert types(answer) == ["CommandAccepted"]
    assert answer.waiting == Wait(by="Ana", purpose="to_hit", dice="1d6", line=answer.version)
    assert player.ledger.waiting(player.encounter) == answer.waiting


def test_the_last_dice_bring_the_outcome(player: Player) -> None:
    command = player.does(SHOT).version
    first = types_in(player, "Ana", 5)
    assert types(first) == ["TableDiceTyped"]
    assert first.waiting is not None
    second = types_in(player, "Ana", 3, cmd="dice2")
    assert types(second)[0] == "TableDiceTyped"
    assert second.waiting is None
    rolled = [line.entry for line in second.lines if isinstance(line.entry, DiceRolled)]
    assert [(each.faces, each.source, each.roll) for each in rolled] == [((5,), "table", 1), ((3,), "table", 1)]
    assert {line.cause for line in second.lines} == {command}
    assert player.ledger.waiting(player.encounter) is None
    assert player.does(BACK).lines


def test_each_roller_types_in_their_own_dice(player: Player) -> None:
    player.does(AWAY)
    with pytest.raises(NotYours):
        types_in(player, "Ana", 6, seat="bo")
    types_in(player, "Ana", 6)
    with pytest.raises(NotWaiting):
        types_in(player, "Ana", 6, cmd="again")
    answer = types_in(player, "Bo", 1)
    assert "OutcomeResolved" in types(answer)


def test_meanwhile_other_commands_are_refused(player: Player) -> None:
    player.does(SHOT)
    with pytest.raises(Waiting, match="Ana rolls 1d6"):
        player.does(AWAY)
    with pytest.raises(Waiting):
        player.does(BACK)


@pytest.mark.parametrize("faces", [(), (0,), (7,), (3, 4)])
def test_only_faces_of_the_dice_are_taken(player: Player, faces: tuple[int, ...]) -> None:
    version = player.does(SHOT).version
    with pytest.raises(NotWaiting):
        types_in(player, "Ana", *faces)
    assert player.ledger.fight(player.encounter).version == version


def test_dice_nobody_waits_for_are_not_taken(player: Player) -> None:
    with pytest.raises(NotWaiting):
        types_in(player, "Ana", 6)


def test_a_command_the_rules_refuse_waits_for_nothing(player: Player) -> None:
    with pytest.raises(Refused):
        player.does(BACK)
    assert player.ledger.waiting(player.encounter) is None


def test_what_is_typed_stands(player: Player) -> None:
    player.does(SHOT)
    first = types_in(player, "Ana", 5)
    assert types_in(player, "Ana", 5) == first
    with pytest.raises(OtherBody):
        types_in(player, "Ana", 6)


def test_a_restart_goes_on_waiting(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, dice="table")
        player.comes_to_blows()
        accepted = player.does(SHOT, cmd="shot")
        waited = types_in(player, "Ana", 5).waiting
    with Ledger(tmp_path) as ledger:
        again = Player(ledger, player.encounter, start=100)
        assert ledger.waiting(player.encounter) == waited
        with pytest.raises(Waiting):
            again.does(AWAY)
        assert again.does(SHOT, cmd="shot").lines[0] == accepted.lines[0]
        assert "DamageApplied" in types(types_in(again, "Ana", 3, cmd="dice2"))
        assert verify(ledger.export(player.encounter)).broken is None


def test_an_agreed_rewind_to_before_the_command_is_taken_while_it_waits(player: Player) -> None:
    before = player.ledger.fight(player.encounter)
    player.does(SHOT)
    player.ledger.ask_rewind(player.encounter, "ana", before.ends[-1 - 1], "Wrong target.", "back")
    types_in(player, "Ana", 5)
    answer = player.ledger.answer_rewind(player.encounter, "bo", True, "yes")
    rewound = answer.lines[-1].entry
    assert isinstance(rewound, HistoryRewound)
    assert rewound.voids == (1,)
    assert player.ledger.waiting(player.encounter) is None
    verified = verify(player.ledger.export(player.encounter))
    assert verified.broken is None
    assert [(each.grade, each.voided) for each in verified.rolls] == [("open", True)]


def test_a_command_that_waits_for_its_dice_can_be_taken_back_alone(player: Player) -> None:
    before = player.ledger.fight(player.encounter)
    player.does(SHOT)
    player.ledger.ask_rewind(player.encounter, "ana", before.ends[-1], "Wrong target.", "back")
    player.ledger.answer_rewind(player.encounter, "bo", True, "yes")
    after = player.ledger.fight(player.encounter)
    assert (player.ledger.waiting(player.encounter), after.encounter) == (None, before.encounter)
    assert verify(player.ledger.export(player.encounter)).voided == (1,)
    with pytest.raises(NoRewind):
        player.ledger.ask_rewind(player.encounter, "ana", before.ends[-1], "Wrong target.", "again")


def test_dice_of_the_table_are_never_overdue_however_long_they_take(ledger: Ledger) -> None:
    with steady_time() as clock:
        player = opened(ledger, dice="table")
        player.comes_to_blows()
        before = player.ledger.fight(player.encounter).version
        player.does(SHOT)
        clock.at += 3_600_000
        answer = ledger.ask_rewind(player.encounter, "bo", before, "She does not roll.", "back")
    assert [line.type for line in answer.lines] == ["RewindAsked"]
    assert overdue(ledger.fight(player.encounter).table, clock.at) is None


def test_the_outcome_lapses_a_request(player: Player) -> None:
    ends = player.ledger.fight(player.encounter).ends
    player.does(SHOT)
    player.ledger.ask_rewind(player.encounter, "ana", ends[-2], "Wrong target.", "back")
    answer = types_in(player, "Ana", 1)
    assert player.ledger.lines(player.encounter)[answer.lines[0].n - 1].type == "RewindLapsed"
    assert verify(player.ledger.export(player.encounter)).broken is None


def test_typed_dice_verify_as_typed(player: Player) -> None:
    player.does(AWAY)
    types_in(player, "Ana", 6)
    types_in(player, "Bo", 1)
    verified = verify(player.ledger.export(player.encounter))
    assert verified.ok
    assert "typed in" in verified.sentence
    assert [(each.grade, each.faces) for each in verified.rolls] == [("table unattested", ((6,), (1,)))]


def test_an_earlier_command_asked_again_waits_for_nothing(player: Player) -> None:
    waited = player.does(SHOT, cmd="shot")
    assert player.does(TO_BLOWS[-1], cmd="c3").waiting is None
    assert player.does(SHOT, cmd="shot") == waited


def attests(player: Player, seat: str, of: int, verdict: str = "saw", cmd: str = "seen") -> Answer:
    return player.ledger.disputes.attest(player.encounter, seat, of, verdict, cmd=cmd)


def graded(player: Player) -> list[str]:
    return [each.grade for each in verify(player.ledger.export(player.encounter)).rolls]


def test_a_roll_that_the_others_saw_is_attested_and_one_that_anybody_contests_is_not(player: Player) -> None:
    player.does(AWAY)
    typed = [types_in(player, "Ana", 6).lines[0].n, types_in(player, "Bo", 1).lines[0].n]
    assert graded(player) == ["table unattested"]
    attests(player, "bo", typed[0])
    attests(player, "ana", typed[1])
    assert graded(player) == ["table attested"]


def test_dice_that_are_contested_are_told_apart(player: Player) -> None:
    player.does(AWAY)
    first = types_in(player, "Ana", 6).lines[0].n
    second = types_in(player, "Bo", 1).lines[0].n
    attests(player, "bo", first, "contest")
    attests(player, "ana", second)
    assert graded(player) == ["table contested"]


def test_one_attests_once_what_another_typed_in(player: Player) -> None:
    command = player.does(AWAY).version
    typed = types_in(player, "Ana", 6).lines[0].n
    with pytest.raises(NotYours, match="ana typed these dice in"):
        attests(player, "ana", typed)
    with pytest.raises(NotYours, match="eve is no player"):
        attests(player, "eve", typed)
    with pytest.raises(NotWaiting, match=f"No dice were typed in in line {command}"):
        attests(player, "bo", command)
    with pytest.raises(NotWaiting, match="not heard"):
        attests(player, "bo", typed, "heard")
    attests(player, "bo", typed, "unseen")
    with pytest.raises(NotWaiting, match="bo has spoken of these dice already"):
        attests(player, "bo", typed, "saw", cmd="again")


def test_who_plays_for_the_same_side_attests_nothing_but_the_referee_may(ledger: Ledger) -> None:
    sample = deepcopy(next(each for each in OPENINGS.values() if each["system"] == "verdigris"))
    player = opened(ledger, sample, dice="table")
    player.does({"do": "start", "by": "gm"}, seat="gm")
    encounter = ledger.fight(player.encounter).encounter
    roller = str(pending(encounter).owner)
    other = next(
        seat for seat in encounter.seats if seat != roller and sides(encounter, seat) & sides(encounter, roller)
    )
    player.does({"do": "roll_initiative", "by": roller}, seat=roller)
    typed = types_in(player, roller, 5, seat=roller).lines[0].n
    with pytest.raises(NotYours, match=f"{other} does not attest these dice: {roller} plays for party as well"):
        attests(player, other, typed)
    attests(player, "gm", typed)
    assert graded(player) == ["table attested"]
