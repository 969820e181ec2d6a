"""Stockpot in words."""

from projections.labels.tables import Label, Labels, command

LABELS = Labels(
    commands={
        "light_stove": command("Light the stove", "other", "Begin the first round."),
        "walk": command("Walk", "move", "Go to the next zone."),
        "splash": command("Splash", "attack", "Throw a ladle of broth at a cook in the same zone."),
        "raise_lid": command("Raise the lid", "answer", "Hold a lid against the broth."),
        "take_it": command("Take it", "answer", "Keep the lid for another time."),
        "end_turn": command("End turn", "end", "Leave the stove to the next cook."),
        "say": command("Say", "words", "Say something to the whole kitchen."),
    },
    values={
        "calm": Label(label="Calm", hint="Who has none left storms out."),
        "beats": Label(label="Beats", hint="The time of the turn that is left."),
    },
    conditions={"steamed": Label(label="Steamed", hint="The next turn is two beats shorter.")},
    settings={
        "lids": "how many lids a cook begins with",
        "last_round": "which round is the last",
        "steam": "whether broth steams",
    },
)
