"""Tables that play by HTTP: any offer, any server that answers, the same command again until there is an answer."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

import httpx2

from domain.deciding import RULESETS
from tests.laws.openings import OPENINGS as RANDOM

Body = dict[str, Any]
HANGING = 50
"""Seconds after which a call that is not answered hangs."""
LONGEST = 120
LEFT_OUT = ("concede", "end_encounter", "override")
"""What nobody does who wants to go on playing, and what takes a dispute first."""


def opening(system: str, chance: random.Random, seats: int) -> Body:
    """Return a random opening of a system with so many seats of players, who share the players' combatants."""
    begins = RANDOM[system](chance)
    names = [f"p{number}" for number in range(seats)]
    refereed = RULESETS[system].Opening.refereed
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
    """What a table was promised: by version, the hash of the line; what was sent and how it was answered."""

    encounter: str = ""
    promised: dict[int, str] = field(default_factory=dict)
    sent: dict[tuple[str, str], str] = field(default_factory=dict)
    commands: int = 0
    refused: int = 0
    cut_off: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    slowest: float = 0.0


class Unanswered(Exception):
    """No server answered a call for very long."""


class Playing:
    """One encounter and its keys, played through whichever server answers."""

    def __init__(self, addresses: list[str], begins: Body, chance: random.Random) -> None:
        self._addresses = addresses
        self._chance = chance
        self._client = httpx2.Client(timeout=HANGING)
        self.played = Played()
        answer = self._send("POST", "/api/encounters", None, begins)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self.keys: dict[str, str] = opened["keys"]
        self.played.encounter = opened["encounter"]
        self.over = False
        self._number = 0

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def step(self) -> None:
        """Let one seat do one thing that is on offer."""
        seats = list(self.keys)
        self._chance.shuffle(seats)
        for seat in seats:
            answer = self._send("GET", f"/api/encounters/{self.played.encounter}/offers", seat)
            if answer.status_code != 200:
                self._note_wrong(answer)
                return
            told = answer.json()
            self.over = told["pending"]["kind"] == "over"
            offers = [offer for offer in told["offers"] if offer["do"] not in LEFT_OUT]
            if offers and not self.over:
                self._do(seat, _body(self._chosen(offers), self._chance))
                return
        self.over = True

    def _chosen(self, offers: list[Body]) -> Body:
        """Return any offer, seldom one that may be made at any time where there are others."""
        fighting = [offer for offer in offers if not offer.get("aside")]
        return self._chance.choice(fighting if fighting and self._chance.random() < 0.9 else offers)

    def _do(self, seat: str, action: Body) -> None:
        self._number += 1
        cmd = f"{seat}-{self._number}"
        body = {"action": action, "cmd": cmd}
        self.played.sent[seat, cmd] = action["do"]
        began = monotonic()
        answer = self._send("POST", f"/api/encounters/{self.played.encounter}/commands", seat, body)
        self.played.seconds.append(monotonic() - began)
        if answer.status_code == 200:
            size, head = answer.json()["seen"]
            self.played.promised[size - 1] = head
            self.played.commands += 1
        elif answer.status_code in (409, 412):
            self.played.refused += 1
        else:
            self._note_wrong(answer)

    def _send(self, method: str, path: str, seat: str | None, body: Body | None = None) -> httpx2.Response:
        """Return the answer of any server; the same call again where none came, or the store was away."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self.keys[seat]}"}
        until = monotonic() + LONGEST
        while monotonic() < until:
            address = self._chance.choice(self._addresses)
            began = monotonic()
            try:
                answer = self._client.request(method, address + path, headers=headers, json=body)
            except httpx2.TimeoutException:
                self.played.wrong.append(f"{method} {path} was not answered within {HANGING} seconds")
            except httpx2.TransportError:
                self.played.cut_off += 1
            else:
                self.played.slowest = max(self.played.slowest, monotonic() - began)
                if answer.status_code != 503:
                    return answer
                self._note_unavailable(answer)
            sleep(0.05)
        raise Unanswered(f"No server answered {method} {path} for {LONGEST} seconds.")

    def _note_unavailable(self, answer: httpx2.Response) -> None:
        told = _problem(answer)
        self.played.problems[f"{told.get('type')}: {told.get('detail')}"] += 1
        if (
            told.get("status") != 503
            or not str(told.get("detail", "")).endswith(".")
            or "retry-after" not in answer.headers
        ):
            self._note_wrong(answer)

    def _note_wrong(self, answer: httpx2.Response) -> None:
        self.played.wrong.append(
            f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:300]}"
        )


def _problem(answer: httpx2.Response) -> Body:
    if answer.headers.get("content-type") != "application/problem+json":
        return {}
    told: Body = answer.json()
    return told


def _body(offer: Body, chance: random.Random) -> Body:
    """Return one command of an offer."""
    fixed = {name: offer[name] for name in ("do", "by", "who") if offer.get(name) is not None}
    chosen = {name: chance.choice(choices) for name, choices in offer["closed"].items()}
    opened = {}
    for name, bounds in offer["open"].items():
        opened[name] = chance.choice(bounds["ends"])["path"] if bounds["ends"] else bounds["example"]
    return {**fixed, **{name: value for name, value in chosen.items() if value is not None}, **opened}
