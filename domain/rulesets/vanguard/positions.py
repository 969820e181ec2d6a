"""Positioning: front and rear guard, and the formation that the room and the abilities allow (VAN-40..45, 52..56)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from domain.encounter import Combatant, Encounter
from domain.events import CombatantMoved, ConditionApplied
from domain.facts import facts_of, read
from domain.places.ranks import Ranks
from domain.rulesets.vanguard.cards import Effect, abilities_of, held, in_force
from domain.rulesets.vanguard.sheets import MONSTERS, PARTY, settings_of
from domain.story import Story


def standing(encounter: Encounter, guard: str | None = None) -> list[Combatant]:
    """Return the characters on their feet, in one guard or in all, in the order listed (N-G30)."""
    return [one for one in encounter.living if one.side == PARTY and guard in (None, one.at)]


def groups(encounter: Encounter, guard: str | None = None) -> list[Combatant]:
    """Return the groups with anybody left, in one guard or in all, in the order listed."""
    return [one for one in encounter.living if one.side == MONSTERS and guard in (None, one.at)]


def formation_order(encounter: Encounter) -> list[Combatant]:
    """N-G14: return the characters on their feet, the front guard first, each guard in the order listed.

    VAN-45: the slots inside a guard have no say in it.
    """
    return [*standing(encounter, "front"), *standing(encounter, "rear")]


def fallen(encounter: Encounter) -> str:
    """N-G30: return what becomes of a character without health: down, or dead where a house rule says so."""
    return "dead" if settings_of(encounter).zero_health == "dead" else "down"


def count(group: Combatant) -> int:
    """Return how many of a group are left."""
    return group.pools["count"].now


def guard_of(melee: int, ranged: int) -> str:
    """VAN-54, VAN-55, VAN-56: monsters that shoot better than they strike are in the rear, all others in front."""
    return "rear" if ranged > melee else "front"


def weight(who: Combatant) -> int:
    """VAN-43: return for how many somebody counts in front: one, unless an ability says more."""
    always = [effect.amount or 1 for _, effect in in_force(who) if effect.kind == "front_weight"]
    return max([1, *always, *(int(each.value or 1) for each in held(who, "front_weight"))])


def formation_ok(front: int, rear: int, ratio: tuple[int, int] = (1, 2)) -> bool:
    """VAN-42, VAN-52: so many in the rear for so many in front, one for two by default."""
    return rear * ratio[1] <= front * ratio[0]


def room(encounter: Encounter) -> Ranks:
    """VAN-43, VAN-53: return the room as abilities leave it: the party's may widen its formation, monsters crowd it."""
    allowed = encounter.ranks
    widened = [_parsed(each.value) for who in standing(encounter) for each in held(who, "rear_per_front")]
    widened += [e.ratio for who in standing(encounter) for _, e in in_force(who) if e.ratio is not None]
    best = max([allowed.rear_per_front, *widened], key=_share)
    crowding = [effect for group in groups(encounter) for effect in _crowding(group)]
    worst = min([best, *(effect.ratio for effect in crowding if effect.ratio is not None)], key=_share)
    limits = [allowed.front_capacity, *(effect.amount for effect in crowding)]
    return Ranks(front_capacity=min((each for each in limits if each is not None), default=None), rear_per_front=worst)


def _parsed(ratio: str | int | None) -> tuple[int, int]:
    rear, _, front = str(ratio).partition(":")
    return int(rear), int(front)


def _share(ratio: tuple[int, int]) -> Fraction:
    """Return how many in the rear a ratio allows for one in front."""
    return Fraction(*ratio)


def _crowding(group: Combatant) -> list[Effect]:
    return [effect for ability in abilities_of(group) for effect in ability.effects]


def lacking(encounter: Encounter, moved: str | None = None, to: str | None = None) -> int:
    """Return how far the party is from a formation, as it stands or after one move; 0 if it is in one."""
    places = [(who, to if who.id == moved else who.at) for who in standing(encounter)]
    in_front = [who for who, at in places if at == "front"]
    allowed = room(encounter)
    rear, front = allowed.rear_per_front
    short = (len(places) - len(in_front)) * front - sum(map(weight, in_front)) * rear
    over = len(in_front) - allowed.front_capacity if allowed.front_capacity is not None else 0
    return max(0, short) + max(0, over)


def has_space(encounter: Encounter, who: str, to: str) -> bool:
    """VAN-32, VAN-33: in front up to the room's capacity; in the rear if the formation holds after that."""
    if to == "rear":
        return lacking(encounter, who, "rear") == 0
    capacity = room(encounter).front_capacity
    return capacity is None or len(standing(encounter, "front")) < capacity


def other(guard: str) -> str:
    """Return the other guard."""
    return "rear" if guard == "front" else "front"


def menders(encounter: Encounter) -> tuple[str, ...]:
    """N-G23: return who can step into the other guard so that a broken formation is less so, in formation order.

    A room that has become too narrow may leave nobody: then the party stands as it must.
    """
    now = lacking(encounter)
    if now == 0:
        return ()
    return tuple(who.id for who in formation_order(encounter) if mends(encounter, who))


def mends(encounter: Encounter, who: Combatant) -> bool:
    """N-G23: return whether a step into the other guard brings a broken formation nearer to a whole one."""
    to = other(who.at)
    free = to == "rear" or has_space(encounter, who.id, to)
    return free and lacking(encounter, who.id, to) < lacking(encounter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The slot that somebody was given: the new one, after the old one and an arrow where it was changed (VAN-45)."""

    slot: str | None = None


def go(story: Story, who: str, to: str, *rules: str) -> None:
    """VAN-40, VAN-41: the only places there are, and the only way to change between them."""
    mover = story.who(who)
    # A slot that was given stays one's own in the other guard.
    given = read(Slot, mover.stance).slot
    kept = {} if given is None else facts_of(Slot(slot=given.rpartition(">")[2]))
    story.tell(
        CombatantMoved(who=who, origin=mover.at, to=to, mode="formation", details=kept, rules=(*rules, "VAN-41"))
    )


def takes_stance(story: Story, who: str, stance: str, *rules: str) -> None:
    """VAN-46: a stance holds for the round, or until another is chosen where a house rule says so (N-G27)."""
    until = None if settings_of(story.now).stance_carries_over else "round_end"
    story.tell(ConditionApplied(to=who, condition="stance", value=stance, until=until, rules=rules))


def stance_of(who: Combatant) -> str | None:
    """Return the stance of somebody, if it is one of the guard they stand in; None otherwise."""
    chosen = who.conditions.get("stance")
    if chosen is None or (chosen.value == "rearguard") != (who.at == "rear"):
        return None
    return str(chosen.value)


def own_stance(guard: str) -> str:
    """N-G27, N-G28: return the stance of somebody who has chosen none."""
    return "neutral" if guard == "front" else "rearguard"
