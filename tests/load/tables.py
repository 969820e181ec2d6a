"""Tables that play by HTTP: any offer, any server that answers, the same command again until there is an answer."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

import httpx2

from domain.deciding import RULESETS
from domain.refereed.table import Table
from tests.laws.openings import OPENINGS as RANDOM

Body = dict[str, Any]
PATIENCE = 60


def opening(system: str, chance: random.Random, seats: int) -> Body:
    """Return a random opening of a system with so many seats of players, who share the players' combatants."""
    begins = RANDOM[system](chance)
    names = [f"p{number}" for number in range(seats)]
    refereed = issubclass(RULESETS[system].Opening, Table)
    begins["seats"] = [*([{"id": "gm", "role": "referee"}] if refereed else []), *({"id": name} for name in names)]
    owners: dict[str, str] = {}
    for number, combatant in enumerate([*begins.get("combatants", ()), *begins.get("characters", ())]):
        combatant.pop("controller", None)
        if not refereed or combatant.get("kind", "pc") == "pc":
            owner = combatant.get("owner") or str(number)
            combatant["controller"] = owners.setdefault(owner, names[len(owners) % seats])
    return begins


@dataclass
class Played:
    """What a table was promised: by version, the hash of the line; and how it went."""

    encounter: str
    promised: dict[int, str] = field(default_factory=dict)
    commands: int = 0
    refused: int = 0
    repeated: int = 0
    seconds: list[float] = field(default_factory=list)


class Playing:
    """One encounter and its keys, played through whichever server answers."""

    def __init__(self, addresses: list[str], begins: Body, chance: random.Random) -> None:
        self._addresses = addresses
        self._chance = chance
        self._client = httpx2.Client(timeout=10)
        answer = self._send("POST", "/api/encounters", None, begins)
        assert answer.status_code == 201, answer.text
        self._keys: dict[str, str] = answer.json()["keys"]
        self.played = Played(encounter=answer.json()["encounter"])
        self.over = False
        self._number = 0

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def step(self) -> None:
        """Let one seat do one thing that is on offer."""
        seats = list(self._keys)
        self._chance.shuffle(seats)
        for seat in seats:
            answer = self._send("GET", f"/api/encounters/{self.played.encounter}/offers", seat)
            assert answer.status_code == 200, answer.text
            told = answer.json()
            self.over = told["pending"]["kind"] == "over"
            offers = [offer for offer in told["offers"] if offer["do"] != "end_encounter"]
            if offers and not self.over:
                self._do(seat, _body(self._chance.choice(offers), self._chance))
                return
        self.over = True

    def _do(self, seat: str, action: Body) -> None:
        self._number += 1
        body = {"action": action, "cmd": f"{seat}-{self._number}"}
        began = monotonic()
        answer = self._send("POST", f"/api/encounters/{self.played.encounter}/commands", seat, body)
        self.played.seconds.append(monotonic() - began)
        if answer.status_code == 200:
            size, head = answer.json()["seen"]
            self.played.promised[size - 1] = head
            self.played.commands += 1
        else:
            assert answer.status_code in (409, 412), answer.text
            self.played.refused += 1

    def _send(self, method: str, path: str, seat: str | None, body: Body | None = None) -> httpx2.Response:
        """Return the answer of any server; the same call again where none came, or the store was away."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self._keys[seat]}"}
        until = monotonic() + PATIENCE
        while True:
            address = self._chance.choice(self._addresses)
            try:
                answer = self._client.request(method, address + path, headers=headers, json=body)
            except httpx2.TransportError:
                answer = None
            busy = answer is not None and answer.status_code == 409 and answer.json()["type"] == "/problems/busy"
            if answer is not None and answer.status_code != 503 and not busy:
                return answer
            assert monotonic() < until, f"no answer to {method} {path} in {PATIENCE} seconds"
            self.played_again()
            sleep(0.05)

    def played_again(self) -> None:
        """Count a call that had to be made again."""
        if hasattr(self, "played"):
            self.played.repeated += 1


def _body(offer: Body, chance: random.Random) -> Body:
    """Return one command of an offer."""
    fixed = {name: offer[name] for name in ("do", "by", "who") if offer.get(name) is not None}
    chosen = {name: chance.choice(choices) for name, choices in offer["closed"].items()}
    opened = {}
    for name, bounds in offer["open"].items():
        opened[name] = chance.choice(bounds["ends"])["path"] if bounds["ends"] else bounds["example"]
    return {**fixed, **{name: value for name, value in chosen.items() if value is not None}, **opened}
