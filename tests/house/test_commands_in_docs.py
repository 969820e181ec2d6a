"""The commands in the documents: written as a reader types them, each with options that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from cli.main import COMMANDS, Named
from domain.ruleset import RULESETS
from ledger.line.actions import command_of

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
TYPED = re.compile(r"\.venv/bin/encounter +([a-z-]+)([^`\n#]*)")


def typed() -> Iterator[tuple[str, str, list[str]]]:
    """Yield every command in the documents: the page, its name, the options it is given."""
    for page in PAGES:
        for name, rest in TYPED.findall(page.read_text(encoding="utf-8")):
            yield page.name, name, re.findall(r"(?<!\S)--[a-z-]+", rest)


def test_commands_stand_in_the_documents_as_they_are_typed() -> None:
    bare = [
        f"{page.name}: {line}"
        for page in PAGES
        for text in (page.read_text(encoding="utf-8"),)
        for line in re.findall(r"`encounter [a-z][^`\n]*`", text)
        + [
            row
            for block in re.findall(r"(?s)```(?:sh)?\n(.*?)```", text)
            for row in re.findall(r"(?m)^encounter [a-z].*", block)
        ]
    ]
    assert bare == []


@pytest.mark.slow
def test_every_command_in_the_documents_exists_with_the_options_it_is_given() -> None:
    found = [*typed()]
    assert len(found) > 30
    for page, name, options in found:
        assert name in COMMANDS, (page, name)
        known = {option for parameter in Named(name=name).whole().params for option in parameter.opts}
        assert {*options} <= {*known, "--help"}, (page, name)


@pytest.mark.parametrize("system", RULESETS)
def test_words_are_given_in_every_system_as_the_documents_write_them(system: str) -> None:
    given = re.findall(r"`({[^`]*})`", (ROOT / "docs" / "joining.md").read_text(encoding="utf-8"))
    spoken = [command_of(orjson.loads(each), system) for each in given]
    assert len(spoken) == 4
    assert {command.do for command in spoken} == {"say"}
