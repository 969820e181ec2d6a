"""Log lines hold no secret, and what threads and libraries have to say takes their form."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.watching import log_lines
from ledger.application import Ledger
from ledger.dice.secrets import KEY_FILE
from tests.api.conftest import SAMPLE, Table
from tests.api.logged import told

WORDS = "plantedwords"


@pytest.fixture(params=["json", "text"])
def logged(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Give what is written while lines are logged in either form."""
    log_lines(request.param)
    yield capsys
    log_lines("none")


def test_no_key_no_body_and_no_words_stand_in_any_line(tmp_path: Path, logged: pytest.CaptureFixture[str]) -> None:
    with Ledger(tmp_path) as ledger, TestClient(create_app(ledger), raise_server_exceptions=False) as client:
        table = Table(client, SAMPLE["pursuit"])
        keys = list(table.keys.values())
        table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 3, "note": WORDS})
        table.do("ana", {"do": "message", "who": "Ana", "text": WORDS})
        table.get("ana", f"/board?key={keys[1]}&note={WORDS}")
        client.get(f"/api/{keys[1]}/{WORDS}", headers={"Authorization": f"Bearer {keys[0]}"})
        client.get(f"/api/encounters/{table.id}", headers={"Authorization": f"Bearer {WORDS}"})
        client.get("/api/lobby", headers={"Encounter-Keys": ",".join(keys)})
        client.post("/api/imports", content=WORDS.encode(), headers={"Content-Type": "application/x-ndjson"})
        ledger.close()
        table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 3, "note": WORDS})
        table.get("ana", "")
    lines = told(logged)
    assert len(lines.splitlines()) >= 9
    assert [secret for secret in [*keys, WORDS, (tmp_path / KEY_FILE).read_text().strip()] if secret in lines] == []


def test_a_warning_of_a_thread_and_a_fault_are_lines_like_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    log_lines("json")
    try:
        logging.getLogger("ledger.store.tailing").warning("Following is interrupted: %s", "gone")
        try:
            raise ZeroDivisionError("no such place")
        except ZeroDivisionError:
            logging.getLogger("uvicorn.error").exception("A call fell over")
        warned, fell = map(json.loads, told(capsys).splitlines())
    finally:
        log_lines("none")
    assert (warned["event"], warned["level"]) == ("Following is interrupted: gone", "warning")
    assert (fell["event"], fell["level"]) == ("A call fell over", "error")
    assert "no such place" in fell["exception"]
