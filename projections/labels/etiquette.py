"""Etiquette in words."""

from projections.labels.duel import COMMANDS, VALUES
from projections.labels.tables import Labels, command

LABELS = Labels(
    commands={
        **COMMANDS,
        "answer_with": command("Answer with", "answer", "Name the unit that answers."),
        "defend_with": command("Defend with", "answer", "Choose how many dice to defend with."),
        "play_item": command("Play card", "item", "Play one card in this attack."),
        "pass_item": command("Play no card", "answer", "Play nothing in this attack."),
    },
    values=VALUES,
    settings={
        "both_engage_first": "who attacks first where both engage",
        "forced_first_turn": "who attacks first in a compulsory combat",
        "defense_choice": "when the number of defense dice is chosen",
        "attack_items": "how many cards an attack sees",
        "attack_item_timing": "when cards are played in an attack",
        "counter_needs": "what a counter-attack takes",
        "pass_turn": "whether a combat turn may be passed",
        "move_on_after_combat": "whether the board move goes on after a combat",
        "chase": "whether somebody who flees can be chased",
    },
)
