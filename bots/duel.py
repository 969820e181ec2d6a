"""How good a command looks to an automatic player of the two board games."""

from __future__ import annotations

from typing import Any

from domain.encounter import Combatant, Encounter


def worth(encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
    """Return how good a command looks; nothing at 0 or below is worth doing. ``tired`` players want the fight over."""
    do = body["do"]
    if encounter.ending:
        # Somebody wants the end: whoever is asked agrees, whoever asked waits for the answer.
        return int(do == "end_encounter")
    if do == "end_encounter":
        return 1000 if tired or encounter.settled else 0
    if tired and do in _CALM:
        return _CALM[do]
    if do in ("begin_move", "move", "flee", "chase"):
        return _way(body, encounter)
    if do in ("attack", "use_item", "play_item"):
        return _blow(body, encounter)
    if do == "disengage":
        return 105 if _outmatched(encounter.combatants[body["who"]], encounter) else 70
    if do == "defend_with":
        return 10 + int(body["dice"])
    return _PLAIN.get(do, 1)


_PLAIN = {
    "engage": 80,
    "decline": 10,
    "answer_with": 50,
    "pass_item": 50,
    "let_go": 10,
    "stay": 1,
    "stop": 5,
    "end_move": 2,
    "end_turn": 1,
    "say": 0,
}
_CALM = {"decline": 90, "disengage": 200, "let_go": 90, "begin_move": 0, "end_move": 60, "engage": 1}
"""What somebody does who wants the fight to be over."""


def _way(body: dict[str, Any], encounter: Encounter) -> int:
    """Return the worth of a way: towards the foes, but away from them in flight."""
    who = encounter.combatants[body["who"]]
    match body["do"]:
        case "begin_move":
            rested = 0 if encounter.moved_last == who.id else 20
            return rested + max(1, 40 - _to_foes(who, who.at, encounter))
        case "move":
            return max(3, 60 - _to_foes(who, body["to"], encounter))
        case "chase":
            return 60
        case _:
            return 20 + _to_foes(who, body["path"][-1], encounter)


def _to_foes(who: Combatant, tile: str, encounter: Encounter) -> int:
    """Return the steps from ``tile`` to the nearest foe of ``who``; 40 if there is no way."""
    ways = [encounter.board.distance(tile, foe.at) for foe in encounter.living if foe.side != who.side]
    return min((way for way in ways if way is not None), default=40)


def _blow(body: dict[str, Any], encounter: Encounter) -> int:
    """Return the worth of an attack or an item: hurt the weakest foe, help oneself when hurt."""
    user = body["who"]
    target = encounter.combatants.get(body.get("target") or "")
    if body["do"] == "attack":
        return 100 - (target.pools["health"].now if target else 0)
    side = encounter.combatants[user].side if user in encounter.combatants else user
    card = encounter.card(side, body["item"])
    if card is None or card.effect is None or body.get("as_trap"):
        return 1
    own = target is None or target.side == side
    if card.effect.kind in ("damage", "condition"):
        return 1 if own else 102
    if card.effect.kind == "heal":
        return 103 if own and target is not None and target.pools["health"].now < target.pools["health"].max else 1
    return 60 if own and card.effect.kind != "relocate" else 1


def _outmatched(who: Combatant, encounter: Encounter) -> bool:
    """Return whether somebody on their last point faces a foe with more."""
    combat = encounter.engagement_of(who.id)
    foes = [encounter.combatants[member] for member in combat.members if member != who.id] if combat else []
    return who.pools["health"].now == 1 and any(foe.pools["health"].now > 2 for foe in foes if foe.alive)
