"""A fight is shown to everybody where the host wants it: as it goes on, once it is over, or not."""

from __future__ import annotations

import asyncio
import re
from html import unescape

import pytest

from api.calls.stream import EventStream
from api.channels import Channels
from ledger.application import Ledger
from ledger.refusals import NotYours
from ledger.table.joining import READER
from ledger.table.knowledge import STRANGER
from projections.cards.card import Card
from tests.api.conftest import WATCHED, Sit, Table, combat
from tests.api.streaming import Sink, reached
from tests.ledger.fights import TO_BLOWS, opened
from tests.secrecy import LURKER, OPENINGS


def shows(table: Table, public: str, seat: str = "ana") -> int:
    return table.post(seat, "/public", {"public": public}).status_code


@pytest.mark.parametrize("path", WATCHED)
def test_strangers_read_what_is_shown_and_nothing_before_or_after(table: Table, path: str) -> None:
    combat(table)
    assert table.get(None, path).status_code == 401
    assert shows(table, "live") == 200
    assert table.get(None, path).content == table.get("eve", path).content
    assert shows(table, "none") == 200
    answer = table.get(None, path)
    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/no-key")


@pytest.mark.parametrize("path", ["/offers", "/seats", "/audit", "/reasons", "/checkpoint"])
def test_what_is_not_for_watching_needs_a_key_all_the_same(table: Table, path: str) -> None:
    assert shows(table, "live") == 200
    assert table.get(None, path).status_code == 401


@pytest.mark.parametrize("path", ["/rolls", "/rolls?line=6", "/rolls/1", "/proofs?roll=1", "/proofs?line=1"])
def test_what_proves_a_roll_is_read_by_strangers_while_the_fight_is_shown(table: Table, path: str) -> None:
    combat(table)
    assert table.get(None, path).status_code == 401
    assert shows(table, "live") == 200
    assert table.get(None, path).content == table.get("eve", path).content
    assert shows(table, "replay") == 200
    assert table.get(None, path).status_code == 409


def test_strangers_do_nothing(table: Table) -> None:
    assert shows(table, "live") == 200
    assert table.do(None, {"do": "begin_move", "who": "Ana", "allowance": 1}).status_code == 401
    assert table.post(None, "/public", {"public": "none"}).status_code == 401
    assert table.get(None, "/public").json()["public"] == "live"


def test_the_host_alone_shows_it(table: Table) -> None:
    assert shows(table, "live", "bo") == 403
    assert table.post("bo", "/public", {"public": "live"}).json()["detail"] == (
        "bo shows the fight to nobody: only ana does, who opened the encounter."
    )
    assert table.get(None, "").status_code == 401
    assert table.post("ana", "/public", {"public": "always"}).status_code == 422


def test_a_replay_is_shown_once_the_fight_is_over(sit: Sit) -> None:
    table = sit()
    told = table.post("ana", "/public", {"public": "replay"}).json()
    assert told == {"public": "replay", "link": f"/r/{table.id}", "over": False}
    refused = table.get(None, "/replay")
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/goes-on")
    for seat in ("ana", "bo"):
        table.done(seat, "end_encounter", by=seat)
    assert table.get(None, "/replay").json() == table.get("eve", "/replay").json()


def test_what_is_not_there_and_what_is_not_shown_are_refused_alike(table: Table) -> None:
    there, not_there = table.get(None, ""), table.client.get(f"/api/encounters/{'0' * 32}")
    assert (there.status_code, there.json()) == (not_there.status_code, not_there.json())


def test_strangers_are_told_what_every_seat_may_know_and_no_more(table: Table) -> None:
    hidden = Table(table.client, OPENINGS["storyteller"])
    hidden.done("gm", "seal", by="gm", title="Bridge", text="It gives way.")
    assert shows(hidden, "live", "gm") == 200
    for path in (*WATCHED, "/export?format=html", "/chronicle?known=now", "/rolls"):
        told = hidden.get(None, path)
        assert told.status_code == 200
        assert LURKER not in told.text
        assert "gives way" not in told.text


