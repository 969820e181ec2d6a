"""Sketch in words."""

from projections.labels.tables import Label, Labels, command

LABELS = Labels(
    commands={"attack": command("Attack", "attack", "Strike at another fighter.")},
    values={"stamina": Label(label="Stamina", hint="Who has none left is out of it.")},
    settings={"harm": "how much stamina a hit takes"},
)
