"""A fight over time, over HTTP: the bundle that is played again elsewhere, and what differs between two moments."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from threading import Event

import pytest

from api.lanes import Lane
from ledger.refusals import Busy
from tests.api.conftest import Table, combat
from tests.ledger.fights import ARCHERS, SHOT, TO_BLOWS
from tests.secrecy import LURKER, OPENINGS


def test_the_bundle_holds_chronicle_moments_and_steps(table: Table) -> None:
    combat(table)
    told = table.get("eve", "/replay").json()
    assert told["version"] == table.get("eve", "").json()["version"]
    assert told["entries"] == table.get("eve", "/chronicle").json()
    assert told["steps"][0]["view"] == table.get("eve", f"?at={told['steps'][0]['n']}").json()
    assert told["words"] == table.get("eve", "/words").json()
    assert all(set(step) - {"patch", "view"} == {"n", "left"} for step in told["steps"])


def test_the_luck_of_everybody_is_told_by_itself_and_with_the_bundle(table: Table) -> None:
    archers = Table(table.client, ARCHERS)
    for body in (*TO_BLOWS, SHOT):
        archers.done("ana", body["do"], **{name: value for name, value in body.items() if name != "do"})
    alone = archers.get("eve", "/luck")
    told = archers.get("eve", "/replay").json()
    assert alone.json() == told["luck"]
    assert alone.headers["etag"].startswith(f'"{told["version"]}-')
    rolls = sum(each["fortune"]["rolls"] for each in alone.json()["combatants"])
    assert rolls == sum(each["fortune"]["rolls"] for each in alone.json()["sides"]) > 0
    assert archers.get(None, "/luck").status_code == 401


def test_it_is_packed_for_whoever_unpacks_it(table: Table) -> None:
    address, key = f"/api/encounters/{table.id}/replay", table.headers("eve")
    packed = table.client.get(address, headers={**key, "accept-encoding": "gzip"})
    plain = table.client.get(address, headers={**key, "accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert len(gzip.compress(plain.content)) < len(plain.content) / 2


def test_it_is_for_seats_alone_and_tells_each_what_it_may_know(table: Table) -> None:
    assert table.get(None, "/replay").status_code == 401
    hidden = Table(table.client, OPENINGS["storyteller"])
    hidden.done("gm", "seal", by="gm", title="Bridge", text="It gives way.")
    assert LURKER in hidden.get("gm", "/replay").text
    assert hidden.get("gm", "/replay?as=everybody").text == hidden.get("eve", "/replay").text
    assert hidden.get("gm", "/replay?as=ana").text == hidden.get("ana", "/replay").text
    assert hidden.get("eve", "/replay?as=ana").status_code == 403
    assert hidden.get("eve", "/export?as=gm").status_code == 403
    for seat in ("ana", "eve"):
        told = "".join(hidden.get(seat, what).text for what in ("/replay?known=now", "/diff?from=0", "/luck"))
        assert LURKER not in told
        assert "gives way" not in told


def test_what_differs_is_told_with_the_lines_that_made_it_so(table: Table) -> None:
    since = table.version
    combat(table)
    found = {each["value"]: each for each in table.get("eve", f"/diff?from={since}").json()["values"]}
    assert (found["Ana.at"]["before"], found["Ana.at"]["after"]) == ("T0", "T2")
    assert [(each["before"], each["after"]) for each in found["Ana.at"]["lines"]] == [("T0", "T1"), ("T1", "T2")]
    for each in found["Ana.at"]["lines"]:
        assert table.get("eve", f"/why?line={each['n']}").status_code == 200


def test_the_later_moment_cannot_be_the_first(table: Table) -> None:
    combat(table)
    answer = table.get("eve", "/diff?from=5&to=4")
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/not-a-command")
    assert answer.json()["detail"] == "`from` is the earlier version: 5 comes after 4."
    assert table.get("eve", "/diff?from=99").json()["type"] == "/problems/not-a-command"
    assert table.get("eve", "/diff?from=1&to=999").json()["type"] == "/problems/no-such-version"


def test_a_lane_gives_back_its_place_after_the_last_piece_and_after_a_fault() -> None:
    lane, begun = Lane("test", threads=1, most=1), Event()

    def faulty() -> Iterator[bytes]:
        begun.set()
        yield b"one"
        raise ValueError("broken off")

    async def take() -> None:
        pieces = lane.stream(iter([b"one", b"two"]))
        assert await anext(pieces) == b"one"
        with pytest.raises(Busy):
            await anext(lane.stream(iter([b"three"])))
        assert [piece async for piece in pieces] == [b"two"]
        with pytest.raises(ValueError, match="broken off"):
            assert [piece async for piece in lane.stream(faulty())] == []
        assert await lane.do(begun.is_set)

    asyncio.run(take())


def test_the_document_says_what_is_in_the_bundle(table: Table) -> None:
    document = json.loads(table.client.get("/openapi.json").content)
    answer = document["paths"]["/api/encounters/{encounter}/replay"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Bundle"}
    assert set(document["components"]["schemas"]["Bundle"]["properties"]) >= {"steps", "moments", "entries"}
