"""The server's clock: a claim that lines carry, and what heartbeats go by; and one that only says what has passed."""

from __future__ import annotations

import time


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def passed() -> int:
    """Return milliseconds since some moment of this process; whoever sets the clock of the machine changes nothing."""
    return time.monotonic_ns() // 1_000_000
