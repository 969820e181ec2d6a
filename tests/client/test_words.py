"""The words of the terminal: each is there when it is typed, and the help names it."""

import sys

import pytest
import typer

from cli.playing.screen import Screen
from cli.playing.sitting import _aside
from cli.playing.vocabulary import HELP, WORDS, word_of
from cli.stopping import stop


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_found_however_it_is_written_with_what_follows_it(word: str) -> None:
    known = word_of(word)
    assert known is not None
    assert known[0].__doc__
    assert known[1] == ""
    assert word_of(word.capitalize()) == known
    if " " not in word:
        assert word_of(f"{word} Bo's mount") == (known[0], "Bo's mount")


@pytest.mark.parametrize("word", WORDS)
def test_the_help_names_each_word(word: str) -> None:
    assert word in HELP


def test_what_only_begins_like_a_word_is_none() -> None:
    assert word_of("oddsmaker 3") is None
    assert word_of("go") is None


def test_sentences_are_broken_between_words_in_a_terminal_and_not_at_all_for_a_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("sys.__stdout__", None)
    told: list[str] = []
    sentence = "   12  " + "and so-on " * 20
    Screen(told.append, json=False).tell([sentence], hanging=7)
    assert told == [sentence.rstrip()]
    monkeypatch.setenv("COLUMNS", "40")
    told.clear()
    Screen(told.append, json=False).tell([sentence], margin=3, hanging=7)
    assert max(map(len, told)) <= 40
    assert [row[:10].strip() for row in told][1:] == [""] * (len(told) - 1)
    assert " ".join(" ".join(told).split()) == " ".join(sentence.split())


LONG = (
    "Others who play must vouch that bo lost the old phone: two of them, or one, and then the key waits.",
    "You would vouch that bo lost the device bo-2, and that another key takes its place: ask bo in another way first.",
    "The server told this device another history than the others. Evidence saved in /home/bo/evidence.json.",
    "The key waits until 2026-11-29 10:44 UTC, or, if nobody says no before, until 2026-11-30 10:44 UTC.",
)


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("sentence", LONG)
def test_whatever_is_said_while_one_plays_is_broken_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sentence: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    told: list[str] = []
    Screen(told.append, json=False).say(sentence)
    _aside(sentence)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(typer.Exit):
        stop(sentence)
    assert capsys.readouterr().err.splitlines() == [*told, *told]
    assert len(told) > 1
    assert max(map(len, told)) <= width
    assert " ".join(" ".join(told).split()) == sentence


def test_why_a_program_was_stopped_stands_in_one_row_where_no_terminal_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    with pytest.raises(typer.Exit):
        stop(LONG[0])
    assert capsys.readouterr().err == f"{LONG[0]}\n"


def test_what_is_drawn_or_to_be_copied_keeps_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    told: list[str] = []
    Screen(told.append, json=False).draw(f"{LONG[0]}\n  · ·")
    assert told == [LONG[0], "  · ·"]


def test_the_help_fits_a_terminal() -> None:
    assert max(map(len, HELP.splitlines())) <= 80
