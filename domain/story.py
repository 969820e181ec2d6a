"""A command being decided: the encounter as it stands, and what has happened so far."""

from __future__ import annotations

from domain.dice import Dice, notation
from domain.encounter import Combatant, Encounter
from domain.events import DiceRolled, Event
from domain.evolve import evolve


class Story:
    """What a command makes happen: every event told is folded at once, so that rules read the present."""

    def __init__(self, encounter: Encounter, dice: Dice) -> None:
        self.now = encounter
        self.events: list[Event] = []
        self._dice = dice

    def tell(self, event: Event) -> None:
        """Add what happens next."""
        self.events.append(event)
        self.now = evolve(self.now, event)

    def who(self, combatant: str) -> Combatant:
        """Return a combatant as it stands now."""
        return self.now.combatants[combatant]

    def roll(self, by: str, purpose: str, dice: str, *rules: str, total: bool = True) -> DiceRolled:
        """Roll, tell it, and return the roll; ``total`` says whether its sum means anything."""
        asked = notation(dice)
        thrown = self._dice.roll(by, purpose, asked)
        rolled = DiceRolled(
            by=by,
            purpose=purpose,
            dice=str(asked),
            faces=thrown.faces,
            source=thrown.source,
            total=sum(thrown.faces) + asked.mod if total else None,
            mod=asked.mod or None,
            roll=thrown.roll,
            rules=rules,
        )
        self.tell(rolled)
        return rolled

    def total(self, by: str, purpose: str, dice: str, *rules: str) -> int:
        """Roll, tell it, and return the faces added up, with the bonus."""
        rolled = self.roll(by, purpose, dice, *rules)
        return sum(rolled.faces) + (rolled.mod or 0)
