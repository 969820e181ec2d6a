"""What looks good to an automatic player of stockpot."""

from __future__ import annotations

from typing import Any

from domain.encounter import Encounter

WORTH = {"raise_lid": 40, "splash": 30, "take_it": 20, "light_stove": 10, "end_turn": 1}


def worth(encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
    """Return how good a command looks: splash who is here, else walk to where somebody is; tired, end it all."""
    if body["do"] == "end_turn" and tired:
        return 50
    if body["do"] == "walk":
        alone = not encounter.foes_at(body["who"])
        return 5 if alone and body["to"] in encounter.tiles_of_foes(body["who"]) else 0
    return WORTH.get(body["do"], 0)
