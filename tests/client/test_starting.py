"""The command line of people who play with others: open, invite, join."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from cli.main import app
from client import calling
from client.client import Client
from client.joining import Arrival, NotVouched, read
from domain import deciding
from domain.events import EncounterOpened, Event
from domain.table.openings import Opening
from ledger.proof.verifying import verify
from tests.client.tables import House, Table
from tests.client.test_devices import for_another
from tests.ledger.fights import ARCHERS, SHOT, alone
from tests.maps.painting import board

COTTAGE = Path(__file__).parents[1] / "maps" / "cottage.dd2vtt"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let devices be kept in a folder of the test."""
    folder = tmp_path / "devices"
    monkeypatch.setenv("ENCOUNTER_STATE", str(folder))
    return folder


def run(*arguments: str, typed: str = "", status: int = 0) -> str:
    """Return what a call of the command line prints on both its outputs."""
    result = CliRunner().invoke(app, arguments, input=typed)
    assert result.exit_code == status, result.output
    return result.output


def test_opening_prints_a_link_for_each_seat_and_joining_takes_it(here: House, state: Path) -> None:
    opened = orjson.loads(run("open", "pursuit", "--server", here.address, "--entropy", "all", "--json"))
    link = opened["invitations"]["odila"]
    assert "  odila: http://" in run("open", "pursuit", "--server", here.address)
    said = run("join", link, typed="checks\nquit\n")
    assert "You are odila, and the first" in said
    (device,) = state.glob("*/*/device.json")
    assert device.stat().st_mode & 0o777 == 0o600
    assert "You are odila" in run("join", link, typed="quit\n")


def test_opening_a_fight_on_a_map_brings_its_picture(here: House, tmp_path: Path) -> None:
    shutil.copy(COTTAGE, tmp_path)
    roster = tmp_path / "mine.yaml"
    seats = "[{id: nell}, {id: gm, role: referee}]"
    roster.write_text(f"{{system: storyteller, board: {{map: cottage.dd2vtt}}, seats: {seats}}}", encoding="utf-8")
    said = run("open", str(roster), "--server", here.address, "--json")
    assert "door-1 opens no straight way between 0:2 and 1:2, 0:3 and 1:3 (aslant it does)" in said
    opened = orjson.loads(said[said.index("{\n") : said.rindex("}") + 1])
    assert here.ledger.pictures.of(opened["encounter"]) == board(8, 6)


def test_a_guest_plays_without_a_key(here: House) -> None:
    table = here.open(ARCHERS)
    said = run("join", table.invitations["bo"], "--custodial", typed="board\nquit\n")
    assert "T0 ── T1 ── T2" in said
    assert here.ledger.fight(table.encounter).table.devices == {}


def test_the_host_invites_a_latecomer(here: House) -> None:
    table = here.open(ARCHERS)
    run("join", table.invitations["ana"], typed="quit\n")
    link = run("invite", table.invitations["ana"], "dee").strip()
    assert "You are dee" in run("join", link, typed="quit\n")
    refused = run("invite", link, "finn", status=2)
    assert "dee invites nobody: only ana does, who opened the encounter." in refused


