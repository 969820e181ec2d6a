"""What an encounter of each system begins with. It reads every rule system: who knows the system asks that one."""

from __future__ import annotations

from typing import TypeAlias

from domain.rulesets import etiquette, pursuit, storyteller, vanguard, verdigris

Opening: TypeAlias = pursuit.Opening | etiquette.Opening | verdigris.Opening | vanguard.Opening | storyteller.Opening
