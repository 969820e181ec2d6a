"""The proof of one roll says of its seats and keys what the whole file says of them, in all three verifiers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.main import app
from ledger.application import Ledger
from ledger.line.entries import SeatJoined
from ledger.proof.proofs import proof
from ledger.refusals import NoSuchProof
from tests.clocks import steady_time
from tests.ledger.fights import BACK, SHOT, TO_BLOWS
from tests.verifier.cases import FILES
from tests.verifier.making import TRIO
from tests.verifier.page import InBrowser, InNode
from tests.verifier.playing import Party, Playing
from tests.verifier.test_proofs import parts, said
from verifier.verify_fight import BUTS, LATE, main, proof_sentences, verify, verify_proof

Page = InBrowser | InNode


@pytest.fixture
def trio() -> Iterator[Playing]:
    with Ledger() as ledger, steady_time() as clock:
        yield Playing(ledger, clock, TRIO, entropy="all")


def begun(playing: Playing) -> Playing:
    for body in TO_BLOWS:
        playing.does(body)
    return playing


def anchored(playing: Playing) -> bytes:
    next(iter(playing.parties.values())).cosigns()
    return playing.ledger.export(playing.id)


def concerning(raw: bytes, whole: dict[str, Any], roll: dict[str, Any]) -> dict[str, Any]:
    """Return what the report on a whole file says of a roll's seats, and of their keys before it."""
    seats = sorted({roll["seat"], *roll["seats"], *roll["missing"]})
    of_seats = {n for n, row in enumerate(map(json.loads, parts(raw)[0])) if row.get("seat") in seats}
    replaced = [
        (each["line"], each["party"])
        for each in whole["replaced"]
        if each["line"] < roll["line"] and each["line"] in of_seats
    ]
    holds = {"forked": whole["fork"] is not None, "replaced": bool(replaced)}
    return {
        "but": [name for name, is_so in holds.items() if is_so],
        "replaced": replaced,
        "late": [seat for seat in seats if whole["seats"][seat]["late"]],
        "bots": [seat for seat in seats if whole["seats"][seat]["bot"]],
        "fork": whole["fork"],
        "log_key": whole["log_key"],
    }


def proofs_of(raw: bytes, whole: dict[str, Any]) -> Iterator[tuple[int, bytes]]:
    """Yield the place of each roll that can be proved, and its proof."""
    for place, roll in enumerate(whole["rolls"]):
        try:
            yield place, proof(*parts(raw), roll["roll"])
        except NoSuchProof:
            continue


def alike(page: Page, raw: bytes) -> dict[tuple[str, ...], int]:
    """Check each roll of a file that can be proved; return how often which reasons were given."""
    whole, found = verify(raw), dict[tuple[str, ...], int]()
    proofs = dict(proofs_of(raw, whole))
    for place, alone in zip(proofs, said(page, [*proofs.values()]), strict=True):
        roll = whole["rolls"][place]
        wanted = concerning(raw, whole, roll)
        replaced = [(each["line"], each["party"]) for each in alone["replaced"]]
        assert {**{name: alone[name] for name in wanted}, "replaced": replaced} == wanted
        assert alone["rolls"] == [{name: roll[name] for name in alone["rolls"][0]}]
        marks = (*alone["but"], *(["late"] if alone["late"] else []), *(["bots"] if alone["bots"] else []))
        found[marks] = found.get(marks, 0) + 1
    return found


@pytest.mark.long
def test_the_proof_of_each_roll_of_each_sample_says_what_the_whole_file_says_of_its_seats(opened: Page) -> None:
    found = [alike(opened, path.read_bytes()) for path in sorted(FILES.glob("*.ndjson"))]
    assert {marks for each in found for marks in each} == {(), ("late",), ("replaced", "late")}


def test_21_a_replaced_key_is_told_of_a_roll_with_its_seat_and_who_vouched(trio: Playing, opened: Page) -> None:
    trio.seated("ana", "bo", "cy")
    begun(trio)
    trio.parties["bo"].changes_key(trio.parties["ana"], trio.parties["cy"])
    line = trio.fight.version
    trio.does(SHOT)
    (found,) = said(opened, [proof(*parts(anchored(trio)), 1)])
    assert (found["verdict"], found["but"]) == ("OK BUT", ["replaced"])
    assert found["replaced"] == [{"line": line, "party": "bo", "seat": "bo", "vouched": ["ana", "cy"]}]
    told = [*proof_sentences(found)]
    assert told[:2] == ["OK BUT: one roll", f"  - {BUTS['replaced']}"]
    assert f"Replaced: in line {line} the key of bo, a device of bo, on the word of ana and cy" in told


def test_21_a_replaced_key_is_told_for_ever_though_another_one_that_it_signed_for_took_its_place(
    trio: Playing, opened: Page
) -> None:
    trio.seated("ana", "bo", "cy")
    begun(trio)
    fresh = trio.parties["bo"].changes_key(trio.parties["ana"], trio.parties["cy"])
    line = trio.fight.version
    fresh.changes_key(fresh, name=" third")
    trio.does(SHOT)
    assert alike(opened, anchored(trio)) == {("replaced",): 1}
    assert verify_proof(proof(*parts(trio.ledger.export(trio.id)), 1))["replaced"][0]["line"] == line


def test_a_witness_that_came_late_is_said_not_to_be_in_line_0(trio: Playing, opened: Page) -> None:
    trio.seated("ana", "bo")
    begun(trio)
    trio.ledger.devices.invite(trio.id, "ana", SeatJoined(seat="dee", role="player", cmd="late"))
    trio.seated("dee")
    trio.does(SHOT)
    trio.does(BACK)
    raw = anchored(trio)
    assert alike(opened, raw) == {("late",): 2}
    told = [*proof_sentences(verify_proof(proof(*parts(raw), 2)))]
    assert "witnessed by ana and dee" in told[1]
    assert f"dee: {LATE}" in told


def test_a_bot_of_a_roll_is_said_to_be_one(trio: Playing, opened: Page) -> None:
    trio.seated("ana", "bo")
    Party(trio, "cy", "cy", kind="bot").joins()
    begun(trio)
    trio.does(SHOT)
    raw = anchored(trio)
    assert alike(opened, raw) == {("bots",): 1}
    assert "cy: a bot" in [*proof_sentences(verify_proof(proof(*parts(raw), 1)))]


@pytest.mark.parametrize(("roll", "status"), [(1, 0), (10, 3)])
def test_who_asks_strictly_is_told_by_how_it_ends(roll: int, status: int, tmp_path: Path) -> None:
    path = tmp_path / "roll.proof"
    path.write_bytes(proof(*parts((FILES / "devices.ndjson").read_bytes()), roll))
    assert (main([str(path)]), main([str(path), "--strict"])) == (0, status)
    run = CliRunner().invoke
    assert run(app, ["verify", str(path)]).exit_code == 0
    assert run(app, ["verify", str(path), "--strict"]).exit_code == status
