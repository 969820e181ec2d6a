"""The vectors of the protocol, and keys and signatures at the edge: the file, the page and the ledger judge alike."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from typing import Any

import pytest

from ledger.dice.chain import Chain
from ledger.dice.curve import FIELD, LOW_ORDER, ORDER, Point, add, point_of, times
from ledger.dice.keys import Signer, valid_key, verifies
from tests.verifier.page import InBrowser, InNode
from verifier import verify_fight as file

VECTORS = Path(__file__).parents[1] / "ledger" / "vectors"
EL1: dict[str, Any] = json.loads((VECTORS / "el1.json").read_text(encoding="utf-8"))
LINES = (VECTORS / "example-log.ndjson").read_text(encoding="utf-8").splitlines()
CHECKPOINT = (VECTORS / "example-log.checkpoint").read_text(encoding="utf-8")
ANA = bytes.fromhex(EL1["keys"]["ana"]["seed"])
MESSAGE = b"el1/declaration\n{}"


def encoded(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, FIELD)
    return (y * inverse % FIELD | (x * inverse % FIELD & 1) << 255).to_bytes(32, "little")


def known(encoding: str) -> Point:
    point = point_of(bytes.fromhex(encoding))
    assert point is not None
    return point


BASE = known("58" + "66" * 31)
TORSION = known("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def scalar_of(seed: bytes) -> int:
    digest = bytearray(sha512(seed).digest()[:32])
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    return int.from_bytes(digest, "little")


def crafted(commitment: bytes, nonce: int, key: bytes) -> bytes:
    """Return the signature with this first half, whatever that is, made by somebody who has Ana's key."""
    challenge = int.from_bytes(sha512(commitment + key + MESSAGE).digest(), "little") % ORDER
    return commitment + ((nonce + challenge * scalar_of(ANA)) % ORDER).to_bytes(32, "little")


def at_the_edge() -> list[tuple[bytes, bytes]]:
    """Return keys and signatures of which libraries disagree, and some that are simply good or bad."""
    signer = Signer(ANA)
    good = signer.sign(MESSAGE)
    s = int.from_bytes(good[32:], "little")
    ana = point_of(signer.public)
    assert ana is not None
    keys = [
        *sorted(LOW_ORDER),
        *(encoded(add(ana, times(k, TORSION))) for k in range(8)),
        (FIELD + 3).to_bytes(32, "little"),
        (2**255 - 1).to_bytes(32, "little"),
        b"\xff" * 32,
        (1 | 1 << 255).to_bytes(32, "little"),
        *(bytes([n]) + bytes(31) for n in range(2, 20)),
    ]
    signatures = [
        good,
        good[:32] + (s + ORDER).to_bytes(32, "little"),
        bytes([good[0] ^ 1]) + good[1:],
        good[:-1] + bytes([good[-1] ^ 1]),
        *(crafted(low, 0, signer.public) for low in sorted(LOW_ORDER)),
        *(crafted(encoded(add(times(7, BASE), times(k, TORSION))), 7, signer.public) for k in range(8)),
    ]
    return [*((key, good) for key in keys), *((signer.public, signature) for signature in signatures)]


EDGE = at_the_edge()


def test_at_the_edge_there_is_something_of_each_kind() -> None:
    keys, signatures = [valid_key(key) for key, _ in EDGE], [verifies(key, each, MESSAGE) for key, each in EDGE]
    assert keys.count(True) > 20 < keys.count(False)
    # The plain signature under Ana's key, the same again, and the crafted one without torsion.
    assert signatures.count(True) == 3


def test_the_file_judges_keys_and_signatures_as_the_ledger_does() -> None:
    for key, signature in EDGE:
        assert file.valid_key(key) == valid_key(key), key.hex()
        assert file.signed(key, signature, MESSAGE) == verifies(key, signature, MESSAGE), signature.hex()


