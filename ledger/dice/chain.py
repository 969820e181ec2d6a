"""Hash chains: randomness fixed in advance, link by link, by one published anchor (protocol el1)."""

import hmac
from hashlib import sha256

LENGTH = 4096
LONGEST = 65_536
_STRIDE = 64


def link_before(link: bytes) -> bytes:
    """Return the link that was shown before ``link``; going the other way would mean inverting SHA-256."""
    return sha256(b"el1/link\n" + link).digest()


class Chain:
    """The chain of one party in one encounter; link 0 is the public anchor, link ``length`` is made first.

    Every 64th link is kept, and the stretch last asked for, so that links in order cost one hash each.
    """

    __slots__ = ("_kept", "_stretch", "length")

    def __init__(self, seed: bytes, encounter: str, party: str, length: int = LENGTH) -> None:
        """Derive the chain from its secret seed.

        Raises:
            ValueError: The length is not between 1 and ``LONGEST``.
        """
        if not 1 <= length <= LONGEST:
            raise ValueError(f"A chain has 1 to {LONGEST} links, not {length}.")
        self.length = length
        link = hmac.digest(seed, f"el1/chain\n{encounter}\n{party}\n{length}\n".encode(), "sha256")
        self._kept = {length: link}
        for k in range(length - 1, -1, -1):
            link = link_before(link)
            if k % _STRIDE == 0:
                self._kept[k] = link
        self._stretch: tuple[int, list[bytes]] = (0, [self.anchor])

    @property
    def anchor(self) -> bytes:
        """Return the link that is published before anything is rolled."""
        return self._kept[0]

    def link(self, k: int) -> bytes:
        """Return the link that is shown ``k``-th.

        Raises:
            IndexError: The chain is not that long.
        """
        if not 0 <= k <= self.length:
            raise IndexError(f"The chain has links 0 to {self.length}, not {k}.")
        first, links = self._stretch
        if not 0 <= k - first < len(links):
            first, links = self._stretch = self._stretch_of(k)
        return links[k - first]

    def _stretch_of(self, k: int) -> tuple[int, list[bytes]]:
        first = k - k % _STRIDE
        last = min(first + _STRIDE, self.length)
        links = [self._kept[last]]
        while len(links) <= last - first:
            links.append(link_before(links[-1]))
        return first, links[::-1]


def follows(anchor: bytes, link: bytes, steps: int = 1) -> bool:
    """Say whether ``link`` stands ``steps`` places after ``anchor``, a link already known, in one chain."""
    if not 1 <= steps <= LONGEST:
        return False
    for _ in range(steps):
        link = link_before(link)
    return link == anchor
