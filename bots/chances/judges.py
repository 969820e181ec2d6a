"""Judges that are kept: the fights that one learns from are fought once for an opening, whoever asks first.

A judge is known again by everything that it hangs on: the fight as it begins, with its board, house rules and rules
version, who plays, the seed, what a judge sees, and this version of the program, in which players may choose otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256

import orjson
from pydantic import TypeAdapter, ValidationError

from bots.chances.shelf import Shelf
from bots.lab.features import FORMAT
from bots.lab.judge import Judge, judge, recalled
from bots.lab.trial import Trial
from bots.players import PLAYERS
from bots.sparring import seats_in
from domain.encounter import Encounter
from domain.places import EMPTY_BOARDS, Board
from domain.registry import Registry, found
from domain.ruleset import RULESETS
from ledger.line.packing import Packings
from ledger.version import VERSION

PLAYER = "sensible"
OTHERWISE = 200
"""From so many fights a judge learns where the module of a system's players does not say."""
SEED = 1


def _read(system: str) -> int:
    return int(found("bots", system, "__dict__", {}).get("LEARNT", OTHERWISE))


LEARNT = Registry(RULESETS, _read)
"""From so many fights a judge of each system learns: two processors fight them, and it is fitted, in ten seconds."""
_PACKING = Packings({Board: tuple(type(board) for board in EMPTY_BOARDS.values())}).of(Encounter)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """A judge as it is kept: what it learnt, and what that is worth."""

    weights: list[list[float]]
    trial: Trial


_KEPT = TypeAdapter(_Kept)


def opening_of(start: Encounter, seed: int = SEED) -> str:
    """Return what tells the opening of a fight from every other; who is called how, and by which id, is no part."""
    assert _PACKING.pack is not None  # noqa: S101  # it is a dataclass
    nameless = replace(start, id="", names={}, words={}, disclosure={}, clock=None)
    made_of = [_PACKING.pack(nameless), PLAYER, seed, FORMAT, VERSION]
    return sha256(orjson.dumps(made_of)).hexdigest()


def fights_for(system: str) -> int:
    """Return from how many fights a judge of a system learns where nobody says."""
    return LEARNT.get(system, OTHERWISE)


class Judges:
    """The judges of a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def of(
        self,
        start: Encounter,
        *,
        fights: int | None = None,
        seed: int = SEED,
        workers: int | None = 1,
        watch: Callable[[int], object] = lambda _: None,
        enough: Callable[[int], bool] | None = None,
    ) -> tuple[Judge, Trial]:
        """Return the judge of a fight that learnt from ``fights`` of it: one that is kept, else it learns now.

        So many ``workers`` fight, one a core for None; it is the same judge. Whoever says when it is ``enough`` also
        takes one that learnt from fewer for that reason. Raises NoNumpy.
        """
        many = fights_for(start.system) if fights is None else fights
        whole = f"{opening_of(start, seed)[:40]}-{many}"
        names = (whole,) if enough is None else (whole, f"{whole}-at-most")
        if (known := self._known(names, start)) is not None:
            return known
        with self._shelf.alone():
            if (known := self._known(names, start)) is not None:
                return known
            stop = enough or (lambda _: False)
            player = PLAYERS[PLAYER]
            made, trial = judge(
                start, seats_in(start), player, fights=many, seed=seed, workers=workers, watch=watch, enough=stop
            )
            name = whole if trial.fights == many else names[-1]
            self._shelf.put(name, _KEPT.dump_json(_Kept(weights=made.weights, trial=trial)))
        return made, trial

    def _known(self, names: Sequence[str], start: Encounter) -> tuple[Judge, Trial] | None:
        for name in names:
            with suppress(ValidationError):
                if (raw := self._shelf.get(name)) is not None:
                    kept = _KEPT.validate_json(raw)
                    return recalled(start, kept.weights), kept.trial
        return None
