"""Invitations lead where the server is set to, and never where a caller says that the server is."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from fastapi.testclient import TestClient

from api import serving
from api.app import create_app
from cli import examples
from cli.operating import BadSetting, must_be_an_address
from client import replies
from client.calling import Nonsense, invitation
from ledger.application import Ledger
from tests.api.conftest import SAMPLE, Table

ELSEWHERE = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}


@pytest.mark.parametrize("public", ["https://fights.example.org", None])
def test_no_host_that_a_caller_names_is_in_an_invitation(ledger: Ledger, public: str | None) -> None:
    with TestClient(create_app(ledger, public=public)) as client:
        opened = client.post("/api/encounters", json=SAMPLE["pursuit"], headers=ELSEWHERE)
        told = opened.json()
        path = f"/e/{told['encounter']}#"
        table = Table(client, SAMPLE["pursuit"])
        invited = table.post("ana", "/invitations", {"seat": "dee", "cmd": "dee"}, ELSEWHERE)
        links = [*told["invitations"].values(), invited.json()["invitation"]]
        assert all(link.startswith(f"{public or ''}/e/") for link in links)
        assert told["invitations"]["ana"] == f"{public or ''}{path}{told['keys']['ana']}"
        assert "evil" not in opened.text + invited.text + str(opened.headers) + str(invited.headers)


@pytest.mark.parametrize(("host", "known"), [("127.0.0.1", True), ("0.0.0.0", False)])  # noqa: S104 - it is asked
def test_without_a_setting_they_lead_to_what_is_listened_on_if_that_is_one_address(host: str, known: bool) -> None:
    with serving.listen(host, 0) as listening:
        assert serving.reachable(listening) == (serving.address(listening) if known else None)


class Bound(NamedTuple):
    """A socket of which only is known where it listens: not every machine has all of these."""

    family: socket.AddressFamily
    host: str

    def getsockname(self) -> tuple[str, int]:
        return self.host, 8000


@pytest.mark.parametrize(
    ("host", "here"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("2001:db8::7", "[2001:db8::7]")],  # noqa: S104  # an address is told, not listened at
)
def test_who_starts_a_server_is_told_an_address_that_leads_to_it(host: str, here: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    assert serving.address(cast(Any, Bound(family, host))) == f"http://{here}:8000"


@pytest.mark.parametrize(
    ("host", "way", "told"),
    [
        ("0.0.0.0", "10.0.0.7", "http://10.0.0.7:8000"),  # noqa: S104  # an address is told, not listened at
        ("::", "fd00::7", "http://[fd00::7]:8000"),
        ("0.0.0.0", None, None),  # noqa: S104  # an address is told, not listened at
        ("127.0.0.1", "10.0.0.7", None),
    ],
    ids=["every address", "every address of IPv6", "no network", "one address"],
)
def test_for_other_machines_it_is_the_address_by_which_this_one_would_reach_them(
    monkeypatch: pytest.MonkeyPatch, host: str, way: str | None, told: str | None
) -> None:
    class Asking(NamedTuple):
        family: socket.AddressFamily
        kind: socket.SocketKind

        def __enter__(self) -> Asking:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def connect(self, address: tuple[str, int]) -> None:
            assert ip_address(address[0]).version == (6 if self.family == socket.AF_INET6 else 4)
            assert self.kind == socket.SOCK_DGRAM, "nothing is sent"
            if way is None:
                raise OSError

        def getsockname(self) -> tuple[str | None, int]:
            return way, 5

    monkeypatch.setattr(serving, "socket", SimpleNamespace(**{**vars(socket), "socket": Asking}))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    assert serving.from_elsewhere(cast(Any, Bound(family, host))) == told


def test_the_greeting_names_both() -> None:
    address = "http://127.0.0.1:8000"
    assert examples.greeting(address, []).startswith(f"Open {address} in a browser. ")
    told = examples.greeting(address, [], "http://10.0.0.7:8000")
    assert told.startswith(f"Open {address} in a browser; other machines of your network open http://10.0.0.7:8000. ")


@pytest.mark.parametrize(
    "public",
    ["fights.example.org", "ftp://x", "https://a b", "https://a@b", "https://a?b", "https://a#b", "https://a\n", ""],
)
def test_what_is_no_address_ends_the_start(public: str) -> None:
    with pytest.raises(BadSetting, match="is no address to invite to"):
        must_be_an_address(public)


def test_an_address_is_taken_with_a_port_a_path_and_a_slash() -> None:
    assert must_be_an_address(None) is None
    assert must_be_an_address("http://10.0.0.7:8000") == "http://10.0.0.7:8000"
    assert must_be_an_address("http://[fe80::1]:8000") == "http://[fe80::1]:8000"
    assert must_be_an_address("https://example.org/fights/") == "https://example.org/fights"


def test_an_invitation_opens_the_page(ledger: Ledger) -> None:
    with TestClient(create_app(ledger)) as client:
        link = client.post("/api/encounters", json=SAMPLE["pursuit"]).json()["invitations"]["ana"]
        assert client.get(link.partition("#")[0]).headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("form", ["e", "api/encounters"])
def test_a_client_completes_a_path_with_the_address_it_called(form: str) -> None:
    """Links of both forms are taken: those that were given before lead to the calls."""
    one, key = "0" * 32, "k" * 43
    path = f"/{form}/{one}#{key}"
    invited = invitation(f"http://10.0.0.7:8000/below{path}")
    assert (invited.address, invited.encounter, invited.key) == ("http://10.0.0.7:8000/below", one, key)
    assert replies.link(path, "http://10.0.0.7:8000", one) == f"http://10.0.0.7:8000{path}"
    for wrong in (path.replace("0", "1"), "javascript:alert(1)", f"//evil.example{path}", "", f"http://a\x1b[2J{path}"):
        with pytest.raises(Nonsense):
            replies.link(wrong, "http://10.0.0.7:8000", one)
