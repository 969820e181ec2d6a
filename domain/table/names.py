"""How ids and names are written, and that no id stands there twice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from annotated_types import Len, MaxLen

from domain.refusals import Refused

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
SEAT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
LONGEST = 80
"""So many characters a name has at most."""
ShownName = Annotated[str, Len(1, LONGEST)]
"""What people call something: in any script, and inert."""
Names = Annotated[dict[Annotated[str, Len(1, 32)], ShownName], MaxLen(200)]
ENCOUNTER = "encounter"
"""What a fight as a whole is named by, where it is given another title."""
WHAT_IF = "What if"
"""What the title of a fight begins with that branched off from another one."""
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_BLANK = re.compile("[ \xa0\u115f\u1160\u1680\u2000-\u200d\u202f\u205f\u2800\u3000\u3164\uffa0]*")


def distinct(kind: str, given: Iterable[str], rule: str, pattern: re.Pattern[str] = ID) -> set[str]:
    """Return the ids as a set; refuses one that is not well formed and one that stands there twice."""
    seen: set[str] = set()
    for each in given:
        if not pattern.fullmatch(each):
            signs = "small letters, digits and -" if pattern is SEAT_ID else "letters, digits, - and _"
            message = f"{each!r} is no {kind} id: {signs}, at most 32, beginning with a letter or digit."
            raise Refused("invalid_value", message, rule=rule)
        if each in seen:
            raise Refused("invalid_value", f"The {kind} id {each} is there twice.", rule=rule)
        seen.add(each)
    return seen


def must_be_seats(seats: Iterable[str], rule: str) -> None:
    """Refuse the seats of a new fight that a device could not take: examples and older fights keep theirs."""
    distinct("seat", seats, rule, SEAT_ID)


def is_a_name(text: str) -> bool:
    """Return whether a text is 1 to 80 characters, something of it is seen, and nothing in it works unseen."""
    return 1 <= len(text) <= LONGEST and not _UNSEEN.search(text) and not _BLANK.fullmatch(text)


def must_be_a_name(text: str, whose: str, rule: str) -> None:
    """Refuse a name that is too long, that nobody sees, or that holds what works unseen."""
    if not is_a_name(text):
        message = f"{whose} cannot be called that: a name has 1 to {LONGEST} characters, and none that work unseen."
        raise Refused("invalid_value", message, rule=rule)
