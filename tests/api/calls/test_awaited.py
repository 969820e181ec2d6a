"""What is waited for, on the stream beside the lines: told when it begins, and again whenever it changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Client as Http

from api.listeners import AWAITED
from ledger.application import Ledger
from tests.api.conftest import Table
from tests.api.devices import Player as Keyed
from tests.api.listening import Ear
from tests.api.streaming import Serving
from tests.clocks import Still
from tests.ledger.fights import LASTING, SHOT, SWORDS, TO_BLOWS, Player, opening
from tests.secrecy import OPENINGS

SECONDS = 1000


def opened(here: Serving, *fight: Any, **changes: Any) -> Player:
    """Open another fight at the server, whose keys and player it has from then on."""
    fresh = here.ledger.open(opening(*fight, **changes))
    here.encounter, here.keys = fresh.encounter, fresh.keys
    here.player = Player(here.ledger, fresh.encounter)
    return here.player


def ear(here: Serving, seat: str | None = "eve", after: int | None = None) -> Ear:
    return Ear(here.address, here.encounter, here.keys[seat] if seat else "", after)


@pytest.fixture
def keyed(here: Serving, clock: Still) -> Iterator[dict[str, Keyed]]:
    """Give seats whose devices are there as long as the clock stands still, with the turn at Ana."""
    del clock
    opened(here, combatants=LASTING)
    with Http(base_url=here.address) as http:
        players = {seat: Keyed(http, here.encounter, seat, key) for seat, key in here.keys.items()}
        for player in players.values():
            assert player.join().status_code == 200
            here.keys[player.device.state.seat] = player.key
        for body in TO_BLOWS:
            assert players["ana"].does(body).status_code == 200
        for player in players.values():
            player.beat()
        yield players


def shoots(players: dict[str, Keyed]) -> tuple[dict[str, Any], bytes]:
    """Return the accepted line of a shot of Ana's that waits for links, and its bytes."""
    answer = players["ana"].does(SHOT)
    assert answer.status_code == 202, answer.text
    accepted = answer.json()["lines"][0]
    return accepted, players["ana"].raw(accepted["n"])


def test_a_stream_tells_what_is_waited_for_after_the_view_and_none_of_it_has_an_id(here: Serving) -> None:
    here.player.comes_to_blows()
    with ear(here) as listener:
        assert listener.next().kind == "view"
        told = listener.begin()
        assert told == {
            "links": None,
            "seats": [],
            "request": {"rewind": None, "end": None},
            "deadline": None,
            "pending": {**here.get("eve", "/offers").json()["pending"], "dice": None},
        }
        assert listener.heard == ["view", "checkpoint", *AWAITED]


def test_whoever_comes_again_is_told_it_anew_after_the_lines_that_were_missed(here: Serving) -> None:
    start = here.version
    here.player.comes_to_blows()
    for after, lines in ((start, here.version - start), (here.version, 0)):
        with ear(here, after=after) as listener:
            told = listener.begin()
            assert told["pending"]["who"] == "Ana"
            assert [kind for kind in listener.heard if kind == "line"] == ["line"] * lines
            assert listener.heard[-len(AWAITED) :] == list(AWAITED)


def test_what_did_not_change_is_not_told_again(here: Serving) -> None:
    with ear(here) as listener:
        listener.begin()
        began = len(listener.heard)
        here.player.comes_to_blows()
        assert listener.until("pending", lambda told: told["kind"] == "turn")["who"] == "Ana"
        here.player.does({"do": "disengage", "who": "Ana"})
        listener.until("line", lambda told: told["line"]["n"] == here.version)
        assert {*listener.heard[began:]} <= {"line", "checkpoint", "pending"}


def test_what_is_pending_is_told_with_what_is_asked_of_whom(here: Serving) -> None:
    player = opened(here)
    with ear(here) as listener:
        assert listener.begin()["pending"]["kind"] == here.get("eve", "/offers").json()["pending"]["kind"]
        for body in TO_BLOWS[:3]:
            player.does(body)
        asked = listener.until("pending", lambda told: told["kind"] == "engage")
        assert asked["who"] == "Ana"
        assert asked == {**here.get("eve", "/offers").json()["pending"], "dice": None}


def test_dice_of_the_table_are_asked_of_whoever_rolls_them(here: Serving) -> None:
    player = opened(here, dice="table", combatants=LASTING)
    player.comes_to_blows()
    with ear(here) as listener:
        assert listener.begin()["pending"]["dice"] is None
        player.does(SHOT)
        dice = listener.until("pending", lambda told: told["dice"])["dice"]
        assert (dice["by"], dice["dice"]) == ("Ana", "1d6")
        here.ledger.type_dice(here.encounter, "ana", "Ana", "1d6", [1], "typed")
        listener.until("pending", lambda told: told["dice"] is None)


