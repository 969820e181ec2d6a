"""Every dependency has its reason, and the locks hold exact wheels and no host."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-spark.lock", "requirements-ray.lock"]
ALL_LOCKS = [*LOCKS, "requirements-pip.lock"]


def named_in_pyproject() -> set[str]:
    """Return the names of all dependencies, the developers' included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = [line for lines in project["project"]["optional-dependencies"].values() for line in lines]
    wanted = [*project["project"]["dependencies"], *extras, *project["dependency-groups"]["dev"]]
    return {re.split(r"[\[<>=~! ]", line)[0] for line in wanted}


def pins(lock: str) -> dict[str, str]:
    """Return what ``lock`` says of each package: version, marker and hashes."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    without_comments = re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE)
    return {entry.partition("==")[0]: entry for entry in re.split(r"\n(?=\S)", without_comments.strip())}


def test_every_dependency_has_one_sentence_of_reason() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained = re.findall(r"^- `([^`]+)` \([^)]+\): .{20,}\.$", page, flags=re.MULTILINE)
    assert sorted(explained, key=str.lower) == sorted(named_in_pyproject(), key=str.lower)


@pytest.mark.parametrize("lock", ALL_LOCKS)
def test_every_pin_has_one_version_and_its_hashes(lock: str) -> None:
    for name, entry in pins(lock).items():
        assert re.match(r"[a-z0-9-]+==[0-9][0-9a-z.]* ", entry), name
        assert "--hash=sha256:" in entry, name


@pytest.mark.parametrize("lock", ALL_LOCKS)
def test_no_lock_names_a_host(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


def test_the_tools_come_on_top_of_what_runs_and_change_nothing_in_it() -> None:
    """Where a package is for some machines only, the tools may bring it to the others."""
    run, develop = ({name: _exactly(entry) for name, entry in pins(lock).items()} for lock in LOCKS[:2])
    assert {name: develop.get(name) for name in run} == run


def _exactly(entry: str) -> str:
    """Return a pin without the machines it is for: its version and its hashes."""
    return re.sub(r" ; .+? (?=\\)", " ", entry, count=1)


def test_every_dependency_is_locked() -> None:
    assert {name.lower() for name in named_in_pyproject()} <= {*pins(LOCKS[1]), *pins(LOCKS[2]), *pins(LOCKS[3])}


@pytest.mark.parametrize(("lock", "some"), [(LOCKS[2], {"py4j", "pyspark"}), (LOCKS[3], {"ray", "msgpack"})])
def test_an_engine_is_locked_apart_and_brings_nothing_that_the_tools_have(lock: str, some: set[str]) -> None:
    """Installed with ``--no-deps`` beside them it must not change what they are."""
    assert some <= {*pins(lock)}
    assert {*pins(lock)}.isdisjoint(pins(LOCKS[1]))
