"""What of a system has no name in its table."""

from __future__ import annotations

import random
from dataclasses import fields

from domain.commands import names
from domain.deciding import RULESETS, kinds
from domain.table.words import USUAL
from projections.labels import COMMON, LABELS
from projections.words import of_a_thing
from tests.laws.fights import Game, begun, opening


def without_words(system: str) -> set[str]:
    """Return the commands, settings and own conditions of a system that its table does not name."""
    labels, rules = LABELS[system], RULESETS[system]
    known = rules.INTERRUPTIONS.words(begun(opening(system, random.Random(1))))["conditions"] - USUAL
    own = {each for each in known if not each.startswith("injury_")}
    commands = names(kinds(system)).keys() - labels.commands.keys() - COMMON.commands.keys()
    settings = {each.name for each in fields(rules.Settings)} - labels.settings.keys()
    return {*commands, *settings, *(own - labels.conditions.keys())}


def unnamed(game: Game) -> set[str]:
    """Return the pools, what else is counted, and the conditions met in a fight that have no name."""
    labels = LABELS[game.system]
    people = [one for step in game.steps for one in step.after.combatants.values()]
    counted = {name for one in people for name in (*one.pools, *one.resources) if not of_a_thing(name)}
    under = {name for one in people for name in one.conditions if name not in USUAL and not name.startswith("injury_")}
    return (counted - labels.values.keys()) | (under - labels.conditions.keys())