def test_a_wish_to_take_back_is_told_with_who_agreed_and_who_is_asked(here: Serving) -> None:
    seats = [*({"id": seat} for seat in ("ana", "bo", "cy")), {"id": "eve", "role": "spectator"}]
    player = opened(here, combatants=LASTING, seats=seats)
    to = player.comes_to_blows().version
    player.does(SHOT)
    with ear(here) as listener:
        assert listener.begin()["request"] == {"rewind": None, "end": None}
        line = here.ledger.ask_rewind(here.encounter, "ana", to, "The wrong bow.", "undo").version
        told = listener.of("request")["rewind"]
        until = here.ledger.lines(here.encounter)[line].at + 600 * SECONDS
        asked = {"line": line, "to_version": to, "by": "ana", "reason": "The wrong bow.", "until": until}
        assert told == {**asked, "agreed": [], "asked": ["bo", "cy"]}
        said = here.ledger.answer_rewind(here.encounter, "cy", agree=True, cmd="yes").version
        assert listener.of("request")["rewind"] == {**asked, "agreed": [["cy", said]], "asked": ["bo"]}
        with ear(here, "bo") as other:
            assert other.begin()["request"]["rewind"] == {**asked, "agreed": [["cy", said]], "asked": ["bo"]}
        here.ledger.answer_rewind(here.encounter, "bo", agree=False, cmd="no")
        assert listener.of("request")["rewind"] is None


def test_a_wish_for_the_end_is_told_with_who_agreed_and_who_is_asked(here: Serving) -> None:
    player = opened(here, SWORDS)
    with ear(here, "ana") as listener:
        assert listener.begin()["request"]["end"] is None
        player.does({"do": "end_encounter", "by": "ana"}, seat="ana")
        assert listener.of("request")["end"] == {"agreed": ["ana"], "asked": ["bo"]}
        player.does({"do": "refuse_end", "by": "bo"}, seat="bo")
        assert listener.of("request")["end"] is None
        player.ends()
        listener.until("pending", lambda told: told["kind"] == "over")
        assert listener.heard[-1] == "pending"


def test_that_the_ledger_is_closed_is_told_and_nothing_is_asked_any_more(here: Serving) -> None:
    player = opened(here, SWORDS)
    player.ends()
    with ear(here, "bo") as listener:
        assert listener.begin()["pending"]["kind"] == "over"
        here.ledger.close_ledger(here.encounter, "ana", cmd="close")
        listener.until("pending", lambda told: told["kind"] == "closed")
    choices = here.get("bo", "/offers").json()
    assert (choices["pending"]["kind"], choices["offers"]) == ("closed", [])


def test_the_time_of_a_decision_is_told_with_when_it_is_up(here: Serving, clock: Still) -> None:
    player = opened(here, clock=30, combatants=LASTING)
    player.comes_to_blows()
    with ear(here) as listener:
        first = listener.begin()["deadline"]
        assert first == here.get("eve", "/offers").json()["deadline"]
        clock.passes(7 * SECONDS)
        player.does(SHOT)
        assert listener.of("deadline") == here.get("eve", "/offers").json()["deadline"] > first


def test_where_nobody_decides_no_time_is_told(here: Serving, clock: Still) -> None:
    player = opened(here, clock=30)
    player.does(TO_BLOWS[0])
    with ear(here) as listener:
        assert listener.begin()["deadline"] == clock.at + 30 * SECONDS
        player.ends()
        assert listener.of("deadline") is None


def test_devices_are_told_by_whether_they_were_heard_of(here: Serving, clock: Still, keyed: dict[str, Keyed]) -> None:
    everybody = [{"seat": seat, "there": [seat], "away": []} for seat in ("ana", "bo", "eve")]
    with ear(here) as listener:
        assert listener.begin()["seats"] == everybody
        keyed["bo"].call("POST", "/presence", {"party": "bo", "next": 1, "leaving": True})
        assert listener.of("seats") == [everybody[0], {"seat": "bo", "there": [], "away": ["bo"]}, everybody[2]]
        keyed["bo"].beat()
        assert listener.of("seats") == everybody
        clock.passes(3 * SECONDS)
        keyed["ana"].beat()
        clock.passes(3 * SECONDS)
        away = [each["away"] for each in listener.until("seats", lambda told: told[2]["away"])]
        assert away == [[], ["bo"], ["eve"]]