def test_a_stream_of_a_stranger_ends_when_it_is_shown_no_more() -> None:
    with Ledger() as ledger:
        player = opened(ledger)
        ledger.show(player.encounter, "ana", "live")

        async def listen() -> None:
            hub, sink = Channels(ledger), Sink()

            def good() -> bool:
                return ledger.shown(player.encounter) != "none"

            stream = EventStream(hub, player.encounter, None, STRANGER, good, anybody=True)
            running = asyncio.ensure_future(stream({}, sink.receive, sink.send))
            await reached(lambda: bool(sink.ids))
            await asyncio.to_thread(player.does, TO_BLOWS[0])
            await reached(lambda: sink.ids[-1] == ledger.fight(player.encounter).version)
            ledger.show(player.encounter, "ana", "none")
            await asyncio.to_thread(player.does, TO_BLOWS[1])
            await asyncio.wait_for(running, 5)

        asyncio.run(listen())


def test_whoever_brought_a_file_shows_it() -> None:
    with Ledger() as ledger, Ledger() as other:
        player = opened(ledger)
        encounter = other.import_(ledger.export(player.encounter))
        other.show(encounter, READER, "live")
        assert other.shown(encounter) == "live"
        with pytest.raises(NotYours):
            other.show(encounter, "bo", "none")


CARDS = {"svg": "image/svg+xml", "png": "image/png"}


@pytest.mark.parametrize(("ending", "kind"), CARDS.items())
def test_the_card_of_a_fight_is_for_everybody_while_it_is_shown(table: Table, ending: str, kind: str) -> None:
    address = f"/r/{table.id}/card.{ending}"
    hidden = table.client.get(address)
    assert (hidden.status_code, hidden.json()["type"]) == (404, "/problems/not-found")
    assert hidden.json() == table.client.get(f"/r/{'0' * 32}/card.{ending}").json()
    assert shows(table, "replay") == 200
    assert table.client.get(address).status_code == 404, "it is not over"
    assert shows(table, "live") == 200
    found = table.client.get(address)
    assert (found.status_code, found.headers["content-type"]) == (200, kind)
    assert (found.headers["x-robots-tag"], found.headers["cache-control"]) == ("noindex", "no-cache")
    head = table.client.head(address)
    assert (head.status_code, head.headers["etag"], head.content) == (200, found.headers["etag"], b"")
    assert head.headers["content-length"] == str(len(found.content))
    assert shows(table, "none") == 200
    assert table.client.get(address, headers={"If-None-Match": found.headers["etag"]}).status_code == 404


@pytest.mark.parametrize("ending", CARDS)
def test_whoever_has_the_card_as_the_fight_stands_is_sent_no_other(table: Table, ending: str) -> None:
    address = f"/r/{table.id}/card.{ending}"
    assert shows(table, "live") == 200
    first = table.client.get(address)
    kept = {"If-None-Match": first.headers["etag"]}
    again = table.client.get(address, headers=kept)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    table.post("ana", "/names", {"name": "The mill", "cmd": "named"})
    other = table.client.get(address, headers=kept)
    assert (other.status_code, other.headers["etag"] != first.headers["etag"]) == (200, True)
    assert other.content != first.content


def test_a_card_is_drawn_once_for_all_who_ask(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Card] = []

    def draws(told: Card) -> bytes:
        drawn.append(told)
        return b"a picture"

    monkeypatch.setattr("projections.cards.png.png", draws)
    assert shows(table, "live") == 200
    assert [table.client.get(f"/r/{table.id}/card.png").content for _ in range(3)] == [b"a picture"] * 3
    assert len(drawn) == 1


def test_the_address_of_a_fight_names_its_card_for_previews(table: Table) -> None:
    table.post("ana", "/names", {"name": 'The "mill" & <co>', "cmd": "named"})
    assert "og:" not in table.client.get(f"/r/{table.id}").text
    assert shows(table, "live") == 200
    document = table.client.get(f"/r/{table.id}").text
    said = dict(re.findall(r'<meta property="([a-z:]+)" content="([^"]*)">', document))
    assert (said["og:image"], said["og:image:type"]) == (f"/r/{table.id}/card.png", "image/png")
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    assert unescape(said["og:image:alt"]) == f'The "mill" & <co>: {unescape(said["og:description"])}'
    assert said["twitter:card"] == "summary_large_image"
