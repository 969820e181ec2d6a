"""Pursuit in words."""

from projections.labels.duel import COMMANDS, VALUES
from projections.labels.tables import Labels, Needs

LABELS = Labels(
    commands=COMMANDS,
    values=VALUES,
    settings={
        "weapon_model": "whether weapons do what their card says, or one point a hit",
        "unarmed_damage": "what bare hands do; with `null` they cannot attack",
        "trap_elsewhere_in_combat": "whether a trap may be set on another space in a combat turn",
        "pass_turn": "whether a combat turn may be passed",
        "leftover_after_flight": "what an aggressor keeps of the spaces after a flight",
        "flight_spaces_as_allowance": "whether spaces of a flight are allowance where it meets somebody",
        "forced_first_turn": "who has the first turn of a compulsory combat",
        "move_on_after_combat": "whether the board move goes on after a combat",
        "disengage_three_way": "whose die is to be beaten with three in a combat",
        "loot": "who gets the hand of the dead",
        "allowance_source": "where the allowance of a board move comes from",
        "move_order": "whose board move is next",
    },
    needs={"attack": Needs()},
)
