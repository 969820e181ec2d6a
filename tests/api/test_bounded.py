"""Answers about long fights and full stores: in pages, piece by piece, and without reading what is not asked for."""

from __future__ import annotations

import random
from pathlib import Path

import orjson
import pytest
from fastapi.testclient import TestClient

from api import long_answers
from ledger.application import Ledger
from ledger.archives import checked, put_away, to_archive
from ledger.refusals import Damaged
from ledger.store import snapshots
from tests.api.conftest import OPERATOR, Table
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, TO_BLOWS, Player, alone, opened

SURE = {"id": "bow", "damage": "1d6", "to_hit": {"dice": "1d6", "at_least": 1}}
"""It never misses."""


@pytest.fixture
def fought(client: TestClient) -> Table:
    """Give a fight of some length."""
    table = Table(client, {**ARCHERS, "combatants": LASTING, "weapons": [SURE]})
    for body in (*TO_BLOWS, *(SHOT, BACK) * 15):
        assert table.do(body["who"].lower(), body).status_code == 200
    return table


def test_lines_come_in_pages_that_join_without_gap(fought: Table) -> None:
    whole = fought.get("ana", "/lines")
    pages, after = b"", -1
    while page := fought.get("ana", f"/lines?after={after}&limit=7").content:
        assert len(page.splitlines()) <= 7
        after = orjson.loads(page.splitlines()[-1])["n"]
        pages += page
    assert pages == whole.content
    assert len(whole.content.splitlines()) > 70


def test_the_tag_of_a_page_is_that_of_its_last_line(fought: Table) -> None:
    assert fought.get("ana", "/lines?after=4&limit=7").headers["etag"].startswith('"11-')


@pytest.mark.parametrize("limit", ["0", "-1", "10001", "all"])
def test_what_is_no_limit_is_named(table: Table, limit: str) -> None:
    answer = table.get("ana", f"/lines?limit={limit}")
    assert (answer.status_code, [field["at"] for field in answer.json()["fields"]]) == (422, ["limit"])


