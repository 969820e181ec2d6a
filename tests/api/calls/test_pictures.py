"""The picture of a map over HTTP: brought by the host, given to whoever sees the board, as nothing but a picture."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from files.pictures import formats
from tests.api.conftest import Sit, Table
from tests.maps.painting import board, with_metadata

PICTURE = board(12, 8)
NAME = formats.name_of(PICTURE)
OTHER = board(3, 3)


@pytest.fixture
def here(sit: Sit) -> Table:
    """Return a table whose board names the picture."""
    return sit("storyteller", board={"width": 12, "height": 8, "picture": NAME})


def brought(
    table: Table, picture: bytes = PICTURE, *, seat: str | None = "gm", name: str = NAME, kind: str = "image/png"
) -> Response:
    headers = {**table.headers(seat), "Content-Type": kind}
    return table.client.put(f"/api/encounters/{table.id}/pictures/{name}", content=picture, headers=headers)


def kind_of(answer: Response) -> str:
    return str(answer.json()["type"]).rpartition("/")[2]


def test_what_was_brought_is_given_to_every_seat_for_good(here: Table) -> None:
    assert here.get("ana", "").json()["board"]["picture"] == NAME
    assert here.get("ana", f"/pictures/{NAME}").status_code == 404
    assert brought(here).status_code == 204
    assert brought(here).status_code == 204
    for seat in ("gm", "ana", "bo"):
        given = here.get(seat, f"/pictures/{NAME}")
        assert (given.status_code, given.content) == (200, PICTURE)
        assert given.headers["content-type"] == "image/png"
        assert given.headers["x-content-type-options"] == "nosniff"
        assert given.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert "content-encoding" not in given.headers
        assert given.headers["content-security-policy"].startswith("default-src 'none'")
    address = f"/api/encounters/{here.id}/pictures/{NAME}"
    again = here.client.get(address, headers={**here.headers("ana"), "If-None-Match": f'"{NAME}"'})
    assert (again.status_code, again.content) == (304, b"")


def test_who_has_no_key_sees_it_just_where_the_fight_is_shown(here: Table) -> None:
    brought(here)
    assert here.get(None, f"/pictures/{NAME}").status_code == 401
    here.post("gm", "/public", {"public": "live"})
    assert here.get(None, f"/pictures/{NAME}").content == PICTURE
    assert brought(here, seat=None).status_code == 401
    here.post("gm", "/public", {"public": "replay"})
    assert here.get(None, f"/pictures/{NAME}").status_code == 409
    here.post("gm", "/public", {"public": "none"})
    assert here.get(None, f"/pictures/{NAME}").status_code == 401


def test_a_key_of_another_fight_opens_nothing(here: Table, sit: Sit) -> None:
    brought(here)
    other = sit("storyteller")
    address = f"/api/encounters/{here.id}/pictures/{NAME}"
    assert here.client.get(address, headers=other.headers("gm")).status_code == 404
    assert other.get("gm", f"/pictures/{NAME}").status_code == 404


@pytest.mark.parametrize(
    ("how", "status", "kind", "told"),
    [
        ({"seat": "ana"}, 403, "not-yours", "ana brings no picture"),
        ({"picture": OTHER}, 422, "no-picture", "another SHA-256 than the address says"),
        ({"picture": OTHER, "name": formats.name_of(OTHER)}, 409, "not-pictured", NAME),
        ({"picture": with_metadata(PICTURE)}, 422, "no-picture", "tells more than it shows"),
        (
            {"picture": b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"},
            422,
            "no-picture",
            "begins otherwise",
        ),
        ({"picture": b"<!doctype html><script>1</script>"}, 422, "no-picture", "begins otherwise"),
        ({"picture": PICTURE[:-20]}, 422, "no-picture", "cannot be read to its end"),
        ({"picture": bytes(formats.MOST_BYTES + 1)}, 413, "too-large", "at most 4194304 bytes"),
        ({"kind": "image/svg+xml"}, 415, "unsupported-type", "image/png or image/jpeg or image/webp"),
        ({"name": "no-hash"}, 422, "not-a-command", "name"),
    ],
)
def test_no_other_thing_is_kept(here: Table, how: dict[str, Any], status: int, kind: str, told: str) -> None:
    answer = brought(here, **how)
    assert (answer.status_code, kind_of(answer)) == (status, kind)
    assert told in answer.json()["detail"]
    assert here.get("gm", f"/pictures/{NAME}").status_code == 404


def test_a_board_names_a_picture_by_its_hash_alone(client: TestClient, here: Table) -> None:
    for picture, status in (("x" * 64, 409), ("cave.png", 422), (NAME.upper(), 409)):
        body = {"system": "storyteller", "board": {"width": 2, "height": 2, "picture": picture}}
        assert client.post("/api/encounters", json=body).status_code == status
    assert here.get("ana", "/board").json()["picture"] == NAME


def test_a_picture_is_no_part_of_an_export_and_the_lines_name_it(here: Table) -> None:
    brought(here)
    assert f'"picture":"{NAME}"' in here.get("gm", "/export").text
    assert PICTURE not in here.get("gm", "/export").content
    page = here.get("gm", "/export?format=html")
    assert page.status_code == 200
    assert PICTURE not in page.content
    assert b64encode(PICTURE) not in page.content


def test_whoever_may_bring_none_is_told_before_it_is_looked_at(here: Table) -> None:
    for seat, status in (("ana", 403), ("gm", 422)):
        assert brought(here, b"\xff\xd8\xff no picture", seat=seat).status_code == status
