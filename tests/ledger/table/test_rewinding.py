"""Taking back: who may, who must agree, what comes back, and what never does."""

from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import HistoryRewound
from domain.refusals import Refused
from domain.replaying import live
from ledger.application import Ledger
from ledger.line.entries import Entry, RewindAnswered, RewindAsked, RewindLapsed
from ledger.line.lines import Line, encode
from ledger.proof.verifying import verify
from ledger.refusals import NoRewind, NotYours, OtherBody
from ledger.table import rewinding
from ledger.table.answers import Answer
from ledger.table.log import Log
from ledger.table.rewinding import MOST_VOIDS, rewind
from tests.ledger.fights import ARCHERS, BACK, SHOT, SWORDS, TO_BLOWS, Player, alone, opened, types

pytestmark = pytest.mark.long("postgres")


@pytest.fixture
def walking(ledger: Ledger) -> Player:
    """Ana began to move and took one step: no die, nobody else."""
    player = opened(ledger)
    player.does(TO_BLOWS[0])
    player.does(TO_BLOWS[1])
    return player


@pytest.fixture
def fighting(ledger: Ledger) -> Player:
    """Ana and Bo have shot at each other once."""
    player = opened(ledger)
    player.comes_to_blows()
    player.does(SHOT)
    player.does(BACK)
    return player


def asks(player: Player, to_version: int, seat: str = "ana", cmd: str = "back", reason: str = "A slip.") -> Answer:
    return player.ledger.ask_rewind(player.encounter, seat, to_version, reason, cmd)


def agrees(player: Player, seat: str, agree: bool = True, cmd: str = "yes") -> Answer:
    return player.ledger.answer_rewind(player.encounter, seat, agree, cmd)


def test_a_fight_is_taken_back_so_often_and_not_once_more(
    ledger: Ledger, walking: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewinding, "MOST_REWINDS", 1)
    end = ledger.fight(walking.encounter).ends[1]
    asks(walking, end)
    walking.does(TO_BLOWS[1])
    with pytest.raises(NoRewind, match="taken back at most 1 times"):
        asks(walking, end, cmd="again")


def test_one_takes_back_alone_what_is_ones_own_and_rolled_nothing(ledger: Ledger, walking: Player) -> None:
    ends = ledger.fight(walking.encounter).ends
    before = ledger.at(walking.encounter, ends[1])
    answer = asks(walking, ends[1])
    assert types(answer) == ["RewindAsked", "HistoryRewound"]
    rewound = answer.lines[1].entry
    assert rewound == HistoryRewound(to_version=ends[1], by="ana", reason="A slip.")
    assert ledger.fight(walking.encounter).encounter == before
    assert walking.does(TO_BLOWS[1]).lines


def test_a_rewind_may_go_back_to_the_set_up(ledger: Ledger, walking: Player) -> None:
    asks(walking, ledger.fight(walking.encounter).ends[0])
    assert ledger.fight(walking.encounter).encounter == ledger.at(walking.encounter, 4)


def test_redo_and_undo_of_undo_are_rewinds_too(ledger: Ledger, walking: Player) -> None:
    start, began, stepped = ledger.fight(walking.encounter).ends
    states = {n: ledger.at(walking.encounter, n) for n in (start, began, stepped)}
    for turn, target in enumerate((began, stepped, start, stepped, began)):
        asks(walking, target, cmd=f"r{turn}")
        assert ledger.fight(walking.encounter).encounter == states[target]
    assert verify(ledger.export(walking.encounter)).broken is None


