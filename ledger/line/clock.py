"""The server's clock: a claim that lines carry, and what heartbeats and deadlines go by."""

from __future__ import annotations

import time


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
