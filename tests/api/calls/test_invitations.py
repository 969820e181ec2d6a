"""Invitations lead where the server is set to, and never where a caller says that the server is."""

from __future__ import annotations

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


@pytest.mark.parametrize(("host", "here"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]")])  # noqa: S104
def test_who_starts_a_server_is_told_addresses_that_lead_to_it(host: str, here: str) -> None:
    with serving.listen(host, 0) as listening:
        port = listening.getsockname()[1]
        address, elsewhere = serving.address(listening), serving.from_elsewhere(listening)
        assert address == f"http://{here}:{port}"
        assert examples.greeting(address, []).startswith(f"Open {address} in a browser. ")
        assert elsewhere is None or (here != host and elsewhere.endswith(f":{port}") and "://0.0.0.0" not in elsewhere)
        told = examples.greeting(address, [], f"http://10.0.0.7:{port}")
        assert told.startswith(
            f"Open {address} in a browser; other machines of your network open http://10.0.0.7:{port}. "
        )


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
