"""The addresses of the page: one document, assets that never change, and what browsers are told to forbid."""

from __future__ import annotations

import gzip
import re

import pytest
from fastapi.testclient import TestClient

from tests.page.site import Site

FIGHT = "0" * 32


@pytest.fixture
def client(served: Site) -> TestClient:
    """Somebody who asks the server by itself."""
    return TestClient(served.app, base_url=served.address)


@pytest.mark.parametrize("path", ["/", f"/e/{FIGHT}", f"/r/{FIGHT}"])
def test_every_address_of_the_page_gives_the_same_document_that_may_do_nothing_foreign(
    client: TestClient, path: str
) -> None:
    answer = client.get(path)
    policy = answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "<script>" not in answer.text
    again = client.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(("path", "script"), [("/", "start.js"), (f"/e/{'a' * 32}", "app.js")])
def test_the_assets_that_the_document_names_are_packed_and_never_change(
    client: TestClient, path: str, script: str
) -> None:
    document = client.get(path)
    named = re.findall(r'(?:src|href)="(/page/[^"]+)"', document.text)
    assert {path.rpartition("/")[2] for path in named} == {script, "look.css", "icon.svg"}
    for path in named:
        answer = client.get(path)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert path.split("/")[2] == answer.headers["x-page"]
    plain = client.get(named[-1], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(gzip.compress(plain.content)) < len(plain.content) / 2


def test_what_runs_beside_the_page_reaches_this_server_alone(client: TestClient) -> None:
    answer = client.get(f"/page/{client.get('/').headers['x-page']}/worker.js")
    assert answer.headers["content-security-policy"] == "default-src 'none'; script-src 'self'; connect-src 'self'"


def test_another_build_and_what_is_no_file_of_it_are_not_there(client: TestClient) -> None:
    build = client.get("/").headers["x-page"]
    for path in ("/page/000000000000/app.js", f"/page/{build}/index.html", f"/page/{build}/..%2fbuild.mjs"):
        assert client.get(path).status_code == 404


def test_the_document_of_the_api_says_nothing_of_the_page(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert [path for path in paths if not path.startswith(("/api", "/healthz", "/readyz", "/metrics"))] == []


def test_every_answer_names_the_build(client: TestClient) -> None:
    assert client.get("/api/lobby").headers["x-page"] == client.get("/").headers["x-page"]
