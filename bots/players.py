"""Two automatic players that pick from the offers of a seat: one takes any, the other what looks sensible."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, TypeAlias

from bots.worth import WORTH, indifferent
from domain.deciding import RULESETS
from domain.encounter import Encounter
from domain.offers import Offer

Body: TypeAlias = dict[str, Any]
"""One command as JSON."""
TIRED = 300
"""After so many commands the players only look for an end."""


class Choices:
    """Picks among options, the same ones again for the same seed. Never for dice: those are the ledger's."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, end: int) -> int:
        """Return the next whole number from 0 to ``end`` - 1."""
        self._drawn += 1
        digest = sha256(f"{self._seed}/{self._drawn}".encode()).digest()
        return int.from_bytes(digest[:8]) % end

    def of(self, _seat: str, _given: int) -> Choices:
        """Return the choices of a seat that has given so many commands: those of one fight are of all its seats."""
        return self


Player: TypeAlias = Callable[[Encounter, list[Offer], Choices, bool], Body | None]
"""Returns the command a seat gives, or None to leave it to another seat; the flag says that it wants to stop."""


def any_offer(encounter: Encounter, offers: list[Offer], choices: Choices, tired: bool) -> Body | None:
    """Return any command on offer; the encounter is ended only when nobody is left to fight, or when tired.

    What moves nothing on, words and rulings unasked, is left out most of the time, what no rulebook has always.
    """
    offers = of_the_rules(encounter, offers)
    calm = [offer for offer in offers if not offer.aside]
    commands = [body for offer in (offers if choices.below(20) == 0 else calm) for body in spelled(offer)]
    ending = [body for body in commands if body["do"] == "end_encounter"]
    if encounter.ending or (ending and (tired or encounter.settled)):
        return next(iter(ending), None)
    rest = [body for body in commands if body["do"] != "end_encounter"]
    return rest[choices.below(len(rest))] if rest else None


def sensible(encounter: Encounter, offers: list[Offer], choices: Choices, tired: bool) -> Body | None:
    """Return the command on offer that looks best: meet the foe, strike, run when it hurts, end what is decided."""
    commands = [body for offer in of_the_rules(encounter, offers) for body in spelled(offer)]
    if not commands:
        return None
    worth = WORTH.get(encounter.system, indifferent)
    ranked = [(worth(encounter, body, tired=tired), choices.below(1000), index) for index, body in enumerate(commands)]
    best, _, index = max(ranked)
    return commands[index] if best > 0 else None


def of_the_rules(encounter: Encounter, offers: list[Offer]) -> list[Offer]:
    """Return the offers of the rule system: automatic players do not give up, overrule nothing, and do not chatter."""
    own = RULESETS[encounter.system].commands(encounter)
    return [offer for offer in offers if offer.do in own and not (offer.do == "say" and offer.aside)]


PLAYERS: dict[str, Player] = {"any": any_offer, "sensible": sensible}


def spelled(offer: Offer) -> Iterator[Body]:
    """Yield the commands an offer stands for: every closed choice, every end of a way, the example of what is open."""
    fields = {name: list(choices) for name, choices in offer.closed.items()}
    for name, field in offer.open.items():
        fields[name] = [list(end.path) for end in field.ends] or [field.example]
    names = (("by", offer.by), ("who", offer.who))
    said = {name: value for name, value in names if value is not None}
    for values in itertools.product(*fields.values()):
        chosen = {name: value for name, value in zip(fields, values, strict=True) if value is not None}
        yield {"do": offer.do, **said, **chosen}
