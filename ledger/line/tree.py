"""The hash tree over the lines of an encounter (RFC 6962), and its proofs (RFC 9162, section 2.1)."""

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()
HASH_SIZE = 32


def leaf(line: bytes) -> bytes:
    """Return the hash of one line, as the next line's ``prev`` and the tree hold it."""
    return sha256(b"\x00" + line).digest()


def follows(line: bytes, before: bytes) -> bool:
    """Return whether a stored line names the hash of the line before it, as far as its bytes say so."""
    return b'"prev":"%s"' % before.hex().encode() in line


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash over two subtrees."""
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that grows leaf by leaf; it keeps only the roots of its complete subtrees, largest first."""

    __slots__ = ("_complete", "_size")

    def __init__(self, leaves: Iterable[bytes] = (), *, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        """Start with these leaf hashes, after the ``peaks`` of a tree of that size."""
        self._complete: list[bytes] = [*peaks]
        self._size = size
        for leaf_hash in leaves:
            self.append(leaf_hash)

    @property
    def peaks(self) -> tuple[bytes, ...]:
        """Return the roots of the complete subtrees, largest first: all that a tree needs to go on growing."""
        return tuple(self._complete)

    def __len__(self) -> int:
        """Return the number of leaves."""
        return self._size

    def append(self, leaf_hash: bytes) -> None:
        """Add a leaf hash on the right."""
        grown = leaf_hash
        size = self._size
        while size & 1:
            grown = node(self._complete.pop(), grown)
            size >>= 1
        self._complete.append(grown)
        self._size += 1

    def root(self) -> bytes:
        """Return the hash over all leaves."""
        if not self._complete:
            return EMPTY_ROOT
        *larger, result = self._complete
        for subtree in reversed(larger):
            result = node(subtree, result)
        return result


def root(leaves: Iterable[bytes]) -> bytes:
    """Return the root over leaf hashes."""
    return Tree(leaves).root()


def roots(leaves: Iterable[bytes], sizes: Collection[int]) -> dict[int, bytes]:
    """Return the root over the first so many leaves for each size that they reach, the smallest first."""
    found, tree = {}, Tree()
    for size, each in enumerate(leaves, 1):
        tree.append(each)
        if size in sizes:
            found[size] = tree.root()
    return found


def inclusion(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the proof that the leaf at ``index`` is in the tree over ``leaves``.

    Raises:
        IndexError: There is no such leaf.
    """
    if not 0 <= index < len(leaves):
        raise IndexError(f"There is no leaf {index} among {len(leaves)}.")
    proof: list[bytes] = []
    start, end = 0, len(leaves)
    while end - start > 1:
        middle = start + _left_part(end - start)
        if index < middle:
            proof.append(root(leaves[middle:end]))
            end = middle
        else:
            proof.append(root(leaves[start:middle]))
            start = middle
    return proof[::-1]


def consistency(leaves: Sequence[bytes], size: int) -> list[bytes]:
    """Return the proof that the tree over the first ``size`` leaves grew into the tree over all of them.

    Raises:
        ValueError: ``size`` is not between 1 and the number of leaves.
    """
    if not 1 <= size <= len(leaves):
        raise ValueError(f"No tree of {size} leaves grew into one of {len(leaves)}.")
    proof: list[bytes] = []
    start, end = 0, len(leaves)
    while size != end:
        middle = start + _left_part(end - start)
        if size <= middle:
            proof.append(root(leaves[middle:end]))
            end = middle
        else:
            proof.append(root(leaves[start:middle]))
            start = middle
    if start > 0:  # otherwise the rest is the old tree itself, whose root the reader holds
        proof.append(root(leaves[start:end]))
    return proof[::-1]


def includes(root_hash: bytes, size: int, leaf_hash: bytes, index: int, proof: Sequence[bytes]) -> bool:
    """Say whether ``proof`` shows the leaf at ``index`` of the tree with this root and size (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size or not _are_hashes(root_hash, leaf_hash, *proof):
        return False
    climb = _climb(index, size - 1, proof)
    if climb is None:
        return False
    result = leaf_hash
    for sibling, on_the_left in climb:
        result = node(sibling, result) if on_the_left else node(result, sibling)
    return result == root_hash


def extends(old_root: bytes, old_size: int, new_root: bytes, new_size: int, proof: Sequence[bytes]) -> bool:
    """Say whether ``proof`` shows that the new tree begins with the old one (RFC 9162, 2.1.4.2)."""
    if not 1 <= old_size <= new_size or not _are_hashes(old_root, new_root, *proof):
        return False
    if old_size == new_size:
        return not proof and old_root == new_root
    first, last = old_size - 1, new_size - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    # The old tree is a complete subtree of the new one: its root opens the path and is not sent.
    path = [old_root, *proof] if old_size & (old_size - 1) == 0 else list(proof)
    climb = _climb(first, last, path[1:])
    if not proof or climb is None:
        return False
    old = new = path[0]
    for sibling, on_the_left in climb:
        if on_the_left:
            old, new = node(sibling, old), node(sibling, new)
        else:
            new = node(new, sibling)
    return old == old_root and new == new_root


def _climb(position: int, last: int, proof: Sequence[bytes]) -> list[tuple[bytes, bool]] | None:
    """Return each hash of a proof and whether it stands on the left, or None if the proof is too short or long."""
    climb: list[tuple[bytes, bool]] = []
    for sibling in proof:
        if last == 0:
            return None
        on_the_left = position & 1 == 1 or position == last
        if on_the_left:
            while position & 1 == 0 and position:  # a subtree without a right brother moves up unchanged
                position, last = position >> 1, last >> 1
        climb.append((sibling, on_the_left))
        position, last = position >> 1, last >> 1
    return climb if last == 0 else None


def _left_part(size: int) -> int:
    """Return the largest power of two below ``size``."""
    return 1 << (size - 1).bit_length() - 1


def _are_hashes(*values: bytes) -> bool:
    return all(len(value) == HASH_SIZE for value in values)
