"""What holds for every file under version control, and for the documents among them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = ["domain", "ledger", "projections", "analytics", "bots", "files", "client", "api", "cli", "verifier", "tests"]
# Written in two halves, or this file would name them itself.
REGISTRY_HOSTS = [
    f"{name}.{end}"
    for name, end in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("crates", "io"),
    ]
]
EMPTY_WORDS = {"manager", "helper", "helpers", "utils", "service", "base", "abstract", "impl", "data", "info", "dto"}
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*"))

needs_git = pytest.mark.skipif(
    not (shutil.which("git") and (ROOT / ".git").exists()), reason="only a clone knows what is under version control"
)


def tracked() -> list[Path]:
    """Return the files under version control, or about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.slow
@needs_git
def test_no_file_names_the_host_of_a_package_registry() -> None:
    naming = [
        (str(path.relative_to(ROOT)), host)
        for path in tracked()
        for host in REGISTRY_HOSTS
        if host.encode() in path.read_bytes()
    ]
    assert naming == []


def test_no_module_and_no_class_has_an_empty_word_in_its_name() -> None:
    names: set[str] = set()
    for path in (path for folder in CODE for path in (ROOT / folder).rglob("*.py")):
        classes = re.findall(r"^\s*class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        names |= {name for name in [path.stem, *classes] if EMPTY_WORDS & words_of(name)}
    assert names == set()


def words_of(name: str) -> set[str]:
    """Return the words of a name in CamelCase or snake_case, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_the_words_of_a_name_are_told_apart() -> None:
    assert words_of("DiceManager") == {"dice", "manager"}
    assert words_of("test_stored_data") == {"test", "stored", "data"}
    assert words_of("Database") == {"database"}


def test_decision_records_are_numbered_without_a_gap() -> None:
    numbers = [int(path.name.partition("-")[0]) for path in DECISIONS]
    assert numbers == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_record_is_one_page_with_a_question_and_an_answer(path: Path) -> None:
    assert re.fullmatch(r"\d{4}(-[a-z0-9]+)+\.md", path.name)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith(f"# {path.name[:4]}. ")
    assert {"## Question", "## Decision"} <= set(lines)
    assert len(lines) <= 60


def test_links_between_documents_lead_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        (document.name, target)
        for document in documents
        for target in re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
        if "://" not in target and not (document.parent / target).exists()
    ]
    assert broken == []
