"""Moving on the battle grid: split, switched, through others, squeezed, crawling (STO-23, STO-73 to STO-84, STO-88)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from domain.encounter import Combatant, Encounter
from domain.events import CombatantMoved, ConditionApplied, ConditionEnded, DeclarationMade, Facts
from domain.facts import facts_of, read
from domain.places.grid import SIZES, body, is_diagonal, may_step, one_smaller, room, size_gap, step_feet, xy
from domain.refusals import Refused
from domain.rulesets.storyteller.actors import hostile, size, speed, stands_as, takes_space
from domain.rulesets.storyteller.attack.opportunity import Watcher, ask, provoked, watchers
from domain.rulesets.storyteller.boards import must_be_a_square
from domain.rulesets.storyteller.commands import Move
from domain.rulesets.storyteller.guards import must_have_turn, must_stand, pending
from domain.rulesets.storyteller.order.spending import left, spend
from domain.rulesets.storyteller.questions import Walk
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import Speed, sheet_of
from domain.story import Story
from domain.table.guards import known

HINDERED = 2
"""S-G19: each foot of hindered movement costs two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a way: where from and to, as what size the body stands there, what it costs, how it is made."""

    origin: str
    to: str
    size_before: str
    size: str
    cost: int
    mode: str
    diagonal: bool
    hindered: bool

    def goes_on_like(self, before: Step) -> bool:
        """Return whether it belongs to one leg with the step before it."""
        return self.mode == before.mode and self.size == before.size


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagonals:
    """How many diagonal steps somebody has made in a round (S-G20)."""

    diagonals: int | None = None
    round: int | None = None


def walk(story: Story, command: Move) -> None:
    """STO-23, STO-108: a way in steps of 5 feet, checked as a whole and walked in legs."""
    who = known(story.now, command.who, "STO-23")
    path = command.path
    if path is None or command.near or command.withdraw or command.zone:
        message = f"{who.id} cannot move like that: on the grid a move is a path of squares, like 3:2."
        raise Refused("invalid_value", message, rule="STO-108", pending=pending(story.now))
    board = story.now.grid
    for place in path:
        must_be_a_square(place, board.width, board.height)
    must_stand(story.now, who, "move", "STO-23")
    must_have_turn(story.now, who, "move")
    mode = _mode(story.now, who, command.mode)
    steps = survey(story.now, who, path, mode)
    stated = {"path": list(path), **({"mode": command.mode} if command.mode else {})}
    rules = ("STO-23", "STO-24", "STO-73", "STO-108", *(("STO-88",) if mode == "crawl" else ()))
    story.tell(DeclarationMade(who=who.id, kind="move", parameters=stated, rules=rules))
    _go(story, who.id, steps, mode)


def _mode(encounter: Encounter, who: Combatant, wanted: str | None) -> str:
    """STO-76, STO-88. Return how somebody moves; refuses speeds they have not, and all but crawling while prone."""
    own = speeds(who)
    mode = wanted or ("crawl" if who.under("prone") else next(iter(own), "walk"))
    if wanted is not None and mode not in ("crawl", *sheet_of(who).speeds):
        raise _no_such_speed(encounter, who, mode)
    if speed(who) == 0:
        message = f"{who.id} cannot move: the speed is 0."
        raise Refused("speed_zero", message, rule="STO-23", pending=pending(encounter))
    if who.under("prone") != (mode == "crawl"):
        lies = "prone, and can only crawl" if who.under("prone") else "not prone, and does not crawl"
        message = f"{who.id} cannot {mode}: {who.id} is {lies}."
        raise Refused("prone", message, rule="STO-88", pending=pending(encounter))
    if mode not in ("crawl", *own):
        raise _no_such_speed(encounter, who, mode)
    return mode


def _no_such_speed(encounter: Encounter, who: Combatant, mode: str) -> Refused:
    message = f"{who.id} cannot {mode}: the speeds are {', '.join(speeds(who)) or 'none'}."
    return Refused("no_such_ability", message, rule="STO-76", pending=pending(encounter))


def modes(who: Combatant) -> tuple[str, ...]:
    """STO-76, STO-88. Return how somebody can move now: with any of their speeds, or by crawling alone."""
    return ("crawl",) if who.under("prone") else speeds(who)


def speeds(who: Combatant) -> tuple[str, ...]:
    """STO-75. Return the ways of moving that somebody has, walking first."""
    # A stored sheet has its keys sorted: the order in which somebody wrote them decides nothing.
    own = sheet_of(who).speeds
    return tuple(name for name in get_args(Speed) if own.get(name, 0) > 0)


def survey(encounter: Encounter, who: Combatant, path: tuple[str, ...], mode: str) -> list[Step]:
    """STO-77 to STO-83, STO-108. Return the steps of a way with what each costs; refuses one that cannot be walked."""
    lie = Lie(encounter, who, crawls=mode == "crawl")
    steps = list(lie.steps(path, mode))
    last = path[-1]
    if lie.others_on(last, steps[-1].size):
        cannot = f"{who.id} cannot end the move at {last}"
        message = f"{cannot}: somebody else is there."
        raise Refused("ends_in_occupied", message, rule="STO-80", pending=pending(encounter))
    cost = sum(step.cost for step in steps)
    if cost > left(who, "movement"):
        message = f"{who.id} cannot move to {last}: the way costs {cost} feet, and {left(who, 'movement')} are left."
        raise Refused("not_enough_movement", message, rule="STO-23", pending=pending(encounter))
    return steps


class Lie:
    """How the squares lie for one mover: who fills them, what they cost, where it would squeeze."""

    def __init__(self, encounter: Encounter, who: Combatant, *, crawls: bool) -> None:
        self.encounter = encounter
        self.who = who
        self.size = size(who)
        self.crawls = crawls
        self.diagonals = settings_of(encounter).diagonals
        self.filled: dict[str, list[Combatant]] = {}
        for other in encounter.combatants.values():
            if other.id != who.id and takes_space(other):
                for place in body(other.at, stands_as(other)):
                    self.filled.setdefault(place, []).append(other)
        self._passable: dict[str, bool] = {}
        self._fits: dict[str, str | None] = {}

    def fits_as(self, place: str) -> str | None:
        """STO-82. Return the size as which the mover fits on a square: its own, or one smaller by squeezing."""
        if place not in self._fits:
            self._fits[place] = room(self.encounter.grid, place, self.size)
        return self._fits[place]

    def others_on(self, place: str, fills: str) -> list[Combatant]:
        """STO-80. Return whoever is on the squares that the mover would fill."""
        return [other for each in body(place, fills) for other in self.filled.get(each, ())]

    def may_pass(self, other: Combatant) -> bool:
        """STO-78, STO-79. Return whether the mover may be in the space of another on the way."""
        if other.id not in self._passable:
            apart = size_gap(self.size, size(other))
            self._passable[other.id] = apart >= 2 or not other.alive or not hostile(self.encounter, self.who, other)
        return self._passable[other.id]

    def may_enter(self, place: str) -> bool:
        """STO-79, STO-82. Return whether the mover may be on a square in passing."""
        fills = self.fits_as(place)
        return fills is not None and all(self.may_pass(other) for other in self.others_on(place, fills))

    def may_stop(self, place: str) -> bool:
        """STO-80. Return whether the mover may end on a square: nobody else is there."""
        return not self.others_on(place, self.fits_as(place) or self.size)

    def cost(self, place: str, feet: int) -> int:
        """STO-77, STO-83, STO-89, S-G19. Return what a step onto a square costs that is so many feet long."""
        return feet * HINDERED if self.hinders(place) else feet

    def hinders(self, place: str) -> bool:
        """STO-77, STO-83, STO-89. Return whether a step onto a square is hindered movement."""
        fills = self.fits_as(place) or self.size
        difficult = self.encounter.grid.difficult
        return (
            self.crawls
            or fills != self.size
            or bool(self.others_on(place, fills))
            or (bool(difficult) and any(each in difficult for each in body(place, fills)))
        )

    def steps(self, path: tuple[str, ...], mode: str) -> Iterator[Step]:
        """Yield the steps of a way; refuses the first that cannot be made."""
        here, before, turned = self.who.at, stands_as(self.who), diagonals_made(self.encounter, self.who)
        for place in path:
            fills = self._must_be_enterable(here, place)
            diagonal = is_diagonal(here, place)
            feet = step_feet(turned, self.diagonals) if diagonal else step_feet(0)
            turned += diagonal
            yield Step(
                origin=here,
                to=place,
                size_before=before,
                size=fills,
                cost=self.cost(place, feet),
                mode="squeeze" if fills != self.size and not self.crawls else mode,
                diagonal=diagonal,
                hindered=self.hinders(place),
            )
            here, before = place, fills

    def _must_be_enterable(self, here: str, place: str) -> str:
        """STO-79, STO-82, STO-108. Return as what size the mover is on a square; refuses one it cannot step onto."""
        cannot = f"{self.who.id} cannot step from {here} to {place}"
        (ax, ay), (bx, by) = xy(here), xy(place)
        if max(abs(ax - bx), abs(ay - by)) != 1:
            raise self._refused("not_adjacent", f"{cannot}: a step is 5 feet, onto a neighbouring square.", "STO-108")
        fills = self.fits_as(place)
        if fills is None:
            raise self._no_room(cannot, place)
        if not may_step(self.encounter.grid, here, place, self.size, self.diagonals):
            raise self._refused("no_space", f"{cannot}: there is no way between the two.", "STO-108")
        blocking = next((other for other in self.others_on(place, fills) if not self.may_pass(other)), None)
        if blocking is not None:
            message = f"{cannot}: {blocking.id} is hostile, and of nearly the same size."
            raise self._refused("occupied", message, "STO-79")
        return fills

    def _no_room(self, cannot: str, place: str) -> Refused:
        """STO-82. Return the refusal of a square on which the mover does not fit even by squeezing."""
        smaller = one_smaller(self.size) or self.size
        tight = self.encounter.grid.tight
        narrow = [tight[each] for each in body(place, smaller) if each in tight]
        if any(SIZES.index(each) < SIZES.index(smaller) for each in narrow):
            return self._refused("too_tight", f"{cannot}: there is no room for anything {self.size}.", "STO-82")
        return self._refused(
            "no_space", f"{cannot}: {place} is blocked, or too narrow for anything {self.size}.", "STO-108"
        )

    def _refused(self, code: str, message: str, rule: str) -> Refused:
        return Refused(code, message, rule=rule, pending=pending(self.encounter))


def counted(who: Combatant) -> Facts:
    """S-G20. Return what a change of place that is no move keeps of the count of diagonal steps."""
    return facts_of(read(Diagonals, who.stance))


def diagonals_made(encounter: Encounter, who: Combatant) -> int:
    """S-G20. Return how many diagonal steps somebody has made in this turn, where they are counted."""
    made = read(Diagonals, who.stance)
    return made.diagonals or 0 if made.round == encounter.round else 0


def go_on(story: Story, who: str, path: tuple[str, ...], mode: str) -> None:
    """STO-35, STO-81: go on after a reaction; a way that a ruling has closed meanwhile ends where the mover stands."""
    try:
        steps = survey(story.now, story.who(who), path, mode)
    except Refused:
        return
    _go(story, who, steps, mode, answered=True)


def _go(story: Story, who: str, steps: list[Step], mode: str, *, answered: bool = False) -> None:
    """STO-73, STO-81: walk leg by leg; a leg ends where somebody may react and where the way of moving changes.

    ``answered`` says that whoever the first step provokes has been asked.
    """
    watching = watchers(story.now, story.who(who))
    leg: list[Step] = []
    for index, step in enumerate(steps):
        struck = () if answered and index == 0 else _struck(story.now, watching, step)
        if leg and (struck or not step.goes_on_like(leg[-1])):
            _finish_leg(story, who, leg)
            leg = []
        if struck:
            rest = tuple(each.to for each in steps[index:])
            ask(story, struck, Walk(target=who, at=step.origin, path=rest, mode=mode))
            return
        leg.append(step)
    _finish_leg(story, who, leg)


def _struck(encounter: Encounter, watching: list[Watcher], step: Step) -> tuple[str, ...]:
    return provoked(encounter, watching, step.origin, step.size_before, step.to, step.size) if watching else ()


def _finish_leg(story: Story, who: str, leg: list[Step]) -> None:
    """STO-23, STO-73, STO-82: tell one leg of a way, what it cost, and whether the mover squeezes now."""
    cost = sum(step.cost for step in leg)
    mover = story.who(who)
    details: Facts = {}
    if settings_of(story.now).diagonals == "5_10_5":
        before = diagonals_made(story.now, mover)
        details = facts_of(Diagonals(diagonals=before + sum(step.diagonal for step in leg), round=story.now.round))
    story.tell(
        CombatantMoved(
            who=who,
            origin=mover.at,
            to=leg[-1].to,
            mode=leg[-1].mode,
            cost=cost,
            path=tuple(step.to for step in leg),
            details=details,
            rules=_rules_of(leg),
        )
    )
    spend(story, who, "movement", "move", "STO-23", "STO-73", amount=cost)
    squeeze(story, who, squeezes=leg[-1].size != size(mover))


def _rules_of(leg: list[Step]) -> tuple[str, ...]:
    by_mode = {"squeeze": ("STO-82", "STO-83"), "crawl": ("STO-88", "STO-89"), "fly": ("STO-76",)}.get(leg[0].mode, ())
    hindered = ("STO-77",) if any(step.hindered for step in leg) else ()
    return ("STO-23", "STO-107", "STO-108", *by_mode, *hindered)


def squeeze(story: Story, who: str, *, squeezes: bool) -> None:
    """STO-82, STO-84: in a tight space one is squeezing, until it is cleared."""
    if squeezes == story.who(who).under("squeezing"):
        return
    if squeezes:
        story.tell(ConditionApplied(to=who, condition="squeezing", rules=("STO-82", "STO-83")))
    else:
        story.tell(ConditionEnded(to=who, condition="squeezing", reason="cleared", rules=("STO-84",)))