def test_past_a_roll_every_other_player_must_agree(ledger: Ledger, fighting: Player) -> None:
    ends = ledger.fight(fighting.encounter).ends
    before = ledger.at(fighting.encounter, ends[-3])
    asked = asks(fighting, ends[-3])
    assert types(asked) == ["RewindAsked"]
    assert ledger.fight(fighting.encounter).encounter != before
    answer = agrees(fighting, "bo")
    assert types(answer) == ["RewindAnswered", "HistoryRewound"]
    assert answer.lines[1].entry == HistoryRewound(
        to_version=ends[-3],
        by="ana",
        reason="A slip.",
        voids=(1, 2),
        consents=({"line": answer.lines[0].n, "seat": "bo"},),
    )
    assert ledger.fight(fighting.encounter).encounter == before
    assert verify(ledger.export(fighting.encounter)).voided == (1, 2)


def test_ones_own_roll_needs_consent_too(ledger: Ledger, fighting: Player) -> None:
    ends = ledger.fight(fighting.encounter).ends
    assert types(asks(fighting, ends[-2], seat="bo")) == ["RewindAsked"]


def test_the_command_of_another_seat_needs_consent(ledger: Ledger, walking: Player) -> None:
    ends = ledger.fight(walking.encounter).ends
    assert types(asks(walking, ends[-2], seat="bo")) == ["RewindAsked"]


def test_bringing_back_a_roll_needs_consent_as_well(ledger: Ledger, fighting: Player) -> None:
    ends = ledger.fight(fighting.encounter).ends
    asks(fighting, ends[-3])
    agrees(fighting, "bo")
    redo = asks(fighting, ends[-2], cmd="redo")
    assert types(redo) == ["RewindAsked"]
    assert types(agrees(fighting, "bo", cmd="yes2")) == ["RewindAnswered", "HistoryRewound"]
    verified = verify(ledger.export(fighting.encounter))
    assert verified.voided == (2,)


def test_dice_after_an_undo_are_fresh_and_numbered_on(ledger: Ledger, fighting: Player) -> None:
    ends = ledger.fight(fighting.encounter).ends
    asks(fighting, ends[-3])
    agrees(fighting, "bo")
    shot = fighting.does(SHOT)
    assert {line.entry.roll for line in shot.lines if line.type == "DiceRolled"} == {3}  # type: ignore[union-attr]


def test_one_no_ends_the_request(ledger: Ledger, fighting: Player) -> None:
    ends = ledger.fight(fighting.encounter).ends
    asks(fighting, ends[-3])
    answer = agrees(fighting, "bo", agree=False)
    assert answer.lines[-1].entry == RewindLapsed(reason="refused")
    with pytest.raises(NoRewind):
        agrees(fighting, "bo", cmd="late")
    assert ledger.fight(fighting.encounter).table.request is None


def test_the_next_command_lapses_an_open_request_in_front_of_itself(ledger: Ledger, fighting: Player) -> None:
    asks(fighting, ledger.fight(fighting.encounter).ends[-3])
    answer = fighting.does(SHOT)
    before = ledger.lines(fighting.encounter)[answer.lines[0].n - 1]
    assert before.entry == RewindLapsed(reason="overtaken")
    with pytest.raises(NoRewind):
        agrees(fighting, "bo")


def test_a_refused_command_lapses_nothing(ledger: Ledger, fighting: Player) -> None:
    asks(fighting, ledger.fight(fighting.encounter).ends[-3])
    with pytest.raises(Refused):
        fighting.does(BACK)
    assert types(agrees(fighting, "bo")) == ["RewindAnswered", "HistoryRewound"]


def test_the_table_may_talk_about_a_request(ledger: Ledger) -> None:
    player = opened(ledger, SWORDS)
    player.meets()
    asks(player, ledger.fight(player.encounter).ends[0], seat="bo")
    player.does({"do": "say", "who": "Bo", "text": "May I?"}, seat="bo")
    assert types(agrees(player, "ana")) == ["RewindAnswered", "HistoryRewound"]