@pytest.fixture
def old(here: House, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table whose line 0 says nothing of lost keys, as they were once."""
    opened = deciding.open_encounter

    def without(wanted: Opening, encounter: str) -> list[Event]:
        first, *events = opened(wanted, encounter)
        assert isinstance(first, EncounterOpened)
        return [replace(first, key_wait=None), *events]

    with monkeypatch.context() as patched:
        patched.setattr(deciding, "open_encounter", without)
        return here.open(ARCHERS)


def test_nobody_sits_down_where_one_word_takes_a_seat(here: House, old: Table) -> None:
    for kind in ("terminal", "bot"):
        said = run("join", old.invitations["bo"], "--as", kind, status=2)
        assert "Line 0 of this fight does not say how long a lost key waits: one other seat's word would be" in said
    assert here.ledger.fight(old.encounter).table.devices == {}
    assert "T0 ── T1 ── T2" in run("join", old.invitations["bo"], "--custodial", typed="board\nquit\n")


def test_a_server_that_shows_another_line_0_before_one_sits_down_is_found_out(
    old: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = calling.Calls.ask

    def lying(calls: calling.Calls, path: str) -> object:
        return {"line": '{"key_wait":86400}'} if path.endswith("/proofs?line=0") else ask(calls, path)

    monkeypatch.setattr(calling.Calls, "ask", lying)
    said = run("join", old.invitations["bo"], typed="quit\n", status=1)
    assert "Line 0 is not the one that the server showed before" in said
    monkeypatch.setattr(
        calling.Calls, "ask", lambda calls, path: {"line": "?"} if "proofs" in path else ask(calls, path)
    )
    assert "The server says what cannot be" in run("join", old.invitations["ana"], status=2)


def test_whoever_sat_there_before_goes_on_and_gets_a_lost_seat_back(
    old: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Arrival, "_must_be_safe", lambda _: None)
        patched.setattr("client.joining.Client", partial(_unfresh, Client))
        for seat in ("ana", "bo"):
            run("join", old.invitations[seat], typed="quit\n")
    assert "You are bo" in run("join", old.invitations["bo"], typed="quit\n")
    link = run("invite", old.invitations["ana"], "bo", "--lost", "bo").strip()
    assert "Let it be told there:\nvouch " in run("join", link, "--lost", "bo", status=2)


def _unfresh(kind: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    return kind(*arguments, **{**more, "fresh": False})


def test_a_lost_device_needs_others_to_vouch(here: House) -> None:
    table = here.open(ARCHERS)
    run("join", table.invitations["bo"], typed="quit\n")
    run("join", table.invitations["ana"], typed="quit\n")
    link = run("invite", table.invitations["ana"], "bo", "--lost", "bo").strip()
    said = run("join", link, "--lost", "bo", typed="nonsense\n", status=2)
    assert "Let it be told there:\nvouch " in said
    assert "That is none of the words that are pasted here." in said
    assert "Nobody vouched for this device: it does not sit at the table." in said


def test_a_seat_invites_another_device_of_its_own_and_the_host_does_not(here: House) -> None:
    table = here.open(ARCHERS)
    run("join", table.invitations["bo"], typed="quit\n")
    run("join", table.invitations["ana"], typed="quit\n")
    refused = run("invite", table.invitations["ana"], "bo", status=2)
    assert "bo is taken: only bo invites another device of its own, and signs it." in refused
    link = run("invite", table.invitations["bo"], "bo").strip()
    said = run("join", link, "--state", str(here.state / "phone"), status=2)
    assert "bo has a device already, which must vouch for this one." in said


def test_what_cannot_be_is_told_in_a_sentence(here: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "TRIES", 1)
    assert "This is no invitation" in run("join", "hello", status=2)
    nobody = f"http://127.0.0.1:9/api/encounters/{'0' * 32}#{'A' * 43}"
    assert "The server at http://127.0.0.1:9 does not answer." in run("join", nobody, status=2)
    other = nobody.replace("http://127.0.0.1:9", here.address)
    assert "There is no such encounter, or none for this key." in run("join", other, status=2)
    assert "There is no player 'best'" in run("join", other, "--player", "best", status=2)
    roster = tmp_path / "none.yaml"
    assert "none.yaml" in run("open", str(roster), "--server", here.address, status=2)


def test_bots_play_to_the_end_and_say_so(here: House) -> None:
    table: Table = here.open({**ARCHERS, "seats": [{"id": "ana"}], "combatants": _both("ana")})
    said = run("join", table.invitations["ana"], "--as", "bot", "--seed", "1")
    assert "The fight is over: " in said
    assert here.ledger.fight(table.encounter).encounter.outcome is not None
    assert here.ledger.fight(table.encounter).table.bots == ("ana",)


def test_a_second_device_that_is_a_bot_is_vouched_for_as_one(here: House) -> None:
    table: Table = here.open(ARCHERS)
    table.join("ana")
    arrival = Arrival(for_another(table, "ana"), here.state / "phone", kind="bot")
    with pytest.raises(NotVouched) as needed:
        arrival.join()
    client = arrival.join(table.at["ana"].vouch(read(needed.value.request)))
    client.close()
    assert here.ledger.fight(table.encounter).table.bots == ("ana",)


def _both(seat: str) -> list[dict[str, object]]:
    return [{**each, "controller": seat, "health": 3} for each in ARCHERS["combatants"]]


def test_a_fight_is_exported_by_the_link_of_a_seat_before_and_after_it_was_used(here: House, tmp_path: Path) -> None:
    table = here.open(ARCHERS)
    link = table.invitations["ana"]
    for number in range(2):
        file = tmp_path / f"{number}.ndjson"
        assert f"Wrote {file}: " in run("export", link, "--out", str(file))
        assert verify(file.read_bytes()).broken is None
        run("join", link, typed="quit\n")
    assert "This is no invitation" in run("export", "http://somewhere/#key", status=2)
    wrong = link[:-43] + "A" * 43
    assert "Traceback" not in run("export", wrong, status=2)


def test_a_roll_is_proved_by_the_link_of_a_seat(here: House, tmp_path: Path) -> None:
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    link, file = table.invitations["eve"], tmp_path / "roll.proof"
    assert f"Wrote {file}: " in run("proof", link, "--roll", "1", "--out", str(file))
    assert "witnessed by bo" in run("verify", str(file))
    assert run("proof", link, "1").encode() == file.read_bytes()
    assert "no roll 9" in run("proof", link, "9", status=2)
    assert "Say which roll, once" in run("proof", link, status=2)
    assert "Say which roll, once" in run("proof", link, "1", "--roll", "1", status=2)


def test_what_a_server_gives_as_the_proof_of_a_roll_is_checked_before_it_is_written(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    table.come_to_blows()
    table.at["ana"].do(SHOT)
    link, honest = table.invitations["eve"], here.ledger.receipts.roll_proof(table.encounter, 1)
    monkeypatch.setattr(type(here.ledger.receipts), "roll_proof", lambda *_: honest)
    assert "the proof of another roll: 1." in run("proof", link, "2", status=1)
    monkeypatch.setattr(
        type(here.ledger.receipts), "roll_proof", lambda *_: honest.replace(b'"faces":[', b'"faces":[9,')
    )
    assert "The server gave no proof: " in run("proof", link, "1", status=1)


def test_a_what_if_prints_a_link_for_each_seat(here: House) -> None:
    table = here.open(alone(ARCHERS))
    said = run("fork", table.invitations["ana"])
    fork = said.split("Opened ", 1)[1][:32]
    assert f"/e/{fork}#" in said
    assert here.ledger.fight(fork).encounter.fork is not None
    refused = run("fork", table.invitations["ana"], "--at", "10000", status=2)
    assert "There is no line 10000" in refused
