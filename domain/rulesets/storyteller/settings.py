"""The house rules of storyteller: where its text is silent, what is assumed and what a table may want otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Len

from domain.table.house_rules import reader

TieRule = Literal["agility", "players_first", "choice", "reroll"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Each house rule with its default: S-G1 to S-G4, S-G8, S-G9, S-G12, S-G20, S-G23 and so on in the text's order."""

    zero_hp_pc: Literal["downed", "death_saves", "dead"] = "downed"
    advantage_model: Literal["extra_die", "roll_twice", "plus_minus_one_die"] = "extra_die"
    advantage_stack: Literal["cancel", "net_dice"] = "cancel"
    critical: Literal["off", "eighteen_max_damage"] = "off"
    stealth_tie: Literal["hider", "observer"] = "hider"
    stealth_group: Literal["each", "one_roll"] = "each"
    initiative_ties: Annotated[tuple[TieRule, ...], Len(1, 4)] = ("agility", "players_first", "choice")
    diagonals: Literal["5", "5_10_5", "no_diagonals"] = "5"
    opportunity_trigger: Literal["leave_reach", "any_move_away"] = "leave_reach"
    short_rest_hp: Literal["half_max", "quarter_max", "field", "none"] = "half_max"
    prone_attacks: Literal["d20_like", "none"] = "d20_like"
    half_speed_rounding: Literal["up", "down"] = "up"
    zone_ranged: Literal["adjacent_ok", "always_ruling", "thirty_feet_per_zone"] = "adjacent_ok"
    three_quarters_saves: Literal["none", "plus_5", "plus_2"] = "none"
    surprise_round: Literal["first_round", "extra_round"] = "first_round"
    withdraw_declaration: bool = True


settings_of = reader(Settings)
"""Returns the house rules of an encounter as they were frozen."""
