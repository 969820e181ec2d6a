import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from ledger.dice.curve import FIELD, LOW_ORDER, ORDER, Point, add, is_neutral, point_of, times
from ledger.dice.keys import (
    Signer,
    contribution_message,
    declaration_message,
    key_of,
    signature_of,
    text_of,
    valid_key,
    verifies,
)

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "el1.json").read_text(encoding="utf-8"))
KEYS = VECTORS["keys"]
ANA = Signer(bytes.fromhex(KEYS["ana"]["seed"]))
MESSAGE = b"el1/declaration\n{}"
OF_ORDER_8 = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"


def encoded(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, FIELD)
    return (y * inverse % FIELD | (x * inverse % FIELD & 1) << 255).to_bytes(32, "little")


def known(encoding: bytes) -> Point:
    point = point_of(encoding)
    assert point is not None
    return point


def torsion() -> Point:
    return known(bytes.fromhex(OF_ORDER_8))


def base() -> Point:
    return known(bytes.fromhex("58" + "66" * 31))


def point_of_ana() -> Point:
    return known(ANA.public)


def scalar_of(signer_seed: bytes) -> int:
    digest = bytearray(sha512(signer_seed).digest()[:32])
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    return int.from_bytes(digest, "little")


def challenge(commitment: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(commitment + key + message).digest(), "little") % ORDER


