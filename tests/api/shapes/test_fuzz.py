"""Whatever the document allows, and much that it does not, is answered as the document says, never with a fault."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction, ignored_auth, positive_data_acceptance
from starlette.testclient import TestClient

from api.app import create_app
from domain.deciding import RULESETS
from ledger.application import Ledger
from tests.api.calls.test_whole_fights import play_on
from tests.api.conftest import SAMPLE, Table

# What a schema cannot say: that 2.0 is not read as a whole number, texts in composed form, ids that are somebody's.
# And the keys that are handed in here look like made up ones: that those open nothing is shown in test_seats.py.
LEFT_OUT: list[CheckFunction] = [positive_data_acceptance, ignored_auth]
# It never ends, and the client within the process waits for the end of an answer; test_stream.py asks a real server.
ENDLESS = "/stream"
OPERATIONS = [
    (method.upper(), path)
    for path, calls in create_app(cast("Ledger", None)).openapi()["paths"].items()
    for method in calls
    if not path.endswith(ENDLESS)
]
SYSTEMS_OWN = {"/api/encounters", "/api/encounters/{encounter}/commands", "/api/encounters/{encounter}/odds"}
"""Calls whose body is another in each system."""
CASES = [
    (system, method, path)
    for system in RULESETS
    for method, path in OPERATIONS
    if system == "pursuit" or (method == "POST" and path in SYSTEMS_OWN) or (method == "GET" and "{" in path)
]


class Attacked:
    """The application with a fight of one system in it, and a document with the bodies of that system alone."""

    def __init__(self, ledger: Ledger, system: str) -> None:
        app = create_app(ledger)
        schemas = app.openapi()["components"]["schemas"]
        schemas["Declared"] = schemas[f"Declared.{system}"]
        schemas["Opening"] = {"$ref": schemas["Opening"]["discriminator"]["mapping"][system]}
        self.schema = schemathesis.openapi.from_asgi("/openapi.json", app)
        with TestClient(app) as client:
            self.table = Table(client, SAMPLE[system])
            self.seats = [seat["id"] for seat in SAMPLE[system]["seats"] if seat.get("role") != "spectator"]
            play_on(self.table, ledger, self.seats, 7)

    def cases(self, method: str, path: str) -> st.SearchStrategy[Case[Any]]:
        """Return calls as the document allows them and otherwise, with a key here most of all."""
        operation = self.schema[path][method]
        here = {"encounter": self.table.id} if "{encounter}" in path else None
        keys = [self.table.headers(seat) for seat in self.seats]
        allowed, otherwise = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
        return st.one_of(
            *(operation.as_strategy(allowed, path_parameters=here, headers=key) for key in keys),
            operation.as_strategy(otherwise, path_parameters=here, headers=keys[0]),
            operation.as_strategy(allowed, path_parameters=here),
            operation.as_strategy(allowed, headers=keys[0]),
        )


@pytest.fixture(scope="module")
def attacked() -> Iterator[Any]:
    with Ledger() as ledger:
        yield cache(lambda system: Attacked(ledger, system))


@pytest.mark.long(but=("pursuit-POST-/api/encounters", "storyteller-POST-/api/encounters/{encounter}/commands"))
@pytest.mark.slow
@pytest.mark.parametrize(("system", "method", "path"), CASES)
def test_every_call_is_answered_as_documented(
    attacked: Any, system: str, method: str, path: str, pytestconfig: pytest.Config
) -> None:
    most = (4 if method == "POST" else 2) * (20 if pytestconfig.getoption("--all") else 1)

    @settings(
        max_examples=most, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(attacked(system).cases(method, path))
    def answers(case: Case[Any]) -> None:
        case.call_and_validate(excluded_checks=LEFT_OUT)

    answers()
