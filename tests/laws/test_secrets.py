"""Law: what a seat may not know changes nothing that it gets.

Two worlds with the same public commands and other secrets give it the same answers from every channel, once
commitments, hashes, roots, signatures and ids are masked.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from api.app import create_app
from api.channels import salts_of
from api.listeners import of_awaited, of_line
from domain.deciding import controls, played
from domain.dice import NoDice
from domain.items import FACE_DOWN
from domain.refusals import Refused
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.table import opening as ledger_opening
from ledger.table.knowledge import STRANGER, known_to
from projections.streams.awaited import awaited
from projections.streams.live import Live
from tests.api.conftest import Table
from tests.chance import seeded
from tests.clocks import START, goes_by
from tests.laws.fights import SYSTEMS, Chance, pick
from tests.laws.openings import OPENINGS
from tests.sparing import often

READ = (
    "",
    "?known=now",
    "/board",
    "/initiative",
    "/chronicle",
    "/chronicle?known=now",
    "/chronicle?format=text",
    "/chronicle?who=Umbra",
    "/chronicle?find=Umbra&limit=5",
    "/lines",
    "/offers",
    "/offers?asides=false",
    "/words",
    "/reasons",
    "/audit",
    "/export",
    "/why?value=order",
    "/why?value=Umbra.hp",
    "/why?value=Noctis.hp",
    "/why?line=1",
    "/seats",
    "/disputes",
    "/proofs?line=1",
    "/proofs?roll=1",
    "/offers?odds=true",
    "/replay",
    "/replay?known=now",
    "/replay?as=everybody",
    "/export?as=everybody",
    "/diff?from=0",
    "/luck",
    "/chances",
    "/rolls",
    "/rolls/1",
)
"""Everything that is read of an encounter."""
WATCHED = (
    "",
    "/board",
    "/initiative",
    "/chronicle",
    "/lines",
    "/words",
    "/why?value=order",
    "/replay",
    "/export",
    "/luck",
    "/chances",
)
"""What is read by those who have no key, where the host shows the fight to everybody."""
WORLDS: tuple[dict[str, Any], ...] = (
    {"name": "Umbra", "words": "planted umber seven", "number": 733_177},
    {"name": "Noctis", "words": "hidden noon nine-", "number": 911_198},
)
SHEETS: dict[str, dict[str, Any]] = {
    "verdigris": {"kind": "enemy", "hp": 7, "armor": 2},
    "vanguard": {"count": 4, "defense": 4, "melee": 3},
    "storyteller": {"hp": 44, "armor_rating": 19},
}
"""Of those in reserve, what their system asks for."""
_MASKED = re.compile(rb"[0-9a-f]{32,}|[A-Za-z0-9+/]{40,}={0,2}")


def masked(raw: bytes) -> bytes:
    """Return what was sent without what nobody can foresee: commitments, hashes, roots, signatures, ids."""
    return _MASKED.sub(b"#", raw)


class World:
    """A fight with secrets of its own, played by numbers that are the same in all worlds."""

    def __init__(self, client: TestClient, ledger: Ledger, system: str, number: int, secrets: dict[str, Any]) -> None:
        self.chance = random.Random(f"secrets {system} {number}")
        body = OPENINGS[system](self.chance)
        body = {
            **body,
            "dice": "loaded",
            "rewind": "none",
            "seats": [*_seats(body), {"id": "eve", "role": "spectator"}],
        }
        if system not in SHEETS and "items" in body:
            body = {**body, "hands": "private", **_other_cards(body, secrets)}
        self.ledger = ledger
        self.system = system
        self.secrets = secrets
        self.table = Table(client, self.opening(body))
        fight = ledger.fight(self.table.id)
        self.gm = fight.encounter.referee
        self.keeper, *others = fight.table.players
        self.observers = ("eve", *others[:1])
        self._cmds = itertools.count()

    def opening(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the opening as it is sent."""
        return body

    def plays(self, commands: int) -> None:
        """Play so many public commands, and secret ones between them."""
        for turn in range(commands):
            if self.ledger.fight(self.table.id).encounter.outcome is not None:
                return
            if self.chance.random() < 0.4:
                self.keeps(turn)
            fight = self.ledger.fight(self.table.id, "eve")
            body = pick(fight.encounter, self.chance, may_end=False)
            if body is None:
                return
            # What lies face down is on offer to nobody, and what is handed on would be shown.
            if FACE_DOWN not in body.values():
                self.tells(body)

    def tells(self, body: dict[str, Any]) -> None:
        """Send a command with the faces that chance rolls for it."""
        fight = self.ledger.fight(self.table.id)
        command = command_of(body, self.system)
        dice = Rolled(self.chance)
        played(command, fight.encounter, dice)
        seat = next(seat for seat in fight.table.players if controls(fight.encounter, seat, command))
        answer = self.does(seat, body, **({"faces": dice.faces} if dice.faces else {}))
        assert answer.status_code == 200, answer.text

    def does(self, seat: str | None, body: dict[str, Any], **more: Any) -> Response:
        """Send a command under the next of this world's ids."""
        return self.table.post(seat, "/commands", {"action": body, "cmd": f"c-{next(self._cmds)}", **more})

    def keeps(self, turn: int) -> None:
        """Do something in secret."""
        name, words, number = (self.secrets[each] for each in ("name", "words", "number"))
        kinds: list[dict[str, Any]] = [
            {"do": "seal", "by": self.keeper, "text": f"{words} {turn}", "facts": {"secret": number}},
            {"do": "seal", "by": self.keeper, "title": words, "text": str(number)},
        ]
        if self.gm is not None:
            sheet = {**SHEETS[self.system], "id": f"{name}{turn}", "hidden": True}
            kinds = [{"do": "secret_roll", "by": self.gm, "dice": "2d6", "purpose": words}, *kinds]
            whose = next(iter(self.ledger.fight(self.table.id, "eve").encounter.combatants))
            kinds = [{"do": "seal", "by": self.gm, "whose": whose, "name": f"{words} {number}"}, *kinds]
            kinds = [{"do": "add_combatant", "by": self.gm, "sheet": sheet}, *kinds]
        # The same draw in every world, whatever it is of.
        body = kinds[int(self.chance.random() * len(kinds))]
        if body["do"] == "add_combatant" and not self.is_legal(body):
            body = kinds[-1]
        faces = {"faces": [1 + number % 6, 3]} if body["do"] == "secret_roll" else {}
        seat = self.gm if body["do"] in ("secret_roll", "add_combatant") or "whose" in body else self.keeper
        answer = self.does(seat, body, **faces)
        assert answer.status_code == 200, (body, answer.text)

    def is_legal(self, body: dict[str, Any]) -> bool:
        """Return whether a command is accepted now."""
        try:
            played(command_of(body, self.system), self.ledger.fight(self.table.id).encounter, NoDice())
        except Refused:
            return False
        return True

    def answers(self) -> Iterator[tuple[str, bytes]]:
        """Yield everything that the observers are sent, by what they asked."""
        contested, dispute = self.contests()
        for seat in self.observers:
            for path in (*READ, f"/disputes/{dispute}", f"/why?line={contested}", *self.choices(seat)):
                yield f"{seat} {path}", self.table.get(seat, path).content
            yield f"{seat} stream", self.streamed(seat)
            yield f"{seat} awaited", self.awaited(seat)
            for name in (*(each["name"] for each in WORLDS), "Nobody"):
                for body in self.tries(seat, f"{name}0"):
                    yield f"{seat} {body}", self.does(seat, body).content
                body = {"do": "hand_over", "who": f"{name}0", "to": self.keeper}
                for path in ("/preview", "/odds"):
                    yield f"{seat} {path} {name}", self.table.post(seat, path, {"action": body, "cmd": "if"}).content
        answer = self.table.post(self.keeper, "/public", {"public": "live"})
        assert answer.status_code == 200, answer.text
        for path in WATCHED:
            yield f"nobody {path}", self.table.get(None, path).content
        yield "nobody awaited", self.awaited(STRANGER)
        for page in ("", "/card.svg", "/card.png"):
            yield f"nobody page{page}", self.table.client.get(f"/r/{self.table.id}{page}").content
        yield "list", self.table.client.get("/api/encounters", headers=self.table.headers("eve")).content

    def choices(self, seat: str) -> Iterator[str]:
        """Yield the questions of a seat why something cannot be chosen for a command of one of its own."""
        here = self.ledger.fight(self.table.id, seat).encounter
        own = [one.id for one in here.combatants.values() if one.controller == seat]
        for do in ("attack", "move", "use_item", "move_position"):
            yield from (f"/reasons?do={do}&who={name}" for name in own[:2])

    def contests(self) -> tuple[int, int]:
        """Contest the first line that seals something, and return it and that of the dispute."""
        lines = self.ledger.fight(self.table.id).lines
        of = next((line.n for line in lines if line.type == "Sealed"), 1)
        answer = self.table.post(self.keeper, "/disputes", {"of": of, "reason": "What is it?", "cmd": "contest"})
        assert answer.status_code == 200, answer.text
        return of, answer.json()["lines"][0]["n"]

    def tries(self, seat: str, name: str) -> Iterator[dict[str, Any]]:
        """Yield commands that must be refused, whoever is called that."""
        yield {"do": "hand_over", "who": name, "to": self.keeper}
        yield {"do": "reveal", "by": seat, "who": name, "at": "front"}
        yield {"do": "unseal", "by": seat, "of": [3]}
        if self.gm is not None:
            yield {"do": "end_turn", "who": name}

    def streamed(self, seat: str) -> bytes:
        """Return the lines and patches of the stream."""
        fight = self.ledger.fight(self.table.id, seat)
        live = Live(fight.at(0), 0, fight.at)
        lines = fight.log.lines[1 : fight.version + 1]
        salts = salts_of(self.ledger, fight.id, lines)
        return b"".join(of_line(change, salts.get(change.n)).raw for change in live.after(lines))

    def awaited(self, seat: str) -> bytes:
        """Return what the stream tells of what is waited for."""
        fight = self.ledger.fight(self.table.id)
        known = known_to(fight, seat)
        told = awaited(known, self.ledger.due.heard([fight])[fight.id], self.ledger.waits.deadline(known))
        return b"".join(of_awaited(told).values())


