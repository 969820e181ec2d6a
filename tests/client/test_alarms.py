"""What a client stops at: each test tries to cheat it, on the running server or on the way from it."""

from __future__ import annotations

import shutil
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import orjson
import pytest

from client import guard
from client.calling import Calls, NoServer, Problem, StreamEvent
from client.client import Client
from client.device import Device
from client.duties import Duties
from client.folder import InUse
from client.history import Alarm, History
from client.joining import join
from ledger.proof.notes import proves_fork, read_vkey, signed
from ledger.table import rolling
from tests.client.tables import House, Table, house, until
from tests.ledger.fights import ARCHERS, BACK, SHOT
from tests.verifier.attacks import cheating
from tests.verifier.attacks.resigning import resigned
from tests.verifier.cases import rows_in

Lie = Callable[[Any], Any]


@pytest.fixture
def table(here: House) -> Table:
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    table.come_to_blows()
    return table


def alarm_of(client: Client) -> Alarm:
    until(lambda: client.alarm)
    until(lambda: client.over)
    assert client.alarm is not None
    return client.alarm


def evidence(alarm: Alarm) -> Any:
    """Return what was written down, from the file that the sentence names."""
    _, _, file = str(alarm).partition("Evidence saved in ")
    return orjson.loads(Path(file.removesuffix(".")).read_bytes())


def duties_of(client: Client) -> Duties:
    assert client.duties is not None
    return client.duties


def tell(client: Client, monkeypatch: pytest.MonkeyPatch, kind: str, lie: Lie) -> None:
    """Change on its way what the server tells a client, or keep it back where nothing is returned."""
    hear = client.hearing.hear

    def heard(event: StreamEvent) -> None:
        value = orjson.loads(event.data)
        changed = lie(value) if event.kind == kind else value
        if changed is not None:
            hear(StreamEvent(kind=event.kind, data=orjson.dumps(changed), id=event.id))

    monkeypatch.setattr(client.hearing, "hear", heard)


def shoots(table: Table) -> None:
    """Let Ana shoot, whatever comes of it."""
    ana = table.at["ana"]
    with ana.knowing():
        body = ana.sending.declared(SHOT, "shot", None)
    ana.calls.post(ana.standing.at("/commands"), body)


BEHIND_SEALS = {
    "to everybody": "faces",
    "opened at once": "sealed",
    "as dice of no source": "sealed",
    "each die alone": "sealed",
    "all in one line": "sealed",
}
"""How the operator of `tests.verifier.attacks.cheating` seals the dice, and what a client that sees it calls that."""


@pytest.mark.long(but=("to everybody", "each die alone"))
@pytest.mark.parametrize("way", BEHIND_SEALS)
def test_faces_chosen_behind_a_seal_raise_an_alarm_and_no_link_is_given_any_more(table: Table, way: str) -> None:
    with cheating.bent(cheating.WAYS[way]):
        shoots(table)
        alarms = {seat: alarm_of(table.at[seat]) for seat in ("ana", "bo")}
        given = {seat: table.at[seat].given for seat in alarms}
        for seat, alarm in alarms.items():
            assert alarm.kind == BEHIND_SEALS[way]
            assert evidence(alarm)["seat"] == seat
            with pytest.raises(Alarm):
                table.at[seat].do(BACK)
            table.at[seat].beat()
    assert given == {"ana": 1, "bo": 1} == {seat: table.at[seat].given for seat in alarms}


