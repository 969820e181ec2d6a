"""How good a command looks to an automatic player of vanguard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.encounter import Combatant, Encounter
from domain.rulesets.vanguard.attacking import UNARMED, arm_of, bonus, defense, hits
from domain.rulesets.vanguard.cards import Card, Effect, abilities_of, condition_of, item_of
from domain.rulesets.vanguard.monsters import front_outnumbered
from domain.rulesets.vanguard.positions import count, menders
from domain.rulesets.vanguard.sheets import INVENTORY, settings_of, sheet_of

Body: TypeAlias = dict[str, Any]
LEARNT = 400
"""From so many fights a judge learns, in some ten seconds."""


def worth(encounter: Encounter, body: Body, *, tired: bool) -> int:
    """Return how good a command looks; nothing at 0 or below is worth doing. ``tired`` players want the fight over."""
    if body["do"] == "end_encounter":
        return 1000 if tired or encounter.settled else int(encounter.phase == "setup")
    weighed = WEIGHED.get(body["do"])
    return weighed(encounter, body) if weighed is not None else PLAIN.get(body["do"], 0)


def place(encounter: Encounter, body: Body) -> int:
    """Return the worth of placing somebody before the start: it brings the party into formation."""
    who = encounter.combatants[body["who"]]
    return 30 if "to" in body and who.id in menders(encounter) else 0


def choice(_: Encounter, body: Body) -> int:
    """Return the worth of meeting monsters in a way: fighting is what they came for."""
    return {"attack": 50, "talk": 20, "sneak": 20}.get(body["choice"], 10)


def stance(encounter: Encounter, body: Body) -> int:
    """Return the worth of a stance, chosen once: aggressive while unhurt, defensive when it gets close."""
    who = encounter.combatants[body["who"]]
    if who.under("stance"):
        return 0
    health = who.pools["health"]
    fitting = "aggressive" if health.now == health.max else "defensive" if 2 * health.now <= health.max else "neutral"
    return 40 if body["stance"] == fitting else 0


def blow(encounter: Encounter, body: Body) -> int:
    """Return the worth of an attack: what it kills on average, in tenths, and finishing a group off."""
    who, target = encounter.combatants[body["who"]], encounter.combatants[body["group"]]
    arms = {weapon.id: arm_of(weapon) for weapon in sheet_of(who).weapons}
    arm = arms.get(body.get("weapon", ""), UNARMED)
    sides, added, versus = sheet_of(who).die(arm.die), sum(bonus(who, arm).values()), defense(who, target, arm)
    equal = settings_of(encounter).equal_hits
    killed = sum(min(count(target), hits(face + added, versus, equal_hits=equal)) for face in range(1, sides + 1))
    return 10 + 40 * killed // sides if killed else 1


def item(encounter: Encounter, body: Body) -> int:
    """Return the worth of an item in the inventory."""
    carried = next(each for each in encounter.carried(body["who"], INVENTORY) if each.id == body["item"])
    return card(encounter, body, item_of(carried))


def spell(encounter: Encounter, body: Body) -> int:
    """Return the worth of a spell: of its effects, as often as it works."""
    who = encounter.combatants[body["who"]]
    known = next(each for each in sheet_of(who).spells if each.id == body["spell"])
    sides: int = sheet_of(who).die(known.die)
    works = max(0, sides - known.level)
    return card(encounter, body, known) * works // sides


def ability(encounter: Encounter, body: Body) -> int:
    """Return the worth of an ability."""
    own = abilities_of(encounter.combatants[body["who"]])
    return card(encounter, body, next(each for each in own if each.id == body["ability"]))


def card(encounter: Encounter, body: Body, used: Card) -> int:
    """Return the worth of what a card does to its target."""
    target = encounter.combatants[body.get("target") or body["who"]]
    return sum(gain(effect, target) for effect in used.effects)


def gain(effect: Effect, target: Combatant) -> int:
    """Return the worth of one effect: kills, health that is lacking, what the target is not under yet."""
    amount = effect.amount or 0
    if effect.kind == "kill":
        return 10 + 40 * min(amount, count(target))
    if effect.kind == "heal":
        health = target.pools["health"]
        lacking = health.max - health.now
        return 12 * min(amount, lacking) + (30 if not target.alive else 0)
    if target.under(condition_of(effect)):
        return 0
    return 8 * min(4, count(target)) if "count" in target.pools else 12


def move(encounter: Encounter, body: Body) -> int:
    """Return the worth of a change of guard: to where one's weapons are of use, and away from being overrun."""
    who = encounter.combatants[body["who"]]
    if encounter.decision is not None and encounter.decision.kind == "formation":
        return 60
    kinds = {weapon.kind for weapon in sheet_of(who).weapons}
    if body["to"] == "rear":
        return 30 if kinds == {"ranged"} else 0
    return 25 if "melee" in kinds and ("ranged" not in kinds or front_outnumbered(encounter)) else 0


def group(encounter: Encounter, body: Body) -> int:
    """Return the worth of letting a group act: always, and rather at somebody hurt where the targets are chosen."""
    named = (encounter.combatants[name] for name in body.get("targets", ()))
    return 60 - min((min(50, who.pools["health"].now) for who in named), default=0)


WEIGHED: dict[str, Callable[[Encounter, Body], int]] = {
    "place": place,
    "choose_engagement": choice,
    "set_stance": stance,
    "attack": blow,
    "use_item": item,
    "cast_spell": spell,
    "use_ability": ability,
    "move_position": move,
    "monsters_act": group,
}
PLAIN = {"start": 60, "ready_round": 20, "pass": 2}