class Rolled(Chance):
    """Chance that remembers the faces."""

    def __init__(self, choices: random.Random) -> None:
        super().__init__(choices)
        self.faces: list[int] = []

    def roll(self, by: str, purpose: str, dice: Any) -> Any:
        thrown = super().roll(by, purpose, dice)
        self.faces += thrown.faces
        return thrown


def _other_cards(body: dict[str, Any], secrets: dict[str, Any]) -> dict[str, Any]:
    """Return an opening's hands with other cards of the same number in each world."""
    names = [item["id"] for item in body.get("items", ())]
    other = {name: names[(place + secrets["number"] % 2) % len(names)] for place, name in enumerate(names)}
    return {
        "combatants": [{**one, "hand": [other[card] for card in one.get("hand", ())]} for one in body["combatants"]]
    }


def _seats(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the seats of an opening, the usual ones where it names none."""
    host = {"id": "gm", "role": "referee"} if body["system"] in SHEETS else {"id": "p0"}
    return body.get("seats") or [host, {"id": "p1"}]


@pytest.mark.long(but=("vanguard",))
@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=often(1, whole=2), deadline=None, phases=(Phase.generate,))
@given(number=st.integers(0, 10_000))
def test_other_secrets_change_nothing_that_a_seat_gets(system: str, number: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ledger_opening, "_must_be_alone_with_loaded_dice", lambda _: None)
        goes_by(patched, lambda: START)
        found = [_all_of(system, number, secrets) for secrets in WORLDS]
    one, other = ({asked: masked(raw) for asked, raw in world.items()} for world in found)
    assert one.keys() == other.keys()
    for asked, raw in one.items():
        assert raw == other[asked], asked
        for secrets in WORLDS:
            planted = (secrets["name"], secrets["words"], str(secrets["number"]))
            assert not any(each.encode() in raw for each in planted) or "Umbra" in asked or "Noctis" in asked, asked


def _all_of(system: str, number: int, secrets: dict[str, Any]) -> dict[str, bytes]:
    with seeded(f"{system} {number}"), Ledger() as ledger, TestClient(create_app(ledger)) as client:
        world = World(client, ledger, system, number, secrets)
        world.plays(12)
        return dict(world.answers())
