import json
from base64 import b64decode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.line.canonical import parse_strict
from ledger.line.tree import Tree, consistency, extends, includes, inclusion, leaf, node, root, roots

VECTORS = Path(__file__).parents[1] / "vectors"
LOG = json.loads((VECTORS / "el1.json").read_text(encoding="utf-8"))["log"]
LINES = (VECTORS / LOG["lines"]).read_bytes().splitlines()
LEAVES = [leaf(line) for line in LINES]
MANY = [leaf(b"line %d" % number) for number in range(40)]


def as_rfc_6962_defines_it(leaves: Sequence[bytes]) -> bytes:
    if len(leaves) == 0:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return node(as_rfc_6962_defines_it(leaves[:left]), as_rfc_6962_defines_it(leaves[left:]))


def flipped(value: bytes) -> bytes:
    return bytes([value[0] ^ 1]) + value[1:]


def test_the_example_log_has_the_leaves_of_the_protocol() -> None:
    assert [value.hex() for value in LEAVES] == LOG["leaves"]


def test_each_line_of_the_example_log_is_canonical_and_names_the_leaf_before_it() -> None:
    before = "00" * 32
    for number, line in enumerate(LINES):
        event = parse_strict(line)
        assert (event["n"], event["prev"]) == (number, before)
        before = leaf(line).hex()


def test_the_example_log_has_the_roots_of_the_protocol() -> None:
    assert root(LEAVES[:3]).hex() == LOG["root_of_3"]
    assert root(LEAVES).hex() == LOG["root_of_11"]


def test_the_example_log_has_the_proofs_of_the_protocol() -> None:
    assert inclusion(LEAVES, 2) == [b64decode(value) for value in LOG["inclusion_of_2_in_11"]]
    assert consistency(LEAVES, 3) == [b64decode(value) for value in LOG["consistency_of_3_with_11"]]


def test_a_tree_has_the_root_of_its_leaves_at_every_size() -> None:
    tree = Tree()
    assert (len(tree), tree.root()) == (0, as_rfc_6962_defines_it([]))
    for size, leaf_hash in enumerate(MANY, 1):
        tree.append(leaf_hash)
        assert (len(tree), tree.root()) == (size, as_rfc_6962_defines_it(MANY[:size]))


def test_a_leaf_cannot_pass_for_a_node() -> None:
    left, right = MANY[:2]
    assert leaf(left + right) != node(left, right)


@pytest.mark.parametrize("size", range(1, 18))
def test_every_leaf_is_proven_to_be_where_it_is_and_nowhere_else(size: int) -> None:
    top = root(MANY[:size])
    for index in range(size):
        proof = inclusion(MANY[:size], index)
        assert includes(top, size, MANY[index], index, proof)
        for elsewhere in range(-1, size + 2):
            assert includes(top, size, MANY[index], elsewhere, proof) == (elsewhere == index)


@pytest.mark.parametrize("size", range(1, 18))
def test_a_changed_proof_of_a_leaf_proves_nothing(size: int) -> None:
    top = root(MANY[:size])
    for index in range(size):
        proof = inclusion(MANY[:size], index)
        assert not includes(flipped(top), size, MANY[index], index, proof)
        assert not includes(top, size, flipped(MANY[index]), index, proof)
        assert not includes(top, size, MANY[index], index, [*proof, MANY[-1]])
        for place in range(len(proof)):
            changed = [*proof[:place], flipped(proof[place]), *proof[place + 1 :]]
            assert not includes(top, size, MANY[index], index, changed)
            assert not includes(top, size, MANY[index], index, proof[:place] + proof[place + 1 :])
            assert not includes(top, size, MANY[index], index, [*proof[:place], proof[place][:31]])


@pytest.mark.parametrize("new", range(1, 18))
def test_every_tree_is_proven_to_begin_with_each_smaller_one(new: int) -> None:
    for old in range(1, new + 1):
        proof = consistency(MANY[:new], old)
        assert extends(root(MANY[:old]), old, root(MANY[:new]), new, proof)
        for other in set(range(-1, new + 2)) - {old}:
            assert not extends(root(MANY[:old]), other, root(MANY[:new]), new, proof)


@pytest.mark.parametrize("new", range(1, 18))
def test_a_changed_proof_of_growth_proves_nothing(new: int) -> None:
    after = root(MANY[:new])
    for old in range(1, new + 1):
        before = root(MANY[:old])
        proof = consistency(MANY[:new], old)
        assert not extends(flipped(before), old, after, new, proof)
        assert not extends(before, old, flipped(after), new, proof)
        assert not extends(before, old, after, new, [*proof, MANY[-1]])
        for place in range(len(proof)):
            changed = [*proof[:place], flipped(proof[place]), *proof[place + 1 :]]
            assert not extends(before, old, after, new, changed)
            assert not extends(before, old, after, new, proof[:place] + proof[place + 1 :])
            assert not extends(before, old, after, new, [*proof[:place], proof[place][:31]])


def test_a_rewritten_history_does_not_extend_the_old_one() -> None:
    rewritten = [*MANY[:4], leaf(b"what never happened"), *MANY[5:12]]
    assert not extends(root(MANY[:7]), 7, root(rewritten), 12, consistency(rewritten, 7))
    assert extends(root(MANY[:4]), 4, root(rewritten), 12, consistency(rewritten, 4))


def test_no_tree_is_proven_to_begin_with_nothing() -> None:
    assert not extends(root([]), 0, root(MANY), len(MANY), [])
    with pytest.raises(ValueError, match="No tree of 0 leaves"):
        consistency(MANY, 0)
    with pytest.raises(ValueError, match="No tree of 41 leaves"):
        consistency(MANY, 41)


@pytest.mark.parametrize("index", [-1, 40])
def test_a_leaf_that_is_not_there_has_no_proof(index: int) -> None:
    with pytest.raises(IndexError, match="no leaf"):
        inclusion(MANY, index)


def test_the_roots_of_several_sizes_are_those_of_each() -> None:
    leaves = [leaf(b"%d" % number) for number in range(13)]
    assert roots(leaves, {1, 8, 13, 20}) == {size: root(leaves[:size]) for size in (1, 8, 13)}
