"""Who may strike at somebody on a way, told before it is walked (STO-63, STO-81)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.encounter import Combatant, Encounter
from domain.offers import Threat
from domain.places.grid import between, sees
from domain.rulesets.storyteller.actors import stands_as
from domain.rulesets.storyteller.attack.opportunity import Watcher, provoked, watchers
from domain.rulesets.storyteller.movement.walking import Lie
from domain.rulesets.storyteller.settings import settings_of


class Strikes:
    """Whose reach the ways of one mover leave; each step is looked at once, whichever ways share it."""

    def __init__(self, encounter: Encounter, who: Combatant, lie: Lie) -> None:
        self._encounter = encounter
        self._who = who
        self._lie = lie
        self._watching = watchers(encounter, who)
        self._steps: dict[tuple[str, str], tuple[str, ...]] = {}
        self._near: dict[str, list[Watcher]] = {}

    def on(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """STO-63, STO-81. Return who may strike at the mover on a way, each once, in the order of the way."""
        if not self._watching:
            return ()
        steps = zip((self._who.at, *path), path, strict=False)
        return tuple(dict.fromkeys(foe for here, there in steps for foe in self._step(here, there)))

    def threats(self, places: Iterable[str]) -> tuple[Threat, ...]:
        """STO-63, STO-81. Return in whose reach, and sight, which of these squares lie for the mover."""
        found: dict[str, list[str]] = {each.who.id: [] for each in self._watching}
        for place in places if found else ():
            for each in self._reaching(place):
                if each.ruled or sees(self._encounter.grid, each.who.at, each.fills, place, self._fills(place)):
                    found[each.who.id].append(place)
        return tuple(Threat(who=who, places=tuple(within)) for who, within in found.items() if within)

    def _step(self, here: str, there: str) -> tuple[str, ...]:
        found = self._steps.get((here, there))
        if found is None:
            near, fills = self._reaching(here), self._fills(here)
            found = provoked(self._encounter, near, here, fills, there, self._fills(there)) if near else ()
            self._steps[here, there] = found
        return found

    def _reaching(self, here: str) -> list[Watcher]:
        """Return those whose reach a square is in, cover aside."""
        if here not in self._near:
            fills, diagonals = self._fills(here), settings_of(self._encounter).diagonals
            self._near[here] = [
                each
                for each in self._watching
                if between(each.who.at, each.fills, here, fills, diagonals) <= each.within
            ]
        return self._near[here]

    def _fills(self, place: str) -> str:
        """Return as what size the mover stands on a square."""
        if place == self._who.at:
            return stands_as(self._who)
        return self._lie.fits_as(place) or self._lie.size
