"""The container files name what is there: folders, settings, addresses. No test here runs a container."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SOURCES = "".join(
    path.read_text(encoding="utf-8") for folder in ("api", "cli", "ledger") for path in (ROOT / folder).rglob("*.py")
)


def test_what_is_copied_is_there_and_is_all_that_runs() -> None:
    copied = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    code = ["domain", "ledger", "projections", "bots", "files", "client", "verifier", "page/served", "api", "cli"]
    assert copied == ["requirements.lock", *code, "rosters"]
    assert all((ROOT / name).exists() for name in copied)


def test_every_setting_is_one_that_the_program_reads() -> None:
    named = {*COMPOSE["services"]["ledger"]["environment"], *re.findall(r"ENCOUNTER_\w+", DOCKERFILE)}
    assert len(named) >= 4
    assert [name for name in named if f'"{name}"' not in SOURCES] == []


def test_secrets_come_by_file_and_stand_nowhere_else() -> None:
    assert set(COMPOSE["secrets"]) == {"postgres", "key"}
    assert all(each["file"].startswith("secrets/") for each in COMPOSE["secrets"].values())
    assert "secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "password" not in str(COMPOSE["services"]["ledger"]["environment"]["ENCOUNTER_DATABASE"])


def test_both_services_say_when_they_are_well_and_the_ledger_waits_for_the_database() -> None:
    services = COMPOSE["services"]
    assert services["ledger"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    assert "healthcheck" in services["postgres"]
    assert re.search(r"HEALTHCHECK.*?/readyz", DOCKERFILE, re.DOTALL)
    assert '"/readyz"' in SOURCES


def test_the_service_has_no_rights_and_no_way_to_install() -> None:
    assert re.search(r"^USER (?!root)\S+", DOCKERFILE, re.MULTILINE)
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
