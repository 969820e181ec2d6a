"""What each kind of event adds to the tables, and to where the fight stands."""

from projections.analytics.rows import Tell
from projections.analytics.told import combatants, dice, turns

TOLD: dict[str, Tell] = {**combatants.TOLD, **dice.TOLD, **turns.TOLD}
"""By the name of the event; all others are rows of ``line`` alone."""
