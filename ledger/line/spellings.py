"""What a text of a line spells, whatever kind of line it is."""

from __future__ import annotations

import re

_HASH = re.compile(r"[0-9a-f]{64}")


def is_seen(seen: object) -> bool:
    """Say whether it is a number of lines and the hash of the last of them."""
    if not isinstance(seen, list) or len(seen) != 2:
        return False
    size, head = seen
    return type(size) is int and size > 0 and is_hash(head)


def is_hash(text: object) -> bool:
    """Say whether a text spells 32 bytes, as hashes, links and salts are spelt."""
    return isinstance(text, str) and _HASH.fullmatch(text) is not None
