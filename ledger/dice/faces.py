"""From revealed links to the faces of dice (protocol el1): one key a command, its words drawn in order."""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from struct import Struct
from typing import Self

SPAN = 2**32
FEWEST_SIDES, MOST_SIDES = 2, 1000
MOST_DICE = 200

_EIGHT_WORDS = Struct(">8I")


def roll_message(
    encounter: str, roll: int, declared_leaf: bytes, contributions: Iterable[tuple[str, int, bytes]]
) -> bytes:
    """Return what the server's link is applied to: the roll, its declaration and each (seat, number, link).

    Raises:
        ValueError: A seat contributes twice.
    """
    ordered = sorted(contributions)
    if len({seat for seat, _, _ in ordered}) != len(ordered):
        raise ValueError("A seat contributes one link to a roll, not two.")
    links = "".join(f"{seat} {k} {link.hex()}\n" for seat, k, link in ordered)
    return f"el1/roll\n{encounter}\n{roll}\n{declared_leaf.hex()}\n{links}".encode()


def roll_key(server_link: bytes, message: bytes) -> bytes:
    """Return the key from which all dice of one command are drawn."""
    return hmac.digest(server_link, message, "sha256")


class KeyStream:
    """The endless 32-bit words of a key; several rolls of one command go on where the last one stopped."""

    __slots__ = ("_block", "_key", "_left")

    def __init__(self, key: bytes, taken: int = 0) -> None:
        """Begin at the first word, or after the first ``taken`` words."""
        self._key = key
        self._block = taken // 8
        self._left: list[int] = []
        for _ in range(taken % 8):
            next(self)

    @property
    def taken(self) -> int:
        """Return how many words have been drawn."""
        return self._block * 8 - len(self._left)

    def __iter__(self) -> Self:
        """Return the words themselves: they are drawn once."""
        return self

    def __next__(self) -> int:
        """Return the next word."""
        if not self._left:
            block = hmac.digest(self._key, b"el1/dice\n%d\n" % self._block, "sha256")
            self._left.extend(_EIGHT_WORDS.unpack(block)[::-1])
            self._block += 1
        return self._left.pop()


def face(word: int, sides: int, span: int = SPAN) -> int | None:
    """Return the face a word below ``span`` stands for; None for the last few, which would favour low faces."""
    return word % sides + 1 if word < span - span % sides else None


def draw(words: Iterator[int], sides: int) -> int:
    """Return the face of one die, passing over words that stand for none.

    Raises:
        ValueError: No such die.
    """
    if not FEWEST_SIDES <= sides <= MOST_SIDES:
        raise ValueError(f"A die has {FEWEST_SIDES} to {MOST_SIDES} sides, not {sides}.")
    while (shown := face(next(words), sides)) is None:
        pass
    return shown


def draw_all(words: Iterator[int], dice: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of a roll, one for each number of sides in ``dice``; nothing is drawn if one is refused.

    Raises:
        ValueError: Too few or too many dice, or no such die.
    """
    if not 1 <= len(dice) <= MOST_DICE:
        raise ValueError(f"A roll has 1 to {MOST_DICE} dice, not {len(dice)}.")
    for sides in dice:
        if not FEWEST_SIDES <= sides <= MOST_SIDES:
            raise ValueError(f"A die has {FEWEST_SIDES} to {MOST_SIDES} sides, not {sides}.")
    return tuple([draw(words, sides) for sides in dice])


def faces(key: bytes, dice: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of the first roll drawn from ``key``.

    Raises:
        ValueError: Too few or too many dice, or no such die.
    """
    return draw_all(KeyStream(key), dice)
