"""The words of the terminal: each is there when it is typed, and the help names it."""

import pytest

from api.client.words import HELP, WORDS, word_of


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_found_however_it_is_written_with_what_follows_it(word: str) -> None:
    for typed in (word, word.capitalize()):
        found = word_of(typed)
        assert found is not None
        assert found[0].__doc__
        assert found[1] == ""
    known, rest = word_of(f"{word} Bo's mount") or (None, None)
    assert (known, rest) == (found[0], "Bo's mount") if " " not in word else known is None


@pytest.mark.parametrize("word", WORDS)
def test_the_help_names_each_word(word: str) -> None:
    assert word in HELP


def test_what_only_begins_like_a_word_is_none() -> None:
    assert word_of("oddsmaker 3") is None
    assert word_of("go") is None
