"""Simulating on Ray, on a cluster that is there or on one of this machine: it comes to the same as one process."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from itertools import islice
from pathlib import Path
from typing import Any

from bots.lab.chunks import Row
from bots.lab.processes import cores
from bots.lab.running import Bench, Plan

ADDRESS, LOCAL = "RAY_ADDRESS", "local"
CODE = ("domain", "ledger", "projections", "bots")
"""What fights are made of: it goes along, so that every machine plays by the very same rules."""
LEAST_MEMORY = 80 * 1024 * 1024
"""What Ray asks for at least to keep objects in; a plan and some rows are far less."""
PATIENCE = 5.0
"""Seconds that a cluster has to answer."""
ATTEMPTS = 3
"""So often a chunk is fought anew after its process or its machine was lost."""


class NoCluster(Exception):
    """There is no cluster to fight on, or it was lost; the message is a sentence."""


def on_ray(plan: Plan, chunks: Sequence[range], workers: int | None) -> Iterator[tuple[range, list[Row]]]:
    """Yield chunks with their rows, as they come. Raises NoCluster.

    On a cluster that is there ``workers`` says how many chunks are fought at once, where nobody wants all of it.
    """
    if not chunks:
        return
    # What Ray has to say of processes that were lost it says on stdout, which is for what was asked.
    with redirect_stdout(sys.stderr), _reached(workers) as (ray, room):
        fight = ray.remote(max_retries=ATTEMPTS)(_rows)
        sent, left = ray.put(plan), iter(chunks)
        waited = {fight.remote(sent, chunk): chunk for chunk in islice(left, room)}
        while waited:
            done, _ = ray.wait([*waited], num_returns=1)
            for each in done:
                # The next is on its way before this one is looked at.
                waited |= {fight.remote(sent, chunk): chunk for chunk in islice(left, 1)}
                yield waited.pop(each), ray.get(each)


def _rows(plan: Plan, chunk: range) -> list[Row]:
    return Bench(plan).rows(chunk)


@contextmanager
def _reached(workers: int | None) -> Iterator[tuple[Any, int]]:
    """Give Ray, and how many chunks are to be fought at once; it is let go of at the end. Raises NoCluster."""
    where = os.environ.get(ADDRESS, LOCAL)
    _must_answer(where)
    _settle(where)
    import ray  # noqa: PLC0415 - an extra, which takes seconds to start

    own = {"num_cpus": workers or cores(), "object_store_memory": LEAST_MEMORY, "include_dashboard": False}
    code = [str(Path(__file__).resolve().parents[2] / name) for name in CODE]
    try:
        ray.init(
            address=where,
            runtime_env={"py_modules": code},
            log_to_driver=False,
            logging_level="ERROR",
            **(own if where == LOCAL else {}),
        )
        yield ray, workers if workers and where != LOCAL else 2 * int(ray.cluster_resources().get("CPU", 1))
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        reason = str(error).strip().splitlines()[0].rstrip(".:")
        raise NoCluster(f"Ray cannot fight that ({reason}).") from None
    finally:
        ray.shutdown()


def _must_answer(where: str) -> None:
    """Raise NoCluster where nothing listens: Ray itself tries for minutes."""
    host, _, port = where.rpartition("//")[2].rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError):
        raise NoCluster(f"Nothing answers at {where}, which {ADDRESS} names.") from None


def _settle(where: str) -> None:
    """Say before Ray is loaded that it tells nobody outside what it does, and lets in nobody who lacks a fresh word."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if where == LOCAL:
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
