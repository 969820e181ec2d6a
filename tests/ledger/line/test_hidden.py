import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ledger.dice.faces import faces
from ledger.line.hidden import blind_commit, blind_key, commit

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "el1.json").read_text(encoding="utf-8"))
HIDDEN = VECTORS["hidden"]
BLIND = bytes.fromhex(HIDDEN["blind"])
KEY = bytes.fromhex(VECTORS["rolls"]["keys"][HIDDEN["roll"] - 1])


def test_a_hidden_roll_has_the_commitment_and_the_faces_of_the_protocol() -> None:
    assert blind_commit(BLIND).hex() == HIDDEN["commit"]
    assert list(faces(blind_key(BLIND, KEY), HIDDEN["dice"])) == HIDDEN["faces"]


def test_whoever_knows_all_links_does_not_know_the_faces_of_a_hidden_roll() -> None:
    others = [sha256(b"%d" % number).digest() for number in range(400)]
    shown = {faces(blind_key(blind, KEY), [20]) for blind in others}
    assert shown == {(number,) for number in range(1, 21)}


@pytest.mark.parametrize("place", [0, 15, 31])
def test_another_blind_has_another_commitment_and_another_key(place: int) -> None:
    other = bytearray(BLIND)
    other[place] ^= 1
    assert blind_commit(bytes(other)) != blind_commit(BLIND)
    assert blind_key(bytes(other), KEY) != blind_key(BLIND, KEY)


def test_a_blind_of_zeros_is_a_blind_too() -> None:
    assert blind_key(bytes(32), KEY) != KEY


def test_a_commitment_hides_what_it_holds_behind_its_salt() -> None:
    payload = {"text": "the chest is trapped"}
    seals = {commit(bytes([number]) * 32, payload) for number in range(20)}
    assert len(seals) == 20
    assert sha256(b'{"text":"the chest is trapped"}').hexdigest() not in seals


def test_a_commitment_is_to_one_payload_however_it_is_ordered() -> None:
    salt = bytes(32)
    assert commit(salt, {"a": 1, "b": 2}) == commit(salt, {"b": 2, "a": 1})
    assert commit(salt, {"a": 1, "b": 2}) != commit(salt, {"a": 2, "b": 1})
