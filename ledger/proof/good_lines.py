"""What a check may ask of the lines before the one it looks at: they are good, all of them."""

from __future__ import annotations

from typing import Any, Protocol

from ledger.line.entries import Json
from ledger.line.lines import Line
from ledger.table.log import Log
from ledger.table.table import Table


class GoodLines(Protocol):
    """The lines read so far, as the checks of single kinds of lines ask for them."""

    table: Table
    log: Log
    encounter: str
    unsealed: set[int]
    withheld: set[int]
    sealed_under: dict[int, list[int]]

    @property
    def lines(self) -> int:
        """Return how many lines are good."""
        ...

    def must_follow(self, line: Line) -> None:
        """Refuse a line that does not follow from the command accepted last."""
        ...

    def hides(self, n: int) -> None:
        """Take a sealed line of the command."""
        ...

    def opens(self, n: int, payload: Json) -> None:
        """Look at what a line holds, now that it is open and fits."""
        ...

    def must_be_a_player(self, seat: str) -> None:
        """Refuse a call of a seat that does not play."""
        ...

    def must_be_signed(self, call: Any) -> None:
        """Refuse a call that is not new, or not signed as it must be."""
        ...

    def must_be_new(self, call: Any) -> None:
        """Refuse a call under an id that its seat had used."""
        ...

    def must_be_called(self, seat: str, call: Any) -> None:
        """Refuse a call that is no player's, not new, or not signed as it must be."""
        ...