def test_a_link_that_was_taken_and_is_left_out_raises_an_alarm(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = table.house.ledger.store
    links = recorder.links
    monkeypatch.setattr(recorder, "links", lambda *roll: {k: v for k, v in links(*roll).items() if k != "bo"})
    shoots(table)
    until(lambda: table.at["bo"].given == 1 and table.at["ana"].given == 1)
    # Not before it is known here that the link was taken.
    monkeypatch.setattr(rolling, "PATIENCE", 100)
    until(lambda: table.house.ledger.due.reveal_if_due(table.encounter).table.open_roll is None)
    alarm = alarm_of(table.at["bo"])
    assert alarm.kind == "missing"
    assert str(alarm).startswith("Roll 1 was decided without your link, which the server had taken. Evidence saved")
    assert orjson.loads(evidence(alarm)["evidence"]["line"])["missing"] == ["bo"]


def fails(_: Any) -> Any:
    raise Problem(500, {"detail": "A fault of the server."})


def is_busy(_: Any) -> Any:
    raise Problem(503, {"detail": "Come again."})


def refuses(_: Any) -> Any:
    raise Problem(403, {"detail": "That is not the link that is waited for."})


def hangs(_: Any) -> Any:
    raise NoServer("The server does not answer.")


@pytest.mark.long
@pytest.mark.parametrize("answer", [fails, is_busy, refuses, hangs])
def test_a_link_that_the_server_will_not_take_and_then_misses_raises_an_alarm(
    table: Table, monkeypatch: pytest.MonkeyPatch, answer: Lie
) -> None:
    bo = table.at["bo"]
    post = bo.calls.post
    monkeypatch.setattr(guard, "SETTLED", 100)
    monkeypatch.setattr(guard, "MARGIN", 0)
    monkeypatch.setattr(rolling, "PATIENCE", 800)
    monkeypatch.setattr(
        bo.calls, "post", lambda path, body: answer(body) if path.endswith("/links") else post(path, body)
    )
    bo.beat()
    sleep(0.2)
    bo.beat()
    shoots(table)
    until(lambda: table.house.ledger.due.reveal_if_due(table.encounter).table.open_roll is None)
    alarm = alarm_of(bo)
    assert alarm.kind == "missing"
    assert str(alarm).startswith("Roll 1 was decided without your link, which was sent in time and not taken.")
    assert orjson.loads(evidence(alarm)["evidence"]["line"])["missing"] == ["bo"]
    assert table.at["ana"].alarm is None


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything that takes seconds take tenths of them."""
    monkeypatch.setattr("client.presence.BEAT", 0.1)
    monkeypatch.setattr(rolling, "HEARTBEAT", 1000)
    monkeypatch.setattr(rolling, "PATIENCE", 1500)
    monkeypatch.setattr(guard, "SETTLED", 100)
    monkeypatch.setattr(guard, "MARGIN", 0)


def leaves_unanswered(client: Client, monkeypatch: pytest.MonkeyPatch, call: str) -> Event:
    """Let a kind of call go on and on until the event happens."""
    post, ended = client.calls.post, Event()

    def posted(path: str, body: Any) -> Any:
        if path.endswith(call) and ended.wait(30):
            hangs(body)
        return post(path, body)

    monkeypatch.setattr(client.calls, "post", posted)
    return ended


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("missing", ["wait", "consent"])
def test_a_link_that_the_server_leaves_unanswered_and_then_misses_raises_an_alarm(
    here: House, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    table = here.open({**ARCHERS, "missing": missing})
    table.join("ana", "bo")
    table.come_to_blows()
    bo = table.at["bo"]
    ended = leaves_unanswered(bo, monkeypatch, "/links")
    sleep(0.3)
    shoots(table)
    sleep(2.0)
    if missing == "consent":
        table.at["ana"].call("go_on", roll=1)
    until(lambda: table.house.ledger.due.reveal_if_due(table.encounter).table.open_roll is None)
    alarm = alarm_of(bo)
    ended.set()
    assert alarm.kind == "missing"
    assert str(alarm).startswith("Roll 1 was decided without your link, which was sent in time and not taken.")


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("call", ["/cosignatures", "/chains"])
def test_a_call_that_the_server_leaves_unanswered_keeps_back_no_sign_of_life_and_no_link(
    table: Table, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    bo = table.at["bo"]
    duties = duties_of(bo)
    ended = leaves_unanswered(bo, monkeypatch, call)
    if call == "/chains":
        with monkeypatch.context() as short:
            short.setattr("client.duties.RENEW_AT", 64)
            bo.errands.put_between(duties.renew_if_short)
            until(lambda: duties.presence.renewing)
    else:
        bo.errands.put(lambda: duties.cosign(bo.history.note or ""))
    sleep(1.5)
    assert duties.guard.signs.covers()
    shoots(table)
    until(lambda: bo.given == 1)
    ended.set()
    assert bo.alarm is None


def test_a_link_that_is_left_unanswered_keeps_back_none_of_another_roll(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = table.at["bo"]
    duties, ended, sent = duties_of(bo), Event(), list[int]()

    def posted(_: str, link: Any) -> None:
        sent.append(link["roll"])
        if link["roll"] == 1:
            ended.wait(30)

    with monkeypatch.context() as patched:
        patched.setattr(duties, "beat", lambda: None)
        patched.setattr(bo.calls, "post", posted)
        for roll in (1, 1, 1, 2):
            duties.links.hand({"roll": roll})
        until(lambda: 2 in sent)
        ended.set()
        until(lambda: bo.given == 2)
    assert sorted(sent) == [1, 1, 2]
    assert bo.given == 2, "one link of each roll"


def test_a_fault_in_any_thread_of_a_client_ends_it_and_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    bo = table.at["bo"]
    monkeypatch.setattr(duties_of(bo), "beat", lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        bo.errands.run(bo.show)
    assert bo.over
    assert bo.trouble == "A fault of this program: ZeroDivisionError('integer division or modulo by zero')"


def test_a_link_that_came_too_late_or_while_the_server_was_away_is_missing_without_an_alarm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signs, given, clock = guard.Signs(), guard.LinkAsked(), [1_000_000]
    monkeypatch.setattr(guard, "here", lambda: clock[0])

    def after(milliseconds: int) -> None:
        clock[0] += milliseconds
        signs.sending()
        signs.sent(reached=True)

    def asked(roll: int, *, after_so_long: int = 0, there: bool = True) -> None:
        given.asked(roll, there=there)
        after(after_so_long)
        given.sending(roll)

    signs.hears(now=True)
    after(0)
    after(guard.SETTLED)
    in_time = rolling.PATIENCE - 2 * guard.SETTLED - guard.MARGIN
    assert not given.came(1, signs, waiting=True)
    asked(1, after_so_long=0)
    assert given.came(1, signs, waiting=True)
    assert not given.came(2, signs, waiting=True)
    # Where the ledger waits for consent, a short time says nothing, and what was answered just now neither.
    assert not given.came(1, signs, waiting=False)
    for _ in range(4):
        assert not given.came(1, signs, waiting=False)
        after((rolling.PATIENCE - guard.SETTLED - guard.MARGIN) // 4)
    assert given.came(1, signs, waiting=False)
    asked(1)
    given.answered(1)
    after(guard.SETTLED - 1)
    assert not given.came(1, signs, waiting=False)
    after(1)
    assert given.came(1, signs, waiting=False)
    asked(2, there=False)
    assert not given.came(2, signs, waiting=True)
    given.asked(3, there=True)
    for _ in range(3):
        after(in_time // 3 + 1)
    given.sending(3)
    assert not given.came(3, signs, waiting=True)
    # Whoever was cut off meanwhile cannot know what the server had.
    asked(4)
    signs.sent(reached=False)
    after(0)
    assert not given.came(4, signs, waiting=True)


@pytest.mark.long
def test_a_roll_that_is_taken_back_for_a_link_that_the_server_would_not_take_raises_an_alarm(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = table.at["ana"]
    post = ana.calls.post
    monkeypatch.setattr(guard, "SETTLED", 100)
    monkeypatch.setattr(guard, "MARGIN", 0)
    monkeypatch.setattr(rolling, "PATIENCE", 800)
    monkeypatch.setattr(
        ana.calls, "post", lambda path, body: fails(body) if path.endswith("/links") else post(path, body)
    )
    ana.beat()
    sleep(0.2)
    ana.beat()
    before = table.house.ledger.fight(table.encounter).version
    shoots(table)
    until(lambda: table.at["bo"].given == 1)
    sleep(0.9)
    table.at["bo"].call("rewind", to_version=before, reason="Ana keeps us waiting.")
    alarm = alarm_of(ana)
    assert alarm.kind == "missing"
    assert "Your roll 1 was taken back as if your link had not come, which was sent in time" in str(alarm)


def test_being_left_off_the_list_raises_an_alarm(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.house.ledger.due, "present", lambda _: {"ana": 1})
    shoots(table)
    assert alarm_of(table.at["bo"]).kind == "unlisted"
    assert table.at["ana"].alarm is None


def absent(there: Any) -> Any:
    """Say that the device was never heard of."""
    return {**there, "at": 0}


def late(there: Any) -> Any:
    """Say that it was heard of when the roll had been made."""
    return {**there, "at": there["at"] + 3_600_000}


def never(_: Any) -> Any:
    """Say nothing that is an answer."""
    raise Problem(500, {"detail": "A fault of the server."})


def nonsense(_: Any) -> Any:
    """Say something that is no answer."""
    return ["here", {"version": None}]


@pytest.mark.long(but=("absent",))
@pytest.mark.parametrize("lie", [absent, late, never, nonsense])
def test_being_left_off_the_list_raises_an_alarm_whatever_the_server_says_of_presence(
    table: Table, monkeypatch: pytest.MonkeyPatch, lie: Lie
) -> None:
    bo = table.at["bo"]
    post = bo.calls.post

    def lying(path: str, body: Any) -> Any:
        told = post(path, body)
        return lie(told) if path.endswith("/presence") else told

    monkeypatch.setattr(guard, "SETTLED", 100)
    monkeypatch.setattr(bo.calls, "post", lying)
    bo.beat()
    sleep(0.2)
    bo.beat()
    duties_of(bo).guard._beats.clear()
    monkeypatch.setattr(table.house.ledger.due, "present", lambda _: {"ana": 1})
    shoots(table)
    alarm = alarm_of(bo)
    assert alarm.kind == "unlisted"
    assert "Roll 1 was made without you, though" in str(alarm)
    assert table.at["ana"].alarm is None


def test_who_was_away_for_a_while_is_not_there_by_its_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    signs, clock = guard.Signs(), [1_000_000]
    monkeypatch.setattr(guard, "here", lambda: clock[0])

    def after(milliseconds: int) -> None:
        clock[0] += milliseconds

    def beats(*, reached: bool = True) -> None:
        signs.sending()
        signs.sent(reached=reached)

    signs.hears(now=True)
    beats()
    assert not signs.covers()
    after(guard.SETTLED)
    assert signs.covers()
    beats()
    after(rolling.HEARTBEAT - guard.MARGIN)
    assert signs.covers()
    after(1)
    assert not signs.covers()
    # After a silence they begin anew.
    beats()
    assert not signs.covers()
    after(guard.SETTLED)
    assert signs.covers()
    # Lines that come at once when the stream begins anew may be old.
    signs.hears(now=False)
    assert not signs.covers()
    signs.hears(now=True)
    assert not signs.covers()
    beats()
    after(guard.SETTLED)
    assert signs.covers()
    # Nobody is there where no server is reached.
    beats(reached=False)
    assert not signs.covers()
    # One that is never answered is a sign of life as well.
    signs.sending()
    after(60_000)
    assert signs.covers()


def test_a_face_that_does_not_follow_raises_an_alarm(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(value: Any) -> Any:
        if value["line"]["type"] == "DiceRolled":
            value["line"]["faces"] = [value["line"]["faces"][0] % 6 + 1]
        return value

    tell(table.at["bo"], monkeypatch, "line", lie)
    shoots(table)
    alarm = alarm_of(table.at["bo"])
    assert alarm.kind == "faces"
    assert "The faces do not follow from the revealed entropy." in str(alarm)


def test_a_forged_declaration_harvests_no_link(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(value: Any) -> Any:
        if value["line"]["type"] == "CommandAccepted":
            value["line"]["decl"]["action"]["target"] = "Ana"
        return value

    tell(table.at["bo"], monkeypatch, "line", lie)
    shoots(table)
    alarm = alarm_of(table.at["bo"])
    assert "No key of ana signed this" in str(alarm)
    assert table.at["bo"].given == 0


def test_a_line_that_no_checkpoint_covers_harvests_no_link(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    bo = table.at["bo"]
    size = bo.history.size
    tell(bo, monkeypatch, "checkpoint", lambda _: None)
    shoots(table)
    until(lambda: bo.history.size > size)
    assert bo.history.table.open_roll is not None
    bo.beat()
    assert (bo.given, bo.alarm) == (0, None)


def test_a_checkpoint_that_the_log_did_not_sign_raises_an_alarm(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(value: Any) -> Any:
        text, _, signed = value["note"].partition("\n\n")
        origin, size, root = text.split("\n")
        return {"note": f"{origin}\n{int(size) - 1}\n{root}\n\n{signed}"}

    tell(table.at["bo"], monkeypatch, "checkpoint", lie)
    shoots(table)
    assert alarm_of(table.at["bo"]).kind == "unsigned"
    assert table.at["bo"].given == 0


@pytest.mark.long
@pytest.mark.parametrize("forges", [False, True])
def test_a_checkpoint_that_came_before_its_lines_is_held_against_them(table: Table, forges: bool) -> None:
    shoots(table)
    receipts, fight = table.house.ledger.receipts, table.house.ledger.fight(table.encounter)
    lines = [line.raw for line in fight.lines]
    history = History(table.encounter)
    for raw in lines[:-3]:
        history.take(raw)
    honest = receipts.note(table.encounter, len(lines))
    origin, size, _ = honest.partition("\n\n")[0].split("\n")
    another = f"{origin}\n{size}\n{b64encode(bytes(32)).decode()}\n"
    assert history.set_aside(signed(another, origin, receipts._signer) if forges else honest)
    for raw in lines[-3:]:
        history.take(raw)
    if not forges:
        assert history.take_note(honest).size == len(lines)
        return
    with pytest.raises(Alarm, match="two histories") as raised:
        history.take_note(honest)
    assert raised.value.kind == "forked"


def test_a_link_far_ahead_is_not_given(table: Table) -> None:
    table.house.ledger.devices.beat(table.encounter, "bo", "bo", 60)
    shoots(table)
    alarm = alarm_of(table.at["bo"])
    assert str(alarm).startswith("Link 60 of bo is asked for, and the next one is 1.")
    assert table.at["bo"].given == 0


def restored(table: Table, tmp_path: Path) -> Path:
    """Return a copy of the store as it is now."""
    copy = tmp_path / "copy"
    shutil.copytree(table.house.state / "ledger", copy)
    return copy


def again(table: Table, other: House, seat: str) -> Client:
    """Let a device that left come to another server with what it kept."""
    table.at[seat].close()
    link = table.invitations[seat].replace(table.house.address, other.address)
    return join(link, table.house.state / seat)


def test_an_old_backup_raises_an_alarm(table: Table, tmp_path: Path) -> None:
    backup = restored(table, tmp_path)
    table.at["ana"].do(SHOT)
    with house(tmp_path, backup) as other:
        client = again(table, other, "bo").start()
        alarm = alarm_of(client)
        assert alarm.kind == "shrunk"
        client.close()


@pytest.mark.long
def test_another_history_of_the_same_log_is_proved_by_two_checkpoints(table: Table, tmp_path: Path) -> None:
    backup = restored(table, tmp_path)
    table.at["ana"].do(SHOT)
    bo = table.at["bo"]
    until(lambda: bo.history.covered == bo.history.size > table.house.ledger.fight(table.encounter).version)
    with house(tmp_path, backup) as other:
        # Ana plays the operator's game: her device forgets what happened, and goes on as if it had not.
        table.at["ana"].close()
        device = Device.read(table.house.state / "ana" / table.encounter / "ana")
        ana = other.seat(Client(Calls(other.address, device.state.token), table.encounter, "ana", device))
        while other.ledger.fight(table.encounter).version <= bo.history.size:
            ana.renew()
        client = again(table, other, "bo").start()
        alarm = alarm_of(client)
        assert alarm.kind == "forked"
        shown = evidence(alarm)
        notes = shown["evidence"]["note"], shown["evidence"]["mine"]
        assert proves_fork(*notes, [read_vkey(shown["log_key"])])
        client.close()


def test_a_device_is_used_by_one_program_at_a_time(table: Table) -> None:
    with pytest.raises(InUse, match="Another program plays with the device"):
        join(table.invitations["bo"], table.house.state / "bo")


def test_histories_are_compared_by_what_is_pasted(table: Table) -> None:
    ana, bo = table.at["ana"], table.at["bo"]
    assert bo.history.compared(ana.history.told()) == f"The same history, up to line {ana.history.size - 1}."
    assert bo.history.compared("hello") == "That is not origin, size and root."
    endless = f"{bo.history.table.origin} {'9' * 5000} {64 * '0'}"
    assert bo.history.compared(endless) == "That is not origin, size and root."
    assert bo.history.compared("elsewhere 3 " + 64 * "0") == "That is another fight: elsewhere."
    origin, size, _ = ana.history.told().split()
    with pytest.raises(Alarm, match=r"they were told another history than you\. Evidence saved in"):
        bo.compare(f"{origin} {size} {64 * '0'}")
    assert bo.over


def test_what_was_kept_is_enough_to_go_on(table: Table) -> None:
    table.at["bo"].close()
    table.at["ana"].do(SHOT)
    bo = join(table.invitations["bo"], table.house.state / "bo")
    table.at["bo"] = table.house.seat(bo)
    table.beat()
    assert bo.alarm is None
    done = bo.do(BACK)
    assert done.lines[0]["contributors"] == {"ana": 2, "bo": 1}


@pytest.mark.long(but=("shrunk",))
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (b"hello\n", "faces"),
        (b"[1]\n", "faces"),
        (b'{"n":1}\n', "faces"),
        (b'{"note":1}\n', "shrunk"),
        (b"\n".join([b'{"n":0,"type":"EncounterOpened"}', b'{"n":0,"payload":1,"salt":2}']), "faces"),
    ],
)
def test_what_is_no_file_raises_an_alarm(
    here: House, monkeypatch: pytest.MonkeyPatch, answer: bytes, kind: str
) -> None:
    table = here.open(ARCHERS)
    client = join(table.invitations["ana"])
    monkeypatch.setattr(client.calls, "get", lambda _: answer)
    with pytest.raises(Alarm) as alarm:
        client.start()
    assert alarm.value.kind == kind
    client.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "lie"), [("line", []), ("line", {}), ("line", {"line": 5}), ("checkpoint", {"note": 5})]
)
def test_what_cannot_be_read_raises_an_alarm(
    table: Table, monkeypatch: pytest.MonkeyPatch, kind: str, lie: Any
) -> None:
    bo = table.at["bo"]
    tell(bo, monkeypatch, kind, lambda _: lie)
    shoots(table)
    assert alarm_of(bo).kind in ("faces", "unsigned")
    assert bo.given == 0


@pytest.mark.parametrize(
    "payload",
    [
        {"events": 5},
        {"events": [{"type": "DiceRolled"}]},
        {"events": [], "stands_in": "x"},
        {"action": {"do": "concede"}},
        {"action": 5},
        {"text": 5},
        {"text": "Hold!", "more": 1},
    ],
    ids=str,
)
def test_what_is_told_to_be_the_words_of_a_line_is_one_text(payload: dict[str, Any]) -> None:
    rows = rows_in("secret-closed.ndjson")
    spoken = next(row for row in rows if "type" not in row and "text" in row.get("payload", {}))
    spoken["payload"] = payload
    raw = resigned(rows, "words")
    assert raw is not None
    lines = [row for row in map(orjson.loads, raw.splitlines()) if "type" in row][: spoken["n"] + 1]
    (behind,) = (
        row for row in map(orjson.loads, raw.splitlines()) if "type" not in row and row.get("n") == spoken["n"]
    )
    history = History(lines[0]["encounter"])
    for line in lines[:-1]:
        history.take(orjson.dumps(line))
    with pytest.raises(Alarm) as alarm:
        history.take(orjson.dumps(lines[-1]), {"payload": behind["payload"], "salt": behind["salt"]})
    assert alarm.value.kind == "faces"
