"""How good a command looks to an automatic player of storyteller."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from domain.dice import notation
from domain.encounter import Combatant, Encounter
from domain.places.grid import FEET, Grid, feet, xy
from domain.places.grid.ground import Ground
from domain.places.zones import Zones
from domain.rulesets.storyteller.actors import foes, hostile, is_next_to, modifier
from domain.rulesets.storyteller.attack.harm import unarmed
from domain.rulesets.storyteller.guards import pending
from domain.rulesets.storyteller.order.spending import left
from domain.rulesets.storyteller.questions import AskedToRule, departure_of
from domain.rulesets.storyteller.sheets import Ability, Attack, abilities_of, attacks_of, sheet_of

T = TypeVar("T")
LEARNT = 40
"""From so many fights a judge learns, in some ten seconds."""
FAR = 1000
OVER = 1000
LETHAL = 60
TOTALS = {3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 25, 10: 27}
"""In how many of 216 ways three dice come to a total; above 10 it is as below, mirrored."""

PLAIN = {
    "open": 90,
    "positions_done": 80,
    "roll_stealth": 80,
    "roll_initiative": 80,
    "order_tie": 60,
    "stand": 300,
    "decline_reaction": 5,
    "end_turn": 3,
}
"""What is always worth the same; what is named nowhere is worth nothing."""

RULINGS = {"disadvantage": 62, "allowed": 61, "refused": 1}


def worth(encounter: Encounter, body: dict[str, Any], *, tired: bool) -> int:
    """Return how good a command looks; nothing at 0 or below is worth doing. ``tired`` players want the fight over."""
    do = body["do"]
    if do == "end_encounter":
        return OVER if tired or (encounter.settled and encounter.round is not None) else 0
    if do in TURN:
        return TURN[do](encounter, encounter.combatants[body["who"]], body)
    if do in REFEREE:
        return REFEREE[do](encounter, body)
    return PLAIN.get(do, 0)


def _hiding(encounter: Encounter, body: dict[str, Any]) -> int:
    """Return the worth of a way to begin: those who are stealthy enough hide, if they are a whole side."""
    sides = {encounter.combatants[who].side for who in body["hiding"]}
    whole = len(sides) == 1 and all(who.id in body["hiding"] for who in encounter.living if who.side in sides)
    stealthy = whole and all((sheet_of(encounter.combatants[who]).stealth or 0) > 0 for who in body["hiding"])
    return 61 if stealthy else 1 if body["hiding"] else 60


def _placing(encounter: Encounter, body: dict[str, Any]) -> int:
    return 0 if encounter.combatants[body["who"]].at else 85


def _ruling(encounter: Encounter, body: dict[str, Any]) -> int:
    """Return the worth of a ruling: what waits for one gets it, and nothing is ruled unasked."""
    top = encounter.decision
    if top is None or top.kind != "ruling" or top.step(AskedToRule).subject != body["subject"] or "pair" in body:
        return 0
    if body["subject"] == "activity":
        return 60 if body["cost"] == "action" and "link" not in body else 1
    return RULINGS.get(str(body["value"]), 60)


REFEREE = {"determine_surprise": _hiding, "place": _placing, "rule": _ruling}


def _attack(encounter: Encounter, who: Combatant, body: dict[str, Any]) -> int:
    """Return the worth of an attack: what it deals on average to an enemy who stands, more if that may end them."""
    target = encounter.combatants.get(body.get("target") or "")
    if target is None or not target.alive or not hostile(encounter, who, target):
        return 0
    return 200 + _blow(who, body["attack"], target)


def _react(encounter: Encounter, who: Combatant, body: dict[str, Any]) -> int:
    mover = encounter.combatants[departure_of(encounter.decisions[-1]).target]
    return 100 + _blow(who, body["attack"], mover)


def _blow(who: Combatant, name: str, target: Combatant) -> int:
    attack = next(each for each in attacks_of(who) if each.id == name)
    deals = _deals(who, attack)
    needed = sheet_of(target).armor_rating - attack.to_hit
    ways = sum(TOTALS[min(total, 21 - total)] for total in range(max(3, needed), 19))
    ends = LETHAL if deals >= target.pools["hp"].now else 0
    return ways * (deals or _hinders(attack, target)) * 5 // 216 + ends


def _deals(who: Combatant, attack: Attack) -> int:
    """Return the average damage of an attack."""
    if isinstance(attack.damage, int):
        return attack.damage
    if attack.damage is not None:
        dice = notation(attack.damage)
        return dice.count * (dice.sides + 1) // 2 + dice.mod
    return sum(unarmed(modifier(who, "strength")).values()) if attack.category == "unarmed" else 0


def _hinders(attack: Attack, target: Combatant) -> int:
    """Return what the effect of an attack is worth, as if it were damage: a little, and once."""
    new = attack.effect is not None and not target.under(attack.effect.condition or "")
    return 3 if new else 0


def _ability(encounter: Encounter, who: Combatant, body: dict[str, Any]) -> int:
    """Return the worth of an ability: healing for those who are badly hurt, harm for enemies, else a little."""
    name = body.get("ability", body.get("spell"))
    ability: Ability = next(each for each in abilities_of(who) if each.id == name)
    target = encounter.combatants[body.get("target") or who.id]
    if ability.kind == "reaction":
        return 0  # what it answers, only people see
    if ability.effect is None:
        return 10 if ability.kind == "bonus" else 0
    if ability.effect.heal is not None:
        hp = target.pools["hp"]
        return 400 - hp.now if 2 * hp.now <= hp.max and not hostile(encounter, who, target) else 0
    harms = ability.effect.damage is not None or ability.effect.condition is not None
    return 215 if harms and target.alive and hostile(encounter, who, target) else 0


def _rally(_: Encounter, who: Combatant, __: dict[str, Any]) -> int:
    hp = who.pools["hp"]
    return 290 if 3 * hp.now <= hp.max else 0


def _dash(encounter: Encounter, who: Combatant, _: dict[str, Any]) -> int:
    return 0 if _at_close_quarters(encounter, who) else 50


def _interact(encounter: Encounter, who: Combatant, body: dict[str, Any]) -> int:
    """Return the worth of handling something: a door is opened where nobody is near."""
    closed = isinstance(encounter.board, Grid) and body["object"] in encounter.board.doors and body["verb"] == "open"
    return 90 if closed and left(who, "interaction") and not _at_close_quarters(encounter, who) else 0


def _remembered(answer: Callable[[Encounter, Combatant], T]) -> Callable[[Encounter, Combatant], T]:
    """Return what answers as ``answer`` does, once where a hundred ways of the same combatant are weighed."""
    latest: list[tuple[Encounter, Combatant, T]] = []

    def answered(encounter: Encounter, who: Combatant) -> T:
        for known, whose, found in latest:
            if known is encounter and whose is who:
                return found
        found = answer(encounter, who)
        latest[:] = [(encounter, who, found)]
        return found

    return answered


@_remembered
def _at_close_quarters(encounter: Encounter, who: Combatant) -> bool:
    return any(is_next_to(encounter, who, foe) for foe in foes(encounter, who))


@_remembered
def _goals(encounter: Encounter, who: Combatant) -> tuple[str, ...]:
    """Return where the enemies of somebody stand."""
    return tuple(foe.at for foe in foes(encounter, who))


@_remembered
def _stays(encounter: Encounter, who: Combatant) -> bool:
    """Return whether somebody has no reason to move: an enemy at hand, or nothing left to shoot with."""
    shoots = any(attack.ranged for attack in attacks_of(who))
    return _at_close_quarters(encounter, who) or (shoots and not left(who, "action"))


def _move(encounter: Encounter, who: Combatant, body: dict[str, Any]) -> int:
    """Return the worth of a move: closer to the nearest enemy, for those who have none at hand and want one there."""
    if _stays(encounter, who):
        return 0
    if isinstance(encounter.board, Zones):
        return _zone_move(encounter, encounter.board, who, body)
    goals = _goals(encounter, who)
    nearer = _way(encounter.grid, who.at, goals) - _way(encounter.grid, body["path"][-1], goals)
    return 100 + nearer if nearer > 0 else 0


def _way(grid: Grid, place: str, goals: tuple[str, ...]) -> int:
    """Return the steps to the nearest of some places; as the crow flies where no way leads there."""
    steps = _steps(grid.ground, goals).get(grid.ground.index(place))
    if steps is not None:
        return steps
    (x, y), ends = xy(place), [xy(goal) for goal in goals]
    return FAR + min((feet(abs(x - ex), abs(y - ey)) // FEET for ex, ey in ends), default=0)


@lru_cache(maxsize=64)
def _steps(ground: Ground, goals: tuple[str, ...]) -> dict[int, int]:
    """Return the steps from every square to the nearest of some places, for a body of one square."""
    found = {ground.index(goal): 0 for goal in goals}
    queue = deque(found)
    while queue:
        index = queue.popleft()
        for to, _ in ground.moves(index, "medium"):
            if to not in found:
                found[to] = found[index] + 1
                queue.append(to)
    return found


def _zone_move(encounter: Encounter, zones: Zones, who: Combatant, body: dict[str, Any]) -> int:
    """Return the worth of a move in zones: close with the weakest enemy there, or go where the next one is."""
    enemies = foes(encounter, who)
    if body.get("near") is not None:
        near = encounter.combatants[body["near"]]
        return 150 - min(near.pools["hp"].now, 99) // 5 if hostile(encounter, who, near) else 0
    if body.get("zone") is None or any(foe.at == who.at for foe in enemies):
        return 0
    if who.at not in zones:
        return 140
    goals = {foe.at for foe in enemies}
    nearer = _crossings(zones, who.at, goals) - _crossings(zones, body["zone"], goals)
    return 120 + nearer if nearer > 0 else 0


def _crossings(zones: Zones, origin: str, goals: set[str]) -> int:
    """Return in how many crossings one of some zones can be reached."""
    found = {origin: 0}
    queue = deque([origin])
    while queue:
        zone = queue.popleft()
        if zone in goals:
            return found[zone]
        for other, link in zones.links[zone].items():
            if other not in found and link.state != "inaccessible":
                found[other] = found[zone] + 1
                queue.append(other)
    return FAR


def _waits(encounter: Encounter, _: Combatant, __: dict[str, Any]) -> int:
    """Return the worth of defending: better than nothing, where nothing else can be done with the action."""
    return 5 if pending(encounter).kind == "turn" else 0


TURN = {
    "attack": _attack,
    "react": _react,
    "use_ability": _ability,
    "cast_spell": _ability,
    "bonus": _ability,
    "rally": _rally,
    "dash": _dash,
    "interact": _interact,
    "move": _move,
    "defend": _waits,
}
"""What somebody does in a turn or as a reaction, and how its worth is told."""
