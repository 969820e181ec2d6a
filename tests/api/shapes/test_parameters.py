"""A parameter that a call does not have is refused, and not passed by: a misspelt one would be answered wrongly."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import PARTS
from tests.api.conftest import Table

CALLS = [(method, route.path) for part in PARTS for route in part.router.routes for method in sorted(route.methods)]


def test_a_misspelt_parameter_is_refused_with_those_that_the_call_has(table: Table) -> None:
    answer = table.get("ana", "?versoin=3")
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/not-a-command")
    assert answer.json()["detail"] == "This call has no parameter versoin: it has as, at, known."
    field = {"at": "versoin", "problem": "is no parameter of this call", "allowed": ["as", "at", "known"]}
    assert answer.json()["fields"] == [field]


def test_a_parameter_of_a_call_that_has_none_is_refused(table: Table) -> None:
    answer = table.get("ana", "/seats?who=Ana&who=Bo&round=2")
    assert answer.json()["detail"] == "This call has no parameter who: it has none."
    assert [each["at"] for each in answer.json()["fields"]] == ["who", "round"]


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_no_call_passes_an_unknown_parameter_by(client: TestClient, table: Table, method: str, path: str) -> None:
    """Nothing is done, whatever the body holds."""
    address = re.sub(r"{[a-z]+}", "1", path.replace("{encounter}", table.id))
    asked: dict[str, Any] = {"json": {}} if method == "POST" else {}
    answer = client.request(method, f"{address}?nonsense=1", headers=table.headers("ana"), **asked)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("This call has no parameter nonsense: it has ")
    assert table.get("ana", "").json()["version"] == table.version


def test_what_is_no_text_is_told_again_in_signs_that_are_seen(table: Table) -> None:
    answer = table.get("ana", "/board?%E2%80%AEx=1")
    assert answer.json()["fields"][0]["at"] == r"\u202ex"


@pytest.mark.parametrize("path", ["/docs", "/healthz", "/readyz"])
def test_browsers_and_probes_may_add_what_they_like(client: TestClient, path: str) -> None:
    assert client.get(f"{path}?from=elsewhere").status_code == 200
