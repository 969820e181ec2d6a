"""Processes of this machine that are started afresh for a piece of work, and that are gone with it, however it ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

P = TypeVar("P")
R = TypeVar("R")


def cores() -> int:
    """Return how many processes this machine can run at once for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def shared(
    work: Callable[[P], R], pieces: Sequence[P], many: int, begin: Callable[..., None], *given: Any
) -> Iterator[list[Future[R]]]:
    """Give what becomes of each piece, in their order, by so many processes that ``begin`` with what is given.

    Whoever leaves before all is done ends them.
    """
    pool = ProcessPoolExecutor(many, mp_context=get_context("spawn"), initializer=_started, initargs=(begin, given))
    others = {*active_children()}
    try:
        with _held_back():
            coming = [pool.submit(work, piece) for piece in pieces]
        yield coming
    except BaseException:
        # What is left is wanted no more, and nobody waits for long fights.
        for process in {*active_children()} - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _started(begin: Callable[..., None], given: Sequence[Any]) -> None:
    # Where it could not be held back.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(*given)


@contextmanager
def _held_back() -> Iterator[None]:
    """Let Ctrl-C wait meanwhile. Whoever is started never hears it: it is for whoever started them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
