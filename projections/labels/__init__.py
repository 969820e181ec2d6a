"""What people call things: commands, pools and what is counted, conditions, house rules; a table a system."""

from __future__ import annotations

from domain.registry import Registry, found
from domain.ruleset import RULESETS
from projections.labels.tables import Labels


def _read(system: str) -> Labels:
    labels: Labels = found("projections.labels", system, "LABELS", Labels())
    return labels


LABELS: Registry[Labels] = Registry(RULESETS, _read)
COMMON: Labels = found("projections.labels", "common", "LABELS", Labels())
