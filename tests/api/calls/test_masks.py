"""Covered parts of a picture: nobody from whom they are covered is given them, by any call, under any name."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import Response

from files.pictures import formats
from tests.api.calls.test_pictures import NAME, OTHER, PICTURE, brought, kind_of
from tests.api.conftest import Sit, Table
from tests.maps.painting import board, with_metadata

COPY = board(11, 8)
MORE = board(10, 8)
ALL = [["0:0", "11:7"]]


@pytest.fixture
def here(sit: Sit) -> Table:
    """Return a table whose board has a picture that was brought, all of it covered."""
    table = sit("storyteller", board={"width": 12, "height": 8, "picture": NAME, "covered": ALL})
    assert brought(table).status_code == 204
    return table


def covers(table: Table, seat: str | None = "gm") -> list[dict[str, Any]]:
    """Return what is covered of the picture, as a seat is told."""
    found: list[dict[str, Any]] = table.get(seat, "/board").json()["covers"]
    return found


def mask(table: Table, seat: str | None = None) -> str:
    """Return the name of the copy that a seat is shown, or all others."""
    own = [each["mask"] for each in covers(table) if seat in (each["seats"] or [None])]
    return str(own[0] if own else covers(table)[0]["mask"])


def path(name: str) -> str:
    return f"/pictures/{NAME}/masks/{name}"


def masked(
    table: Table, picture: bytes, name: str, *, seat: str | None = "gm", kind: str = "image/png", of: str = NAME
) -> Response:
    headers = {**table.headers(seat), "Content-Type": kind}
    address = f"/api/encounters/{table.id}/pictures/{of}/masks/{name}"
    return table.client.put(address, content=picture, headers=headers)


def changed(table: Table, change: str, corner: str, opposite: str, **stated: Any) -> None:
    body = {"do": "change_board", "by": "gm", "change": change, "corner": corner, "opposite": opposite, **stated}
    answer = table.post("gm", "/commands", {"cmd": uuid4().hex, "action": body})
    assert answer.status_code == 200, answer.text


def test_the_picture_itself_is_for_the_referee_alone_and_others_get_the_copy(here: Table) -> None:
    name = mask(here)
    for seat in ("ana", "bo"):
        assert here.get(seat, f"/pictures/{NAME}").status_code == 404
        assert (here.get(seat, path(name)).status_code, here.get(seat, path(name)).content) == (204, b"")
    assert here.get("gm", f"/pictures/{NAME}").content == PICTURE
    assert masked(here, COPY, name).status_code == 204
    for seat in ("gm", "ana", "bo"):
        given = here.get(seat, path(name))
        assert (given.status_code, given.content) == (200, COPY)
        assert given.headers["cache-control"] == "private, no-cache"
        assert given.headers["content-type"] == "image/png"
    tag = {"If-None-Match": f'"{formats.name_of(COPY)}"', **here.headers("ana")}
    assert here.client.get(f"/api/encounters/{here.id}{path(name)}", headers=tag).status_code == 304


def test_a_seat_gets_no_copy_but_its_own_and_none_that_it_was_shown_before(here: Table) -> None:
    whole = mask(here)
    masked(here, COPY, whole)
    changed(here, "uncover", "0:0", "3:3", to="ana")
    own = mask(here, "ana")
    assert own != whole == mask(here, "bo")
    assert masked(here, MORE, own).status_code == 204
    assert here.get("ana", path(own)).content == MORE
    assert here.get("bo", path(own)).status_code == 404
    assert here.get("ana", path(whole)).status_code == 404
    assert here.get("gm", path(own)).status_code == here.get("gm", path(whole)).status_code == 200
    changed(here, "cover", "0:0", "0:0")
    assert here.get("ana", path(own)).status_code == 404
    assert here.get("gm", path(own)).status_code == 404
    changed(here, "uncover", "0:0", "11:7", to="bo")
    assert here.get("bo", f"/pictures/{NAME}").content == PICTURE
    assert here.get("ana", f"/pictures/{NAME}").status_code == 404
    changed(here, "cover", "2:2", "2:2")
    assert here.get("bo", f"/pictures/{NAME}").status_code == 404


def test_no_call_of_a_seat_holds_a_byte_of_what_is_covered(here: Table) -> None:
    masked(here, COPY, mask(here))
    here.post("gm", "/public", {"public": "live"})
    reads = ("", "/board", "/replay", "/export", "/export?format=html", "/lines", f"/pictures/{NAME}", path(mask(here)))
    for seat in ("ana", "bo", None):
        for read in (*reads, *(f"{each}?known=now" for each in ("", "/board"))):
            assert PICTURE not in here.get(seat, read).content
            assert PICTURE[40:90] not in here.get(seat, read).content
    for page in (f"/r/{here.id}/card.svg", f"/r/{here.id}/card.png", f"/r/{here.id}"):
        assert PICTURE[40:90] not in here.client.get(page).content
    assert here.get(None, path(mask(here))).content == COPY
    assert here.get(None, f"/pictures/{NAME}").status_code == 404


def test_looking_back_before_the_cover_shows_no_more_of_the_picture_than_now(sit: Sit) -> None:
    table = sit("storyteller", board={"width": 12, "height": 8, "picture": NAME})
    brought(table)
    assert table.get("ana", f"/pictures/{NAME}").content == PICTURE
    before = table.get("ana", "").json()["version"]
    changed(table, "cover", "0:0", "11:7")
    then = table.get("ana", f"?at={before}").json()["board"]
    assert (then["picture"], then["covers"]) == (NAME, [])
    assert table.get("ana", f"/pictures/{NAME}").status_code == 404
    for mark in (f'"{NAME}"', "*"):
        headers = {**table.headers("ana"), "If-None-Match": mark}
        assert table.client.get(f"/api/encounters/{table.id}/pictures/{NAME}", headers=headers).status_code == 404


@pytest.mark.parametrize(
    ("how", "status", "kind", "told"),
    [
        ({"seat": "ana"}, 403, "not-yours", "ana brings no copy of the picture"),
        ({"seat": None}, 401, "no-key", ""),
        ({"picture": PICTURE}, 409, "not-pictured", "the picture itself, in which nothing is covered"),
        ({"name": "0" * 64}, 409, "not-pictured", "ask the board what is covered"),
        ({"of": formats.name_of(OTHER)}, 409, "not-pictured", "ask the board what is covered"),
        ({"picture": with_metadata(COPY)}, 422, "no-picture", "tells more than it shows"),
        ({"picture": b"<svg xmlns='http://www.w3.org/2000/svg'/>"}, 422, "no-picture", "begins otherwise"),
        ({"picture": bytes(formats.MOST_BYTES + 1)}, 413, "too-large", "at most 4194304 bytes"),
        ({"kind": "text/html"}, 415, "unsupported-type", "image/png or image/jpeg or image/webp"),
        ({"name": "no-hash"}, 422, "not-a-command", "mask"),
    ],
)
def test_no_other_copy_is_kept(here: Table, how: dict[str, Any], status: int, kind: str, told: str) -> None:
    stated = {"picture": COPY, "name": mask(here), **how}
    answer = masked(here, stated.pop("picture"), stated.pop("name"), **stated)
    assert (answer.status_code, kind_of(answer)) == (status, kind)
    assert told in answer.json()["detail"]
    assert here.get("ana", path(mask(here))).status_code == 204


def test_what_is_covered_is_part_of_the_board_for_all_and_of_no_line_but_as_squares(here: Table) -> None:
    changed(here, "uncover", "0:0", "3:3", to="ana")
    told = covers(here)
    assert [(each["seats"], each["areas"]) for each in told] == [
        (None, [[0, 0, 12, 8]]),
        (["ana"], [[4, 0, 8, 4], [0, 4, 12, 4]]),
    ]
    assert covers(here, "ana") == covers(here, "bo") == told
    assert here.get("bo", "").json()["board"]["covers"] == told
    said = here.get("bo", "/chronicle").json()[-1]["text"]
    assert "a part of the picture was shown to seat ana" in said.lower()
