import dataclasses
import json
import random
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.line.canonical import MAX_DEPTH, MAX_LINE, NotCanonical, canon, canon_trusted, check_words, parse_strict

ENOUGH = 2**53 - 1
DECEIVING = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))]


def _is_speakable(text: str) -> bool:
    try:
        check_words(text)
    except NotCanonical:
        return False
    return True


NAMES = st.text("ab_z09", max_size=9).map("a{}".format)
SEATS = st.text("ab-z09", max_size=9).map("7{}".format)
KEYS = NAMES | SEATS
TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8).filter(_is_speakable)
PLAIN = st.none() | st.booleans() | st.integers(-ENOUGH, ENOUGH) | TEXTS
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=6)


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@given(VALUES)
def test_a_value_is_written_as_rfc_8785_says(value: Any) -> None:
    assert canon(value) == rfc8785.dumps(value) == canon_trusted(value)


@given(OBJECTS)
def test_a_line_gives_back_what_was_written(value: dict[str, Any]) -> None:
    assert parse_strict(canon(value)) == value


@pytest.mark.slow
@given(OBJECTS, st.randoms(use_true_random=False))
def test_another_spelling_of_a_line_is_refused(value: dict[str, Any], chance: random.Random) -> None:
    members = list(value.items())
    chance.shuffle(members)
    separators = chance.choice([(",", ":"), (", ", ":"), (",", ": ")])
    spelt = json.dumps(dict(members), separators=separators, ensure_ascii=chance.random() < 0.5).encode()
    assume(spelt != canon(value))
    with pytest.raises(NotCanonical):
        parse_strict(spelt)


@given(st.one_of(st.binary(), st.text('{}[]",:0123456789.eE+-truefalsn\\u ab').map(str.encode)))
def test_any_bytes_are_either_refused_or_the_only_spelling_of_what_they_mean(line: bytes) -> None:
    try:
        value = parse_strict(line)
    except NotCanonical:
        return
    assert rfc8785.dumps(value) == line


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b'{"a":1, "b":2}', id="space"),
        pytest.param(b'{"a":1}\n', id="line end"),
        pytest.param(b' {"a":1}', id="space in front"),
        pytest.param(b'\xef\xbb\xbf{"a":1}', id="byte order mark"),
        pytest.param(b'{"b":1,"a":2}', id="order"),
        pytest.param(b'{"a":1,"a":1}', id="doubled key"),
        pytest.param(b'{"a":1,"a":2}', id="doubled key, other value"),
        pytest.param(b'{"a":1.0}', id="float"),
        pytest.param(b'{"a":1.5}', id="fraction"),
        pytest.param(b'{"a":1e3}', id="exponent"),
        pytest.param(b'{"a":-0}', id="minus nothing"),
        pytest.param(b'{"a":NaN}', id="not a number"),
        pytest.param(b'{"a":9007199254740992}', id="2^53"),
        pytest.param(b'{"a":-9007199254740992}', id="-2^53"),
        pytest.param(b'{"a":99999999999999999999999}', id="beyond 64 bits"),
        pytest.param(b'{"a":"\\u0041"}', id="needless escape"),
        pytest.param(b'{"a":"\\/"}', id="escaped slash"),
        pytest.param(b'{"a":"\\u000a"}', id="long escape"),
        pytest.param(b'{"a":"\\ud800"}', id="half a surrogate pair, escaped"),
        pytest.param(b'{"a":"\xed\xa0\x80"}', id="half a surrogate pair, raw"),
        pytest.param(b'{"a":"\xff"}', id="not UTF-8"),
        pytest.param(b'{"a":"\xc1\x81"}', id="overlong UTF-8"),
        pytest.param(b'{"A":1}', id="large letter in a key"),
        pytest.param('{"ä":1}'.encode(), id="key not ASCII"),
        pytest.param(b'{"":1}', id="empty key"),
        pytest.param(b'{"a\\n":1}', id="line end in a key"),
        pytest.param(b'{"' + b"a" * 33 + b'":1}', id="key of 33 characters"),
        pytest.param(b"[1]", id="not an object"),
        pytest.param(b"", id="nothing"),
        pytest.param(b'{"a":1', id="cut off"),
    ],
)
def test_a_line_outside_the_profile_is_refused(line: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse_strict(line)


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b'{"a":9007199254740991,"b":-9007199254740991}',
        b'{"a-1":true,"a_1":null}',
        b'{"7-samurai":[],"' + b"a" * 32 + b'":{}}',
        '{"a":"Ünï 龍 🎲 \\" \\\\ /"}'.encode(),
    ],
)
def test_a_line_at_the_edge_of_the_profile_is_read(line: bytes) -> None:
    assert canon(parse_strict(line)) == line