@pytest.mark.parametrize("using", ["WebCrypto", "noble"])
def test_the_page_judges_keys_and_signatures_as_the_ledger_does(opened: InBrowser | InNode, using: str) -> None:
    asked = [[b64encode(part).decode() for part in (key, signature, MESSAGE)] for key, signature in EDGE]
    said = opened.call("judgeAll", {"signatures": asked, "using": using})
    for (key, signature), (is_key, is_good) in zip(EDGE, said, strict=True):
        assert is_key == valid_key(key), key.hex()
        # Of keys that are none to take, libraries may say what they like.
        if is_key:
            assert is_good == verifies(key, signature, MESSAGE), signature.hex()


@pytest.mark.parametrize("using", ["WebCrypto", "noble"])
def test_the_page_passes_the_vectors(opened: InBrowser | InNode, using: str) -> None:
    asked = {"el1": EL1, "lines": LINES, "checkpoint": CHECKPOINT, "using": using}
    assert opened.call("vectors", asked) == []


def test_the_file_makes_the_keys_and_faces_of_the_vectors() -> None:
    length, encounter = EL1["chains"]["length"], EL1["encounter"]
    chains = {
        party: Chain(bytes.fromhex(each["seed"]), encounter, party, length)
        for party, each in EL1["chains"]["parties"].items()
    }
    keys = []
    for roll, (key, faces) in enumerate(zip(EL1["rolls"]["keys"], EL1["rolls"]["faces"], strict=True), 1):
        declared = file.sha(f"el1 test declaration {roll}".encode())
        links = [(party, roll, chains[party].link(roll)) for party in EL1["rolls"]["contributors"]]
        keys.append(file.roll_key(chains["server"].link(roll), encounter, roll, declared, links))
        assert keys[-1].hex() == key
        source = file.words(keys[-1])
        assert [file.draw(source, sides, 1)[0] for sides in EL1["rolls"]["dice"]] == faces
    for pool in EL1["pools"]:
        source = file.words(keys[pool["roll"] - 1])
        assert [file.draw(source, sides, 1)[0] for sides in pool["dice"]] == pool["faces"]
    hidden, rejection = EL1["hidden"], EL1["rejection"]
    blind = bytes.fromhex(hidden["blind"])
    assert file.sha(b"el1/blind\n", blind).hex() == hidden["commit"]
    secret = file.words(file.mac(blind, b"el1/blind-roll\n" + keys[hidden["roll"] - 1]))
    assert file.draw(secret, hidden["dice"][0], 1) == hidden["faces"]
    assert file.draw(file.words(bytes.fromhex(rejection["key"])), 1000, 8) == rejection["faces"]
    assert [file.face(word, sides) for sides, word, _ in EL1["mapping"]] == [face for _, _, face in EL1["mapping"]]


def test_the_file_follows_chains_and_no_others() -> None:
    chain = Chain(bytes(32), "0" * 32, "ana", 64)
    assert file.follows(chain.link(3), chain.link(9), 6)
    assert not file.follows(chain.link(3), chain.link(9), 5)
    assert not file.follows(chain.link(3), chain.link(3), 0)


def test_the_file_makes_the_roots_and_reads_the_notes_of_the_vectors() -> None:
    rows = [line.encode() for line in LINES]
    assert [file.spelt(file.read_row(row)) for row in rows] == rows
    leaves = [*map(file.leaf, rows)]
    assert [each.hex() for each in leaves] == EL1["log"]["leaves"]
    roots = [*file.roots(leaves)]
    assert (roots[3].hex(), roots[11].hex()) == (EL1["log"]["root_of_3"], EL1["log"]["root_of_11"])
    log = file.read_key(EL1["notes"]["vkey"])
    for text, size in ((EL1["notes"]["checkpoint_of_3"], 3), (CHECKPOINT, 11)):
        note = file.read_note(text)
        assert (note.size, note.root) == (size, roots[size])
        parties = [
            file.Key(f"{log.name}/{party}", 4, bytes.fromhex(EL1["keys"][party]["public"]))
            for party in ["ana", "bo", "gm"]
        ]
        found = file.signers(note, file.by_name([log, *parties]))
        assert [key.name.removeprefix(log.name) for key, _ in found] == ["", "/ana", "/bo", "/gm"][: len(found)]
        assert [seconds for _, seconds in found if seconds is not None] in ([], [EL1["notes"]["cosigned_at"]] * 3)
