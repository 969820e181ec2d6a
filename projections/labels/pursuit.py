"""Pursuit in words."""

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
    },
    values={
        "health": Label(label="Health", hint="How much harm somebody can take."),
        "movement": Label(label="Movement", hint="Spaces that are left of a move."),
    },
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
)