def test_a_line_has_at_most_16_kib() -> None:
    frame = len(b'{"a":""}')
    assert parse_strict(b'{"a":"%s"}' % (b"x" * (MAX_LINE - frame)))
    with pytest.raises(NotCanonical, match="16385 bytes"):
        parse_strict(b'{"a":"%s"}' % (b"x" * (MAX_LINE - frame + 1)))


def test_a_value_is_at_most_twelve_levels_deep() -> None:
    assert canon(nested(MAX_DEPTH)) == b"[" * 12 + b"1" + b"]" * 12
    with pytest.raises(NotCanonical, match="12 levels"):
        canon(nested(MAX_DEPTH + 1))


@pytest.mark.parametrize("levels", [13, 200, 2_000, 5_000])
def test_a_line_nested_without_end_is_refused_and_breaks_nothing(levels: int) -> None:
    with pytest.raises(NotCanonical):
        parse_strict(b'{"a":' + b"[" * levels + b"1" + b"]" * levels + b"}")
    with pytest.raises(NotCanonical):
        parse_strict(b'{"a":' * levels + b"1" + b"}" * levels)


def test_a_value_that_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(NotCanonical):
        canon(endless)


class Loud(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [1.0, float("nan"), 2**53, -(2**53), 2**200, b"bytes", {1, 2}, Loud("a"), {1: 1}, {Loud("a"): 1}, {None: 1}, ...],
)
def test_a_value_without_a_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(NotCanonical):
        canon({"deep": [value]})


def test_a_dataclass_is_not_written_in_the_order_of_its_class() -> None:
    @dataclasses.dataclass
    class Blow:
        target: str
        attacker: str

    with pytest.raises(orjson.JSONEncodeError):
        canon_trusted({"blow": Blow("Ilse", "Brakka")})


@pytest.mark.parametrize("text", ["", "Brakka", "Ünï", "龍", "🎲", 'quote " and \\', "élan", "שלום", "a\u00a0b"])
def test_ordinary_words_are_accepted(text: str) -> None:
    check_words(text)


@pytest.mark.parametrize("character", DECEIVING)
def test_control_and_bidi_override_characters_are_refused_by_name(character: str) -> None:
    with pytest.raises(NotCanonical, match=f"U\\+{ord(character):04X}, a (control|character that overrides)"):
        check_words(f"Ilse{character}Brakka")
    with pytest.raises(NotCanonical):
        canon({"says": f"Ilse{character}"})


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    with pytest.raises(NotCanonical, match="surrogate"):
        check_words(text)
    with pytest.raises(NotCanonical):
        canon({text: 1})


@pytest.mark.parametrize("text", ["e\u0301lan", "\u212b", "\u1100\u1161"])
def test_a_text_with_a_second_spelling_is_refused_when_it_enters(text: str) -> None:
    with pytest.raises(NotCanonical, match="NFC"):
        canon({"says": text})


def test_a_stored_line_is_read_whatever_unicode_says_today_of_its_words() -> None:
    assert parse_strict('{"says":"e\u0301lan"}'.encode()) == {"says": "e\u0301lan"}