def test_three_players_must_all_agree(ledger: Ledger) -> None:
    seats = [{"id": "ana"}, {"id": "bo"}, {"id": "cy"}, {"id": "eve", "role": "spectator"}]
    player = opened(ledger, seats=seats)
    player.comes_to_blows()
    player.does(SHOT)
    asks(player, ledger.fight(player.encounter).ends[0])
    assert types(agrees(player, "cy")) == ["RewindAnswered"]
    with pytest.raises(NoRewind):
        agrees(player, "cy", cmd="again")
    with pytest.raises(NoRewind):
        agrees(player, "ana")
    with pytest.raises(NotYours):
        agrees(player, "eve")
    rewound = agrees(player, "bo").lines[-1].entry
    assert isinstance(rewound, HistoryRewound)
    assert [each["seat"] for each in rewound.consents] == ["cy", "bo"]


def test_spectators_take_nothing_back(walking: Player) -> None:
    with pytest.raises(NotYours):
        asks(walking, 4, seat="eve")


def test_only_one_request_at_a_time(ledger: Ledger, fighting: Player) -> None:
    asks(fighting, ledger.fight(fighting.encounter).ends[-3])
    with pytest.raises(NoRewind):
        asks(fighting, ledger.fight(fighting.encounter).ends[-2], seat="bo")


@pytest.mark.parametrize("target", [-1, 0, 5, 6, 999])
def test_a_rewind_goes_to_the_last_line_of_a_command(walking: Player, target: int) -> None:
    before = walking.ledger.export(walking.encounter)
    with pytest.raises(NoRewind):
        asks(walking, target)
    assert walking.ledger.export(walking.encounter) == before


def test_a_rewind_to_where_the_fight_stands_is_none(ledger: Ledger, walking: Player) -> None:
    with pytest.raises(NoRewind):
        asks(walking, ledger.fight(walking.encounter).ends[-1])


def test_none_takes_nothing_back(ledger: Ledger) -> None:
    player = opened(ledger, rewind="none")
    player.does(TO_BLOWS[0])
    with pytest.raises(NoRewind):
        asks(player, 4)


def test_free_goes_past_rolls_while_one_seat_plays(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS), rewind="free")
    player.comes_to_blows()
    player.does(SHOT)
    rewound = asks(player, 4).lines[-1].entry
    assert isinstance(rewound, HistoryRewound)
    assert rewound.voids == (1,)
    with pytest.raises(Refused):
        opened(ledger, rewind="free")
    with pytest.raises(Refused):
        opened(ledger, rewind="referee")


def test_free_asks_the_others_once_a_second_seat_plays(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS), rewind="free")
    player.comes_to_blows()
    player.does(SHOT)
    fight = ledger.fight(player.encounter)
    two = replace(fight.table, seats={**fight.table.seats, "late": "player"})
    assert rewind(fight.log, fight.table, fight.version, "ana", 4, None).others == ()
    assert rewind(fight.log, two, fight.version, "ana", 4, None).others == ("late",)


def test_after_the_end_only_a_rewind_that_reopens_follows(ledger: Ledger, walking: Player) -> None:
    before = ledger.fight(walking.encounter).encounter
    walking.ends()
    with pytest.raises(Refused):
        walking.does({"do": "end_move", "who": "Ana"})
    end = ledger.fight(walking.encounter).ends[-1]
    asks(walking, ledger.fight(walking.encounter).ends[-3])
    agrees(walking, "bo")
    assert ledger.fight(walking.encounter).encounter == before
    assert ledger.encounters()[0].outcome is None
    asks(walking, end, cmd="redo")
    assert ledger.fight(walking.encounter).encounter.outcome is None
    agrees(walking, "bo", cmd="yes-over")
    assert ledger.fight(walking.encounter).encounter.outcome == "ended"
    assert ledger.encounters()[0].outcome == "ended"
    assert verify(ledger.export(walking.encounter)).broken is None


def test_a_rewind_restores_the_fight_and_nothing_of_the_table(ledger: Ledger, fighting: Player) -> None:
    fight = ledger.fight(fighting.encounter)
    asks(fighting, fight.ends[0])
    agrees(fighting, "bo")
    after = ledger.fight(fighting.encounter)
    assert after.encounter == fight.at(fight.ends[0])
    assert after.table.rolls == 2
    assert after.table.seq == fight.table.seq
    assert fighting.does(SHOT, cmd="c4").lines[0].n == fight.log.used["ana", "c4"][0]


