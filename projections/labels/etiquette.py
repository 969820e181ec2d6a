"""Etiquette in words."""

from projections.labels.tables import Label, Labels, command

LABELS = Labels(
    commands={
        "begin_move": command("Begin move", "move", "Begin a board move."),
        "move": command("Step", "move", "Walk one space to a linked tile."),
        "end_move": command("End move", "end", "End the move here; with a foe on the tile that means combat."),
        "engage": command("Fight", "answer", "Fight whom you met."),
        "decline": command("Do not fight", "answer", "Let them be."),
        "attack": command("Attack", "attack", "Attack somebody in the same combat."),
        "use_item": command("Use card", "item", "Use a card on somebody, or set it as a trap."),
        "disengage": command("Disengage", "move", "Try to get away: one die each."),
        "flee": command("Flee", "move", "Flee along a path, as far as the roll allows."),
        "stay": command("Stay", "answer", "Do not flee after all: the combat goes on."),
        "stop": command("Stop here", "answer", "Stop the flight here; with a foe on the tile that means combat."),
        "chase": command("Chase", "move", "Go after whoever fled."),
        "let_go": command("Let go", "answer", "Let whoever fled get away."),
        "end_turn": command("Pass", "end", "Let the combat turn go by."),
        "end_encounter": command("End the fight", "table", "Want the fight to end; the other seats have to agree."),
        "refuse_end": command("Fight on", "table", "Do not let the fight end."),
        "answer_with": command("Answer with", "answer", "Name the unit that answers."),
        "defend_with": command("Defend with", "answer", "Choose how many dice to defend with."),
        "play_item": command("Play card", "item", "Play one card in this attack."),
        "pass_item": command("Play no card", "answer", "Play nothing in this attack."),
    },
    values={
        "health": Label(label="Health", hint="How much harm somebody can take."),
        "movement": Label(label="Movement", hint="Spaces that are left of a move."),
    },
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
