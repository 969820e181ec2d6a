"""The README's own examples."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from files.rosters import SAMPLES
from ledger.application import Ledger
from tests.api.calling import run
from tests.client.tables import house
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, opened
from tests.sparing import RUN

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
TYPED = [line for kind, code in BLOCKS if kind == "sh" for line in code.splitlines() if "bin/encounter" in line]


def test_the_fight_in_the_readme_ends_as_it_says() -> None:
    at = next(at for at, (kind, _) in enumerate(BLOCKS) if kind == "python")
    (_, code), (_, printed) = BLOCKS[at : at + 2]
    told = StringIO()
    with redirect_stdout(told):
        exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - our own text
    assert told.getvalue() == printed
    assert len([line for line in code.split("duel = ")[1].splitlines() if line]) <= 10


@pytest.mark.slow
def test_the_encounter_in_the_readme_can_be_opened_asked_and_played() -> None:
    typed = "\n".join(code for kind, code in BLOCKS if kind == "sh")
    (file,), (command,) = re.findall(r"-d @(\S+)", typed), re.findall(r"-d '([^']+)'", typed)
    (question,) = re.findall(r"/api/encounters/\$ID(/why\S+)\"", typed)
    with Ledger() as ledger, TestClient(create_app(ledger)) as client:
        opened = client.post("/api/encounters", json=json.loads((ROOT / file).read_text(encoding="utf-8"))).json()
        address, key = f"/api/encounters/{opened['encounter']}", {"Authorization": f"Bearer {opened['keys']['ana']}"}
        answers = [
            client.get(f"{address}/offers", headers=key),
            client.post(f"{address}/commands", headers=key, json=json.loads(command)),
            client.get(f"{address}{question}", headers=key),
        ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]


@pytest.mark.slow
def test_every_command_of_the_readme_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("rosters", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    assert len(TYPED) >= 10
    for line in TYPED:
        if re.search(r"encounter (open|join) ", line):
            continue
        shorter = line if RUN.whole else line.replace("--fights 200", "--fights 20")
        ended = run(*shlex.split(shorter, comments=True)[1:])
        assert (ended.exit_code, ended.stderr) == (0, ""), line


@pytest.mark.slow
def test_what_the_readme_says_of_playing_with_others_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENCOUNTER_STATE", str(tmp_path / "devices"))
    opens, joins, *bots = (line for line in TYPED if re.search(r"encounter (open|join) ", line))
    with house(tmp_path) as here:
        opened = run(*shlex.split(opens.replace("http://127.0.0.1:8000", here.address), comments=True)[1:])
        (link,) = re.findall(r"odila: (http\S+)", opened.stdout)
        alone = here.open({**ARCHERS, "seats": [{"id": "ana"}], "combatants": _all_of("ana")}).invitations["ana"]
        for line, invitation in ((joins, link), *((line, alone) for line in bots)):
            ended = run(*shlex.split(re.sub(r"http://\S+KEY", invitation, line), comments=True)[1:])
            assert ended.exit_code == 0, line


def _all_of(seat: str) -> list[dict[str, Any]]:
    return [{**each, "controller": seat, "health": 3} for each in ARCHERS["combatants"]]


def test_it_names_every_system_and_shows_fights_of_those_there_are() -> None:
    assert all(f"`{system}`" in README for system in SAMPLES)
    assert set(re.findall(r"encounter fight (\w+)", README)) <= set(SAMPLES)


def test_every_file_that_the_readme_names_is_there() -> None:
    named = re.findall(
        r"(?<![\w./~$-])((?:docs|tests|rosters|domain|ledger|projections|bots|files|client|api|cli)/[\w./-]*)", README
    )
    assert "tests/api/duel.json" in named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_page_on_verifying_recomputes_every_roll_of_a_fight(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "verifying.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    with Ledger(chain_length=4) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        for _ in range(3):
            player.does(SHOT)
            player.does(BACK)
        raw = ledger.export(player.encounter)
    (tmp_path / "check.py").write_text(code, encoding="utf-8")
    (tmp_path / "fight.ndjson").write_bytes(raw)
    check = [sys.executable, str(tmp_path / "check.py"), str(tmp_path / "fight.ndjson")]
    told = subprocess.run(check, capture_output=True, text=True, check=True).stdout
    assert [line.split(":")[0] for line in told.splitlines()] == [f"roll {number}" for number in range(1, 7)]
    (tmp_path / "fight.ndjson").write_bytes(re.sub(rb'"faces":\[(\d)', lambda m: b'"faces":[%d' % (7 - int(m[1])), raw))
    assert subprocess.run(check, capture_output=True, check=False).returncode == 1
