"""Fishing: taking back until the dice are liked, and rolling in secret until they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from ledger.application import Ledger
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from tests.clocks import steady_time
from tests.ledger.fights import BACK, LASTING
from tests.secrecy import OPENINGS
from tests.trust.tables import Players, at_blows, no, shot
from tests.verifier.playing import Playing
from verifier.verify_fight import verify as verify_alone

STEALTH = {"do": "secret_roll", "by": "gm", "dice": "1d20", "purpose": "stealth"}


def shoots(players: Players) -> dict[str, Any]:
    """Let Ana shoot and both salt the roll; return its accepted line."""
    accepted = shot(players, "bo")
    for seat in accepted["contributors"]:
        players[seat].links(accepted, players[seat].raw(accepted["n"]))
    return accepted


def back(players: Players, seat: str, to_version: int) -> Any:
    player = players[seat]
    wish = {"to_version": to_version, "reason": "Again."}
    head = player.device.call({"do": "rewind", **wish}, player.seen(), player.beat().json()["following"])
    return player.call("POST", "/rewind", {**wish, **head})


def answers(players: Players, seat: str, agree: bool) -> Any:
    player = players[seat]
    action = {"do": "answer_rewind", "agree": agree}
    head = player.device.call(action, player.seen(), player.beat().json()["following"])
    return player.call("POST", "/consents", {"agree": agree, **head})


def types(answer: Any) -> list[str]:
    return [line["type"] for line in answer.json()["lines"]]


def test_10_nobody_takes_a_roll_back_alone(client: TestClient) -> None:
    players = at_blows(client, combatants=LASTING)
    before = players["ana"].seen()[0] - 1
    shoots(players)
    assert types(back(players, "ana", before)) == ["RewindAsked"]
    asks = f"ana asks already to go back to version {before}."
    assert no(back(players, "ana", before)) == (409, "no-rewind", asks)
    assert no(answers(players, "ana", True)) == (409, "no-rewind", "ana has agreed already.")
    assert no(answers(players, "eve", True)) == (403, "not-yours", "eve is no player of this encounter.")
    assert types(answers(players, "bo", False)) == ["RewindAnswered", "RewindLapsed"]
    assert types(back(players, "ana", before)) == ["RewindAsked"]
    withdrawn = answers(players, "ana", False)
    assert [line.get("reason") for line in withdrawn.json()["lines"]] == [None, "withdrawn"]
    assert no(answers(players, "bo", True)) == (409, "no-rewind", "Nobody asks to take anything back.")
    assert verify(players["ana"].call("GET", "/export").content).voided == ()


def test_10_after_taking_back_the_dice_are_new_and_the_old_ones_stay_and_are_counted(client: TestClient) -> None:
    players = at_blows(client, combatants=LASTING)
    before = players["ana"].seen()[0] - 1
    links = []
    for number in (1, 2, 3):
        accepted = shoots(players)
        assert (accepted["roll"], accepted["contributors"]) == (number, {"ana": number, "bo": number})
        links.append(accepted)
        if number < 3:
            assert types(back(players, "ana", before)) == ["RewindAsked"]
            assert types(answers(players, "bo", True)) == ["RewindAnswered", "HistoryRewound"]
    file = players["ana"].call("GET", "/export").content
    report = verify_alone(file)
    assert verify(file).broken is None
    assert [(roll["roll"], roll["voided"]) for roll in report["rolls"]] == [(1, True), (2, True), (3, False)]
    assert report["bound"] == 2
    revealed = [orjson.loads(row) for row in file.splitlines() if b'"type":"EntropyRevealed"' in row]
    assert len({each["server"] for each in revealed}) == 3
    assert len({each["contributions"]["bo"]["link"] for each in revealed}) == 3


def test_10_taking_back_what_was_taken_back_rolls_nothing_and_needs_consent_too(client: TestClient) -> None:
    players = at_blows(client, combatants=LASTING)
    before = players["ana"].seen()[0] - 1
    shoots(players)
    rolled = players["ana"].seen()[0] - 1
    assert types(back(players, "ana", before)) == ["RewindAsked"]
    assert types(answers(players, "bo", True))[-1] == "HistoryRewound"
    assert types(back(players, "bo", rolled)) == ["RewindAsked"]
    assert types(answers(players, "ana", True))[-1] == "HistoryRewound"
    found = verify(players["ana"].call("GET", "/export").content)
    assert (found.broken, found.voided, len(found.rolls)) == (None, (), 1)


def test_10_a_wish_lapses_when_the_fight_goes_on(client: TestClient) -> None:
    players = at_blows(client, combatants=LASTING)
    before = players["ana"].seen()[0] - 1
    shoots(players)
    back(players, "ana", before)
    players["bo"].beat()
    accepted = players["bo"].does(BACK).json()["lines"][0]
    for seat in accepted["contributors"]:
        body = players[seat].device.linking(2, accepted["contributors"][seat], leaf(players[seat].raw(accepted["n"])))
        assert players[seat].call("POST", "/links", body).status_code == 200
    assert no(answers(players, "bo", True)) == (409, "no-rewind", "Nobody asks to take anything back.")


# Secret rolls


@pytest.fixture
def playing() -> Iterator[Playing]:
    with steady_time() as clock, Ledger() as ledger:
        table = Playing(ledger, clock, OPENINGS["verdigris"], entropy="all")
        table.seated("gm", "ana")
        table.does({"do": "start", "by": "gm"}, seat="gm")
        yield table


def secret_rolls(playing: Playing, times: int) -> list[int]:
    """Roll in secret; return the lines of the commands."""
    return [playing.does(STEALTH, seat="gm", secret=True).lines[0].n for _ in range(times)]


def sealed_by(playing: Playing, command: int) -> list[int]:
    return [line.n for line in playing.fight.lines if line.type == "Sealed" and line.cause == command]


def test_11_every_secret_roll_has_a_number_and_is_counted_until_it_is_opened(playing: Playing) -> None:
    secret_rolls(playing, 5)
    accepted = [line for line in playing.fight.lines if line.type == "CommandAccepted"][1:]
    shut = verify_alone(playing.ledger.export(playing.id, "ana"))
    assert [(roll["roll"], roll["line"]) for roll in shut["rolls"]] == [
        (n, line.n) for n, line in enumerate(accepted, 1)
    ]
    assert {line.n for line in accepted} <= set(shut["unopened"])
    assert "unopened" in shut["but"]
    assert b"stealth" not in playing.ledger.export(playing.id, "ana")
    sealed = [n for line in accepted for n in sealed_by(playing, line.n)]
    playing.does({"do": "unseal", "by": "gm", "of": sealed}, seat="gm")
    opened = playing.ledger.export(playing.id, "ana")
    report = verify_alone(opened)
    # What is left is who lurks, sealed when the fight was opened.
    lurking = [line.n for line in playing.fight.lines if line.type == "Sealed" and line.cause is None]
    assert (report["verdict"], report["unopened"]) == ("OK BUT", lurking)
    told = [row for row in opened.splitlines() if b'"type":"Unsealed"' in row and b'"purpose":"stealth"' in row]
    assert len(told) == 5
    assert all(len(roll["faces"]) == 1 for roll in report["rolls"])


def test_11_only_the_best_of_them_opened_leaves_the_others_listed(playing: Playing) -> None:
    lines = secret_rolls(playing, 3)
    playing.does({"do": "unseal", "by": "gm", "of": sealed_by(playing, lines[1])}, seat="gm")
    report = verify_alone(playing.ledger.export(playing.id, "ana"))
    assert lines[1] not in report["unopened"]
    assert {lines[0], lines[2]} <= set(report["unopened"])


def test_11_what_is_opened_is_what_was_sealed(playing: Playing) -> None:
    (line,) = secret_rolls(playing, 1)
    file = playing.ledger.export(playing.id)
    (sealed,) = sealed_by(playing, line)
    for other in (b'"faces":[1]', b'"faces":[20]'):
        rows = file.splitlines()
        place = next(n for n, row in enumerate(rows) if row.startswith(b'{"n":%d,' % sealed))
        faces = rows[place][rows[place].index(b'"faces":[') :].split(b"]")[0] + b"]"
        if faces == other:
            continue
        rows[place] = rows[place].replace(faces, other)
        told = b"\n".join(rows) + b"\n"
        here = verify(told).broken
        assert here is not None
        assert verify_alone(told)["verdict"] == "BROKEN"