def test_the_same_cmd_asks_and_answers_once_also_after_a_restart(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        player.does(SHOT)
        asked = asks(player, 4)
        assert asks(player, 4) == asked
        answered = agrees(player, "bo")
        version = ledger.fight(player.encounter).version
    with Ledger(tmp_path) as ledger:
        again = Player(ledger, player.encounter)
        assert agrees(again, "bo") == answered
        assert types(asks(again, 4)) == ["RewindAsked", "RewindAnswered", "HistoryRewound"]
        assert ledger.fight(player.encounter).version == version
        with pytest.raises(OtherBody):
            asks(again, 7)
        with pytest.raises(OtherBody):
            agrees(again, "bo", agree=False)


def test_no_more_rolls_are_voided_at_a_time_than_fit_into_a_line(
    ledger: Ledger, fighting: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ledger.fight(fighting.encounter).version
    fighting.does(SHOT)
    between = ledger.fight(fighting.encounter).version
    fighting.does(BACK)
    monkeypatch.setattr("ledger.table.rewinding.MOST_VOIDS", 1)
    with pytest.raises(NoRewind, match="This voids 2 rolls: go back over at most 1 at a time"):
        ledger.ask_rewind(fighting.encounter, "ana", before, "A slip.", "far")
    for version in (between, before):
        ledger.ask_rewind(fighting.encounter, "ana", version, "A slip.", f"back-{version}")
        ledger.answer_rewind(fighting.encounter, "bo", True, f"yes-{version}")
    assert verify(ledger.export(fighting.encounter)).voided == (3, 4)


def test_the_largest_rewind_fits_into_a_line() -> None:
    consents = tuple({"line": 10**6 + n, "seat": f"{n:032}"} for n in range(32))
    voids = tuple(range(10**5, 10**5 + MOST_VOIDS))
    rewound = HistoryRewound(to_version=10**6, by="a" * 32, reason="…" * 500, voids=voids, consents=consents)
    assert encode(rewound, n=10**7, prev=bytes(32), at=10**13, cause=10**7)


def test_undo_in_one_encounter_never_touches_another(ledger: Ledger, walking: Player, fighting: Player) -> None:
    before = ledger.export(fighting.encounter)
    asks(walking, 4)
    assert ledger.export(fighting.encounter) == before


def test_what_was_asked_and_answered_stands_in_the_lines(ledger: Ledger, fighting: Player) -> None:
    asks(fighting, 4)
    agrees(fighting, "bo")
    entries = [line.entry for line in ledger.lines(fighting.encounter)]
    assert RewindAsked(to_version=4, by="ana", reason="A slip.", cmd="back") in entries
    assert RewindAnswered(seat="bo", agree=True, cmd="yes") in entries


@pytest.mark.slow
@given(st.data())
def test_a_log_knows_what_counts_as_the_replay_does(data: st.DataObject) -> None:
    log, rewinds = Log(), []
    for n in range(data.draw(st.integers(1, 40))):
        if n and data.draw(st.booleans()):
            to_version = data.draw(st.integers(0, n - 1))
            rewinds.append((n, to_version))
            entry: Entry = HistoryRewound(to_version=to_version, by="ana", reason="")
        else:
            entry = RewindLapsed(reason="")
        log.append(Line(n, type(entry).__name__, 0, None, b"", entry))
        assert log.live(n) == live(rewinds, n)
    now, then = (data.draw(st.integers(0, len(log.lines) - 1)) for _ in range(2))
    removed, restored = ([*chain.from_iterable(spans)] for spans in log.apart(now, then))
    counts_now, counts_then = (set(chain.from_iterable(log.live(version))) for version in (now, then))
    assert removed == sorted(counts_now - counts_then)
    assert restored == sorted(counts_then - counts_now)
