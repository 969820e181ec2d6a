"""Words for what every system has."""

from projections.labels.tables import Labels, command

LABELS = Labels(
    commands={
        "claim_time": command("Claim the time", "table", "The time of the decision has run out: let the least happen."),
        "hand_over": command("Hand over", "table", "Give a combatant, or the voice of a side, to another seat."),
        "concede": command("Concede", "table", "Give up: everybody whom the seat controls leaves the fight."),
        "override": command("Overrule", "referee", "Set a value against what the rules came to, with a reason."),
        "say": command("Say", "words", "Say something; it takes no time."),
        "seal": command("Seal a note", "words", "Commit to words or facts without showing them."),
        "unseal": command("Open a note", "words", "Open to everybody what was sealed."),
        "secret_roll": command("Roll in secret", "referee", "Roll dice that only the referee sees."),
        "reveal": command("Reveal", "referee", "Bring somebody out of the reserve."),
    },
)
