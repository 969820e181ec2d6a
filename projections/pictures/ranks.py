"""Ranks as plain text: the guards of each side face to face, with points and stances."""

from __future__ import annotations

from projections.boards.ranks import Guard, RanksView, Side
from projections.pictures.rows import block


def ranks_drawn(view: RanksView, width: int) -> list[str]:
    """Return the picture: the first side from its rear to its front, the others from their front on."""
    rows: list[str] = []
    wide = max((len(side.side) for side in view.sides), default=0)
    for place, side in enumerate(view.sides):
        guards = ("rear", "front") if place == 0 else ("front", "rear")
        rows += [] if place == 0 else [f"{'':{wide}}  {'─' * 12}"]
        for line, guard in enumerate(guards):
            name = side.side if line == 0 else ""
            rows += block(f"{name:{wide}}  {guard:5}", [_member(one) for one in _of(side, guard)] or ["–"], width)
    return [*rows, "", _room(view)]


def _of(side: Side, guard: str) -> tuple[Guard, ...]:
    return side.front if guard == "front" else side.rear


def _member(one: Guard) -> str:
    points = "/".join(f"{pool.now} of {pool.max}" for pool in one.pools.values())
    under = f" ({', '.join(one.conditions)})" if one.conditions else ""
    return f"{'' if one.alive else '†'}{one.who} {points}{under}".rstrip()


def _room(view: RanksView) -> str:
    """Return what the room allows."""
    rear, front = view.rear_per_front
    most = "any number fit" if view.front_capacity is None else f"{view.front_capacity} fit"
    return f"Room: {most} into the front, {rear} in the rear for every {front} in front."
