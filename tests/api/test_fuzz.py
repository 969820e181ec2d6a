"""Whatever the document allows, and much that it does not, is answered as the document says, never with a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import positive_data_acceptance
from starlette.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger
from tests.api.conftest import SAMPLE, Table

# What a schema cannot say: that 2.0 is not read as a whole number, texts in composed form, ids that are somebody's.
NOT_SAID_BY_SCHEMAS = [positive_data_acceptance]
# It never ends, and the client within the process waits for the end of an answer; test_stream.py asks a real server.
ENDLESS = "/stream"
OPERATIONS = [
    (method.upper(), path)
    for path, calls in create_app(cast("Ledger", None)).openapi()["paths"].items()
    for method in calls
    if not path.endswith(ENDLESS)
]


class Attacked:
    """The application with a fight in it, and its own document."""

    def __init__(self, ledger: Ledger) -> None:
        app = create_app(ledger)
        self.schema = schemathesis.openapi.from_asgi("/openapi.json", app)
        with TestClient(app) as client:
            self.table = Table(client, SAMPLE["etiquette"])
            self.table.done("ana", "begin_move", who="AnaBot", allowance=3)
            self.table.done("ana", "move", who="AnaBot", to="T2")
            self.table.done("ana", "move", who="AnaBot", to="T3")
            self.table.done("ana", "engage", who="AnaBot")

    def cases(self, method: str, path: str) -> st.SearchStrategy[Case[Any]]:
        """Return calls as the document allows them and otherwise, with a key here most of all."""
        operation = self.schema[path][method]
        here = {"encounter": self.table.id} if "{encounter}" in path else None
        ana, bo = self.table.headers("ana"), self.table.headers("bo")
        allowed, otherwise = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
        return st.one_of(
            operation.as_strategy(allowed, path_parameters=here, headers=ana),
            operation.as_strategy(allowed, path_parameters=here, headers=bo),
            operation.as_strategy(otherwise, path_parameters=here, headers=ana),
            operation.as_strategy(allowed, path_parameters=here),
            operation.as_strategy(allowed, headers=ana),
        )


@pytest.fixture(scope="module")
def attacked() -> Iterator[Attacked]:
    with Ledger() as ledger:
        yield Attacked(ledger)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_call_is_answered_as_documented(attacked: Attacked, method: str, path: str) -> None:
    @settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(attacked.cases(method, path))
    def answers(case: Case[Any]) -> None:
        case.call_and_validate(excluded_checks=NOT_SAID_BY_SCHEMAS)

    answers()
