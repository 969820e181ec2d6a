"""What follows a commit: where it fails, the lines stand all the same, and so does the answer."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.refusals import LedgerRefused

log = logging.getLogger(__name__)


@contextmanager
def afterwards(what: str) -> Iterator[None]:
    """Let ``what`` is done here fail by itself, and say so."""
    try:
        yield
    except LedgerRefused as refused:
        log.warning("The lines are committed, but %s failed: %s", what, refused.message)
    except Exception:
        log.exception("The lines are committed, but %s failed", what)
