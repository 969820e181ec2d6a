"""What the pages say that a command prints is what it prints."""

from __future__ import annotations

import re
from textwrap import wrap

import pytest

from analytics.queries import queries
from cli.asking import WIDTH
from tests.analytics import printed

ANALYTICS, ANSWERS = printed.PAGES
EVERY = [each for page in printed.PAGES for each in printed.blocks(page)]
ASKED = {command: told for command, told in EVERY if command.startswith("query ")}


@pytest.mark.long
def test_every_command_prints_what_stands_below_it() -> None:
    """Where it does not, `python -m tests.analytics --pages` writes them anew."""
    for page, text in printed.pages().items():
        assert text == page.read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "told"), ASKED.items(), ids=ASKED)
def test_a_printed_answer_begins_as_its_question_does_today(command: str, told: str) -> None:
    each = queries()[command.split()[1]]
    head = [*wrap(each.question, WIDTH), *wrap(f"{each.of} Read it so: {each.reads}", WIDTH)]
    assert told.startswith("".join(f"{line}\n" for line in head) + "Of ")


def test_each_of_the_questions_is_answered_on_a_page() -> None:
    asked = re.findall(r"^\| (\d+) \|.*\| ([^|]+) \|$", ANALYTICS.read_text(encoding="utf-8"), re.MULTILINE)
    told = re.findall(r"^## (\d+)\. ", ANSWERS.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [number for number, _ in asked] == [str(number) for number in range(1, 26)]
    parts = re.split(r"^## \d+\. .*$", ANSWERS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert [number for number, part in zip(told, parts, strict=True) if not printed.BLOCK.search(part)] == []


def test_every_shipped_question_is_printed_with_rows() -> None:
    assert {command.split()[1] for command in ASKED} == set(queries())
    assert [command for command, told in ASKED.items() if told.endswith("Nothing.\n")] == []


def test_of_a_long_answer_the_first_rows_stand_in_a_page() -> None:
    rows = [f"row {number}\n" for number in range(30)]
    assert printed.cut("Of 1 fight.\n\nname\n" + "".join(rows)) == "Of 1 fight.\n\nname\n" + "".join(rows[:9]) + "…\n"
    assert printed.cut("Of 1 fight.\n\nname\nrow 0\n") == "Of 1 fight.\n\nname\nrow 0\n"
    assert printed.cut("one\ntwo\n") == "one\ntwo\n"
