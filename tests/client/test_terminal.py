"""A seat at a terminal: what is printed, what is asked, and what is done with what is typed."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from typing import Any

import orjson
import pytest

from cli.playing.terminal import Terminal
from client.calling import NoServer
from client.client import Client
from client.joining import read, written
from client.sending import Done
from files.rosters import SAMPLES
from files.written_rosters import as_written
from ledger.line.entries import Json
from ledger.proof.verifying import verify
from ledger.table.fight import Fight
from ledger.table.standing import OpenRoll
from tests.client.tables import House, Table, until
from tests.ledger.fights import ARCHERS, BACK, SHOT


@pytest.fixture
def table(here: House) -> Table:
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    return table


def typed(table: Table, seat: str, *lines: str, json: bool = False) -> str:
    """Return what is printed when these lines are typed at a seat."""
    table.catch_up()
    return typed_at(table.at[seat], *lines, json=json)


def typed_at(client: Client, *lines: str, json: bool = False) -> str:
    said: list[str] = []
    Terminal(client, StringIO("".join(f"{line}\n" for line in lines)), said.append, json=json).run()
    return "\n".join(said)


def test_what_happened_the_board_and_what_may_be_done_are_shown(table: Table) -> None:
    said = typed(table, "ana")
    assert "Ana joined at T2" in said
    assert "  1) begin move Ana (allowance: 0 to 99)" in said
    assert "T0 ── T1 ── T2" in said


@pytest.mark.long
@pytest.mark.parametrize("width", [80, 40])
def test_no_word_is_broken_at_the_edge_of_the_terminal(
    table: Table, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    said = typed(table, "ana", "what now", "77", "{", "odds", "undo", "contest", "dice", "vouch nonsense", "checks")
    assert "checkpoint" in said
    assert [row for row in said.splitlines() if len(row) > width] == []


def test_a_number_does_what_is_offered_and_asks_for_what_it_leaves_open(table: Table) -> None:
    said = typed(table, "ana", "1", "3", "board", "1", "quit", "1")
    assert "   allowance? 0 to 99 (Enter or cancel)" in said
    assert "  1) move Ana (to: T1)" in said
    assert "Ana 30/30" in said
    assert [line["to"] for line in table.lines() if line["type"] == "CombatantMoved"] == ["T1"]


def test_what_is_no_answer_is_asked_again_and_nothing_is_done(table: Table) -> None:
    before = len(table.lines())
    no_answers = ("many", "--3", "³", "100", "cancel", "77", "{")
    said = typed(table, "ana", "1", *no_answers, '{"do": "attack", "who": "Ana", "target": "Bo"}', "dance")
    assert said.count("That is no number from 0 to 99.") == 4
    assert "There is no 77: offers shows what there is." in said
    assert "That is no JSON" in said
    assert "undo         your last command" in said
    assert len(table.lines()) == before


def test_a_command_can_be_written_as_json_and_its_dice_come_at_once(table: Table) -> None:
    table.come_to_blows()
    assert "Ana attacked Bo" in typed(table, "ana", orjson.dumps(SHOT).decode())
    until(lambda: table.at["ana"].given)
    assert "1 link given" in typed(table, "ana", "checks")


def test_a_server_that_is_away_for_a_while_ends_nobody_s_evening(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.come_to_blows()
    client = table.at["ana"]
    answers = [NoServer("The server does not answer.")]

    def away(action: Json, **more: Any) -> Done:
        if answers:
            raise answers.pop()
        return Client.do(client, action, **more)

    monkeypatch.setattr(client, "do", away)
    shot = orjson.dumps(SHOT).decode()
    said = typed(table, "ana", shot, shot)
    assert "The server does not answer.\nType it again once the server answers." in said
    assert "Ana attacked Bo" in said
    answers.append(NoServer("The server does not answer."))
    client.close()
    assert typed_at(client, shot, shot).count("The server does not answer.") == 1


def test_undo_asks_and_the_other_agrees(table: Table) -> None:
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    assert "Asked: bo must agree." in typed(table, "ana", "undo I meant the other")
    said = typed(table, "bo", "wait", "agree")
    assert "ana wants to go back to line" in said
    assert table.lines()[-1]["type"] == "HistoryRewound"
    assert typed(table, "bo", "undo").endswith("You have done nothing that could be taken back.")


def test_whoever_is_asked_whether_the_fight_is_to_end_is_told_and_refuses_or_agrees(table: Table) -> None:
    def wants(seat: str) -> str:
        table.at[seat].do({"do": "end_encounter", "by": seat})
        return typed(table, "bo" if seat == "ana" else "ana", "refuse")

    said = wants("ana")
    assert "ana wanted the fight to end" in said
    assert "ana would end the fight. agree, or refuse?" in said
    assert ") bo end encounter" in said
    assert ") bo refuse end" in said
    assert "bo wanted the fight to go on" in said
    assert "bo would end the fight" not in said, "nobody is asked what they have asked themselves"
    assert "bo wanted the fight to go on" in typed(table, "ana")
    assert "ana wanted the fight to go on" in wants("bo")
    table.at["ana"].do({"do": "end_encounter", "by": "ana"})
    assert "the fight was ended (agreed)" in typed(table, "bo", "agree")
    assert table.lines()[-1]["type"] == "EncounterEnded"


def test_an_own_step_is_taken_back_at_once(table: Table) -> None:
    typed(table, "ana", "1", "3", "undo")
    assert table.lines()[-1]["type"] == "HistoryRewound"


def test_what_is_pasted_is_compared(table: Table) -> None:
    pasted = typed(table, "ana", "compare").splitlines()[-1]
    assert pasted.startswith("encounter.local/")
    assert f"The same history, up to line {table.at['bo'].history.size - 1}." in typed(table, "bo", f"compare {pasted}")


def test_a_request_is_vouched_for_by_its_word(table: Table) -> None:
    assert "none of the words" in typed(table, "ana", "vouch hello")
    for word in ({"action": 1}, {"action": {"do": "join"}, "seen": []}, {}):
        assert "no request of a device" in typed(table, "ana", f"vouch {written(word)}")
    history = table.at["ana"].history
    action = {"do": "change_key", "party": "bo"}
    request = {
        "action": action,
        "cmd": "c",
        "encounter": table.encounter,
        "seat": "bo",
        "seen": history.seen,
        "seq": 2,
    }
    for other in ({"party": "nobody"}, {"party": "ana"}, {"party": 7}):
        asked = {**request, "action": {**action, **other}}
        assert "no request of a device" in typed(table, "ana", f"vouch {written(asked)}")
    for seen in ([1], "ab", [1, 2], [1, "ab", 1]):
        assert "no request of a device" in typed(table, "ana", f"vouch {written({**request, 'seen': seen})}")
    said = typed(table, "ana", f"vouch {written(request)}", "")
    assert "You would vouch that bo lost the device bo, and that another key takes its place" in said
    assert "Nothing was signed." in said
    assert "Give it back" not in said
    said = typed(table, "ana", f"vouch {written(request)}", "yes")
    assert list(read(said.splitlines()[-1])) == ["ana"]


def test_programs_read_a_value_a_line(table: Table) -> None:
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    for line in typed(table, "bo", "offers", orjson.dumps(BACK).decode(), json=True).splitlines():
        assert orjson.loads(line).keys() <= {"told", "offers", "said"}


def test_the_host_gives_the_fight_a_title_and_signs_it(table: Table) -> None:
    assert "It has no title" in typed(table, "bo", "title")
    assert "called the fight “Old bridge”" in typed(table, "ana", "title Old bridge")
    assert "It is “Old bridge”." in typed(table, "bo", "title")
    assert "gives no names" in typed(table, "bo", "title Mine")
    for client in table.at.values():
        client.settle()


def test_nobody_waits_where_no_roll_is_open(table: Table) -> None:
    assert "No roll waits for links." in typed(table, "ana", "go on")


@pytest.mark.long
def test_a_line_is_contested_and_the_dispute_settled_and_the_ledger_closed(table: Table) -> None:
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    typed(table, "bo", "contest x", "contest 10 that was my tile")
    (raised,) = (line["n"] for line in table.lines() if line["type"] == "DisputeRaised")
    for seat in ("ana", "bo"):
        typed(table, seat, f"settle {raised} stands we looked at it")
    assert "DisputeSettled" in [line["type"] for line in table.lines()]
    said = typed(table, "ana", '{"do": "concede", "by": "ana"}', '{"do": "end_encounter"}', "close", "", "close", "yes")
    assert "ended" in said, said
    table.catch_up()
    for client in table.at.values():
        client.settle()
    verified = verify(table.house.ledger.export(table.encounter))
    assert (verified.broken, verified.closed) == (None, True)
    assert verified.anchored[-1].parties == ("ana", "bo")


@pytest.mark.long
def test_dice_of_the_table_are_typed_in_and_seen(here: House) -> None:
    table = here.open({**ARCHERS, "dice": "table", "attest": "opponent"})
    table.join("ana", "bo")
    table.come_to_blows()
    said = typed(table, "ana", "dice 3", orjson.dumps(SHOT).decode(), "dice", "dice 6", "dice 2")
    assert "Type the faces, as in dice 4 2: no dice are waited for." in said
    assert "Type the faces, as in dice 4 2: Ana rolls 1d6." in said
    dice = [line["n"] for line in table.lines() if line["type"] == "TableDiceTyped"]
    typed(table, "bo", f"saw {dice[0]}", f"contest {dice[1]} I saw a one")
    verified = verify(table.house.ledger.export(table.encounter))
    assert verified.broken is None
    assert [roll.grade for roll in verified.rolls] == ["table contested"]


class Typing(StringIO):
    """Lines that are typed; between two of them somebody else may do something."""

    def __init__(self, *typed: str | Callable[[], object]) -> None:
        super().__init__()
        self._left = [*typed]

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # the stubs disagree on bytes
        while self._left and not isinstance(self._left[0], str):
            self._left.pop(0)()  # type: ignore[operator]  # it is no text
        return f"{self._left.pop(0)}\n" if self._left else ""


def test_a_question_is_shown_again_after_what_others_did(table: Table) -> None:
    said: list[str] = []

    def meanwhile() -> None:
        table.at["bo"].do({"do": "seal", "by": "bo", "text": "he will flee"})
        table.catch_up()
        terminal.catch_up()

    terminal = Terminal(table.at["ana"], Typing("1", meanwhile, "3"), said.append)
    terminal.run()
    questions = [place for place, line in enumerate(said) if "allowance? 0 to 99" in line]
    sealed = next(place for place, line in enumerate(said) if "Seat bo did something that is sealed" in line)
    assert [place < sealed for place in questions] == [True, False]


def numbered(said: str, words: str) -> str:
    """Return the number under which something is offered."""
    return next(row.strip().partition(")")[0] for row in said.splitlines() if words in row and ") " in row)


def test_the_fight_ends_only_after_a_plain_yes(table: Table) -> None:
    number = numbered(typed(table, "ana", "offers"), "end encounter")
    for answer in ("", "y", "cancel", "no"):
        assert "Nothing was done." in typed(table, "ana", number, answer)
    assert "EncounterEnded" not in [line["type"] for line in table.lines()]
    assert "End the fight for everybody?" in typed(table, "ana", number, "yes")


def test_words_are_said_and_narrated_at_any_time_and_heard_by_the_others(table: Table) -> None:
    before = len(table.lines())
    said = typed(table, "bo", "say   ", "say Hold, Ana!", "narrate Rain sets in.")
    assert "Say what, as in say To me!" in said
    assert [line["channel"] for line in table.lines()[before:] if line["type"] == "MessageRecorded"] == [
        "table",
        "narration",
    ]
    heard = typed(table, "ana")
    assert "bo said “Hold, Ana!”" in heard
    assert "bo narrated “Rain sets in.”" in heard


def test_seal_is_given_from_the_menu(table: Table) -> None:
    number = numbered(typed(table, "ana", "more"), "ana seal")
    typed(table, "ana", number, "nobody", "it is trapped", "", "")
    assert any(line["type"] == "Sealed" for line in table.lines())
    size = len(table.lines())
    assert "Nothing was done." in typed(table, "ana", number, "nobody", "it is trapped", "cancel")
    assert len(table.lines()) == size


def test_a_referee_overrides_from_the_menu(here: House) -> None:
    opening = as_written(SAMPLES["vanguard"]).content
    table = here.open(dict(opening))
    table.join("gm")
    number = numbered(typed(table, "gm", "more"), "gm override:")
    said = typed(table, "gm", number, "halla", "health", "1", "the ceiling fell", "")
    assert [line["value"] for line in table.lines() if line["type"] == "RulingMade"] == [1], said


def test_odds_why_reasons_chronicle_and_export_are_words(table: Table, tmp_path: Path) -> None:
    table.come_to_blows()
    shot = orjson.dumps(SHOT).decode()
    number = numbered(typed(table, "ana", "offers"), "attack Ana")
    said = typed(table, "ana", f"odds {number}", f"odds {shot}", "odds", "odds {", 'odds {"do": "fly"}', "odds 99")
    assert said.count("It hits: ") == 2
    assert "That is no command: " in said
    size = len(table.lines())
    typed(table, "ana", shot)
    assert "because of line" in typed(table, "ana", "why Bo.health")
    assert "Ana attacked Bo" in typed(table, "ana", f"why {size}")
    assert "can be asked" in typed(table, "ana", "why nonsense") or "no " in typed(table, "ana", "why nonsense")
    assert "attack Ana: " in typed(table, "ana", "reasons")
    told = typed(table, "ana", "chronicle 1").splitlines()[-4:]
    assert "Ana attacked Bo" in " ".join(told)
    file = tmp_path / "fight.ndjson"
    said = typed(table, "ana", f"export {file}", f"export {file}", "export")
    assert f"Wrote {file}: " in said
    assert f"The file {file} cannot be written: File exists." in said
    assert verify(file.read_bytes()).broken is None


def shown(table: Table, seat: str, *typed: str | Callable[[], object]) -> list[str]:
    """Return what a seat is shown; between what it types others do something, and it hears of that."""
    said: list[str] = []

    def heard(deed: Callable[[], object]) -> Callable[[], object]:
        def do() -> None:
            deed()
            table.catch_up()
            terminal.catch_up()

        return do

    terminal = Terminal(
        table.at[seat], Typing(*(each if isinstance(each, str) else heard(each) for each in typed)), said.append
    )
    table.catch_up()
    terminal.run()
    return said


def test_a_roll_is_told_once_where_its_links_come_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(patience: float) -> list[str]:
        monkeypatch.setattr("cli.playing.terminal.PATIENCE", patience)
        said: list[str] = []
        terminal = Terminal(table.at["bo"], StringIO(), said.append)
        terminal.catch_up()
        fight, client, known = terminal.fight(), terminal.client, len(said)
        declared = next(line.n for line in reversed(fight.lines) if line.type == "CommandAccepted")
        waiting = OpenRoll(line=declared, roll=1, seat="ana", action=SHOT, contributors={"bo": 1})
        terminal._said.pop(declared)
        monkeypatch.setattr(type(client), "open_roll", waiting)
        terminal.catch_up()
        monkeypatch.undo()
        return said[known:]

    table.come_to_blows()
    table.at["ana"].do(SHOT)
    table.catch_up()
    assert told(1e9) == []
    assert told(0.0) != []


@pytest.mark.long
def test_what_two_threads_tell_at_once_is_told_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(table.at["bo"], StringIO(), lambda _: None)
    terminal.catch_up()
    fight, held, told = terminal.fight, Event(), Event()

    def slow() -> Fight:
        found = fight()
        if not held.is_set():
            held.set()
            told.wait(1)
        return found

    monkeypatch.setattr(terminal, "fight", slow)
    first = Thread(target=terminal.catch_up)
    first.start()
    held.wait()
    table.come_to_blows()
    terminal.catch_up()
    told.set()
    first.join()
    terminal.catch_up()
    entries = [each.n for each in terminal.entries()]
    assert entries == sorted(set(entries))


@pytest.mark.long
def test_a_roll_that_is_waited_for_is_told_by_and_by(table: Table) -> None:
    """The client comes again every two seconds while a roll waits, though no line does."""
    heard: list[int | None] = []
    table.come_to_blows()
    table.catch_up()
    client = table.at["bo"]
    client.standing.watch = heard.append
    declared = OpenRoll(line=1, roll=1, seat="ana", action=SHOT, contributors={"bo": 1})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(client), "open_roll", declared)
        until(lambda: heard)


def test_what_may_be_done_is_not_told_again_after_words(table: Table) -> None:
    said = shown(table, "ana", lambda: table.at["bo"].do({"do": "say", "by": "bo", "text": "Well?"}), "offers")
    assert sum("begin move Ana" in row for row in said) == 2, "at the beginning, and when it was asked for"
    said = shown(table, "ana", "say Wait.", "1", "3")
    assert sum("move Ana (to: T1)" in row for row in said) == 1


def test_a_wish_to_go_back_is_told_once(table: Table) -> None:
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    table.catch_up()
    said = shown(
        table,
        "bo",
        lambda: table.at["ana"].call("rewind", to_version=table.at["ana"].history.fight().ends[-2], reason="no"),
        lambda: table.at["ana"].do({"do": "say", "by": "ana", "text": "Well?"}),
    )
    assert sum("ana wants to go back to line" in row for row in said) == 1


def test_a_number_of_what_can_be_done_no_more_does_nothing(table: Table) -> None:
    said = shown(table, "bo", table.come_to_blows, "1")
    assert "What stood under 1 can be done no more: offers shows what there is." in said, said


def test_undo_passes_over_words_and_redo_brings_back(table: Table) -> None:
    typed(table, "ana", "1", "3", "say There.", "undo")
    assert [line["type"] for line in table.lines()[-2:]] == ["RewindAsked", "HistoryRewound"]
    assert table.at["ana"].history.fight().encounter.mover is None
    typed(table, "ana", "redo")
    assert table.at["ana"].history.fight().encounter.mover == "Ana"
    said = typed(table, "ana", "1", "redo")
    assert "Nothing can be brought back" in said


@pytest.mark.long
def test_who_must_agree_is_said_and_that_a_seat_without_a_device_must_too(here: House) -> None:
    table = here.open({**ARCHERS, "seats": [*ARCHERS["seats"], {"id": "dee"}]})
    table.join("ana", "bo")
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    said = typed(table, "ana", "undo")
    assert "Asked: bo and dee must agree." in said
    assert "No device of dee has come: whoever plays there without one has to agree too" in said


def test_why_of_a_line_says_each_thing_once_and_of_words_the_words(table: Table) -> None:
    assert typed(table, "ana", "why 3").count("Ana joined at T2") == 2, "told at the beginning, and once as the answer"
    size = len(table.lines())
    assert typed(table, "bo", "say Hold, Ana!", f"why {size}").count("said “Hold, Ana!”") == 2


def test_what_cannot_be_overruled_is_told_before_anything_else_is_asked(here: House) -> None:
    opening = as_written(SAMPLES["vanguard"]).content
    table = here.open(dict(opening))
    table.join("gm")
    number = numbered(typed(table, "gm", "more"), "gm override:")
    said = typed(table, "gm", number, "halla", "helth", "health", "many", "9999", "1", "the ceiling fell", "")
    assert "what? life, place or health, or a condition" in said
    assert "has nothing called 'helth'; is health meant" in said
    assert "has a number of health, not many" in said
    assert said.count("reason?") == 1
    assert [line["value"] for line in table.lines() if line["type"] == "RulingMade"] == [1], said
