"""What may be done about secrets now; all of it is an aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from domain.dice import DiceNeeded, NoDice
from domain.encounter import Encounter
from domain.offers import Offer, Open
from domain.places import Board
from domain.places.grid import Grid, square
from domain.places.ranks import GUARDS, Ranks
from domain.places.zones import Zones
from domain.refusals import Refused
from domain.secret.commands import Reveal
from domain.secret.outcomes import tell
from domain.story import Story
from domain.table.interruptions import Rules
from domain.table.seats import plays

WORDS = Open(kind="text", minimum=0, maximum=2000, example="The left door is trapped.")
TITLE = Open(kind="text", minimum=0, maximum=80, example="Door")
FACTS = Open(kind="value", minimum=0, maximum=32, example=None)
NAME = Open(kind="text", minimum=1, maximum=80, example="Count Orlo")
UNNAMED: dict[str, tuple[Any, ...]] = {"whose": (None,), "name": (None,)}
DICE = Open(kind="text", minimum=1, maximum=40, example="1d20")
PURPOSE = Open(kind="text", minimum=1, maximum=80, example="stealth")
MOST_TOLD = 6
"""Of so many seats every one is offered as the reader of a message."""


def offers(encounter: Encounter, rules: Rules) -> Iterator[Offer]:
    """Yield the commands about secrets that would be accepted; of what can be unsealed nothing is known here."""
    if encounter.outcome is not None:
        return
    seats = [seat for seat in encounter.seats if plays(encounter, seat)]
    for seat in seats:
        others = tuple((other,) for other in encounter.seats if other != seat)
        to = {"to": ((), *others[:MOST_TOLD])}
        words = {"text": WORDS, "title": TITLE, "facts": FACTS}
        yield Offer(do="seal", by=seat, aside=True, closed={**to, **UNNAMED}, open=words)
        whose = (*encounter.combatants, *encounter.reserve)
        if seat == encounter.referee and whose:
            yield Offer(do="seal", by=seat, aside=True, closed={**to, "whose": whose}, open={**words, "name": NAME})
    gm = encounter.referee
    if gm is None:
        return
    if encounter.dice != "table":
        yield Offer(do="secret_roll", by=gm, aside=True, open={"dice": DICE, "purpose": PURPOSE})
    for who in encounter.reserve:
        if (place := _place(encounter, who, rules)) is not None:
            at = Open(kind="text", minimum=1, maximum=40, example=place)
            yield Offer(do="reveal", by=gm, who=who, aside=True, open={"at": at})


def _place(encounter: Encounter, who: str, rules: Rules) -> str | None:
    """Return a place where somebody can come out of the reserve, if there is one now."""
    return next((place for place in _places(encounter.board) if _can_come(encounter, who, place, rules)), None)


def _can_come(encounter: Encounter, who: str, place: str, rules: Rules) -> bool:
    try:
        tell(Story(encounter, NoDice()), Reveal(by=encounter.referee or "", who=who, at=place), rules)
    except Refused:
        return False
    except DiceNeeded:
        return True
    return True


def _places(board: Board) -> Iterable[str]:
    """Return the places of a board of a system with a referee: zones, guards or squares."""
    if isinstance(board, Zones):
        return board.links
    if isinstance(board, Ranks):
        return GUARDS
    grid = cast(Grid, board)
    return (square(x, y) for y in range(grid.height) for x in range(grid.width))
