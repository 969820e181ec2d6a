"""What stands in a server when it is asked: streams, encounters in memory, what waits, what read models lack."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.datastructures import State


class Gauges(Collector):
    """The numbers of one application, counted when somebody asks for them."""

    def __init__(self, state: State) -> None:
        self._state = state

    def collect(self) -> Iterator[Metric]:
        """Yield every number; those that only the store knows are left out while it cannot be asked."""
        fights, channels = self._state.ledger.fights, self._state.channels
        memory = fights.memory
        yield _gauge("damaged", "Encounters found damaged in the store since the start.", len(fights.damaged))
        yield _gauge("in_memory", "Encounters kept in memory.", len(memory))
        yield _gauge("in_memory_bytes", "What they take, by the reckoning that the limit goes by.", memory.bytes)
        yield _gauge("in_memory_limit_bytes", "What they may take.", memory.most)
        yield _gauge("rolls_waiting", "Rolls in memory that wait for links of devices.", memory.rolls_waiting())
        yield _gauge("streams", "Streams that somebody listens to.", channels.streams)
        yield _gauge("streams_catching_up", "Streams that are told what they missed.", channels.catching_up)
        troubles = CounterMetricFamily(
            "encounter_store_errors", "Commits that the store did not take, by kind.", labels=["kind"]
        )
        # From the start, and not only after the first: an increase from nothing is none to who watches.
        counted = dict.fromkeys(("Busy", "DamagedFile", "NoStore"), 0) | self._state.ledger.commits.troubles
        for kind, number in sorted(counted.items()):
            troubles.add_metric([kind], number)
        yield troubles
        with suppress(Exception):
            yield self._lag()

    def _lag(self) -> Metric:
        lag = GaugeMetricFamily(
            "encounter_read_model_lag_lines", "Lines of the store that a read model has not taken in.", labels=["model"]
        )
        runner = self._state.runner
        newest = runner.newest()
        for name in runner.models:
            position = max((build.position for build in runner.tables.builds(name)), default=0)
            lag.add_metric([name], max(0, newest - position))
        return lag


def registry(state: State) -> CollectorRegistry:
    """Return what gives the numbers of an application."""
    made = CollectorRegistry()
    made.register(Gauges(state))
    return made


def _gauge(name: str, says: str, value: Any) -> Metric:
    return GaugeMetricFamily(f"encounter_{name}", says, value=value)
