import json
from collections import Counter
from hashlib import sha256
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.dice.chain import Chain
from ledger.dice.faces import SPAN, KeyStream, draw, draw_all, face, faces, roll_key, roll_message

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "el1.json").read_text(encoding="utf-8"))
ENCOUNTER = VECTORS["encounter"]
ANOTHER = "00" * 16
ROLLS = VECTORS["rolls"]
KEYS = [bytes.fromhex(key) for key in ROLLS["keys"]]
CHAINS = {
    party: Chain(bytes.fromhex(known["seed"]), ENCOUNTER, party, VECTORS["chains"]["length"])
    for party, known in VECTORS["chains"]["parties"].items()
}
DICE = st.lists(st.integers(2, 1000), min_size=1, max_size=12)


def message_of(roll: int) -> bytes:
    declared = sha256(f"el1 test declaration {roll}".encode()).digest()
    return roll_message(
        ENCOUNTER, roll, declared, [(seat, roll, CHAINS[seat].link(roll)) for seat in ("gm", "ana", "bo")]
    )


def test_the_first_roll_has_the_message_of_the_protocol() -> None:
    assert message_of(1).decode() == ROLLS["first_message"]


@pytest.mark.parametrize("roll", range(1, 21))
def test_each_roll_has_the_key_and_the_faces_of_the_protocol(roll: int) -> None:
    key = roll_key(CHAINS["server"].link(roll), message_of(roll))
    assert key == KEYS[roll - 1]
    assert list(faces(key, ROLLS["dice"])) == ROLLS["faces"][roll - 1]


def test_the_first_key_has_the_words_of_the_protocol() -> None:
    assert list(islice(KeyStream(KEYS[0]), 10)) == ROLLS["first_words"]


@pytest.mark.parametrize("pool", VECTORS["pools"], ids=lambda pool: f"{len(pool['dice'])} dice")
def test_a_pool_has_the_faces_of_the_protocol(pool: dict[str, Any]) -> None:
    assert list(faces(KEYS[pool["roll"] - 1], pool["dice"])) == pool["faces"]


def test_a_word_that_stands_for_no_face_is_passed_over() -> None:
    known = VECTORS["rejection"]
    key = bytes.fromhex(known["key"])
    assert list(islice(KeyStream(key), 8)) == known["words"]
    assert face(known["words"][0], 1000) is None
    assert list(faces(key, known["dice"])) == known["faces"]
    words = KeyStream(key)
    draw_all(words, known["dice"])
    assert words.taken == 9


@pytest.mark.parametrize(("sides", "word", "shown"), VECTORS["mapping"])
def test_a_word_stands_for_the_face_of_the_protocol(sides: int, word: int, shown: int | None) -> None:
    assert face(word, sides) == shown


def faces_of_all_words(sides: int, span: int) -> list[int | None]:
    return list(map(face, range(span), repeat(sides), repeat(span)))


def even(sides: int, span: int) -> list[int | None]:
    return [*range(1, sides + 1)] * (span // sides) + [None] * (span % sides)


@pytest.mark.slow
def test_every_die_of_up_to_1000_sides_is_fair_over_all_12_bit_words() -> None:
    for sides in range(2, 1001):
        assert faces_of_all_words(sides, 2**12) == even(sides, 2**12), sides


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 100, 1000])
def test_every_face_comes_equally_often_over_all_16_bit_words(sides: int) -> None:
    counts = Counter(faces_of_all_words(sides, 2**16))
    assert counts.pop(None, 0) < sides
    assert counts == dict.fromkeys(range(1, sides + 1), 2**16 // sides)


@pytest.mark.parametrize("sides", range(2, 1001, 7))
def test_the_last_words_are_cut_where_the_faces_come_out_even(sides: int) -> None:
    end = SPAN // sides * sides
    assert face(end - 1, sides) == sides
    assert {face(word, sides) for word in range(end, SPAN)} <= {None}


@given(DICE, DICE)
def test_a_second_roll_goes_on_where_the_first_one_stopped(first: list[int], second: list[int]) -> None:
    words = KeyStream(KEYS[0])
    assert draw_all(words, first) + draw_all(words, second) == faces(KEYS[0], first + second)


@given(st.integers(0, 50))
def test_words_can_be_taken_up_again_after_any_number(taken: int) -> None:
    words = KeyStream(KEYS[0])
    for _ in range(taken):
        next(words)
    assert words.taken == taken
    again = KeyStream(KEYS[0], taken)
    assert again.taken == taken
    assert list(islice(again, 20)) == list(islice(words, 20))


def test_one_die_is_drawn_like_a_roll_of_one() -> None:
    assert (draw(KeyStream(KEYS[0]), 20),) == faces(KEYS[0], [20])


@pytest.mark.parametrize("sides", [-6, 0, 1, 1001])
def test_a_die_of_too_few_or_too_many_sides_is_refused_before_a_word_is_drawn(sides: int) -> None:
    words = KeyStream(KEYS[0])
    with pytest.raises(ValueError, match="2 to 1000 sides"):
        draw(words, sides)
    with pytest.raises(ValueError, match="2 to 1000 sides"):
        draw_all(words, [6, sides])
    assert words.taken == 0


@pytest.mark.parametrize("number", [0, 201])
def test_a_roll_of_too_few_or_too_many_dice_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="1 to 200 dice"):
        faces(KEYS[0], [6] * number)


def test_a_roll_of_200_dice_is_rolled() -> None:
    assert len(faces(KEYS[0], [6] * 200)) == 200


def test_the_order_in_which_links_arrive_changes_nothing() -> None:
    links = [("bo", 3, bytes(32)), ("ana", 9, bytes(32)), ("a-b", 1, bytes(32))]
    assert roll_message(ENCOUNTER, 1, bytes(32), links) == roll_message(ENCOUNTER, 1, bytes(32), links[::-1])


def test_a_roll_without_contributors_rests_on_the_server_alone() -> None:
    assert roll_message(ENCOUNTER, 7, bytes(32), []).decode() == f"el1/roll\n{ENCOUNTER}\n7\n{'00' * 32}\n"


def test_a_seat_cannot_contribute_twice() -> None:
    with pytest.raises(ValueError, match="one link"):
        roll_message(ENCOUNTER, 1, bytes(32), [("ana", 1, bytes(32)), ("ana", 2, bytes(32))])


@pytest.mark.parametrize("changed", ["encounter", "roll", "declaration", "seat", "number", "link", "server"])
def test_the_key_depends_on_everything_that_was_fixed(changed: str) -> None:
    one, two = bytes(32), bytes([1]) * 32

    def key(*, swap: str | None) -> bytes:
        message = roll_message(
            ANOTHER if swap == "encounter" else ENCOUNTER,
            2 if swap == "roll" else 1,
            two if swap == "declaration" else one,
            [("bo" if swap == "seat" else "ana", 2 if swap == "number" else 1, two if swap == "link" else one)],
        )
        return roll_key(two if swap == "server" else one, message)

    assert key(swap=changed) != key(swap=None)
