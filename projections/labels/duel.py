"""The words of pursuit and etiquette alike: moves on tiles, and combat between those who meet there."""

from projections.labels.tables import CommandLabel, Label, command

COMMANDS: dict[str, CommandLabel] = {
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
}
VALUES = {
    "health": Label(label="Health", hint="How much harm somebody can take."),
    "movement": Label(label="Movement", hint="Spaces that are left of a move."),
}
