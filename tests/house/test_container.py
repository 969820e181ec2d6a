"""The container files name what is there: folders, settings, addresses. No test here runs a container."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from urllib.request import urlopen

import pytest
import yaml

from ledger.store.postgres import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SOURCES = "".join(
    path.read_text(encoding="utf-8") for folder in ("api", "cli", "ledger") for path in (ROOT / folder).rglob("*.py")
)


def test_what_is_copied_is_there_and_is_all_that_runs() -> None:
    copied = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    code = [
        *("domain", "ledger", "projections", "analytics", "bots", "files", "client", "verifier", "page/served"),
        *("api", "cli"),
    ]
    assert copied == ["requirements.lock", *code, "rosters"]
    assert all((ROOT / name).exists() for name in copied)


def test_every_setting_is_one_that_the_program_reads() -> None:
    named = {*COMPOSE["services"]["ledger"]["environment"], *re.findall(r"ENCOUNTER_\w+", DOCKERFILE)}
    named -= {"FORWARDED_ALLOW_IPS"}  # uvicorn reads that
    assert len(named) >= 4
    assert [name for name in named if f'"{name}"' not in SOURCES] == []


def test_secrets_come_by_file_and_stand_nowhere_else() -> None:
    assert set(COMPOSE["secrets"]) == {"postgres", "key", "operator"}
    assert all(each["file"].startswith("secrets/") for each in COMPOSE["secrets"].values())
    assert "secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "password" not in str(COMPOSE["services"]["ledger"]["environment"]["ENCOUNTER_DATABASE"])


def test_both_services_say_when_they_are_well_and_the_ledger_waits_for_the_database() -> None:
    services = COMPOSE["services"]
    assert services["ledger"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert "healthcheck" in services["postgres"]
    assert re.search(r"HEALTHCHECK.*?/readyz", DOCKERFILE, re.DOTALL)
    assert '"/readyz"' in SOURCES


def seconds(span: str) -> int:
    return int(span.removesuffix("s"))


def test_whoever_is_asked_to_stop_has_longer_than_that_takes_and_reaps_what_it_began() -> None:
    services = COMPOSE["services"]
    assert services["ledger"]["init"] is True
    assert seconds(services["ledger"]["stop_grace_period"]) > PATIENCE + 5
    assert seconds(services["postgres"]["stop_grace_period"]) > seconds(services["ledger"]["stop_grace_period"])


def test_the_database_is_well_once_it_listens_and_not_while_it_is_being_made() -> None:
    """The image makes the database with a server that listens on a socket alone: only the other one has an address."""
    assert "pg_isready -h 127.0.0.1" in COMPOSE["services"]["postgres"]["healthcheck"]["test"][1]


def test_the_memory_that_encounters_may_take_fits_into_the_limit() -> None:
    ledger = COMPOSE["services"]["ledger"]
    limit, encounters = ledger["mem_limit"], ledger["environment"]["ENCOUNTER_MEMORY"]
    given = [int(re.search(r":-(\d+)", each)[1]) for each in (limit, encounters)]  # type: ignore[index]  # both have one
    assert limit.endswith("m}")
    assert given[0] >= 2 * given[1] + 512


@pytest.mark.long
def test_the_steps_of_the_files_run_in_a_folder(tmp_path: Path) -> None:
    """What is copied is all that the command needs: no container engine, but the same folders and settings."""
    copied = re.findall(r"^COPY (?!--from)(\S+) (\S+)", DOCKERFILE, re.MULTILINE)
    for source, target in copied:
        made = tmp_path / "app" / (target if target != "." else source)
        made.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        copy(ROOT / source, made)
    (tmp_path / "secrets").mkdir()
    for name in COMPOSE["secrets"]:
        (tmp_path / "secrets" / name).write_text(secrets.token_urlsafe(32) if name == "operator" else "ab" * 32)
    given = {name: str(value) for name, value in COMPOSE["services"]["ledger"]["environment"].items()}
    settings = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in given.items()}
    settings = {name: value.replace("/run/secrets", str(tmp_path / "secrets")) for name, value in settings.items()}
    here = {name: value for name, value in settings.items() if "DATABASE" not in name}
    here |= {"ENCOUNTER_DATA": str(tmp_path / "data"), "ENCOUNTER_LOG": "json", "PATH": os.environ["PATH"]}
    entry = json.loads(re.search(r"^ENTRYPOINT (.*)$", DOCKERFILE, re.MULTILINE)[1])  # type: ignore[index]  # there is one
    command = [sys.executable, *entry[1:], "serve", "--port", "0"]
    with Popen(command, cwd=tmp_path / "app", env=here, stdout=PIPE, stderr=PIPE, text=True) as serving:
        assert serving.stdout is not None
        address = next(found[0] for line in serving.stdout if (found := re.search(r"http://\S+:\d+", line)))
        check = re.search(r"urlopen\('http://127.0.0.1:8000([^']+)'", DOCKERFILE)
        assert check is not None
        assert urlopen(address + check[1], timeout=10).status == 200  # noqa: S310  # the test's own server
        serving.terminate()
        assert serving.wait(20) == 0


def test_the_service_has_no_rights_and_no_way_to_install() -> None:
    assert re.search(r"^USER [1-9][0-9]+$", DOCKERFILE, re.MULTILINE)
    _, installs, runs = DOCKERFILE.split("\nFROM ")
    assert "pip uninstall -y pip" in installs, "the one of the virtual environment"
    assert re.search(r"pip uninstall -y \S+ pip .*rm -rf \S+/ensurepip", runs), "the one of the base image"
    assert not re.search(r"apt-get|gcc|build-essential|pip install", runs)
    ledger = COMPOSE["services"]["ledger"]
    assert ledger["read_only"] is True
    assert ledger["cap_drop"] == ["ALL"]
    assert ledger["security_opt"] == ["no-new-privileges:true"]


def test_the_builder_is_sent_what_is_copied_and_no_secret() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    sent = [line[1:] for line in ignored if line.startswith("!")]
    assert "*" in ignored
    assert sent == re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)


def test_what_lasts_lies_in_volumes_where_the_images_keep_it() -> None:
    services = COMPOSE["services"]
    mounted = {name: [each.split(":") for each in services[name]["volumes"]] for name in services}
    assert mounted == {"ledger": [["data", "/data"]], "postgres": [["postgres", "/var/lib/postgresql"]]}
    assert set(COMPOSE["volumes"]) == {"data", "postgres"}
    assert "VOLUME /data" in DOCKERFILE
    # Up to 17 the image keeps its data elsewhere, and they would be lost with the container.
    assert int(services["postgres"]["image"].partition(":")[2]) >= 18