@pytest.mark.parametrize("path", ["/lines", "/chronicle", "/chronicle?format=text", "/chronicle?format=markdown"])
def test_what_is_long_is_sent_piece_by_piece_and_says_the_same(
    fought: Table, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = fought.get("ana", path)
    assert "content-length" in whole.headers
    monkeypatch.setattr(long_answers, "ENOUGH", 100)
    monkeypatch.setattr("api.calls.reading.AT_ONCE", 3)
    pieces = fought.get("ana", path)
    assert "content-length" not in pieces.headers
    assert pieces.content == whole.content
    assert pieces.headers["content-type"] == whole.headers["content-type"]


def test_of_a_value_that_changed_often_the_newest_changes_are_told_and_where_the_others_are(fought: Table) -> None:
    whole = fought.get("ana", "/why?value=Bo.health").json()
    assert whole["earlier"] is None
    chain, at = list[object](), ""
    while True:
        told = fought.get("ana", f"/why?value=Bo.health&limit=3{at}").json()
        assert len(told["chain"]) <= 3
        chain = [*told["chain"], *chain]
        if told["earlier"] is None:
            break
        assert f"It changed before that too, last in line {told['earlier']}." in told["sentences"]
        at = f"&at={told['earlier']}"
    assert chain == whole["chain"]
    assert len(chain) > 5


def test_lines_that_are_gone_meanwhile_are_told_so(ledger: Ledger) -> None:
    player = opened(ledger, combatants=LASTING)
    player.comes_to_blows()
    fight = ledger.fight(player.encounter)
    pages = ledger.records.pages(fight, -1, fight.version, most=5)
    assert len(next(pages)) == 5
    with ledger.store.datastore.transaction(commit=True) as c:
        c.execute("DELETE FROM stored_events WHERE originator_id=? AND originator_version>=8", (player.encounter,))
    with pytest.raises(Damaged, match="line 8"):
        list(pages)
    assert list(ledger.fights.damaged) == [player.encounter], "it is logged and counted as any damage is"


def test_encounters_come_in_pages_with_a_link_to_the_next(client: TestClient, ledger: Ledger) -> None:
    every = [opened(ledger).encounter for _ in range(7)]
    headers = {"Authorization": f"Bearer {OPERATOR}"}
    found, address = list[str](), "/api/encounters?limit=3"
    sizes = []
    while address:
        answer = client.get(address, headers=headers)
        sizes.append(len(answer.json()))
        found += [each["id"] for each in answer.json()]
        address = answer.links.get("next", {}).get("url", "")
    assert (found, sizes) == (every, [3, 3, 1])


def test_an_id_that_somebody_spoilt_hides_no_encounter_from_a_page(client: TestClient, ledger: Ledger) -> None:
    spoilt, *others = [opened(ledger).encounter for _ in range(3)]
    with ledger.store.datastore.transaction(commit=True) as c:
        statement = "UPDATE stored_events SET originator_id = CAST(x'edb280' AS TEXT) WHERE originator_id = ?"
        c.execute(statement, (spoilt,))
    operator = {"Authorization": f"Bearer {OPERATOR}"}
    assert [client.get(f"/api/encounters?limit={limit}", headers=operator).status_code for limit in (1, 2)] == [
        200,
        200,
    ]
    assert [each["id"] for each in client.get("/api/encounters", headers=operator).json()][1:] == others


def test_the_list_goes_on_after_what_is_archived(ledger: Ledger) -> None:
    players = [opened(ledger, alone(ARCHERS)) for _ in range(5)]
    for player in players[1:3]:
        player.ends()
        put_away(ledger, player.encounter, checked(to_archive(ledger, player.encounter)), at=1)
    whole = [each.encounter for each in ledger.encounters()]
    for most in (1, 2, 3, 4):
        found, after = list[str](), None
        while page := ledger.encounters(after, most):
            assert len(page) <= most
            found += [each.encounter for each in page]
            after = found[-1]
        assert found == whole


def test_an_encounter_that_is_not_there_is_no_place_to_go_on_from(client: TestClient) -> None:
    answer = client.get("/api/encounters?after=nobody", headers={"Authorization": f"Bearer {OPERATOR}"})
    assert (answer.status_code, answer.json()["detail"]) == (404, "There is no such encounter.")


def test_an_old_command_is_answered_again_without_reading_the_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        first = player.does(SHOT, cmd="the-first")
        for number in range(60):
            player.does((BACK, SHOT)[number % 2])
        assert ledger.fights.photographer.wait()
    with Ledger(tmp_path) as ledger:
        assert ledger.fight(player.encounter).log.first > 100
        again = Player(ledger, player.encounter).does(SHOT, cmd="the-first")
        assert (again.lines, again.version, again.checkpoint) == (first.lines, first.version, first.checkpoint)
        assert ledger.fight(player.encounter).log._older is None, "the lines before the snapshot were read"


def test_no_root_is_signed_over_lines_that_were_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        player.does(SHOT, cmd="the-first")
        for number in range(60):
            player.does((BACK, SHOT)[number % 2])
        assert ledger.fights.photographer.wait()
        encounter = player.encounter
    with Ledger(tmp_path) as ledger:
        fight = ledger.fight(encounter)
        assert fight.log.first > 100
        with ledger.store.datastore.transaction(commit=True) as c:
            c.execute(
                "UPDATE stored_events SET state = replace(state, '\"type\":', '\"typ\":')"
                " WHERE originator_id=? AND originator_version=5",
                (encounter,),
            )
        for ask in (
            lambda: ledger.receipts.note(encounter, 20),
            lambda: ledger.receipts.notes_of(fight),
            lambda: ledger.receipts.included(encounter, 7, 20),
            lambda: ledger.receipts.extended(encounter, 10, 20),
            lambda: Player(ledger, encounter).does(SHOT, cmd="the-first"),
        ):
            with pytest.raises(Damaged):
                ask()


@pytest.mark.parametrize("back", [1, 2, 5])
def test_the_last_commands_before_a_snapshot_are_answered_without_reading_the_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: int
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        answers = [player.does((SHOT, BACK)[number % 2], cmd=f"c-{number}") for number in range(40)]
        assert ledger.fights.photographer.wait()
    with Ledger(tmp_path) as ledger:
        first = ledger.fight(player.encounter).log.first
        number = max(n for n, answer in enumerate(answers) if answer.lines[0].n < first) - back + 1
        again = Player(ledger, player.encounter).does((SHOT, BACK)[number % 2], cmd=f"c-{number}")
        assert again.lines == answers[number].lines
        assert ledger.fight(player.encounter).log._older is None


def test_a_command_whose_lines_go_on_far_is_answered_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    monkeypatch.setattr("ledger.table.log.NEAR", 2)
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        first = player.does(SHOT, cmd="the-first")
        player.plays(random.Random(1), 20)
        assert ledger.fights.photographer.wait()
    with Ledger(tmp_path) as ledger:
        assert Player(ledger, player.encounter).does(SHOT, cmd="the-first").lines == first.lines