def takes(key: bytes, signature: bytes, message: bytes) -> bool:
    """Say whether the library alone, without our two rules, would take this signature."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except Exception:
        return False
    return True


@pytest.mark.parametrize("party", ["log", "gm", "ana", "bo"])
def test_each_party_has_the_key_of_the_protocol(party: str) -> None:
    expected = KEYS[party]
    assert sha256(f"el1 test key {party}".encode()).hexdigest() == expected["seed"]
    signer = Signer(bytes.fromhex(expected["seed"]))
    assert signer.public.hex() == expected["public"]
    assert valid_key(signer.public)
    assert verifies(signer.public, signer.sign(MESSAGE), MESSAGE)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_seed_of_another_length_makes_no_key(size: int) -> None:
    with pytest.raises(ValueError, match=f"The seed of a key has 32 bytes, not {size}"):
        Signer(bytes(size))


def test_a_signature_is_good_for_one_key_and_one_message() -> None:
    signature = ANA.sign(MESSAGE)
    bo = Signer(bytes.fromhex(KEYS["bo"]["seed"]))
    assert not verifies(bo.public, signature, MESSAGE)
    assert not verifies(ANA.public, signature, MESSAGE + b"\n")
    assert not verifies(ANA.public, bo.sign(MESSAGE), MESSAGE)


@pytest.mark.parametrize("place", range(0, 64, 7))
def test_a_changed_signature_is_not_good(place: int) -> None:
    signature = bytearray(ANA.sign(MESSAGE))
    signature[place] ^= 1
    assert not verifies(ANA.public, bytes(signature), MESSAGE)


@pytest.mark.parametrize("size", [0, 1, 32, 63, 65, 128])
def test_a_signature_of_another_length_is_not_good(size: int) -> None:
    assert not verifies(ANA.public, (ANA.sign(MESSAGE) * 2)[:size], MESSAGE)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), b"\xff" * 32], ids=["none", "short", "long", "no point"])
def test_no_signature_is_good_under_what_is_no_key(key: bytes) -> None:
    assert not verifies(key, ANA.sign(MESSAGE), MESSAGE)
    assert not valid_key(key)


def test_a_signature_has_no_second_spelling() -> None:
    signature = ANA.sign(MESSAGE)
    s = int.from_bytes(signature[32:], "little")
    larger = signature[:32] + (s + ORDER).to_bytes(32, "little")
    assert not verifies(ANA.public, larger, MESSAGE)


def test_there_are_14_encodings_of_points_of_low_order_and_none_is_a_key() -> None:
    assert len(LOW_ORDER) == 14
    assert not any(map(valid_key, LOW_ORDER))
    points = [point for encoding in LOW_ORDER if (point := point_of(encoding)) is not None]
    assert len(points) == 8
    assert all(is_neutral(times(8, point)) for point in points)
    assert {encoded(times(k, torsion())) for k in range(8)} == set(map(encoded, points))


@pytest.mark.parametrize("encoding", sorted(LOW_ORDER), ids=bytes.hex)
def test_a_signature_that_begins_with_a_point_of_low_order_is_refused(encoding: bytes) -> None:
    scalar = scalar_of(bytes.fromhex(KEYS["ana"]["seed"]))
    s = challenge(encoding, ANA.public, MESSAGE) * scalar % ORDER
    crafted = encoding + s.to_bytes(32, "little")
    assert not verifies(ANA.public, crafted, MESSAGE)


def test_without_that_rule_a_crafted_signature_would_pass() -> None:
    neutral = (1).to_bytes(32, "little")
    s = challenge(neutral, ANA.public, MESSAGE) * scalar_of(bytes.fromhex(KEYS["ana"]["seed"])) % ORDER
    crafted = neutral + s.to_bytes(32, "little")
    assert takes(ANA.public, crafted, MESSAGE)
    assert not verifies(ANA.public, crafted, MESSAGE)


def test_a_key_of_low_order_that_signs_everything_is_no_key() -> None:
    neutral = (1).to_bytes(32, "little")
    nonce = encoded(times(5, base()))
    universal = nonce + (5).to_bytes(32, "little")
    assert takes(neutral, universal, b"one")
    assert takes(neutral, universal, b"another")
    assert not valid_key(neutral)


@pytest.mark.parametrize("k", range(1, 8))
def test_a_key_of_mixed_order_is_no_key(k: int) -> None:
    mixed = encoded(add(point_of_ana(), times(k, torsion())))
    assert point_of(mixed) is not None
    assert not valid_key(mixed)


def test_a_key_of_mixed_order_would_sign_by_luck_so_that_readers_disagree() -> None:
    scalar = scalar_of(bytes.fromhex(KEYS["ana"]["seed"]))
    mixed = encoded(add(point_of_ana(), times(4, torsion())))
    taken = set()
    for nonce in range(1, 17):
        commitment = encoded(times(nonce, base()))
        s = (nonce + challenge(commitment, mixed, MESSAGE) * scalar) % ORDER
        taken.add(takes(mixed, commitment + s.to_bytes(32, "little"), MESSAGE))
    assert taken == {True, False}


@pytest.mark.parametrize("y", [FIELD, FIELD + 1, FIELD + 3, FIELD + 18, 2**255 - 1])
@pytest.mark.parametrize("sign", [0, 1])
def test_a_key_spelt_with_a_number_beyond_the_field_is_no_key(y: int, sign: int) -> None:
    assert point_of((y | sign << 255).to_bytes(32, "little")) is None
    assert not valid_key((y | sign << 255).to_bytes(32, "little"))


def test_about_half_of_all_numbers_are_no_point() -> None:
    points = [point_of(sha256(b"%d" % number).digest()[:31] + b"\x00") for number in range(64)]
    assert 16 < sum(point is None for point in points) < 48


def test_every_point_has_one_encoding() -> None:
    for number in range(1, 20):
        point = times(number, point_of_ana())
        assert encoded(known(encoded(point))) == encoded(point)
    assert is_neutral(times(ORDER, point_of_ana()))
    assert is_neutral(times(0, point_of_ana()))


def test_keys_and_signatures_have_one_text() -> None:
    assert key_of(text_of(ANA.public)) == ANA.public
    signature = ANA.sign(MESSAGE)
    assert signature_of(text_of(signature)) == signature


LOOSE: dict[str, Callable[[str], str]] = {
    "no padding": lambda text: text.rstrip("="),
    "more padding": lambda text: text + "=",
    "a space": lambda text: text[:8] + " " + text[8:],
    "a newline at the end": lambda text: text + "\n",
    "the alphabet of URLs": lambda text: text.replace("+", "-").replace("/", "_"),
    "something after it": lambda text: text + "AAAA",
    "a letter beyond ASCII": lambda text: "é" + text[1:],
    "nothing": lambda text: text[:0],
    "hexadecimal": lambda text: b64decode(text).hex(),
}


@pytest.mark.parametrize("how", LOOSE)
def test_a_text_in_another_spelling_is_refused_with_a_sentence(how: str) -> None:
    for raw, read, what in ((b"\xfb\xff" * 16, key_of, "key"), (b"\xfb\xff" * 32, signature_of, "signature")):
        with pytest.raises(ValueError, match=rf"^The {what} (is not written in|has \d+ bytes, not).*\.$"):
            read(LOOSE[how](text_of(raw)))


def test_the_idle_bits_of_the_last_letter_must_be_zero() -> None:
    text = text_of(bytes(32))
    assert text.endswith("A=")
    for letter in "BCD":
        with pytest.raises(ValueError, match="canonical base64"):
            key_of(text[:-2] + letter + "=")
    text = text_of(bytes(64))
    assert text.endswith("A==")
    for letter in "BCDEFGHIJKLMNOP":
        with pytest.raises(ValueError, match="canonical base64"):
            signature_of(text[:-3] + letter + "==")


def test_a_key_is_not_read_as_a_signature_nor_the_other_way() -> None:
    with pytest.raises(ValueError, match="The signature has 32 bytes, not 64"):
        signature_of(b64encode(bytes(32)).decode())
    with pytest.raises(ValueError, match="The key has 64 bytes, not 32"):
        key_of(b64encode(bytes(64)).decode())


def test_a_declaration_is_signed_in_its_canonical_form() -> None:
    one = {"seq": 1, "action": {"do": "attack"}, "seat": "ana"}
    other = {"seat": "ana", "action": {"do": "attack"}, "seq": 1}
    expected = b'el1/declaration\n{"action":{"do":"attack"},"seat":"ana","seq":1}'
    assert declaration_message(one) == declaration_message(other) == expected


def test_a_contribution_names_encounter_roll_declaration_seat_and_number() -> None:
    message = contribution_message("0f" * 16, 3, bytes(32), "ana", 7, b"\xff" * 32)
    assert message.decode() == f"el1/contribution\n{'0f' * 16}\n3\n{'00' * 32}\nana 7 {'ff' * 32}\n"


@given(st.binary(max_size=80), st.binary(max_size=80), st.binary(max_size=80))
def test_no_signature_made_up_is_good_and_none_raises(key: bytes, signature: bytes, message: bytes) -> None:
    assert not verifies(key, signature, message)
    assert not verifies(ANA.public, signature, message)
    assert not verifies(key[:32].ljust(32, b"\0"), signature[:64].ljust(64, b"\0"), message)


@given(st.text(max_size=100))
def test_any_text_that_is_no_key_is_refused_with_a_sentence(text: str) -> None:
    for read in (key_of, signature_of):
        with pytest.raises(ValueError, match=r"^The (key|signature) .*\.$"):
            read(text)
