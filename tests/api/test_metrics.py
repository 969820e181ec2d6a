"""What operators watch: numbers that are true, and a dashboard and rules that name no others."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from fastapi.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger
from ledger.refusals import NoStore
from tests.api.conftest import SAMPLE, Table

DOCS = Path(__file__).resolve().parents[2] / "docs" / "metrics"
SAY = {"do": "say", "who": "Ana", "text": "Well?"}


@pytest.fixture
def table() -> Iterator[Table]:
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        yield Table(client, SAMPLE["pursuit"])


def told(client: TestClient) -> dict[str, float]:
    """Return the numbers by their names, with their labels."""
    lines = client.get("/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def test_commits_memory_and_lag_are_told(table: Table) -> None:
    before = told(table.client)
    table.do("ana", SAY)
    after = told(table.client)
    assert after["encounter_commit_seconds_count"] == before["encounter_commit_seconds_count"] + 1
    assert after["encounter_commit_commands_sum"] == before["encounter_commit_commands_sum"] + 1
    assert after["encounter_in_memory"] == 1
    assert (
        before["encounter_in_memory_bytes"]
        < after["encounter_in_memory_bytes"]
        < after["encounter_in_memory_limit_bytes"]
    )
    assert (
        after['encounter_read_model_lag_lines{model="lobby"}']
        == after['encounter_read_model_lag_lines{model="tallies"}']
        > 0
    )
    assert table.client.get("/api/lobby", headers={"Encounter-Keys": table.keys["ana"]}).status_code == 200
    assert told(table.client)['encounter_read_model_lag_lines{model="lobby"}'] == 0


def test_errors_of_the_store_are_counted_by_kind(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger: Ledger = table.client.app.state.ledger  # type: ignore[attr-defined]  # it is ours

    def full(*_: Any, **__: Any) -> None:
        raise NoStore("The store cannot be used (database or disk is full): send the same again once it can.")

    before = told(table.client)
    for kind in ("Busy", "DamagedFile", "NoStore"):
        assert before[f'encounter_store_errors_total{{kind="{kind}"}}'] == 0
    with monkeypatch.context() as patched:
        patched.setattr(ledger.store, "insert_events", full)
        assert table.do("ana", SAY).status_code == 503
    assert told(table.client)['encounter_store_errors_total{kind="NoStore"}'] == 1


def test_streams_are_counted_while_somebody_listens() -> None:
    async def listened(ledger: Ledger, encounter: str) -> tuple[int, int]:
        state = create_app(ledger).state
        channel, listener = await state.channels.join(encounter)
        during = state.channels.streams
        state.channels.leave(channel, listener)
        return during, state.channels.streams

    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        table = Table(client, SAMPLE["pursuit"])
        assert asyncio.run(listened(ledger, table.id)) == (1, 0)


def expressions() -> list[str]:
    dashboard = json.loads((DOCS / "dashboard.json").read_text(encoding="utf-8"))
    rules = yaml.safe_load((DOCS / "alerts.yaml").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return shown + [rule["expr"] for group in rules["groups"] for rule in group["rules"]]


def test_dashboard_and_alerts_name_what_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    test_errors_of_the_store_are_counted_by_kind(table, monkeypatch)
    there = {re.split(r"[{ ]", name)[0] for name in told(table.client)}
    named = {name for each in expressions() for name in re.findall(r"(?:encounter|process)_[a-z_]+", each)}
    assert len(named) > 12
    assert named <= there
    for each in expressions():
        assert each.count("(") == each.count(")")


def test_faults_of_the_program_are_counted_from_nought(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault() -> None:
        raise RuntimeError("a fault")

    before = told(table.client)["encounter_calls_failed_total"]
    monkeypatch.setattr(table.client.app.state.ledger, "must_answer", fault)  # type: ignore[attr-defined]  # it is ours
    frail = TestClient(table.client.app, raise_server_exceptions=False)
    assert frail.get("/readyz").status_code == 500
    assert told(table.client)["encounter_calls_failed_total"] == before + 1