def test_links_are_told_by_whose_came_until_the_roll_is_decided(
    here: Serving, clock: Still, keyed: dict[str, Keyed]
) -> None:
    with ear(here, "bo") as listener:
        assert listener.begin()["links"] is None
        accepted, raw = shoots(keyed)
        told = listener.of("links")
        assert told == {
            "roll": 1,
            "line": accepted["n"],
            "came": [],
            "missing": ["ana", "bo", "eve"],
            "until": accepted["at"] + 10 * SECONDS,
            "dice": {"by": "Ana", "purpose": told["dice"]["purpose"], "dice": "1d6", "line": accepted["n"]},
        }
        keyed["bo"].links(accepted, raw)
        assert listener.of("links") == {**told, "came": ["bo"], "missing": ["ana", "eve"]}
        with ear(here, after=accepted["n"]) as late:
            assert late.begin()["links"] == {**told, "came": ["bo"], "missing": ["ana", "eve"]}
        keyed["ana"].links(accepted, raw)
        assert listener.of("links")["missing"] == ["eve"]
        clock.passes(10 * SECONDS)
        keyed["ana"].beat()
        assert listener.of("links") is None


def test_no_link_is_told_before_the_roll_is_decided(here: Serving, keyed: dict[str, Keyed]) -> None:
    with ear(here) as listener:
        listener.begin()
        accepted, raw = shoots(keyed)
        keyed["bo"].links(accepted, raw)
        while (told := listener.next()).kind != "links" or not told.body["links"]["came"]:
            pass
        link = here.ledger.store.links(here.encounter, accepted["roll"])["bo"]
        assert not any(each.encode() in told.raw for each in link)


def test_where_links_wait_for_consent_there_is_no_end_to_the_wait(here: Serving) -> None:
    opened(here, combatants=LASTING, missing="consent")
    with Http(base_url=here.address) as http, ear(here) as listener:
        ana = Keyed(http, here.encounter, "ana", here.keys["ana"])
        assert ana.join().status_code == 200
        for body in TO_BLOWS:
            assert ana.does(body).status_code == 200
        ana.beat()
        assert ana.does(SHOT).status_code == 202
        told = listener.until("links", bool)
        assert (told["missing"], told["until"]) == (["ana"], None)


def test_without_a_key_nobody_is_told_who_is_at_home(here: Serving, keyed: dict[str, Keyed]) -> None:
    assert keyed["ana"].call("POST", "/public", {"public": "live"}).status_code == 200
    with ear(here, None) as stranger, ear(here) as spectator:
        assert [stranger.next().kind for _ in range(6)] == ["view", "checkpoint", *(k for k in AWAITED if k != "seats")]
        assert spectator.begin()["seats"]
        keyed["bo"].call("POST", "/presence", {"party": "bo", "next": 1, "leaving": True})
        assert spectator.of("seats")[1]["away"] == ["bo"]
        accepted, raw = shoots(keyed)
        assert stranger.of("links")["line"] == accepted["n"]
        keyed["ana"].links(accepted, raw)
        stranger.until("links", lambda told: told["missing"] == ["eve"])
        assert "seats" not in stranger.heard


@pytest.fixture
def secret(here: Serving, clock: Still) -> Iterator[dict[str, Keyed]]:
    """Give a referee, a player and a spectator with devices, and somebody in reserve; the clock stands still."""
    del clock
    with TestClient(here.app) as client:
        table = Table(client, {**OPENINGS["storyteller"], "entropy": "all"})
    here.encounter, here.keys = table.id, table.keys
    with Http(base_url=here.address) as http:
        players = {seat: Keyed(http, table.id, seat, key) for seat, key in table.keys.items()}
        for seat, player in players.items():
            assert player.join().status_code == 200
            here.keys[seat] = player.key
            player.beat()
        yield players


def test_what_is_rolled_in_secret_is_told_to_whoever_may_know_it(here: Serving, secret: dict[str, Keyed]) -> None:
    gm = secret["gm"]
    assert gm.call("POST", "/public", {"public": "live"}).status_code == 200
    with ear(here, "gm") as one, ear(here, "ana") as two, ear(here, "eve") as three, ear(here, None) as four:
        there = gm.beat().json()
        action = {"do": "secret_roll", "by": "gm", "dice": "3d8", "purpose": "stealth"}
        body = gm.device.declaring(action, there["seen"], there["following"], secret=True)
        assert gm.call("POST", "/commands", body).status_code == 202
        told, *others = [listener.until("links", bool) for listener in (one, two, three, four)]
    assert told["missing"] == ["ana", "eve", "gm"]
    assert (told["dice"]["dice"], told["dice"]["purpose"]) == ("3d8", "secret stealth")
    assert others == [{**told, "dice": None}] * 3


def test_an_imported_fight_waits_for_nothing(here: Serving, tmp_path: Any) -> None:
    here.player.comes_to_blows()
    exported = here.ledger.export(here.encounter)
    with Ledger(tmp_path / "other") as other:
        other.import_(exported)
        key = other.records.reader(here.encounter)
        running = Serving(other)
        with Ear(running.address, here.encounter, key) as listener:
            told = listener.begin()
        running.stop()
    assert (told["links"], told["deadline"], told["request"]) == (None, None, {"rewind": None, "end": None})
