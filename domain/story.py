"""A command being decided: the encounter as it stands, and what has happened so far."""

from __future__ import annotations

from domain.attribution import attributed
from domain.dice import Dice, Notation, Thrown, notation
from domain.encounter import Combatant, Encounter
from domain.events import DiceRolled, Event, Facts
from domain.evolve import evolve
from domain.ordering import ordered


class Story:
    """What a command makes happen: every event told is folded at once, so that rules read the present."""

    def __init__(self, encounter: Encounter, dice: Dice) -> None:
        self.now = encounter
        self.events: list[Event] = []
        self._dice = dice
        self._roll: int | None = None

    def tell(self, event: Event) -> None:
        """Add what happens next."""
        event = attributed(ordered(event), self.now, self._roll)
        self.events.append(event)
        self.now = evolve(self.now, event)

    def who(self, combatant: str) -> Combatant:
        """Return a combatant as it stands now."""
        return self.now.combatants[combatant]

    def roll(
        self,
        by: str,
        purpose: str,
        dice: str,
        *rules: str,
        total: bool = True,
        mod: int = 0,
        mode: str | None = None,
        kept: int = 0,
        attempt: int | None = None,
    ) -> DiceRolled:
        """Roll, tell it, and return the roll; ``total`` says whether its sum means anything.

        ``mod`` is added where the dice do not name it. Under a ``mode``, advantage or disadvantage, only the best or
        the worst ``kept`` faces count, if that is any.
        """
        asked = notation(dice)
        thrown = self._dice.roll(by, purpose, asked)
        added = asked.mod + mod
        keep = tuple(sorted(thrown.faces, reverse=mode == "advantage")[:kept]) if mode else ()
        rolled = DiceRolled(
            by=by,
            purpose=purpose,
            dice=str(asked),
            faces=thrown.faces,
            source=thrown.source,
            total=sum(keep or thrown.faces) + added if total else None,
            mod=added or None,
            roll=thrown.roll,
            mode=mode,
            keep=keep,
            attempt=attempt,
            rules=rules,
        )
        self._roll = rolled.roll
        self.tell(rolled)
        return rolled

    def pool(
        self,
        by: str,
        purpose: str,
        terms: dict[str, int],
        *rules: str,
        successes: frozenset[int] = frozenset({6}),
        penalty: int = 0,
        mod: int = 0,
        parts: Facts | None = None,
    ) -> DiceRolled:
        """Roll a pool of d6 of these terms, tell it, and return the roll with its success levels.

        ``penalty`` is stated: the terms are those left after it. ``mod`` adds success levels; ``parts`` say what the
        two and a bonus are made of. A pool of no dice is told too, with no face and of no source.
        """
        named = {name: count for name, count in terms.items() if count > 0}
        count = sum(named.values())
        thrown = (
            self._dice.roll(by, purpose, Notation(count=count, sides=6)) if count else Thrown(faces=(), source="none")
        )
        rolled = DiceRolled(
            by=by,
            purpose=purpose,
            dice=f"{count}d6",
            faces=thrown.faces,
            source=thrown.source,
            pool="+".join(f"{name}{dice}" for name, dice in named.items()) or "0",
            penalty=penalty or None,
            mod=mod or None,
            sl=max(0, sum(face in successes for face in thrown.faces) + mod),
            roll=thrown.roll,
            parts=parts or {},
            rules=rules,
        )
        self._roll = rolled.roll or self._roll
        self.tell(rolled)
        return rolled

    def total(self, by: str, purpose: str, dice: str, *rules: str) -> int:
        """Roll, tell it, and return the faces added up, with the bonus."""
        rolled = self.roll(by, purpose, dice, *rules)
        return sum(rolled.faces) + (rolled.mod or 0)
