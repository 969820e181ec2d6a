"""The words of the terminal: each is there when it is typed, and the help names it."""

import pytest

from cli.playing.screen import Screen
from cli.playing.vocabulary import HELP, WORDS, word_of


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


def test_the_help_fits_a_terminal() -> None:
    assert max(map(len, HELP.splitlines())) <= 80
