"""Ranks: a front and a rear guard on each side, with what the room allows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from domain.places.details import Detail

GUARDS = ("front", "rear")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """The room: how many fit into the front (None: any number), and how many (rear, front) the rear may have."""

    front_capacity: int | None = None
    rear_per_front: tuple[int, int] = (1, 2)

    def __contains__(self, place: object) -> bool:
        """Return whether it is a guard."""
        return place in GUARDS

    def next_to(self, place: str) -> tuple[str, ...]:
        """Return the other guard."""
        return tuple(guard for guard in GUARDS if guard != place)

    def distance(self, origin: str, to: str) -> int | None:
        """Return 0 within a guard, 1 between the two."""
        return int(origin != to)

    def changed(self, change: str, detail: Detail) -> Ranks:
        """Return the room after a new ``front_capacity`` or ``rear_per_front``, each as ``value``."""
        match change:
            case "front_capacity":
                return replace(self, front_capacity=detail["value"])
            case "rear_per_front":
                rear, front = detail["value"]
                return replace(self, rear_per_front=(rear, front))
            case _:
                return self


EMPTY_RANKS = Ranks()
