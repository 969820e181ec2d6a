"""What is read as YAML and as JSON, and what is refused with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from files.checking import check_bytes, check_file
from tests.checking.fight import FIGHT, checked


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "fight.yaml", "must be a mapping"),
        ("- 1", "fight.yaml", "must be a mapping"),
        ("a: 1\na: 2", "fight.yaml, line 2", "The field 'a' stands there twice."),
        ("a: &x 1", "fight.yaml, line 1", "&x is an anchor"),
        ("a: 1\nb: *x", "fight.yaml, line 2", "*x is an alias"),
        ("a: !!python/name:os.system x", "fight.yaml, line 1", "The tag "),
        ("a: 1\n---\nb: 2", "fight.yaml, line", "A second document begins here"),
        ("a:\n\t- 1", "fight.yaml, line 2", "This is not YAML"),
        ("a: [1", "fight.yaml, line", "This is not YAML"),
        ("? [a]\n: 1", "fight.yaml, line 1", "where the name of a field belongs"),
        ("a: " + "[" * 30 + "]" * 30, "fight.yaml, line 1", "nested too deeply: at most 20 levels"),
        ("a: " + "9" * 40, "fight.yaml, line 1", "too long: at most 15 digits"),
        ("a: \x07", "fight.yaml", "not allowed in YAML"),
        ('a: "\u202ehidden"', "fight.yaml, line 1, a", "overrides the direction of writing"),
        ('a: "\\ud800"', "fight.yaml", ""),
    ],
)
def test_what_is_not_plain_yaml_is_refused_with_its_line(text: str, place: str, message: str) -> None:
    found = checked(text)
    assert found.exit_status == 2
    assert found.place is not None
    assert place in found.place
    assert message in (found.message or "")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("{", "fight.json, line 1", "This is not JSON"),
        ('{"a": 1.5}', "fight.json", "numbers are whole"),
        ('{"a": NaN}', "fight.json", "numbers are whole"),
        ('{"a": 1, "a": 2}', "fight.json", "The field 'a' stands there twice."),
        ('{"a": ' + "9" * 5000 + "}", "fight.json", "at most 15 digits"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "fight.json", "nested too deeply"),
        ('{"a": ' + "[" * 30 + "]" * 30 + "}", "fight.json", "nested too deeply"),
        ('{"a": "\\ud800"}', "fight.json, a", "half of a surrogate pair"),
        ("[]", "fight.json", "must be a mapping"),
    ],
)
def test_what_is_not_plain_json_is_refused(text: str, place: str, message: str) -> None:
    found = check_bytes(text.encode(), "fight.json")
    assert found.exit_status == 2
    assert found.place is not None
    assert place in found.place
    assert message in (found.message or "")


def test_json_is_read_as_well() -> None:
    assert check_bytes(json.dumps(FIGHT).encode(), "fight.json").status == "passed"


def test_words_mean_what_they_look_like() -> None:
    """YAML 1.1 would make a truth of ``on``, a number of ``6:5`` and of ``1_0``."""
    text = yaml.safe_dump({**FIGHT, "title": "TITLE"}, sort_keys=False)
    for word in ("on", "yes", "6:5", "1_0", "2026-01-01", "0x10", "1.5"):
        assert checked(text.replace("TITLE", word)).title == word


def test_a_file_that_is_too_long_or_not_text_is_refused() -> None:
    assert check_bytes(b"a: " + b"x" * 1024 * 1024, "fight.yaml").message == "The file is too long: at most 1024 KiB."
    assert check_bytes(b"a: \xff", "fight.yaml").message == "Byte 3 is not UTF-8 text."


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    found = check_file(tmp_path / "none.yaml")
    assert found.exit_status == 2
    assert found.message == "It cannot be read: No such file or directory."
    assert check_file(Path("a\0b")).exit_status == 2
    assert check_file(tmp_path).exit_status == 2
