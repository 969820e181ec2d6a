"""Why a command is not accepted: one exception, one list of codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """What the encounter waits for: the phase, whose owner must answer, for which combatant, with what options."""

    kind: str
    owner: str | tuple[str, ...] | None = None
    who: str | None = None
    options: tuple[str, ...] = ()

    @property
    def whose(self) -> str:
        """Return who must answer: the combatant, or the owner where none is named; empty where nobody must."""
        return self.who or (" and ".join(self.owner) if isinstance(self.owner, tuple) else self.owner) or ""


IDLE = Pending(kind="idle")


class Refused(Exception):
    """The rules say no. Nothing was written and no die was rolled.

    Attributes:
        code: One of ``CODES``.
        rule: The rule id it rests on.
        message: Who, what they tried and why not, in one sentence.
        named: Whether the message has names in place of ids already.
        pending: What the encounter waits for meanwhile.
    """

    def __init__(self, code: str, message: str, *, rule: str, pending: Pending = IDLE) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message
        self.named = False
        self.pending = pending


CODES = frozenset(
    {
        "already_acted",
        "already_answered",
        "already_talked",
        "dead",
        "decision_pending",
        "does_not_reach_quarry",
        "ends_in_occupied",
        "formation",
        "hands_full",
        "illegal_item",
        "illegal_target",
        "in_melee",
        "incapable",
        "invalid_value",
        "item_already_played",
        "mounted_ranged",
        "must_act",
        "needs_long_rest",
        "negotiation_closed",
        "no_item",
        "no_own_turn",
        "no_resource",
        "no_space",
        "no_such_ability",
        "no_such_action",
        "no_trigger",
        "no_weapon",
        "not_a_foe",
        "not_adjacent",
        "not_enough_movement",
        "not_in_same_melee",
        "not_pushable",
        "not_your_decision",
        "occupied",
        "only_aggressor_chases",
        "out_of_range",
        "out_of_reach",
        "out_of_turn",
        "prone",
        "protected_rear",
        "returns_to_combat_tile",
        "rider_or_mount",
        "speed_zero",
        "surprised",
        "tile_occupied",
        "timing",
        "too_late",
        "too_slow",
        "too_tight",
        "total_cover",
        "trap_on_current_space",
        "two_living_on_tile",
        "unknown_id",
        "unsupported_setting",
        "wrong_phase",
        "wrong_position",
        "zone_inaccessible",
    }
)
