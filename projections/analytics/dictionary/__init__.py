"""The tables, each column with its sentence: the dictionary that ``docs/tables.md`` is printed from."""

from projections.analytics.dictionary.dice import DIE, OUTCOME, ROLL
from projections.analytics.dictionary.effects import CHANGE, CONDITION, LIFE, MOVE
from projections.analytics.dictionary.fights import COMBATANT, ENCOUNTER, HOUSE_RULE, SEAT
from projections.analytics.dictionary.steps import AROUND, COMMAND, DECISION, LINE, TURN
from projections.analytics.dictionary.wanted import OPTION, SWING
from projections.analytics.shape import Sheet

SHEETS: dict[str, Sheet] = {
    sheet.name: sheet
    for sheet in (
        ENCOUNTER,
        HOUSE_RULE,
        COMBATANT,
        SEAT,
        TURN,
        COMMAND,
        ROLL,
        DIE,
        OUTCOME,
        CHANGE,
        MOVE,
        DECISION,
        LIFE,
        CONDITION,
        AROUND,
        LINE,
    )
}
"""The tables that every extraction fills, by name."""
ON_DEMAND: dict[str, Sheet] = {sheet.name: sheet for sheet in (SWING, OPTION)}
"""Those that take the rules, or a judge, and are made only where asked for."""
