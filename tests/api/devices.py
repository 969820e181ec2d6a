"""Seats with devices over HTTP: joined, there, and giving links as soon as a roll names them."""

from __future__ import annotations

from typing import Any

from httpx2 import Client as Http

from client.device import Device, State
from ledger.line.tree import leaf


class Player:
    """Somebody at the table with one device."""

    def __init__(self, client: Http, encounter: str, seat: str, key: str) -> None:
        self.client, self.encounter, self.key = client, encounter, key
        self.device = Device(State(encounter=encounter, seat=seat, party=seat, length=64))

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return self.client.request(
            method,
            f"/api/encounters/{self.encounter}{path}",
            json=body,
            headers={"Authorization": f"Bearer {self.key}"},
        )

    def seen(self) -> list[Any]:
        return list(self.call("GET", "/offers").json()["seen"])

    def join(self) -> Any:
        answer = self.call("POST", "/seats", self.device.joining(self.seen(), 1))
        if answer.status_code == 200:
            self.key = answer.json()["key"]
        return answer

    def beat(self) -> Any:
        return self.call("POST", "/presence", {"party": self.device.state.party, "next": self.device.following})

    def does(self, action: dict[str, Any], **more: Any) -> Any:
        there = self.beat().json()
        body = self.device.declaring(action, there["seen"], there["following"])
        return self.call("POST", "/commands", {**body, **more})

    def links(self, accepted: dict[str, Any], raw: bytes) -> Any:
        party = self.device.state.party
        body = self.device.linking(accepted["roll"], accepted["contributors"][party], leaf(raw))
        return self.call("POST", "/links", body)

    def raw(self, n: int) -> bytes:
        lines: bytes = self.call("GET", f"/lines?after={n - 1}").content
        return lines.splitlines()[0]
