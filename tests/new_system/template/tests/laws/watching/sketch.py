"""What must always hold in a fight of sketch."""

from __future__ import annotations

from tests.laws.fights import Step


class Watch:
    """Asserts over each command who stands, and whose turn it is."""

    def step(self, step: Step) -> None:
        """Assert it over one command."""
        after = step.after
        assert all(event.rules for event in step.events)
        for fighter in after.combatants.values():
            assert (fighter.pools["stamina"].now == 0) == (fighter.life == "dead")
        if after.outcome is None and after.round is not None:
            assert after.turn is not None
            assert after.combatants[after.turn].alive
