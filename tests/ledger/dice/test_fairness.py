"""That dice are fair is proven by counting (test_faces); this guards against a slip in the code that draws them.

All keys are fixed, so every p-value here is the same number in every run: nothing can fail by chance.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from ledger.dice.chain import Chain
from ledger.dice.faces import KeyStream, draw, face, faces, roll_key, roll_message

Faces = NDArray[np.int64]
Check = Callable[[Faces, int], float]

ENCOUNTER = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
DICE = [6, 20, 100]
MILLION = 1_000_000
LAGS = (1, 2, 3, 5, 8, 16)
pytestmark = pytest.mark.slow


def array(shown: Iterable[int]) -> Faces:
    return np.fromiter(shown, dtype=np.int64)


def fixed_words(name: str) -> KeyStream:
    return KeyStream(sha256(f"el1 test fairness {name}".encode()).digest())


@cache
def a_million(sides: int) -> Faces:
    words = fixed_words(f"d{sides}")
    return array(draw(words, sides) for _ in range(MILLION))


@cache
def one_die_for_each_command(sides: int) -> Faces:
    """Return the faces of 60,000 rolls, each with links, a message and a key of its own, as in a fight."""
    server, ana = (Chain(sha256(f"{party} d{sides}".encode()).digest(), ENCOUNTER, party, 60_000) for party in "sa")
    return array(
        faces(roll_key(server.link(i), roll_message(ENCOUNTER, i, bytes(32), [("ana", i, ana.link(i))])), [sides])[0]
        for i in range(1, 60_001)
    )


def even_counts(shown: Faces, sides: int) -> float:
    return float(stats.chisquare(np.bincount(shown, minlength=sides + 1)[1:]).pvalue)


def even_pairs(shown: Faces, sides: int) -> float:
    """Return the p-value of the serial test: two faces after each other, no face in two pairs."""
    even = len(shown) // 2 * 2
    pairs = (shown[:even:2] - 1) * sides + shown[1:even:2] - 1
    return float(stats.chisquare(np.bincount(pairs, minlength=sides * sides)).pvalue)


def independent_neighbours(shown: Faces, sides: int) -> float:
    table = np.bincount((shown[:-1] - 1) * sides + shown[1:] - 1, minlength=sides * sides)
    return float(stats.chi2_contingency(table.reshape(sides, sides)).pvalue)


def runs_of_high_and_low(shown: Faces, sides: int) -> float:
    """Return the p-value of Wald and Wolfowitz: how often high faces are followed by low ones and the other way."""
    high = shown > sides // 2
    above, below = int(high.sum()), int((~high).sum())
    number = above + below
    runs = 1 + int((high[1:] != high[:-1]).sum())
    mean = 1 + 2 * above * below / number
    variance = (mean - 1) * (mean - 2) / (number - 1)
    return float(2 * stats.norm.sf(abs(runs - mean) / variance**0.5))


def gaps_between_the_highest(shown: Faces, sides: int) -> float:
    """Return the p-value of the gap test: how long it takes until the highest face comes again."""
    gaps = np.diff(np.flatnonzero(shown == sides))
    longest = int(np.log(10 / len(gaps)) / np.log1p(-1 / sides))
    counts = np.bincount(np.minimum(gaps, longest), minlength=longest + 1)[1:]
    waiting = (1 - 1 / sides) ** np.arange(longest)
    expected = np.append(waiting[:-1] / sides, waiting[-1]) * len(gaps)
    return float(stats.chisquare(counts, expected).pvalue)


def no_echo(shown: Faces, _sides: int) -> float:
    """Return the smallest p-value of the correlations with earlier faces, times their number."""
    values = [float(stats.pearsonr(shown[:-lag], shown[lag:]).pvalue) for lag in LAGS]
    return min(values) * len(values)


CHECKS: list[Check] = [
    even_counts,
    even_pairs,
    independent_neighbours,
    runs_of_high_and_low,
    gaps_between_the_highest,
    no_echo,
]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("sides", DICE)
@pytest.mark.parametrize("check", CHECKS)
def test_a_million_faces_of_one_key_look_like_chance(check: Check, sides: int) -> None:
    assert check(a_million(sides), sides) > 0.001


@pytest.mark.long
@pytest.mark.parametrize("sides", [6, 20])
@pytest.mark.parametrize("check", CHECKS)
def test_the_faces_of_many_commands_look_like_chance(check: Check, sides: int) -> None:
    assert check(one_die_for_each_command(sides), sides) > 0.001


def loaded(sides: int) -> Iterator[int]:
    words = fixed_words(f"loaded d{sides}")
    while True:
        shown = draw(words, sides + 1)
        yield min(shown, sides)


def by_modulo_of_seven_bits(sides: int) -> Iterator[int]:
    return (word % 128 % sides + 1 for word in fixed_words(f"modulo d{sides}"))


def never_twice(sides: int) -> Iterator[int]:
    words, before = fixed_words(f"never twice d{sides}"), 0
    while True:
        if (shown := draw(words, sides)) != before:
            yield (before := shown)


def smooth(sides: int) -> Iterator[int]:
    words = fixed_words(f"smooth d{sides}")
    for one, two in pairwise(iter(lambda: draw(words, sides), 0)):
        yield (one + two) // 2


def in_turn(sides: int) -> Iterator[int]:
    while True:
        yield from range(1, sides + 1)


@pytest.mark.long
@pytest.mark.parametrize("sides", DICE)
@pytest.mark.parametrize(
    ("slip", "check"),
    [
        (loaded, even_counts),
        (by_modulo_of_seven_bits, even_counts),
        (smooth, even_pairs),
        (never_twice, independent_neighbours),
        (smooth, runs_of_high_and_low),
        (smooth, no_echo),
        (in_turn, gaps_between_the_highest),
    ],
)
def test_each_check_finds_the_slip_it_is_there_for(
    slip: Callable[[int], Iterator[int]], check: Check, sides: int
) -> None:
    stream = slip(sides)
    assert check(array(next(stream) for _ in range(200_000)), sides) < 1e-6


@pytest.mark.long
def test_every_die_of_up_to_1000_sides_is_fair_over_all_16_bit_words() -> None:
    words = np.arange(2**16)
    for sides in range(2, 1001):
        used = 2**16 // sides * sides
        shown = np.where(words < used, words % sides + 1, 0)
        counts = np.bincount(shown, minlength=sides + 1)
        assert counts[0] == 2**16 % sides < sides
        assert (counts[1:] == 2**16 // sides).all()
        for word in [*range(sides % 32, 2**16, 32), *range(used - 4, min(used + 4, 2**16))]:
            assert (face(word, sides, 2**16) or 0) == shown[word], (word, sides)
